#include "rungate/judge/compare.h"

#include "judge/compare_conditions.h"
#include "rungate/judge/mean.h"
#include "rungate/model/key.h"

#include <math.h>
#include <string.h>

static const char *const notes[RG_CASE_COUNT] = {
#define X(id, note) [RG_CASE_##id] = (note),
    RG_CASE_MAP(X)
#undef X
};

/* Relative: rounding noise at the trip point must not fire. */
static const double TRIP_TOLERANCE = 1e-9;

/* On less than this share of the baseline's observations, a reading that does not fire is not a pass. */
static const double CONCLUSIVE_SHARE = 0.5;

/* Relative: a reading without a ladder that is better by less is the same. */
static const double SAME = 0.005;

/* What keeps the two sides from being compared. */
enum difference { NOTHING, UNIT, LADDER, SATURATED };

static enum difference differs(const struct rg_row *row)
{
    const struct rg_side *b = &row->baseline;
    const struct rg_side *c = &row->current;
    bool both = b->metric != NULL && c->metric != NULL;

    if (both && strcmp(b->metric->unit, c->metric->unit) != 0)
        return UNIT;
    if (both && b->ladder != NULL && c->ladder != NULL && b->ladder != c->ladder &&
        !rg_ladders_equal(b->ladder, c->ladder))
        return LADDER;
    return b->saturated ? SATURATED : NOTHING;
}

/* The note of a difference; NULL without memory. */
static const char *difference_note(enum difference difference, const struct rg_row *row,
                                   struct rg_arena *arena)
{
    if (difference == UNIT)
        return rg_arena_printf(arena, "unit differs: baseline in %s, current in %s; refresh the baseline",
                               row->baseline.metric->unit, row->current.metric->unit);
    if (difference == LADDER)
        return "ladder differs: the bucket edges are not those of the baseline; refresh the baseline";
    return "baseline is saturated: it is at or above the top edge, so no regression can be detected; "
           "add edges above it and refresh the baseline";
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
static bool is_inconclusive(const struct rg_row *row)
{
    if (row->kind != RG_CASE_IMPROVED && row->kind != RG_CASE_WITHIN)
        return false;
    /* A shorter workload at the same load is no thinner. */
    if (row->baseline_rate >= 0 && row->current_rate >= 0)
        return row->current_rate < CONCLUSIVE_SHARE * row->baseline_rate;
    return row->baseline_samples >= 0 && row->current_samples >= 0 &&
           row->current_samples < CONCLUSIVE_SHARE * row->baseline_samples;
}

/* The observations behind a reading, and how many there were a second; below 0 when not known. */
static void count_samples(const struct rg_timings *timings, const struct rg_row *row, double *ret_samples,
                          double *ret_rate)
{
    bool has_samples = row->context.kind != RG_KEY_VALUE;

    *ret_samples = has_samples ? rg_timings_samples(timings, row->key) : -1;
    *ret_rate = has_samples ? rg_timings_rate(timings, row->key) : -1;
}

/*
 * Ask the reruns about a reading that fired: it has to fire in more than half of all runs, the first among
 * them. A rerun that has no usable value neither confirms nor clears; when none has, the first run decides.
 */
static bool is_confirmed(const struct rg_judge_input *input, struct rg_row *row)
{
    row->reruns_asked = input->rerun_count;
    for (size_t i = 0; i < input->rerun_count; i++) {
        struct rg_row again = *row;
        again.current = rg_side_of(&input->reruns[i], row->key, &row->context);
        if (!again.current.has_value || differs(&again) != NOTHING)
            continue;
        count_samples(&input->reruns[i], row, &again.current_samples, &again.current_rate);
        again.kind = fires(&again) ? RG_CASE_REGRESSION : RG_CASE_WITHIN;
        /* On few observations a rerun can confirm, but not clear. */
        if (is_inconclusive(&again))
            continue;
        row->reruns_usable++;
        row->reruns_fired += again.kind == RG_CASE_REGRESSION;
    }
    return 2 * (1 + row->reruns_fired) > 1 + row->reruns_usable;
}

/* A key that must not be missing is not missing when a rerun has it. */
static bool is_found_again(const struct rg_judge_input *input, const char *key)
{
    for (size_t i = 0; i < input->rerun_count; i++) {
        const struct rg_metric *metric = rg_timings_find(&input->reruns[i], key);
        if (metric != NULL && metric->has_value)
            return true;
    }
    return false;
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

static enum rg_case decide(const struct rg_row *row)
{
    if (!row->baseline.has_value)
        return row->current.has_value ? RG_CASE_NEW : RG_CASE_NO_DATA;
    if (!row->current.has_value)
        return RG_CASE_MISSING;
    if (row->limits.abs_source == RG_BOUND_NONE || row->limits.pct_source == RG_BOUND_NONE)
        return RG_CASE_NO_THRESHOLD;
    if (fires(row))
        return RG_CASE_REGRESSION;
    return is_better(row) ? RG_CASE_IMPROVED : RG_CASE_WITHIN;
}

/* The observations beyond the quantile of the current reading, on its thinner side. */
static double tail_samples(const struct rg_row *row)
{
    const struct rg_surface_key *declared = row->context.declared;
    double q = declared != NULL ? declared->quantile : rg_key_quantile(row->context.label);

    if (row->current_samples < 0 || !row->current.has_value || !(q > 0 && q < 1))
        return -1;
    return row->current_samples * fmin(q, 1 - q);
}

/* Why a mean has no trip point. */
static const char *why_not_judged(const struct rg_metric *baseline)
{
    struct rg_mean mean;

    return rg_mean_measure(baseline->spread, baseline->spread_count, &mean) && !rg_mean_is_gated(&mean)
               ? "not judged: healthy runs differ too far for a trip point; see rule H of check-bounds"
               : "not judged: a mean needs five runs, or a bound of its own";
}

/* Judge two readings that can be compared, as far as both are there, by the bounds. */
static bool judge_bounds(const struct rg_judge_input *input, struct rg_row *row, struct rg_arena *arena,
                         struct rg_error *err)
{
    if (row->baseline.has_value &&
        !rg_limits_resolve(row->baseline.metric, &row->context, row->baseline.ladder, input->thresholds,
                           &row->limits, err))
        return false;
    row->kind = decide(row);
    if (row->kind == RG_CASE_REGRESSION && !is_confirmed(input, row))
        row->kind = RG_CASE_UNCONFIRMED;
    row->regressed =
        row->kind == RG_CASE_REGRESSION ||
        (row->kind == RG_CASE_MISSING && row->limits.fail_on_missing && !is_found_again(input, row->key));
    row->inconclusive = is_inconclusive(row);
    row->note = notes[row->kind];
    if (row->kind == RG_CASE_NO_THRESHOLD && row->context.kind == RG_KEY_MEAN)
        row->note = why_not_judged(row->baseline.metric);
    if (row->kind >= RG_CASE_REGRESSION && !(row->baseline.value > 0)) {
        row->note = rg_arena_printf(arena, "%s%s", row->note, RG_NOTE_ABSOLUTE_ONLY);
        if (row->note == NULL)
            return rg_error_memory(err);
    }
    return true;
}

static bool judge_row(const struct rg_judge_input *input, struct rg_row *row, struct rg_arena *arena,
                      struct rg_error *err)
{
    enum difference difference = differs(row);

    row->unit = row->baseline.metric != NULL ? row->baseline.metric->unit : row->current.metric->unit;
    row->tail_samples = tail_samples(row);
    row->waiver = rg_waivers_find(&input->thresholds->waivers, row->key);
    if (row->waiver != NULL && !rg_waiver_holds(row->waiver, input->today_s))
        row->waiver = NULL;
    /* A mismatch is judged without bounds, which may be in the other unit. */
    if (difference != UNIT && !rg_units_agree(row->key, row->unit, &row->context, input->thresholds, err))
        return false;
    if (difference == NOTHING)
        return judge_bounds(input, row, arena, err);
    row->kind = RG_CASE_MISMATCH;
    row->regressed = true;
    row->note = difference_note(difference, row, arena);
    return row->note != NULL || rg_error_memory(err);
}

/* A mismatch that fails counts as compared; of a waived one nothing is known. */
static bool is_compared(const struct rg_row *row)
{
    return row->kind == RG_CASE_MISMATCH ? row->waiver == NULL : row->kind >= RG_CASE_REGRESSION;
}

/* Why a row was not judged; false when it was, or when the baseline has no such key. */
static bool find_unjudged(const struct rg_row *row, enum rg_unjudged *ret)
{
    if (row->baseline.metric == NULL)
        return false;
    if (row->inconclusive)
        *ret = RG_UNJUDGED_INCONCLUSIVE;
    else if (row->kind == RG_CASE_MISMATCH && row->waiver != NULL)
        *ret = RG_UNJUDGED_MISMATCH;
    else if (row->regressed || row->kind >= RG_CASE_REGRESSION)
        return false;
    else if (!row->baseline.has_value)
        *ret = RG_UNJUDGED_NO_BASELINE;
    else if (row->kind == RG_CASE_NO_THRESHOLD)
        *ret = RG_UNJUDGED_NO_THRESHOLD;
    else
        *ret =
            (enum rg_unjudged)(RG_UNJUDGED_STATUS +
                               (row->current.metric == NULL ? RG_STATUS_GOOD : row->current.metric->status));
    return true;
}

/* The baseline has what it takes to judge the key. */
static bool is_judgeable(const struct rg_row *row)
{
    return row->baseline.has_value &&
           (row->kind == RG_CASE_MISMATCH ||
            (row->limits.abs_source != RG_BOUND_NONE && row->limits.pct_source != RG_BOUND_NONE));
}

static void count(struct rg_summary *s, const struct rg_row *row)
{
    bool waived = row->regressed && row->waiver != NULL;
    bool compared = is_compared(row);
    enum rg_unjudged why = RG_UNJUDGED_STATUS;
    bool unjudged = find_unjudged(row, &why);

    s->total++;
    s->regressions += row->regressed && !waived;
    s->waived += waived;
    s->inconclusive += row->inconclusive;
    s->improvements += row->kind == RG_CASE_IMPROVED;
    s->missing += row->kind == RG_CASE_MISSING;
    s->fresh += row->kind == RG_CASE_NEW;
    s->no_threshold += row->kind == RG_CASE_NO_THRESHOLD;
    s->no_data += row->kind == RG_CASE_NO_DATA;
    s->compared += compared;
    s->decided += compared && !waived && !row->inconclusive;
    s->keys += row->baseline.metric != NULL;
    s->judged += row->baseline.metric != NULL && !unjudged;
    s->unjudged[why] += unjudged;
    s->judgeable += is_judgeable(row);
}

/* Walk both sorted sides together. */
static bool judge_all(const struct rg_judge_input *input, struct rg_verdict *v, struct rg_error *err)
{
    const struct rg_timings *b = input->baseline;
    const struct rg_timings *c = input->current;

    for (size_t i = 0, j = 0; i < b->metric_count || j < c->metric_count;) {
        int order = i == b->metric_count   ? 1
                    : j == c->metric_count ? -1
                                           : strcmp(b->metrics[i].key, c->metrics[j].key);
        struct rg_row *row = &v->rows[v->summary.total];
        row->key = order <= 0 ? b->metrics[i].key : c->metrics[j].key;
        row->context = rg_key_context(row->key, input->surface, input->ladders);
        i += order <= 0;
        j += order >= 0;
        if (input->surface != NULL && rg_surface_exclusion(input->surface, row->key) != NULL) {
            v->summary.excluded += row->context.declared == NULL;
            v->summary.keys += order <= 0;
            v->summary.unjudged[RG_UNJUDGED_EXCLUDED] += order <= 0;
            continue;
        }
        row->baseline = rg_side_of(b, row->key, &row->context);
        row->current = rg_side_of(c, row->key, &row->context);
        count_samples(b, row, &row->baseline_samples, &row->baseline_rate);
        count_samples(c, row, &row->current_samples, &row->current_rate);
        if (!judge_row(input, row, &v->arena, err))
            return false;
        count(&v->summary, row);
    }
    if (input->surface != NULL)
        v->summary.excluded += input->surface->excluded_count;
    return true;
}

/* An rg_budget_input.read; `data` is the rg_judge_input. */
static struct rg_budget_reading read_budget(const void *data, const char *key)
{
    const struct rg_judge_input *input = data;
    struct rg_key_context context = rg_key_context(key, input->surface, input->ladders);
    struct rg_side side = rg_side_of(input->current, key, &context);
    const struct rg_metric *metric = side.metric;
    struct rg_budget_reading reading = {
        .value = side.value,
        .has_value = side.has_value,
        .at_least = side.saturated,
        .at_most = metric != NULL && metric->status == RG_STATUS_BELOW_LADDER,
    };

    if (metric != NULL)
        reading.unit = metric->unit;
    if (metric == NULL)
        reading.why = "not in the timings";
    else if (!side.has_value)
        reading.why = metric->status == RG_STATUS_GOOD ? "no value" : rg_status_meaning(metric->status);
    return reading;
}

static bool judge_budgets(const struct rg_judge_input *input, struct rg_verdict *v, struct rg_error *err)
{
    struct rg_budget_input budgets = {
        .budgets = &input->thresholds->budgets,
        .surface = input->surface,
        .tier = input->tier,
        .read = read_budget,
        .data = input,
    };

    return rg_budgets_judge(&budgets, &v->arena, &v->budgets, err) ||
           rg_error_prefix(err, "'%s'", input->thresholds->path);
}

bool rg_judge(const struct rg_judge_input *input, struct rg_verdict *ret, struct rg_error *err)
{
    const struct rg_timings *b = input->baseline;
    struct rg_verdict verdict = {
        .baseline = b, .current = input->current, .min_compared = input->min_compared};
    bool ok = true;

    if (!b->placeholder) {
        verdict.rows = rg_arena_array(&verdict.arena, b->metric_count + input->current->metric_count,
                                      sizeof *verdict.rows);
        ok = (verdict.rows != NULL || rg_error_memory(err)) && rg_conditions_check(input, &verdict, err) &&
             judge_all(input, &verdict, err);
    }
    if (ok && judge_budgets(input, &verdict, err)) {
        *ret = verdict;
        return true;
    }
    rg_verdict_release(&verdict);
    return false;
}
