/*
 * judge.h: compare's rules. Two sides in, one verdict out; no I/O, and every renderer reads the same result.
 */
#ifndef RUNGATE_JUDGE_H
#define RUNGATE_JUDGE_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/judge/budget_rules.h"
#include "rungate/judge/limits.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* The cases, in order: the first that fits a key decides. Enumerator, note. A mismatch says what differs
 * instead. */
#define RG_CASE_MAP(X)                                                                                       \
    X(MISMATCH, "the two sides cannot be compared")                                                          \
    X(NO_DATA, "no data (neither baseline nor current)")                                                     \
    X(NEW, "new metric (not in baseline)")                                                                   \
    X(MISSING, "not captured in current run")                                                                \
    X(NO_THRESHOLD, "no threshold configured")                                                               \
    X(REGRESSION, "REGRESSION")                                                                              \
    X(UNCONFIRMED, "fired, but not confirmed by a rerun")                                                    \
    X(IMPROVED, "improved")                                                                                  \
    X(WITHIN, "within bounds")

enum rg_case {
#define X(id, note) RG_CASE_##id,
    RG_CASE_MAP(X)
#undef X
        RG_CASE_COUNT
};

/* What the note of a compared key ends in when its percentage is undefined. */
#define RG_NOTE_ABSOLUTE_ONLY " (absolute bound only; baseline not positive)"

/* One side of a key. */
struct rg_side {
    const struct rg_metric *metric; /* NULL when the side does not have the key */
    const struct rg_ladder *ladder; /* the side's own, else the declared one, else NULL */
    double value;
    bool has_value;
    bool saturated; /* at least the top edge: above every finite edge */
};

struct rg_row {
    const char *key;
    const char *unit;
    const char *note;
    struct rg_side baseline;
    struct rg_side current;
    struct rg_limits limits;        /* when the baseline has a value */
    const struct rg_waiver *waiver; /* that lets this regression pass, or NULL */
    double baseline_samples;        /* observations behind each side; below 0 when not known */
    double current_samples;
    double tail_samples; /* beyond the quantile, of the current reading: few make it uncertain; below 0: not
                            known */
    size_t reruns_asked;
    size_t reruns_usable; /* reruns that could confirm a reading that fired, and those that did */
    size_t reruns_fired;
    enum rg_case kind;
    bool regressed;
    bool inconclusive; /* does not fire, on too few observations to be called a pass */
};

struct rg_summary {
    size_t total;       /* rows */
    size_t compared;    /* judged, both ways */
    size_t regressions; /* less the waived ones */
    size_t waived;
    size_t inconclusive;
    size_t improvements;
    size_t missing;
    size_t fresh;      /* "new" in the report */
    size_t excluded;   /* keys that the surface excludes */
    size_t comparable; /* rows whose key the baseline has */
    size_t no_threshold;
    size_t no_data;
};

/* Points into its inputs, which must outlive it. */
struct rg_verdict {
    const struct rg_timings *baseline;
    const struct rg_timings *current;
    struct rg_row *rows; /* sorted by key */
    struct rg_summary summary;
    double min_compared;
    struct rg_budget_result budgets;
    bool placeholder; /* no baseline: only the budgets were judged */
    const char **warnings;
    size_t warning_count;
    size_t warning_capacity;
    struct rg_arena arena;
};

struct rg_judge_input {
    const struct rg_timings *baseline; /* populated */
    const struct rg_timings *current;
    const struct rg_timings *reruns; /* that may confirm what fires in `current` */
    size_t rerun_count;
    const struct rg_thresholds *thresholds;
    const struct rg_surface *surface; /* NULL when it is not known */
    const struct rg_ladders *ladders; /* NULL when none are declared */
    enum rg_tier tier;                /* whose budgets hold */
    double min_compared; /* the least share of the baseline's keys that must be compared; 0 for any */
    long long today_s;   /* the start of today, UTC, in seconds since 1970: for waivers */
};

/* One side's reading of a key; `metric` is NULL when the side does not have it. */
struct rg_side rg_side_reading(const struct rg_timings *side, const struct rg_metric *metric, const char *key,
                               const struct rg_key_context *context);

/* Judge the budgets alone, for a placeholder baseline. Errors: CONFLICT, MEMORY. */
bool rg_judge_budgets(const struct rg_judge_input *input, struct rg_verdict *ret, struct rg_error *err);

/*
 * Judge each key of either side, less the excluded ones.
 * Errors: CONFLICT when a bound is in another unit or the sides were taken under different conditions;
 * MEMORY.
 */
bool rg_judge(const struct rg_judge_input *input, struct rg_verdict *ret, struct rg_error *err);
void rg_verdict_release(struct rg_verdict *verdict);

/*
 * PASS; FAIL on a regression that is not waived or a budget that is exceeded; CANNOT_JUDGE when nothing or
 * too little was compared, nothing conclusively, or a reading under a budget is missing.
 */
enum rg_exit rg_verdict_exit(const struct rg_verdict *verdict);

/* Why the verdict is CANNOT_JUDGE, or NULL when it is not. */
const char *rg_verdict_doubt(const struct rg_verdict *verdict);

/* The quantile of a reading rests on fewer observations beyond it than this: it carries a note. */
#define RG_FEW_TAIL_SAMPLES 20

/* 100 × (current − baseline) / baseline. False when it is undefined. */
bool rg_row_pct(const struct rg_row *row, double *ret_pct);

/* The detection floor: trip / baseline, the smallest slowdown that fires; baseline / trip where more is
 * better. False when it is undefined. */
bool rg_row_floor(const struct rg_row *row, double *ret_floor);

#endif
