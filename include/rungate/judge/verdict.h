/*
 * verdict.h: the result of compare's rules: the rows, their totals, and whether the verdict can be relied on.
 * Every renderer reads the same verdict.
 */
#ifndef RUNGATE_JUDGE_VERDICT_H
#define RUNGATE_JUDGE_VERDICT_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/judge/budgets.h"
#include "rungate/judge/limits.h"
#include "rungate/judge/side.h"
#include "rungate/judge/trip.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"
#include "rungate/model/waivers.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The cases, in order: the first that fits a key decides. Enumerator, note. The note of a mismatch says what
 * differs instead.
 */
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

struct rg_row {
    const char *key;
    const char *unit;
    const char *note;
    struct rg_key_context context;
    struct rg_side baseline;
    struct rg_side current;
    struct rg_limits limits;         /* when the baseline has a value */
    const struct rg_waiver *waiver;  /* that lets this regression pass, or NULL */
    const struct rg_waiver *overrun; /* one that does not: the reading is beyond its `max`, or not known */
    double baseline_samples;         /* observations behind each side; below 0 when not known */
    double current_samples;
    double baseline_rate; /* the same per second, where recorded; else below 0 */
    double current_rate;
    double
        tail_samples; /* beyond the current reading's quantile: few make it uncertain; below 0 when unknown */
    size_t reruns_asked;
    size_t reruns_usable; /* reruns that could confirm a reading that fired, and those that did */
    size_t reruns_fired;
    size_t reruns_beyond; /* of those, beyond the `max` of the waiver */
    enum rg_case kind;
    bool regressed;
    bool inconclusive; /* does not fire, but has too few observations to pass */
};

/*
 * Why a key of the baseline was not judged: a status, when it has no reading (GOOD: and none was recorded), or one
 * of these. Enumerator, name in the report, words after a count.
 */
#define RG_UNJUDGED_MAP(X)                                                                                   \
    X(NO_BASELINE, "no_baseline", "without a value in the baseline")                                         \
    X(NO_THRESHOLD, "no_threshold", "without a threshold")                                                   \
    X(INCONCLUSIVE, "inconclusive", "inconclusive")                                                          \
    X(MISMATCH, "not_comparable", "not comparable, and waived")                                              \
    X(EXCLUDED, "excluded", "excluded")

/* NOLINTNEXTLINE(cert-int09-c): the statuses stand between the first and the second */
enum rg_unjudged {
    RG_UNJUDGED_STATUS, /* of the readings: this, plus an enum rg_status */
    RG_UNJUDGED_OTHER = RG_STATUS_COUNT - 1,
#define X(id, name, text) RG_UNJUDGED_##id,
    RG_UNJUDGED_MAP(X)
#undef X
        RG_UNJUDGED_COUNT
};

/*
 * A histogram whose edges are above 0 has no quantile of 0 or less, and one whose mean was above 0 no such mean: a
 * query that fills in what is missing has, as in "… or vector(0)".
 */
bool rg_row_is_no_reading(const struct rg_row *row);

/* The name in the report, and the words after a count. */
const char *rg_unjudged_name(enum rg_unjudged why);
const char *rg_unjudged_text(enum rg_unjudged why);

struct rg_summary {
    size_t total;       /* rows */
    size_t compared;    /* judged, both ways, also on too few observations */
    size_t regressions; /* less the waived ones */
    size_t waived;
    size_t inconclusive;
    size_t improvements;
    size_t missing;
    size_t fresh;    /* "new" in the report */
    size_t excluded; /* keys that the surface excludes */
    size_t no_threshold;
    size_t no_data;
    size_t keys;                        /* that the baseline has, the excluded ones included */
    size_t judged;                      /* of them */
    size_t forgiven;                    /* judged, regressed, and waived */
    size_t unjudged[RG_UNJUDGED_COUNT]; /* the others, by reason */
    size_t judgeable;                   /* have a value and both bounds in the baseline */
    size_t decided;                     /* compared, and neither inconclusive nor waived */
};

/* Points into its inputs, which must outlive it. With a placeholder as baseline there are no rows. */
struct rg_verdict {
    const struct rg_timings *baseline;
    const struct rg_timings *current;
    struct rg_row *rows; /* sorted by key */
    struct rg_summary summary;
    double min_compared;
    bool require_baseline;
    bool other_profile; /* than the baseline's */
    bool other_window;
    struct rg_budget_result budgets;
    const char **warnings;
    size_t warning_count;
    size_t warning_capacity;
    struct rg_arena arena;
};

struct rg_judge_input {
    const struct rg_timings *baseline; /* a placeholder: only the budgets are judged */
    const struct rg_timings *current;
    const struct rg_timings *reruns; /* that may confirm what fires in `current` */
    size_t rerun_count;
    const struct rg_thresholds *thresholds;
    const struct rg_surface *surface; /* NULL when it is not known */
    const struct rg_ladders *ladders; /* NULL when none are declared */
    enum rg_tier tier;                /* whose budgets hold */
    bool same_conditions;             /* a profile or window other than the baseline's is an error */
    bool require_baseline;            /* a placeholder as baseline is a doubt */
    double min_compared; /* the least share that must be judged, of the keys that can be; 0 for any */
    long long today_s;   /* the start of today, UTC, in seconds since 1970: for waivers */
};

/* Add a warning. Errors: MEMORY. */
bool rg_verdict_warn(struct rg_verdict *verdict, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void rg_verdict_release(struct rg_verdict *verdict);

/* Why a verdict cannot be relied on; report/doubt.h has the words. */
enum rg_doubt {
    RG_DOUBT_NONE,
    RG_DOUBT_PLACEHOLDER,  /* there is no baseline, and one is required */
    RG_DOUBT_BUDGET,       /* a key under a budget has no reading */
    RG_DOUBT_NOTHING,      /* no key was compared */
    RG_DOUBT_INCONCLUSIVE, /* every key that was rests on too few observations */
    RG_DOUBT_FEW           /* fewer keys were judged than `min_compared` asks for, and none fired */
};

/* The first doubt that holds. */
enum rg_doubt rg_verdict_unsound(const struct rg_verdict *verdict);

/* CANNOT_JUDGE with a doubt; FAIL on a regression that is not waived or an exceeded budget; else PASS. */
enum rg_exit rg_verdict_exit(const struct rg_verdict *verdict);

/* The quantile of a reading rests on fewer observations beyond it than this: it carries a note. */
#define RG_FEW_TAIL_SAMPLES 20

/* Both sides have a value, in one unit and on one ladder: arithmetic with them makes sense. */
bool rg_row_is_comparable(const struct rg_row *row);

/* 100 × (current − baseline) / baseline. False when it is undefined. */
bool rg_row_pct(const struct rg_row *row, double *ret_pct);

/* Both readings lie in one bucket, inside which the server interpolates: no change is known. */
bool rg_row_same_bucket(const struct rg_row *row, struct rg_bucket *ret);

/* The detection floor. False when it is undefined. */
bool rg_row_floor(const struct rg_row *row, struct rg_floor *ret);

#endif
