#include "rungate/judge/compare.h"

#include "judge/compare_conditions.h"
#include "judge/rerun.h"
#include "judge/row.h"
#include "rungate/judge/mean.h"
#include "rungate/model/key.h"

#include <math.h>
#include <string.h>

static const char *const notes[RG_CASE_COUNT] = {
#define X(id, note) [RG_CASE_##id] = (note),
    RG_CASE_MAP(X)
#undef X
};

/* The note of a difference; NULL without memory. */
static const char *difference_note(enum rg_row_difference difference, const struct rg_row *row,
                                   struct rg_arena *arena)
{
    if (difference == RG_ROW_OTHER_UNIT)
        return rg_arena_printf(arena, "unit differs: baseline in %s, current in %s; refresh the baseline",
                               row->baseline.metric->unit, row->current.metric->unit);
    if (difference == RG_ROW_OTHER_LADDER)
        return "ladder differs: the bucket edges are not those of the baseline; refresh the baseline";
    return "baseline is saturated: it is at or above the top edge, so no regression can be detected; "
           "add edges above it and refresh the baseline";
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
    row->kind = rg_row_decide(row);
    bool failed =
        row->kind == RG_CASE_REGRESSION || (row->kind == RG_CASE_MISSING && row->limits.fail_on_missing);
    row->regressed = failed && rg_is_confirmed(input, row);
    if (failed && !row->regressed)
        row->kind = RG_CASE_UNCONFIRMED;
    row->inconclusive = rg_row_is_inconclusive(row);
    row->note = notes[row->kind];
    if (row->kind == RG_CASE_UNCONFIRMED && !row->current.has_value)
        row->note = "not captured in current run, but good in a rerun";
    if (row->kind == RG_CASE_NO_THRESHOLD && row->context.kind == RG_KEY_MEAN)
        row->note = why_not_judged(row->baseline.metric);
    if (row->kind >= RG_CASE_REGRESSION && !(row->baseline.value > 0)) {
        row->note = rg_arena_printf(arena, "%s%s", row->note, RG_NOTE_ABSOLUTE_ONLY);
        if (row->note == NULL)
            return rg_error_memory(err);
    }
    return true;
}

/*
 * A waiver with a `max` holds for a reading that is known not to be worse: one that is missing, or on another scale,
 * is not. Like the regression itself, that it is worse takes more than half of all runs, the first among them.
 */
static void apply_max(struct rg_row *row, enum rg_row_difference difference)
{
    const struct rg_waiver *waiver = row->waiver;

    if (!row->regressed || waiver == NULL || !waiver->has_max)
        return;
    bool known =
        row->current.has_value && difference != RG_ROW_OTHER_UNIT && difference != RG_ROW_OTHER_LADDER;
    if (known && (!rg_row_is_beyond(row, waiver) ||
                  (row->reruns_usable > 0 && 2 * (1 + row->reruns_beyond) <= 1 + row->reruns_usable)))
        return;
    row->overrun = waiver;
    row->waiver = NULL;
}

static bool judge_row(const struct rg_judge_input *input, struct rg_row *row, struct rg_arena *arena,
                      struct rg_error *err)
{
    enum rg_row_difference difference = rg_row_differs(row);

    row->unit = row->baseline.metric != NULL ? row->baseline.metric->unit : row->current.metric->unit;
    row->tail_samples = tail_samples(row);
    row->waiver = rg_waivers_find(&input->thresholds->waivers, row->key);
    if (row->waiver != NULL && !rg_waiver_holds(row->waiver, input->today_s))
        row->waiver = NULL;
    /* A mismatch is judged without bounds, which may be in the other unit. */
    if (difference != RG_ROW_OTHER_UNIT &&
        !rg_units_agree(row->key, row->unit, &row->context, input->thresholds, err))
        return false;
    if (difference == RG_ROW_SAME) {
        if (!judge_bounds(input, row, arena, err))
            return false;
    } else {
        row->kind = RG_CASE_MISMATCH;
        row->regressed = true;
        row->limits.higher = row->context.higher;
        row->note = difference_note(difference, row, arena);
        if (row->note == NULL)
            return rg_error_memory(err);
    }
    apply_max(row, difference);
    return true;
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
    else if (row->kind >= RG_CASE_REGRESSION || (row->regressed && row->waiver == NULL))
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
    return row->baseline.has_value && (row->kind == RG_CASE_MISMATCH || rg_row_has_bounds(row));
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
    s->missing += row->kind != RG_CASE_MISMATCH && row->baseline.has_value && !row->current.has_value;
    s->fresh += row->kind == RG_CASE_NEW;
    s->no_threshold += row->kind == RG_CASE_NO_THRESHOLD;
    s->no_data += row->kind == RG_CASE_NO_DATA;
    s->compared += compared;
    s->decided += compared && !waived && !row->inconclusive;
    s->keys += row->baseline.metric != NULL;
    s->judged += row->baseline.metric != NULL && !unjudged;
    s->forgiven += waived && !unjudged;
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
        rg_row_count(b, row, &row->baseline_samples, &row->baseline_rate);
        rg_row_read(row, c);
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
    else if (side.has_value && context.kind != RG_KEY_VALUE && rg_timings_samples(input->current, key) == 0) {
        reading.has_value = false;
        reading.why = "on no observation";
    } else if (!side.has_value)
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
        .baseline = b,
        .current = input->current,
        .min_compared = input->min_compared,
        .require_baseline = input->require_baseline,
    };
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
