/*
 * ab_verdict.h: the verdict of an experiment with two builds, and functions that query it.
 */
#ifndef RUNGATE_JUDGE_AB_VERDICT_H
#define RUNGATE_JUDGE_AB_VERDICT_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/judge/budgets.h"
#include "rungate/judge/side.h"
#include "rungate/judge/verdict.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* Minimum counted rounds: for a verdict, for a limit on the medians. */
#define RG_AB_ROUNDS_MIN 5
#define RG_AB_BUDGET_ROUNDS_MIN 3

/* In the order in which they are shown. */
#define RG_AB_MAP(X)                                                                                         \
    X(REGRESSION, "REGRESSION")                                                                              \
    X(LEAD, "lead")                                                                                          \
    X(UNSTABLE, "unstable")                                                                                  \
    X(CANNOT_JUDGE, "cannot judge")                                                                          \
    X(IMPROVEMENT, "improvement")                                                                            \
    X(NO_DIFFERENCE, "no difference shown")

enum rg_ab_kind {
#define X(id, text) RG_AB_##id,
    RG_AB_MAP(X)
#undef X
        RG_AB_KIND_COUNT
};

/* A capture, and the name of its file. */
struct rg_ab_file {
    const char *path;
    const struct rg_timings *timings;
};

enum { RG_AB_A, RG_AB_B, RG_AB_SIDES };

struct rg_ab_round {
    struct rg_ab_file file[RG_AB_SIDES];
    long long begin_s;   /* of the earlier, in seconds since 1970 */
    long long end_s;     /* of the later */
    const char *dropped; /* why the round does not count, or NULL */
};

/* A reading in a round. */
struct rg_ab_reading {
    struct rg_side reading;
    const char *fault; /* why it does not count, or NULL */
};

/* Statistics of a key's differences. */
struct rg_ab_measure {
    double mean;
    double deviation; /* of the sample */
    double lower;     /* mean less and plus t × max(deviation, 0.02) / √rounds */
    double upper;
};

struct rg_ab_row {
    const char *key;
    const char *unit;
    const char *note;
    struct rg_ab_reading *values[RG_AB_SIDES]; /* by round */
    double *differences;                       /* of the rounds that count */
    size_t counted;
    struct rg_ab_measure measure; /* when `counted` is at least RG_AB_ROUNDS_MIN */
    struct rg_key_context context;
    enum rg_ab_kind kind;
};

struct rg_ab_verdict {
    struct rg_ab_round *rounds;
    size_t round_count;
    size_t dropped;
    struct rg_ab_row *keys; /* sorted by key */
    size_t key_count;
    size_t kinds[RG_AB_KIND_COUNT];
    const char *build[RG_AB_SIDES];
    double margin;
    size_t excluded;
    size_t load_unknown; /* captures that do not say how busy the host was */
    struct rg_budget_result budgets;
    struct rg_arena arena;
};

const char *rg_ab_kind_text(enum rg_ab_kind kind);

/* The round counts for the key: it is not dropped, and both readings can be used. */
bool rg_ab_counts(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t round);

/* The largest over the smallest reading of a side, in the rounds that count. */
double rg_ab_span(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t side);

/* The rounds that count and in which B is worse. */
size_t rg_ab_worse(const struct rg_ab_row *key);

/* No two captures read the key on different edges, on which the same latency reads otherwise. */
bool rg_ab_has_one_ladder(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key);

/* PASS; FAIL on a regression or a budget that is exceeded; CANNOT_JUDGE when there is a doubt. */
enum rg_exit rg_ab_exit(const struct rg_ab_verdict *verdict);

/* No key was judged, nor a budget's limit on a change; or a budget has no reading. */
enum rg_doubt rg_ab_unsound(const struct rg_ab_verdict *verdict);

void rg_ab_release(struct rg_ab_verdict *verdict);

#endif
