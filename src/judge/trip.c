#include "rungate/judge/trip.h"

#include <math.h>
#include <stddef.h>

const char *rg_trip_rule_name(enum rg_trip_rule rule)
{
    static const char *const names[] = {
        [RG_TRIP_NONE] = "none", [RG_TRIP_HI_NEXT] = "hi_next", [RG_TRIP_SPREAD] = "spread"};

    return names[rule];
}

bool rg_trip_derive(const struct rg_ladder *ladder, const struct rg_metric *baseline, struct rg_trip *ret)
{
    struct rg_trip trip = {.rule = RG_TRIP_NONE};
    bool in_ladder = rg_ladder_bucket(ladder, baseline->value, &trip.bucket);

    if (baseline->spread_count > 0 &&
        !rg_spread_measure(baseline->spread, baseline->spread_count, &trip.spread)) {
        trip.outcome = RG_SPREAD_NO_EDGE; /* a value that is not above 0 has no spread to speak of */
    } else if (trip.spread.count >= RG_SPREAD_RUNS_MIN) {
        trip.outcome = rg_spread_trip(&trip.spread, ladder, &trip.edge);
        if (trip.outcome == RG_SPREAD_TRIP)
            trip.rule = RG_TRIP_SPREAD;
    } else if (in_ladder && trip.bucket.has_next) {
        trip.edge = trip.bucket.hi_next;
        trip.rule = RG_TRIP_HI_NEXT;
    }
    *ret = trip;
    return trip.rule != RG_TRIP_NONE;
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
