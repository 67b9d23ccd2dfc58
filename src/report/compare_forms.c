#include "rungate/report/compare_forms.h"

#include "report/compare_rows.h"
#include "report/compare_total.h"
#include "rungate/base/escape.h"
#include "rungate/base/timestamp.h"
#include "rungate/format/json_write.h"
#include "rungate/judge/spread.h"
#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"
#include "rungate/report/floor.h"

#include <string.h>

static void put_origin(struct rg_buffer *out, const char *side, const struct rg_timings *t)
{
    const char *const facts[] = {t->captured_at, t->git_sha, t->profile, t->window, t->source};
    static const char *const labels[] = {"", "git ", "profile ", "window ", "source "};

    rg_buffer_printf(out, "%-8s", side);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (facts[i] == NULL)
            continue;
        rg_buffer_printf(out, "  %s", labels[i]);
        /* Twelve digits of a commit are enough to find it. */
        if (facts[i] == t->git_sha && strlen(facts[i]) == 40 && strspn(facts[i], "0123456789abcdef") == 40)
            rg_buffer_add(out, facts[i], 12);
        else
            rg_escape_terminal(out, facts[i]);
    }
    rg_buffer_putc(out, '\n');
}

static void put_markdown_origin(struct rg_buffer *out, const char *side, const struct rg_timings *t)
{
    rg_buffer_printf(out, "%s: captured ", side);
    rg_escape_markdown(out, t->captured_at == NULL ? "at an unknown time" : t->captured_at);
    if (t->git_sha != NULL) {
        rg_buffer_puts(out, " of ");
        rg_escape_markdown(out, t->git_sha);
    }
    rg_buffer_puts(out, "  \n");
}

static bool put_markdown(const struct rg_verdict *v, size_t limit, struct rg_buffer *out,
                         struct rg_error *err)
{
    struct rg_order order;
    struct rg_table table;
    struct rg_page page;

    if (!rg_order_rows(v, &order, err))
        return false;
    rg_page_begin(&page, limit, out);
    rg_buffer_puts(out, "### ");
    rg_total_verdict(v, out);
    rg_buffer_puts(out, "\n\n");
    if (!v->baseline->placeholder) {
        rg_total_counts(&v->summary, out);
        rg_buffer_puts(out, "\n\n");
    }
    for (size_t i = 0; i < v->warning_count; i++) {
        rg_buffer_puts(&page.piece, "- warning: ");
        rg_escape_markdown(&page.piece, v->warnings[i]);
        rg_buffer_putc(&page.piece, '\n');
        rg_page_add(&page);
    }
    rg_buffer_puts(out, v->warning_count > 0 ? "\n" : "");
    rg_budgets_markdown(&v->budgets, &page);
    if (v->summary.total > 0) {
        rg_rows_table(&order, RG_FORM_MARKDOWN, limit, false, &table);
        rg_table_markdown(&table, &page);
        rg_table_release(&table);
    }
    rg_page_say_cut(&page);
    put_markdown_origin(out, "baseline", v->baseline);
    put_markdown_origin(out, "current", v->current);
    rg_buffer_putc(out, '\n');
    rg_page_end(&page);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}

static bool put_text(const struct rg_verdict *v, struct rg_style style, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_order order;
    struct rg_table table;

    if (!rg_order_rows(v, &order, err))
        return false;
    put_origin(out, "baseline", v->baseline);
    put_origin(out, "current", v->current);
    if (v->summary.total > 0) {
        rg_rows_table(&order, RG_FORM_TEXT, 0, style.bars, &table);
        rg_table_text(&table, 2, style.color, out);
        rg_table_release(&table);
    }
    rg_budgets_text(&v->budgets, style.color, out);
    rg_buffer_putc(out, '\n');
    rg_total_counts(&v->summary, out);
    rg_buffer_printf(out, "\n%s", rg_paint(rg_paint_of(rg_verdict_exit(v)), style.color));
    rg_total_verdict(v, out);
    rg_buffer_printf(out, "%s\n", rg_paint(RG_PAINT_PLAIN, style.color));
    if (order.start[RG_ROW_REGRESSED + 1] > 0) {
        rg_buffer_printf(out, "for the arithmetic of a key, and what to do: %scompare --explain ",
                         style.prefix);
        rg_escape_shell(out, order.rows[0]->key);
        rg_buffer_putc(out, '\n');
    }
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}

/* The verdict as one word for a program, and as the line that people read. */
static void write_verdict(struct rg_json_writer *w, const struct rg_verdict *v)
{
    static const char *const words[] = {
        [RG_EXIT_PASS] = "pass", [RG_EXIT_FAIL] = "fail", [RG_EXIT_CANNOT_JUDGE] = "cannot judge"};
    enum rg_exit exit = rg_verdict_exit(v);
    struct rg_buffer line;

    rg_buffer_init(&line, RG_TEXT_MAX);
    rg_total_verdict(v, &line);
    rg_json_member_string(w, "verdict", rg_total_is_ungated(v) ? "not gated" : words[exit]);
    rg_json_member_string(w, "sentence", rg_buffer_text(&line));
    if (v->baseline->placeholder)
        rg_json_member_bool(w, "placeholder", true);
    rg_buffer_inherit(w->out, &line);
    rg_buffer_release(&line);
}

static void write_summary(struct rg_json_writer *w, const struct rg_verdict *v)
{
    const struct rg_summary *s = &v->summary;

    rg_json_member_open_object(w, "summary");
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
    rg_json_member_integer(w, "keys", (long long)s->keys);
    rg_json_member_integer(w, "judged", (long long)s->judged);
    rg_json_member_open_object(w, "not_judged");
    for (enum rg_unjudged why = 0; why < RG_UNJUDGED_COUNT; why++) {
        if (s->unjudged[why] > 0)
            rg_json_member_integer(w, rg_unjudged_name(why), (long long)s->unjudged[why]);
    }
    rg_json_write_close_object(w);
    rg_json_write_close_object(w);
}

/* What the verdict rests on, where it is known: the runs behind the baseline, the reruns, the observations. */
static void write_basis(struct rg_json_writer *w, const struct rg_row *row)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_spread spread;

    if (baseline != NULL && rg_spread_measure(baseline->spread, baseline->spread_count, &spread)) {
        rg_json_member_open_object(w, "spread");
        rg_json_member_integer(w, "n", (long long)spread.count);
        rg_json_member_number(w, "min", true, spread.min);
        rg_json_member_number(w, "median", true, spread.median);
        rg_json_member_number(w, "max", true, spread.max);
        rg_json_member_number(w, "upper",
                              row->context.kind == RG_KEY_QUANTILE && spread.count >= RG_SPREAD_RUNS_MIN,
                              spread.upper);
        rg_json_write_close_object(w);
    }
    if (row->reruns_asked > 0) {
        rg_json_member_open_object(w, "reruns");
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
    struct rg_bucket bucket;
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
    rg_json_member_bool(w, "same_bucket", rg_row_same_bucket(row, &bucket));
    rg_json_member_string(w, "unit", row->unit);
    rg_json_member_number(w, "threshold_pct", row->limits.pct_source != RG_BOUND_NONE, row->limits.pct);
    rg_json_member_number(w, "threshold_abs", has_abs, row->limits.abs);
    rg_json_member_number(w, "trip_point", has_abs, row->limits.trip);
    rg_json_floor(w, has_floor, &floor);
    rg_json_member_bool(w, "regressed", row->regressed);
    rg_json_member_bool(w, "waived", row->regressed && row->waiver != NULL);
    const struct rg_waiver *waiver = row->overrun != NULL ? row->overrun
                                     : row->regressed     ? row->waiver
                                                          : NULL;
    if (waiver != NULL && waiver->has_max)
        rg_json_member_number(w, "waived_to", true, waiver->max);
    rg_json_member_bool(w, "inconclusive", row->inconclusive);
    rg_json_member_string(w, "note", row->note);
    write_basis(w, row);
    rg_json_member_string(w, "status", c->metric == NULL ? NULL : rg_status_name(c->metric->status));
    rg_json_write_close_object(w);
}

static bool put_json(const struct rg_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;
    size_t budget = 0;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "baseline_captured_at", v->baseline->captured_at);
    rg_json_member_string(&w, "baseline_git_sha", v->baseline->git_sha);
    rg_json_member_string(&w, "current_captured_at", v->current->captured_at);
    rg_json_member_string(&w, "current_git_sha", v->current->git_sha);
    rg_json_member_string(&w, "window", v->current->window);
    rg_json_member_string(&w, "profile", v->current->profile);
    write_verdict(&w, v);
    write_summary(&w, v);
    rg_json_member_open_array(&w, "metrics");
    for (size_t i = 0; i < v->summary.total; i++) {
        rg_budgets_json(&v->budgets, &budget, v->rows[i].key, &w);
        write_row(&w, &v->rows[i]);
    }
    rg_budgets_json(&v->budgets, &budget, NULL, &w);
    rg_json_write_close_array(&w);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

static bool put_junit(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    const char *captured_at = verdict->current->captured_at;
    long long time_s = 0;
    struct rg_junit junit;

    if (captured_at != NULL)
        (void)rg_timestamp_parse(captured_at, &time_s);
    rg_junit_begin(&junit, rg_verdict_doubt(verdict));
    if (rg_total_is_ungated(verdict)) {
        rg_total_verdict(verdict, &junit.text);
        rg_junit_case(&junit, "rungate", "verdict", NULL, RG_JUNIT_SKIPPED);
    }
    for (size_t i = 0; i < verdict->summary.total; i++) {
        const struct rg_row *row = &verdict->rows[i];
        enum rg_junit_result result = rg_row_class(rg_row_kind(row))->junit;
        if (result != RG_JUNIT_PASSED)
            rg_row_sentence(row, &junit.text);
        rg_junit_case(&junit, NULL, row->key, NULL, result);
    }
    rg_budgets_junit(&verdict->budgets, &junit);
    rg_total_verdict(verdict, &junit.said);
    rg_junit_end(&junit, time_s, out);
    return rg_buffer_check(out, err);
}

static bool put_annotations(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_annotations a;
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    rg_annotations_begin(&a, "performance gate", rg_verdict_doubt(verdict), out);
    if (rg_total_is_partial(verdict) || rg_total_is_ungated(verdict)) {
        rg_total_verdict(verdict, &a.text);
        rg_annotations_add(&a, RG_LEVEL_WARNING);
    }
    rg_budgets_annotate(&verdict->budgets, &a);
    for (size_t i = 0; i < verdict->summary.total; i++) {
        enum rg_level level = rg_row_class(rg_row_kind(order.rows[i]))->level;
        if (level == RG_LEVEL_NONE)
            continue;
        rg_buffer_printf(&a.text, "%s: ", order.rows[i]->key);
        rg_row_sentence(order.rows[i], &a.text);
        rg_annotations_add(&a, level);
    }
    rg_annotations_end(&a);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}

bool rg_report_print(const struct rg_verdict *v, enum rg_form form, struct rg_style style, size_t limit,
                     struct rg_buffer *out, struct rg_error *err)
{
    switch (form) {
    case RG_FORM_JSON:
        return put_json(v, out, err);
    case RG_FORM_MARKDOWN:
        return put_markdown(v, limit, out, err);
    case RG_FORM_JUNIT:
        return put_junit(v, out, err);
    case RG_FORM_ANNOTATIONS:
        return put_annotations(v, out, err);
    case RG_FORM_TEXT:
        break;
    }
    return put_text(v, style, out, err);
}
