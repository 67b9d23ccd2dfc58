#include "rungate/report/compare_json.h"

#include "rungate/format/json_write.h"
#include "rungate/judge/spread.h"
#include "rungate/report/budgets.h"

static void write_summary(struct rg_json_writer *w, const struct rg_verdict *v)
{
    const struct rg_summary *s = &v->summary;

    rg_json_member_object(w, "summary");
    rg_json_member_integer(w, "total", (long long)s->total);
    rg_json_member_integer(w, "compared", (long long)s->compared);
    rg_json_member_integer(w, "regressions", (long long)s->regressions);
    rg_json_member_integer(w, "improvements", (long long)s->improvements);
    rg_json_member_integer(w, "missing_in_current", (long long)s->missing);
    rg_json_member_integer(w, "new", (long long)s->fresh);
    rg_json_member_integer(w, "excluded", (long long)s->excluded);
    rg_json_member_integer(w, "no_threshold", (long long)s->no_threshold);
    rg_json_member_integer(w, "inconclusive", (long long)s->inconclusive);
    rg_json_member_integer(w, "waived", (long long)s->waived);
    rg_budgets_json_summary(&v->budgets, w);
    rg_json_write_close_object(w);
}

/* What the verdict rests on, where it is known: the runs behind the baseline, the reruns, the observations. */
static void write_basis(struct rg_json_writer *w, const struct rg_row *row)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_spread spread;

    if (baseline != NULL && rg_spread_measure(baseline->spread, baseline->spread_count, &spread)) {
        rg_json_member_object(w, "spread");
        rg_json_member_integer(w, "n", (long long)spread.count);
        rg_json_member_number(w, "min", true, spread.min);
        rg_json_member_number(w, "median", true, spread.median);
        rg_json_member_number(w, "max", true, spread.max);
        rg_json_member_number(w, "upper", row->context.kind == RG_KEY_QUANTILE && spread.count >= RG_SPREAD_RUNS_MIN,
                              spread.upper);
        rg_json_write_close_object(w);
    }
    if (row->reruns_asked > 0) {
        rg_json_member_object(w, "reruns");
        rg_json_member_integer(w, "usable", (long long)row->reruns_usable);
        rg_json_member_integer(w, "fired", (long long)row->reruns_fired);
        rg_json_write_close_object(w);
    }
    if (row->tail_samples >= 0)
        rg_json_member_number(w, "tail_samples", true, row->tail_samples);
}

static void write_row(struct rg_json_writer *w, const struct rg_row *row)
{
    const struct rg_side *b = &row->baseline;
    const struct rg_side *c = &row->current;
    bool has_abs = row->limits.abs_source != RG_BOUND_NONE;
    double pct = 0;
    struct rg_floor floor = {0};
    bool has_pct = rg_row_pct(row, &pct);
    bool has_floor = rg_row_floor(row, &floor);

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", row->key);
    rg_json_member_number(w, "baseline", b->has_value, b->value);
    rg_json_member_number(w, "current", c->has_value, c->value);
    rg_json_member_number(w, "delta", rg_row_is_comparable(row), c->value - b->value);
    rg_json_member_number(w, "pct_change", has_pct, pct);
    rg_json_member_string(w, "unit", row->unit);
    rg_json_member_number(w, "threshold_pct", row->limits.pct_source != RG_BOUND_NONE, row->limits.pct);
    rg_json_member_number(w, "threshold_abs", has_abs, row->limits.abs);
    rg_json_member_number(w, "trip_point", has_abs, row->limits.trip);
    rg_json_member_number(w, "floor", has_floor, floor.value);
    rg_json_member_number(w, "floor_min", has_floor && floor.has_min, floor.min);
    rg_json_member_number(w, "floor_max", has_floor && floor.has_max, floor.max);
    rg_json_member_bool(w, "regressed", row->regressed);
    rg_json_member_bool(w, "waived", row->regressed && row->waiver != NULL);
    rg_json_member_bool(w, "inconclusive", row->inconclusive);
    rg_json_member_string(w, "note", row->note);
    write_basis(w, row);
    rg_json_member_string(w, "status", c->metric == NULL ? NULL : rg_status_name(c->metric->status));
    rg_json_write_close_object(w);
}

bool rg_report_json(const struct rg_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;
    size_t budget = 0;

    rg_json_begin(&w, out);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "baseline_captured_at", v->baseline->captured_at);
    rg_json_member_string(&w, "baseline_git_sha", v->baseline->git_sha);
    rg_json_member_string(&w, "current_captured_at", v->current->captured_at);
    rg_json_member_string(&w, "current_git_sha", v->current->git_sha);
    rg_json_member_string(&w, "window", v->current->window);
    rg_json_member_string(&w, "profile", v->current->profile);
    write_summary(&w, v);
    rg_json_member_array(&w, "metrics");
    for (size_t i = 0; i < v->summary.total; i++) {
        rg_budgets_json(&v->budgets, &budget, v->rows[i].key, &w);
        write_row(&w, &v->rows[i]);
    }
    rg_budgets_json(&v->budgets, &budget, NULL, &w);
    rg_json_write_close_array(&w);
    rg_json_finish(&w);
    return rg_buffer_check(out, err);
}
