/*
 * limits.h: which bounds hold for a key, and where it trips.
 *
 * Each bound is found by itself. Absolute: the override, else the trip point that trip.h derives from the
 * ladder or from the runs, else the default. Percentage: the override, else the default; with a trip point by
 * the mean rule only one that does not decide in its place, else 0.
 */
#ifndef RUNGATE_JUDGE_LIMITS_H
#define RUNGATE_JUDGE_LIMITS_H

#include "rungate/base/error.h"
#include "rungate/judge/side.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"

#include <stdbool.h>

enum rg_bound_source { RG_BOUND_NONE, RG_BOUND_OVERRIDE, RG_BOUND_DERIVED, RG_BOUND_DEFAULT };

/*
 * The key's readings, its override and its group are in one unit.
 * Errors: CONFLICT, with the key, when they are not.
 */
bool rg_units_agree(const char *key, const char *unit, const struct rg_key_context *context,
                    const struct rg_thresholds *thresholds, struct rg_error *err);

/* The bounds in force. */
struct rg_limits {
    double abs;  /* the largest increase, in the key's unit */
    double pct;  /* the largest increase, as 100 × increase / baseline */
    double trip; /* baseline + abs; baseline - abs where more is better */
    enum rg_bound_source abs_source;
    enum rg_bound_source pct_source;
    bool by_mean; /* the absolute bound is the mean rule's */
    bool fail_on_missing;
    bool higher; /* more is better: the trip point is below the baseline */
};

/*
 * Resolve the bounds of a key whose baseline has a value. `ladder` is the one it was read on, or NULL.
 * Errors: CONFLICT, with the key, when a bound or the ladder is in another unit than the key.
 */
bool rg_limits_resolve(const struct rg_metric *baseline, const struct rg_key_context *context,
                       const struct rg_ladder *ladder, const struct rg_thresholds *thresholds,
                       struct rg_limits *ret, struct rg_error *err);

#endif
