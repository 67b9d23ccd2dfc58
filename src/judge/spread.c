#include "rungate/judge/spread.h"

#include "rungate/base/stats.h"

#include <math.h>

/* Back-to-back runs understate spread; do not trust a sigma below this. */
static const double MIN_SIGMA = 0.15;

/* The least and the largest multiple of the median that a trip point may be. */
static const double NEAREST = 1.5;
static const double FURTHEST = 10;

double rg_spread_factor(size_t count)
{
    size_t n = count > RG_SPREAD_RUNS_MAX ? (size_t)RG_SPREAD_RUNS_MAX : count;

    return rg_student(RG_STUDENT_99, n - 1) * sqrt(1 + 1 / (double)n);
}

/* U, by way of mean and sample standard deviation of the logarithms. */
static double upper_limit(const double *values, size_t count)
{
    struct rg_moments logs = rg_log_moments(values, count);

    return exp(logs.mean + rg_spread_factor(count) * fmax(logs.deviation, MIN_SIGMA));
}

bool rg_spread_measure(const double *values, size_t count, struct rg_spread *ret)
{
    struct rg_spread spread = {.count = count};

    if (count == 0)
        return false;
    spread.min = values[0];
    spread.max = values[0];
    for (size_t i = 0; i < count; i++) {
        if (!(values[i] > 0))
            return false;
        spread.min = fmin(spread.min, values[i]);
        spread.max = fmax(spread.max, values[i]);
    }
    spread.median = rg_median(values, count);
    spread.upper = count < 2 ? 0 : upper_limit(values, count);
    *ret = spread;
    return true;
}

const char *rg_spread_why(enum rg_spread_outcome outcome)
{
    static const char *const why[] = {
        [RG_SPREAD_TRIP] = NULL,
        [RG_SPREAD_NO_EDGE] = "no edge of the ladder is above where healthy runs land",
        [RG_SPREAD_TOP_EDGE] = "only the top edge is left, which nothing can be above",
        [RG_SPREAD_TOO_FAR] = "the first edge above where healthy runs land is more than 10 times the median",
    };
    return why[outcome];
}

double rg_spread_low(const struct rg_spread *spread)
{
    return fmax(fmax(spread->upper, spread->max / RG_SPREAD_ROOM), NEAREST * spread->median);
}

double rg_spread_high(const struct rg_spread *spread)
{
    return FURTHEST * spread->median;
}

enum rg_spread_outcome rg_spread_trip(const struct rg_spread *spread, const struct rg_ladder *ladder,
                                      double *ret_edge)
{
    size_t i = 1;

    while (i < ladder->edge_count &&
           (ladder->edges[i] < spread->upper || spread->max > RG_SPREAD_ROOM * ladder->edges[i] ||
            ladder->edges[i] < NEAREST * spread->median))
        i++;
    if (i == ladder->edge_count)
        return RG_SPREAD_NO_EDGE;
    *ret_edge = ladder->edges[i];
    if (i + 1 == ladder->edge_count)
        return RG_SPREAD_TOP_EDGE;
    return ladder->edges[i] > FURTHEST * spread->median ? RG_SPREAD_TOO_FAR : RG_SPREAD_TRIP;
}
