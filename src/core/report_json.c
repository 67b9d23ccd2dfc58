#include "rungate/report.h"

#include "report_budget.h"
#include "rungate/json_write.h"
#include "rungate/spread.h"

static void member_text(struct rg_json_writer *w, const char *name, const char *text)
{
    rg_json_write_name(w, name);
    rg_json_write_string(w, text);
}

static void member_count(struct rg_json_writer *w, const char *name, size_t count)
{
    rg_json_write_name(w, name);
    rg_json_write_integer(w, (long long)count);
}

/* A number, or null where there is none. */
static void member_number(struct rg_json_writer *w, const char *name, bool there, double value)
{
    rg_json_write_name(w, name);
    if (there)
        rg_json_write_number(w, value);
    else
        rg_json_write_null(w);
}

static void write_summary(struct rg_json_writer *w, const struct rg_verdict *v)
{
    const struct rg_summary *s = &v->summary;

    rg_json_write_name(w, "summary");
    rg_json_write_open_object(w);
    member_count(w, "total", s->total);
    member_count(w, "compared", s->compared);
    member_count(w, "regressions", s->regressions);
    member_count(w, "improvements", s->improvements);
    member_count(w, "missing_in_current", s->missing);
    member_count(w, "new", s->fresh);
    member_count(w, "excluded", s->excluded);
    member_count(w, "no_threshold", s->no_threshold);
    member_count(w, "inconclusive", s->inconclusive);
    member_count(w, "waived", s->waived);
    if (v->budgets.count > 0) {
        member_count(w, "budgets", v->budgets.count);
        member_count(w, "budgets_exceeded", v->budgets.exceeded);
        member_count(w, "budgets_missing", v->budgets.missing);
    }
    rg_json_write_close_object(w);
}

/* What the verdict rests on, where it is known: the runs behind the baseline, the reruns, the observations.
 */
static void write_basis(struct rg_json_writer *w, const struct rg_row *row)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_spread spread;

    if (baseline != NULL && rg_spread_measure(baseline->spread, baseline->spread_count, &spread)) {
        rg_json_write_name(w, "spread");
        rg_json_write_open_object(w);
        member_count(w, "n", spread.count);
        member_number(w, "min", true, spread.min);
        member_number(w, "median", true, spread.median);
        member_number(w, "max", true, spread.max);
        member_number(w, "upper", spread.count >= RG_SPREAD_RUNS_MIN, spread.upper);
        rg_json_write_close_object(w);
    }
    if (row->reruns_asked > 0) {
        rg_json_write_name(w, "reruns");
        rg_json_write_open_object(w);
        member_count(w, "usable", row->reruns_usable);
        member_count(w, "fired", row->reruns_fired);
        rg_json_write_close_object(w);
    }
    if (row->tail_samples >= 0)
        member_number(w, "tail_samples", true, row->tail_samples);
}

static void write_row(struct rg_json_writer *w, const struct rg_row *row)
{
    const struct rg_side *b = &row->baseline;
    const struct rg_side *c = &row->current;
    bool has_abs = row->limits.abs_source != RG_BOUND_NONE;
    double pct = 0;
    double floor = 0;
    bool has_pct = rg_row_pct(row, &pct);
    bool has_floor = rg_row_floor(row, &floor);

    rg_json_write_open_object(w);
    member_text(w, "key", row->key);
    member_number(w, "baseline", b->has_value, b->value);
    member_number(w, "current", c->has_value, c->value);
    member_number(w, "delta", b->has_value && c->has_value, c->value - b->value);
    member_number(w, "pct_change", has_pct, pct);
    member_text(w, "unit", row->unit);
    member_number(w, "threshold_pct", row->limits.pct_source != RG_BOUND_NONE, row->limits.pct);
    member_number(w, "threshold_abs", has_abs, row->limits.abs);
    member_number(w, "trip_point", has_abs, row->limits.trip);
    member_number(w, "floor", has_floor, floor);
    rg_json_write_name(w, "regressed");
    rg_json_write_bool(w, row->regressed);
    rg_json_write_name(w, "waived");
    rg_json_write_bool(w, row->regressed && row->waiver != NULL);
    rg_json_write_name(w, "inconclusive");
    rg_json_write_bool(w, row->inconclusive);
    member_text(w, "note", row->note);
    write_basis(w, row);
    member_text(w, "status", c->metric == NULL ? NULL : rg_status_name(c->metric->status));
    rg_json_write_close_object(w);
}

bool rg_report_json(const struct rg_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;
    size_t budget = 0;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_write_name(&w, "schema_version");
    rg_json_write_integer(&w, RG_TIMINGS_SCHEMA);
    member_text(&w, "baseline_captured_at", v->baseline->captured_at);
    member_text(&w, "baseline_git_sha", v->baseline->git_sha);
    member_text(&w, "current_captured_at", v->current->captured_at);
    member_text(&w, "current_git_sha", v->current->git_sha);
    member_text(&w, "window", v->current->window);
    member_text(&w, "profile", v->current->profile);
    write_summary(&w, v);
    rg_json_write_name(&w, "metrics");
    rg_json_write_open_array(&w);
    for (size_t i = 0; i < v->summary.total; i++) {
        rg_budget_json(&v->budgets, &budget, v->rows[i].key, &w);
        write_row(&w, &v->rows[i]);
    }
    rg_budget_json(&v->budgets, &budget, NULL, &w);
    rg_json_write_close_array(&w);
    rg_json_write_close_object(&w);
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
    return rg_buffer_check(out, err);
}
