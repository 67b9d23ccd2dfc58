#include "rungate/judge/trip.h"

#include <math.h>
#include <stddef.h>

const char *rg_trip_rule_name(enum rg_trip_rule rule)
{
    static const char *const names[] = {[RG_TRIP_NONE] = "none",
                                        [RG_TRIP_HI_NEXT] = "hi_next",
                                        [RG_TRIP_SPREAD] = "spread",
                                        [RG_TRIP_MEAN] = "mean"};

    return names[rule];
}

/* On the ladder: the Spread rule, or the edge above the baseline's bucket. `measured`: trip->spread is set. */
static void on_ladder(const struct rg_ladder *ladder, const struct rg_metric *baseline, bool measured,
                      struct rg_trip *trip)
{
    bool in_ladder = rg_ladder_bucket(ladder, baseline->value, &trip->bucket);

    if (baseline->spread_count > 0 && !measured) {
        trip->outcome = RG_SPREAD_NO_EDGE; /* a value that is not above 0 has no spread to speak of */
    } else if (trip->spread.count >= RG_SPREAD_RUNS_MIN) {
        trip->outcome = rg_spread_trip(&trip->spread, ladder, &trip->edge);
        if (trip->outcome == RG_SPREAD_TRIP)
            trip->rule = RG_TRIP_SPREAD;
    } else if (in_ladder && trip->bucket.has_next) {
        trip->edge = trip->bucket.hi_next;
        trip->rule = RG_TRIP_HI_NEXT;
    }
}

/* By the mean rule. A baseline beyond its own trip point is not what its runs read. */
static void by_mean(const struct rg_metric *baseline, bool higher, struct rg_trip *trip)
{
    if (!rg_mean_measure(baseline->spread, baseline->spread_count, &trip->mean))
        return;
    trip->edge = rg_mean_trip(&trip->mean, higher);
    if (rg_mean_is_gated(&trip->mean) && baseline->value > 0 &&
        (higher ? trip->edge < baseline->value : trip->edge > baseline->value))
        trip->rule = RG_TRIP_MEAN;
}

bool rg_trip_derive(const struct rg_key_context *context, const struct rg_ladder *ladder,
                    const struct rg_metric *baseline, struct rg_trip *ret)
{
    struct rg_trip trip = {.rule = RG_TRIP_NONE};
    bool measured = rg_spread_measure(baseline->spread, baseline->spread_count, &trip.spread);

    if (context->kind != RG_KEY_QUANTILE)
        by_mean(baseline, context->higher, &trip);
    else if (ladder != NULL)
        on_ladder(ladder, baseline, measured, &trip);
    *ret = trip;
    return trip.rule != RG_TRIP_NONE;
}

bool rg_trip_is_too_wide(const struct rg_trip *trip)
{
    return trip->mean.factor > 0 && !rg_mean_is_gated(&trip->mean);
}

double rg_trip_pct(double limit, double wanted)
{
    static const double usual[] = {50, 20, 10, 5, 2, 1};

    if (wanted >= 0 && wanted < limit)
        return wanted;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (usual[i] < limit)
            return usual[i];
    }
    return limit / 2;
}

bool rg_trip_is_bound(double bound, double derived)
{
    return fabs(bound - derived) <= 1e-12 * fabs(derived);
}

/* Times slower, from `reading` to `trip`. */
static double times(double reading, double trip, bool higher)
{
    return higher ? reading / trip : trip / reading;
}

bool rg_floor_find(const struct rg_key_context *context, const struct rg_ladder *ladder, double baseline,
                   double trip, struct rg_floor *ret)
{
    struct rg_floor floor = {0};
    struct rg_bucket bucket;

    if (!(baseline > 0) || (context->higher && !(trip > 0)))
        return false;
    floor.value = times(baseline, trip, context->higher);
    if (context->kind != RG_KEY_QUANTILE) {
        floor.min = floor.max = floor.value;
        floor.has_min = floor.has_max = true;
    } else if (ladder != NULL && rg_ladder_bucket(ladder, baseline, &bucket)) {
        floor.min = trip / bucket.hi;
        floor.has_min = true;
        floor.has_max = bucket.lo > 0;
        floor.max = floor.has_max ? trip / bucket.lo : 0;
    }
    *ret = floor;
    return true;
}
