#include "judge/reach.h"

#include "rungate/base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* 2^64: what is counted, measured in bytes or timed in nanoseconds is less. */
static const double TOO_LARGE = 18446744073709551616.0;

const char *rg_reach_why(const struct rg_reach *reach, double limit, bool on_it)
{
    bool negative = reach->has_baseline && reach->baseline < 0;

    if (!(fabs(limit) < TOO_LARGE) &&
        (!isfinite(limit) || !reach->has_baseline || fabs(reach->baseline) < TOO_LARGE))
        return "no reading is as large as that";
    if (reach->higher)
        return limit > 0 || (on_it && limit >= 0) || negative ? NULL
                                                              : "only a reading below 0 would be beyond it";
    if (strcmp(reach->unit, "ratio") == 0 && reach->has_baseline && !negative && reach->baseline <= 1 &&
        (limit > 1 || (!on_it && limit >= 1)))
        return "a ratio is a share of one, so no reading is above 1 (a number that can be is a \"count\")";
    return NULL;
}

bool rg_reach_is_off_edge(const struct rg_ladder *ladder, double limit, char *ret, size_t size)
{
    size_t above = rg_edges_from(ladder->edges, ladder->edge_count, limit, false);
    char lo[RG_NUMBER_SIZE] = "0";
    char hi[RG_NUMBER_SIZE];

    if (above == ladder->edge_count) {
        rg_number_format_short(ladder->edges[above - 1], hi);
        (void)snprintf(ret, size,
                       "above the top edge, %s, beyond which nothing is told apart: the nearest edge is %s",
                       hi, hi);
        return true;
    }
    if (rg_edges_equal(limit, ladder->edges[above]))
        return false;
    double below = above == 0 ? 0 : ladder->edges[above - 1];
    bool is_nearer = above > 0 && limit - below < ladder->edges[above] - limit;
    rg_number_format_short(ladder->edges[above], hi);
    if (above > 0)
        rg_number_format_short(below, lo);
    (void)snprintf(ret, size, "between %s and %s, inside which nothing is known: the nearest edge is %s", lo,
                   hi, is_nearer ? lo : hi);
    return true;
}
