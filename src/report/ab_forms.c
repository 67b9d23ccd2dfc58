#include "rungate/report/ab_forms.h"

#include "report/ab_rows.h"
#include "rungate/base/escape.h"
#include "rungate/format/json_write.h"
#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"

#include <stdlib.h>

static const char *const sides[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* The builds, then the rounds that are dropped. */
static void put_head(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const struct rg_timings *first = v->rounds[0].file[RG_AB_A].timings;
    long long begin_s = v->rounds[0].begin_s;
    long long end_s = v->rounds[0].end_s;

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_buffer_printf(out, "%s  build ", sides[side]);
        rg_escape_terminal(out, v->build[side]);
        rg_buffer_putc(out, '\n');
    }
    for (size_t r = 1; r < v->round_count; r++) {
        begin_s = v->rounds[r].begin_s < begin_s ? v->rounds[r].begin_s : begin_s;
        end_s = v->rounds[r].end_s > end_s ? v->rounds[r].end_s : end_s;
    }
    rg_buffer_printf(out, "%zu rounds from %s to %s, profile ", v->round_count, rg_text_time(begin_s).text,
                     rg_text_time(end_s).text);
    rg_escape_terminal(out, first->profile == NULL ? "unknown" : first->profile);
    rg_buffer_puts(out, ", window ");
    rg_escape_terminal(out, first->window == NULL ? "unknown" : first->window);
    rg_buffer_printf(out, ", margin %g %%\n", 100 * v->margin);
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped != NULL)
            rg_buffer_printf(out, "round %zu is dropped: %s\n", r + 1, v->rounds[r].dropped);
    }
}

/* One key: its verdict on a line, then a table of what each round read. */
static void put_key(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                    const struct rg_column *columns, bool color, struct rg_buffer *out)
{
    enum rg_paint paint = rg_ab_class(key->kind)->paint;
    bool painted = color && paint != RG_PAINT_PLAIN;
    struct rg_table table;

    rg_buffer_putc(out, '\n');
    rg_escape_terminal(out, key->key);
    rg_buffer_puts(out, "  ");
    rg_escape_terminal(out, key->unit);
    rg_buffer_printf(out, "  %s%s%s: ", rg_paint(paint, painted), rg_ab_kind_text(key->kind),
                     rg_paint(RG_PAINT_PLAIN, painted));
    rg_escape_terminal(out, key->note);
    rg_buffer_putc(out, '\n');
    rg_table_init(&table, columns, v->round_count + 1);
    rg_table_cell(&table, "round");
    for (size_t r = 0; r < v->round_count; r++)
        rg_buffer_printf(rg_table_begin(&table), "%zu", r + 1);
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_table_cell(&table, sides[side]);
        for (size_t r = 0; r < v->round_count; r++)
            rg_table_cell(&table, rg_ab_reading(v, key, side, r).text);
    }
    rg_table_text(&table, 2, color, out);
    rg_table_release(&table);
}

static void put_markdown_head(const struct rg_ab_verdict *v, struct rg_page *page)
{
    struct rg_buffer *out = page->out;

    rg_buffer_puts(out, "### ");
    rg_ab_total(v, out);
    rg_buffer_puts(out, "\n\nA is build ");
    rg_escape_markdown(out, v->build[RG_AB_A]);
    rg_buffer_puts(out, ", B is build ");
    rg_escape_markdown(out, v->build[RG_AB_B]);
    rg_buffer_puts(out, "; ");
    rg_ab_counts_line(v, out);
    rg_buffer_puts(out, "\n\n");
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped == NULL)
            continue;
        rg_buffer_printf(&page->piece, "- round %zu is dropped: ", r + 1);
        rg_escape_markdown(&page->piece, v->rounds[r].dropped);
        rg_buffer_putc(&page->piece, '\n');
        rg_page_add(page);
    }
    rg_buffer_puts(out, v->dropped > 0 ? "\n" : "");
}

static bool put_markdown(const struct rg_ab_verdict *v, size_t limit, struct rg_buffer *out,
                         struct rg_error *err)
{
    static const struct rg_column columns[] = {{"key", 'l'}, {"", 'l'},  {"verdict", 'l'},
                                               {"", 'l'},    {"A", 'l'}, {"B", 'l'}};
    struct rg_table table;
    struct rg_page page;

    rg_page_begin(&page, limit, out);
    put_markdown_head(v, &page);
    rg_budgets_markdown(&v->budgets, &page);
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (const struct rg_ab_row *key = NULL; (key = rg_ab_next(v, key)) != NULL;) {
        rg_table_cell(&table, key->key);
        rg_table_cell(&table, key->unit);
        rg_table_cell(&table, rg_ab_kind_text(key->kind));
        rg_table_cell(&table, key->note);
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            struct rg_buffer *cell = rg_table_begin(&table);
            for (size_t r = 0; r < v->round_count; r++)
                rg_buffer_printf(cell, "%s%s", r > 0 ? " / " : "", rg_ab_reading(v, key, side, r).text);
        }
    }
    rg_table_markdown(&table, &page);
    rg_table_release(&table);
    rg_buffer_putc(out, '\n');
    rg_page_say_cut(&page);
    rg_page_end(&page);
    return rg_buffer_check(out, err);
}

static bool put_text(const struct rg_ab_verdict *v, struct rg_style style, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_column *columns;

    columns = calloc(v->round_count + 1, sizeof *columns);
    if (columns == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i <= v->round_count; i++)
        columns[i].align = i == 0 ? 'l' : 'r';
    put_head(v, out);
    for (const struct rg_ab_row *key = NULL; (key = rg_ab_next(v, key)) != NULL;)
        put_key(v, key, columns, style.color, out);
    rg_budgets_text(&v->budgets, style.color, out);
    rg_buffer_putc(out, '\n');
    rg_ab_counts_line(v, out);
    rg_buffer_printf(out, "\n%s", rg_paint(rg_paint_of(rg_ab_exit(v)), style.color));
    rg_ab_total(v, out);
    rg_buffer_printf(out, "%s\n", rg_paint(RG_PAINT_PLAIN, style.color));
    free(columns);
    return rg_buffer_check(out, err);
}

static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "a", [RG_AB_B] = "b"};

static void write_round(struct rg_json_writer *w, const struct rg_ab_round *round)
{
    rg_json_write_open_object(w);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        rg_json_member_string(w, names[side], round->file[side].path);
    rg_json_member_string(w, "began_at", rg_text_time(round->begin_s).text);
    rg_json_member_string(w, "ended_at", rg_text_time(round->end_s).text);
    rg_json_member_string(w, "dropped", round->dropped);
    rg_json_write_close_object(w);
}

static void write_values(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                         size_t side)
{
    rg_json_member_open_array(w, names[side]);
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *reading = &key->values[side][r].reading;
        if (reading->has_value)
            rg_json_write_number(w, reading->value);
        else
            rg_json_write_null(w);
    }
    rg_json_write_close_array(w);
}

static void write_key(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    bool measured = key->counted >= RG_AB_ROUNDS_MIN;

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", key->key);
    rg_json_member_string(w, "unit", key->unit);
    rg_json_member_string(w, "verdict", rg_ab_kind_text(key->kind));
    rg_json_member_string(w, "note", key->note);
    rg_json_member_bool(w, "regressed", key->kind == RG_AB_REGRESSION);
    rg_json_member_integer(w, "rounds", (long long)key->counted);
    rg_json_member_number(w, "mean", measured, key->measure.mean);
    rg_json_member_number(w, "deviation", measured, key->measure.deviation);
    rg_json_member_number(w, "lower", measured, key->measure.lower);
    rg_json_member_number(w, "upper", measured, key->measure.upper);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        write_values(w, v, key, side);
    rg_json_member_open_array(w, "counts");
    for (size_t r = 0; r < v->round_count; r++)
        rg_json_write_bool(w, rg_ab_counts(v, key, r));
    rg_json_write_close_array(w);
    rg_json_write_close_object(w);
}

static void write_summary(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    static const char *const kinds[RG_AB_KIND_COUNT] = {
        [RG_AB_REGRESSION] = "regressions",   [RG_AB_LEAD] = "leads",
        [RG_AB_UNSTABLE] = "unstable",        [RG_AB_CANNOT_JUDGE] = "cannot_judge",
        [RG_AB_IMPROVEMENT] = "improvements", [RG_AB_NO_DIFFERENCE] = "no_difference",
    };

    rg_json_member_open_object(w, "summary");
    rg_json_member_integer(w, "total", (long long)v->key_count);
    rg_json_member_integer(w, "rounds", (long long)v->round_count);
    rg_json_member_integer(w, "dropped", (long long)v->dropped);
    rg_json_member_integer(w, "excluded", (long long)v->excluded);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++)
        rg_json_member_integer(w, kinds[kind], (long long)v->kinds[kind]);
    rg_budgets_json_summary(&v->budgets, w);
    rg_json_write_close_object(w);
}

static void write_keys(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    size_t budget = 0;

    rg_json_member_open_array(w, "metrics");
    for (size_t k = 0; k < v->key_count; k++) {
        rg_budgets_json(&v->budgets, &budget, v->keys[k].key, w);
        write_key(w, v, &v->keys[k]);
    }
    rg_budgets_json(&v->budgets, &budget, NULL, w);
    rg_json_write_close_array(w);
}

static bool put_json(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "kind", "ab");
    rg_json_member_string(&w, "build_a", v->build[RG_AB_A]);
    rg_json_member_string(&w, "build_b", v->build[RG_AB_B]);
    rg_json_member_string(&w, "window", v->rounds[0].file[RG_AB_A].timings->window);
    rg_json_member_string(&w, "profile", v->rounds[0].file[RG_AB_A].timings->profile);
    rg_json_member_number(&w, "margin", true, v->margin);
    rg_json_member_open_array(&w, "rounds");
    for (size_t r = 0; r < v->round_count; r++)
        write_round(&w, &v->rounds[r]);
    rg_json_write_close_array(&w);
    write_summary(&w, v);
    write_keys(&w, v);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

static bool put_junit(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_junit junit;

    rg_junit_begin(&junit, rg_ab_doubt(v));
    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_row *key = &v->keys[k];
        rg_ab_sentence(key, &junit.text);
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            rg_buffer_puts(&junit.text, side == RG_AB_A ? "; A" : "; B");
            for (size_t r = 0; r < v->round_count; r++)
                rg_buffer_printf(&junit.text, " %s", rg_ab_reading(v, key, side, r).text);
        }
        rg_junit_case(&junit, NULL, key->key, NULL, rg_ab_class(key->kind)->junit);
    }
    rg_budgets_junit(&v->budgets, &junit);
    rg_junit_end(&junit, v->rounds[v->round_count - 1].end_s, out);
    return rg_buffer_check(out, err);
}

static bool put_annotations(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_annotations a;

    rg_annotations_begin(&a, "A/B", rg_ab_doubt(v), out);
    rg_budgets_annotate(&v->budgets, &a);
    for (const struct rg_ab_row *key = NULL; (key = rg_ab_next(v, key)) != NULL;) {
        rg_buffer_printf(&a.text, "%s: ", key->key);
        rg_ab_sentence(key, &a.text);
        rg_annotations_add(&a, rg_ab_class(key->kind)->level);
    }
    rg_annotations_end(&a);
    return rg_buffer_check(out, err);
}

bool rg_ab_report_print(const struct rg_ab_verdict *v, enum rg_form form, struct rg_style style, size_t limit,
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
