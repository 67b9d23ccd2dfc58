/*
 * ab.h: two builds on one machine, in interleaved rounds, and no baseline.
 *
 * Each round has one capture of A and one of B, so that what disturbs the machine disturbs both. For each key
 * the verdict rests on the differences d = ln(B / A) of its rounds, and is reached only where they are further
 * from no difference than chance would bring them once in a thousand experiments. Where more is better, d is
 * ln(A / B): above 0 is always worse.
 */
#ifndef RUNGATE_JUDGE_AB_H
#define RUNGATE_JUDGE_AB_H

#include "rungate/base/error.h"
#include "rungate/judge/ab_verdict.h"
#include "rungate/model/ladder.h"
#include "rungate/model/runs.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"

#include <stdbool.h>
#include <stddef.h>

/* A share that B may be worse, and the share of the keys that must be judged, unless others are given. */
#define RG_AB_MARGIN 0.05
#define RG_AB_MIN_COMPARED 0.8

struct rg_ab_input {
    struct rg_runs captures;                /* A, B, A, B, … */
    const struct rg_surface *surface;       /* NULL when it is not known */
    const struct rg_ladders *ladders;       /* NULL when none are declared */
    const struct rg_thresholds *thresholds; /* for the budgets; NULL when there are none */
    enum rg_tier tier;
    double margin;
    double min_compared;
    bool no_load_check;
};

/*
 * Judge. Points into its inputs, which must outlive the verdict. Errors: CONFLICT, which says what is wrong
 * with the experiment; MEMORY.
 */
bool rg_ab_judge(const struct rg_ab_input *input, struct rg_ab_verdict *ret, struct rg_error *err);

#endif
