#include "measure/counts_quantile.h"

#include "measure/le.h"
#include "rungate/base/number.h"

#include <math.h>

/* How far a rank may be off: sums of floats depend on their order. */
static const double RANK_TOLERANCE = 1e-9;

/* The bucket that the rank lies in, by number: the first whose count reaches it, or that of +Inf. */
static size_t find_bucket(const struct rg_counts *c, double rank)
{
    size_t low = 0;
    size_t high = c->edge_count - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->counts[middle] >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The first edge above 0, by number. */
static size_t first_above_zero(const struct rg_counts *c)
{
    size_t i = 0;

    while (i < c->edge_count && c->edges[i] <= 0)
        i++;
    return i;
}

/* The lower edge of a bucket: 0 of the first one where its upper edge is above 0, else that edge itself. */
static double lower_edge(const struct rg_counts *c, size_t bucket)
{
    if (bucket > 0)
        return c->edges[bucket - 1];
    return fmin(0, c->edges[0]);
}

struct rg_count_quantile rg_counts_quantile(const struct rg_counts *c, double quantile)
{
    double rank = quantile * c->total;
    size_t bucket = find_bucket(c, rank);
    struct rg_count_quantile ret = {.status = RG_STATUS_GOOD};

    if (bucket == c->edge_count - 1) {
        ret.value = c->edges[bucket - 1];
        ret.status = RG_STATUS_SATURATED;
        return ret;
    }
    double lo = lower_edge(c, bucket);
    double below = bucket == 0 ? 0 : c->counts[bucket - 1];
    double inside = c->counts[bucket] - below;
    double value = inside > 0 ? lo + (c->edges[bucket] - lo) * ((rank - below) / inside) : lo;
    /* The last digit can carry it above its bucket. */
    ret.value = fmin(value, c->edges[bucket]);
    if (c->edges[0] >= 0 && bucket <= first_above_zero(c))
        ret.status = RG_STATUS_BELOW_LADDER;
    return ret;
}

bool rg_counts_contradict(const struct rg_counts *c, double quantile, double theirs)
{
    double rank = quantile * c->total;
    size_t low = find_bucket(c, rank * (1 - RANK_TOLERANCE));
    size_t high = find_bucket(c, rank * (1 + RANK_TOLERANCE));
    double lo = lower_edge(c, low);
    double hi = c->edges[high];

    if (low == 0 && c->edges[0] > 0)
        lo = -(double)INFINITY;
    return !isfinite(theirs) ||
           !((theirs >= lo || rg_le_equal(theirs, lo)) && (theirs <= hi || rg_le_equal(theirs, hi)));
}

static void put_number(const struct rg_counts *c, double value, struct rg_buffer *out)
{
    char text[RG_NUMBER_SIZE];

    if (c->is_whole || value == round(value)) {
        rg_buffer_printf(out, "%.0f", value);
        return;
    }
    rg_number_format(value, text);
    rg_buffer_puts(out, text);
}

void rg_counts_text(const struct rg_counts *c, struct rg_buffer *out)
{
    size_t count;
    const double *ladder = rg_counts_ladder(c, &count);
    const double *counts = c->counts + (ladder - c->edges);

    put_number(c, c->total, out);
    for (size_t i = 0; i < count; i++) {
        rg_buffer_putc(out, ' ');
        put_number(c, c->total - counts[i], out);
    }
}

const double *rg_counts_ladder(const struct rg_counts *c, size_t *ret_count)
{
    size_t first = first_above_zero(c);

    *ret_count = c->edge_count - 1 - first;
    return c->edges + first;
}
