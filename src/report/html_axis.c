#include "report/html_axis.h"

#include "rungate/report/style.h"

#include <math.h>
#include <string.h>

void rg_range_add(struct rg_range *range, double value)
{
    if (!(value > 0) || !isfinite(value))
        return;
    range->min = range->any && range->min < value ? range->min : value;
    range->max = range->any && range->max > value ? range->max : value;
    range->any = true;
}

/* The usual distance of two edges, as a factor: how far the axis goes on beyond the ladder. */
static double step_of(const struct rg_ladder *ladder)
{
    const double least = 1.2;
    const double most = 10;
    double step =
        pow(ladder->edges[ladder->edge_count - 1] / ladder->edges[0], 1 / (double)(ladder->edge_count - 1));

    return fmin(fmax(step, least), most);
}

static void fit_ladder(struct rg_axis *axis, const struct rg_range *range)
{
    const double *edges = axis->ladder->edges;
    size_t count = axis->ladder->edge_count;
    double step = step_of(axis->ladder);
    size_t from = rg_edges_from(edges, count, range->min, false); /* the upper edge of the lowest bucket */
    size_t to = rg_edges_from(edges, count, range->max, false);

    axis->first = from < 2 ? 0 : from - 2;
    axis->last = to + 2 > count ? count : to + 2;
    axis->low = from < 2 ? edges[0] / step : edges[axis->first];
    axis->high = to + 1 < count ? edges[to + 1] : edges[count - 1] * step;
    axis->low = fmin(axis->low, range->min);
    axis->high = fmax(axis->high, range->max);
}

/* 1, 2, 5, 10, 20, …: the k-th, 0 being 1. */
static double round_number(long k)
{
    static const double digits[] = {1, 2, 5};
    long digit = (k % 3 + 3) % 3;
    long decade = (k - digit) / 3;

    return digits[digit] * pow(10, (double)decade);
}

/* The index of the last round number that is not above the value. */
static long round_below(double value)
{
    long k = 3 * (long)floor(log10(value));

    while (round_number(k) > value)
        k--;
    while (round_number(k + 1) <= value)
        k++;
    return k;
}

static void fit_numbers(struct rg_axis *axis, const struct rg_range *range)
{
    const double wide = 8;     /* from this factor on the ticks are 1, 2, 5 */
    const double steps = 4;    /* at least so many, else */
    const double least = 0.02; /* of the value, in place of a range of nothing */
    long low = round_below(range->min);
    long high = round_below(range->max);

    if (range->max < wide * range->min) {
        double span = fmax(range->max - range->min, least * range->min);
        axis->step = round_number(round_below(span / steps));
        axis->low = axis->step * floor(range->min / axis->step);
        axis->high = axis->step * (floor(range->max / axis->step) + 1);
        axis->low = axis->low > 0 ? axis->low : range->min;
        return;
    }
    axis->low = round_number(low);
    axis->high = round_number(round_number(high) < range->max ? high + 1 : high);
}

void rg_axis_init(struct rg_axis *axis, const struct rg_ladder *ladder, const struct rg_range *range)
{
    *axis = (struct rg_axis){.ladder = ladder};
    if (ladder != NULL)
        fit_ladder(axis, range);
    else
        fit_numbers(axis, range);
}

double rg_axis_at(const struct rg_axis *axis, double value)
{
    if (!(value > axis->low))
        return 0;
    if (!(value < axis->high))
        return RG_AXIS_WIDTH;
    return (double)RG_AXIS_WIDTH * (log(value) - log(axis->low)) / (log(axis->high) - log(axis->low));
}

/* What may have a label, from left to right: the edges, or the round numbers. False after the last. */
static bool candidate(const struct rg_axis *axis, size_t i, struct rg_tick *ret)
{
    if (axis->ladder != NULL) {
        if (axis->first + i >= axis->last)
            return false;
        ret->value = axis->ladder->edges[axis->first + i];
    } else {
        ret->value = axis->step > 0 ? axis->step * (ceil(axis->low / axis->step - 0.5) + (double)i)
                                    : round_number(round_below(axis->low) + (long)i);
        if (ret->value > axis->high)
            return false;
    }
    ret->at = rg_axis_at(axis, ret->value);
    return true;
}

/* Two labels side by side do not touch, where the page is `wide` or narrow. */
static bool is_apart(const struct rg_tick *left, const struct rg_tick *right, bool wide)
{
    /* Units of the axis a pixel, on the narrowest page of each kind; pixels a character, and between labels. */
    const double unit_a_pixel = wide ? 1.8 : 3.2;
    const double character = 6.4;
    const double gap = 10;
    double length = (double)(strlen(rg_text_number(true, left->value).text) +
                             strlen(rg_text_number(true, right->value).text)) /
                    2;

    return right->at - left->at >= unit_a_pixel * (character * length + gap);
}

size_t rg_axis_ticks(const struct rg_axis *axis, struct rg_tick ret[RG_AXIS_TICKS_MAX])
{
    struct rg_tick narrow[RG_AXIS_TICKS_MAX];
    struct rg_tick tick = {0};
    size_t narrow_count = 0;
    size_t count = 0;
    size_t next = 0;

    for (size_t i = 0; narrow_count < RG_AXIS_TICKS_MAX && candidate(axis, i, &tick); i++) {
        if (narrow_count == 0 || is_apart(&narrow[narrow_count - 1], &tick, false))
            narrow[narrow_count++] = tick;
    }
    /* Between these, those that a wide page has room for. */
    for (size_t i = 0; count < RG_AXIS_TICKS_MAX && candidate(axis, i, &tick); i++) {
        tick.wide = next == narrow_count || tick.value != narrow[next].value;
        next += !tick.wide;
        if (!tick.wide || (is_apart(&ret[count - 1], &tick, true) &&
                           (next == narrow_count || is_apart(&tick, &narrow[next], true))))
            ret[count++] = tick;
    }
    return count;
}
