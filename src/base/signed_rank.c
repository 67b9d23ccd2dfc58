#include "rungate/base/signed_rank.h"

#include <math.h>

static const double P_MAX = 0.001;

/* As good as 0: what rounding leaves of a difference that is exactly `over`. */
static const double TINY = 1e-12;

struct rg_signed_rank rg_signed_rank(const double *differences, size_t count, int sign, double over)
{
    double x[RG_SIGNED_RANK_MAX];
    struct rg_signed_rank ret = {0};

    if (count > RG_SIGNED_RANK_MAX)
        return ret;
    for (size_t i = 0; i < count; i++) {
        double value = sign * differences[i] - over;
        if (fabs(value) > TINY)
            x[ret.ranked++] = value;
    }
    for (size_t i = 0; i < ret.ranked; i++) {
        if (x[i] < 0)
            continue;
        /* Below it: what is smaller, and of its equals those above 0 that come first. */
        ret.sum++;
        for (size_t j = 0; j < ret.ranked; j++)
            ret.sum += fabs(x[j]) < x[i] || (j < i && x[j] == x[i]);
    }
    return ret;
}

size_t rg_signed_rank_critical(size_t ranked)
{
    enum { ROOM = RG_SIGNED_RANK_MAX * (RG_SIGNED_RANK_MAX + 1) / 4 };
    double share[ROOM + 1] = {1}; /* by the sum of the ranks below 0, up to its mean */
    size_t whole = ranked * (ranked + 1) / 2;
    size_t last = whole / 2;
    size_t lost = 0;

    if (ranked > RG_SIGNED_RANK_MAX)
        return 0;
    for (size_t rank = 1; rank <= ranked; rank++) {
        for (size_t sum = last + 1; sum-- > 0;)
            share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
    }
    double p = share[0];
    while (p <= P_MAX && lost < last)
        p += share[++lost];
    return lost > 0 ? whole - (lost - 1) : 0;
}
