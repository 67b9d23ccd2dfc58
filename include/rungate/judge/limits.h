/*
 * bound.h: which bounds hold for a key, and where it trips.
 *
 * Each bound is found by itself. Absolute: the override, else the trip derived from the ladder, else the
 * default. Percentage: the override, else the default. The derived trip is hi_next, the edge above the
 * baseline's bucket: no interpolation inside the baseline's bucket or the next can reach past it.
 */
#ifndef RUNGATE_BOUND_H
#define RUNGATE_BOUND_H

#include "rungate/base/error.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"

#include <stdbool.h>

enum rg_bound_source { RG_BOUND_NONE, RG_BOUND_OVERRIDE, RG_BOUND_DERIVED, RG_BOUND_DEFAULT };

/* What is known of a key apart from its readings. */
struct rg_key_context {
    const struct rg_surface_key *declared; /* NULL when no surface declares it */
    const char *policy;
    size_t policy_length;
    const char *label;              /* NULL when the key has not the form of one */
    const struct rg_ladder *ladder; /* the declared one, or NULL */
    bool is_value;                  /* no quantile: it has no ladder, whatever its prefix has */
    bool higher;                    /* more is better */
};

/* `surface` and `ladders` may be NULL: then the default prefix rules hold. The result points into its
 * arguments. */
struct rg_key_context rg_key_context(const char *key, const struct rg_surface *surface,
                                     const struct rg_ladders *ladders);

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
