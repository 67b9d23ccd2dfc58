/*
 * trip.h: where a key must fire, and by which rule. The one answer to that question: compare falls back on
 * it, check-bounds demands it, and every view of check-bounds shows it.
 */
#ifndef RUNGATE_JUDGE_TRIP_H
#define RUNGATE_JUDGE_TRIP_H

#include "rungate/judge/mean.h"
#include "rungate/judge/side.h"
#include "rungate/judge/spread.h"
#include "rungate/model/ladder.h"
#include "rungate/model/timings.h"

#include <stdbool.h>

/* The rules that a trip point can come from. */
enum rg_trip_rule { RG_TRIP_NONE, RG_TRIP_HI_NEXT, RG_TRIP_SPREAD, RG_TRIP_MEAN };

/* "none", … */
const char *rg_trip_rule_name(enum rg_trip_rule rule);

struct rg_trip {
    struct rg_bucket bucket; /* of a quantile: that the baseline lies in */
    double edge;             /* fires beyond it: an edge of the ladder, or what the mean rule comes to */
    enum rg_trip_rule rule;  /* NONE: there is no trip point */
    struct rg_spread spread; /* of the baseline's runs; its count is 0 when there is one run */
    /* What the Spread rule says, when it holds: with RG_SPREAD_RUNS_MIN values. */
    enum rg_spread_outcome outcome;
    struct rg_mean mean; /* of a key without a ladder: its factor is 0 when the mean rule does not hold */
};

/*
 * The trip point of a key with that baseline. Of a quantile, above 0 and read on `ladder` (NULL: there is no
 * trip point): with enough runs by the Spread rule, else the edge above the baseline's bucket. Of a mean or a
 * value: with enough runs by the mean rule. False when there is none; then *ret says what is known all the
 * same, with the rule NONE.
 */
bool rg_trip_derive(const struct rg_key_context *context, const struct rg_ladder *ladder,
                    const struct rg_metric *baseline, struct rg_trip *ret);

/* The mean rule holds, but its trip point would be too far away: healthy runs differ too much. */
bool rg_trip_is_too_wide(const struct rg_trip *trip);

/*
 * The percentage for a key whose trip point is `limit` per cent above its baseline: `wanted` when that is
 * below, else the largest of 50, 20, 10, 5, 2 and 1 that is, else half of `limit`. A larger one would decide
 * in place of the trip point. `wanted` below 0: none in particular.
 */
double rg_trip_pct(double limit, double wanted);

/* A bound is the derived one, within what is lost when it goes through a file and back. */
bool rg_trip_is_bound(double bound, double derived);

/*
 * The detection floor: how many times slower a key must get before it fires. Where in its bucket a quantile
 * lies is not known, so its floor is a range; that of a mean or a value is exact.
 */
struct rg_floor {
    double value; /* trip / baseline, where more is better baseline / trip: with the reading as it is */
    double min;   /* trip / hi: nothing less fires; with `has_min` */
    double max;   /* trip / lo: everything from here on fires, whatever the bucket holds; with `has_max` */
    bool has_min; /* the bucket is known, or there need be none */
    bool has_max; /* likewise, and it is not the first one, in which nothing is certain to fire */
};

/* `trip` is the one in force. False when the floor is undefined: a reading or a trip point not above 0. */
bool rg_floor_find(const struct rg_key_context *context, const struct rg_ladder *ladder, double baseline,
                   double trip, struct rg_floor *ret);

#endif
