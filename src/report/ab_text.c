#include "rungate/report/ab_text.h"

#include "report/ab_rows.h"
#include "rungate/base/escape.h"
#include "rungate/report/ab_json.h"
#include "rungate/report/budgets.h"

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

static bool put_text(const struct rg_ab_verdict *v, struct rg_style style, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_column *columns = calloc(v->round_count + 1, sizeof *columns);

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

bool rg_ab_report_markdown(const struct rg_ab_verdict *v, size_t limit, struct rg_buffer *out,
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

bool rg_ab_report_print(const struct rg_ab_verdict *verdict, enum rg_form form, struct rg_style style,
                        struct rg_buffer *out, struct rg_error *err)
{
    switch (form) {
    case RG_FORM_JSON:
        return rg_ab_report_json(verdict, out, err);
    case RG_FORM_MARKDOWN:
        return rg_ab_report_markdown(verdict, RG_BUFFER_UNLIMITED, out, err);
    case RG_FORM_TEXT:
        break;
    }
    return put_text(verdict, style, out, err);
}
