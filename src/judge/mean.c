#include "rungate/judge/mean.h"

#include "rungate/base/stats.h"

#include <math.h>

/* What is believed of the runs before any is seen: so many, spread by so much. */
static const double IMAGINED = 4;
static const double IMAGINED_SIGMA = 0.15;

/* A smaller slowdown never fires. */
static const double NEAREST = 1.25;

bool rg_mean_measure(const double *values, size_t count, struct rg_mean *ret)
{
    if (count < RG_MEAN_RUNS_MIN)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!(values[i] > 0))
            return false;
    }
    struct rg_moments logs = rg_log_moments(values, count);
    double squares = (double)(count - 1) * logs.deviation * logs.deviation;
    double sigma =
        sqrt((IMAGINED * IMAGINED_SIGMA * IMAGINED_SIGMA + squares) / ((double)count - 1 + IMAGINED));
    size_t n = count > RG_MEAN_RUNS_MAX ? (size_t)RG_MEAN_RUNS_MAX : count;
    double reach = rg_student(RG_STUDENT_9995, n + 3) * sqrt(1 + 1 / (double)n) * sigma;

    *ret = (struct rg_mean){.center = exp(logs.mean), .factor = fmax(exp(reach), NEAREST)};
    return true;
}

double rg_mean_trip(const struct rg_mean *mean, bool higher)
{
    return higher ? mean->center / mean->factor : mean->center * mean->factor;
}

bool rg_mean_is_gated(const struct rg_mean *mean)
{
    return mean->factor <= RG_MEAN_FURTHEST;
}
