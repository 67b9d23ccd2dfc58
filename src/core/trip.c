#include "rungate/trip.h"

#include <stddef.h>

const char *rg_trip_rule_name(enum rg_trip_rule rule)
{
    static const char *const names[] = {
#define X(id, name) [RG_TRIP_##id] = (name),
        RG_TRIP_RULE_MAP(X)
#undef X
    };
    return names[rule];
}

bool rg_trip_derive(const struct rg_ladder *ladder, double baseline, struct rg_trip *ret)
{
    struct rg_bucket bucket;

    if (!rg_ladder_bucket(ladder, baseline, &bucket) || !bucket.has_next)
        return false;
    *ret = (struct rg_trip){.bucket = bucket, .edge = bucket.hi_next, .rule = RG_TRIP_HI_NEXT};
    return true;
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
