#include "judge/row.h"

#include <math.h>
#include <string.h>

/* Relative: rounding noise at the trip point must not fire. */
static const double TRIP_TOLERANCE = 1e-9;

/* Relative: a reading without a ladder that is better by less is the same. */
static const double SAME = 0.005;

enum rg_row_difference rg_row_differs(const struct rg_row *row)
{
    const struct rg_side *b = &row->baseline;
    const struct rg_side *c = &row->current;
    bool both = b->metric != NULL && c->metric != NULL;

    if (both && strcmp(b->metric->unit, c->metric->unit) != 0)
        return RG_ROW_OTHER_UNIT;
    if (both && b->ladder != NULL && c->ladder != NULL && b->ladder != c->ladder &&
        !rg_ladders_equal(b->ladder, c->ladder))
        return RG_ROW_OTHER_LADDER;
    return b->saturated ? RG_ROW_SATURATED : RG_ROW_SAME;
}

void rg_row_count(const struct rg_timings *timings, const struct rg_row *row, double *ret_samples,
                  double *ret_rate)
{
    bool has_samples = row->context.kind != RG_KEY_VALUE;

    *ret_samples = has_samples ? rg_timings_samples(timings, row->key) : -1;
    *ret_rate = has_samples ? rg_timings_rate(timings, row->key) : -1;
}

void rg_row_read(struct rg_row *row, const struct rg_timings *current)
{
    row->current = rg_side_of(current, row->key, &row->context);
    rg_row_count(current, row, &row->current_samples, &row->current_rate);
}

bool rg_row_is_beyond(const struct rg_row *row, const struct rg_waiver *waiver)
{
    double worse = (row->limits.higher ? -1 : 1) * (row->current.value - waiver->max);

    return row->current.saturated || worse > TRIP_TOLERANCE * fabs(waiver->max);
}

bool rg_row_has_bounds(const struct rg_row *row)
{
    return row->limits.abs_source != RG_BOUND_NONE && row->limits.pct_source != RG_BOUND_NONE;
}

/* Both bounds are breached; with a baseline that is not positive the absolute one alone. */
static bool fires(const struct rg_row *row)
{
    double trip = row->limits.trip;
    double sign = row->limits.higher ? -1 : 1;
    double delta = row->current.value - row->baseline.value;

    if (row->current.saturated)
        return true;
    if (!(sign * (row->current.value - trip) > TRIP_TOLERANCE * fabs(trip)))
        return false;
    return !(row->baseline.value > 0) || sign * (100 * delta / row->baseline.value) > row->limits.pct;
}

/* Only a pass needs enough observations; a reading that fires is a regression on however few. */
bool rg_row_is_inconclusive(const struct rg_row *row)
{
    if (row->kind != RG_CASE_IMPROVED && row->kind != RG_CASE_WITHIN)
        return false;
    if (row->current_samples == 0)
        return true;
    /* A shorter workload at the same load is no thinner. */
    if (row->baseline_rate >= 0 && row->current_rate >= 0)
        return row->current_rate < RG_CONCLUSIVE_SHARE * row->baseline_rate;
    return row->baseline_samples >= 0 && row->current_samples >= 0 &&
           row->current_samples < RG_CONCLUSIVE_SHARE * row->baseline_samples;
}

/* Better than every run of the baseline, as far as there are several. */
static bool beats_all_runs(const struct rg_row *row)
{
    const struct rg_metric *baseline = row->baseline.metric;

    for (size_t i = 0; i < baseline->spread_count; i++) {
        if (row->limits.higher ? row->current.value <= baseline->spread[i]
                               : row->current.value >= baseline->spread[i])
            return false;
    }
    return true;
}

/*
 * Where the baseline has a bucket, only a lower one is a fact; else a change that is more than a last digit, and
 * more than healthy runs do.
 */
static bool is_better(const struct rg_row *row)
{
    const struct rg_ladder *ladder = row->baseline.ladder;
    double was = row->baseline.value;
    double is = row->current.value;
    struct rg_bucket before;
    struct rg_bucket after;

    if (ladder != NULL && rg_ladder_bucket(ladder, was, &before))
        return rg_ladder_bucket(ladder, is, &after) && after.hi < before.hi;
    return (row->limits.higher ? is - was : was - is) >= SAME * fabs(was) && is != was && beats_all_runs(row);
}

enum rg_case rg_row_decide(const struct rg_row *row)
{
    if (!row->baseline.has_value)
        return row->current.has_value ? RG_CASE_NEW : RG_CASE_NO_DATA;
    if (!row->current.has_value)
        return RG_CASE_MISSING;
    if (!rg_row_has_bounds(row))
        return RG_CASE_NO_THRESHOLD;
    if (fires(row))
        return RG_CASE_REGRESSION;
    return is_better(row) ? RG_CASE_IMPROVED : RG_CASE_WITHIN;
}
