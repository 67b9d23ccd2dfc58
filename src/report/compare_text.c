#include "rungate/report/compare_text.h"

#include "report/compare_rows.h"
#include "rungate/base/escape.h"
#include "rungate/report/budgets.h"
#include "rungate/report/compare_json.h"

#include <string.h>

static void put_origin(struct rg_buffer *out, const char *side, const struct rg_timings *t)
{
    const char *const facts[] = {t->captured_at, t->git_sha, t->profile, t->window};
    static const char *const labels[] = {"", "git ", "profile ", "window "};

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
        rg_rows_table(&order, RG_FORM_TEXT, style.bars, &table);
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

bool rg_report_markdown(const struct rg_verdict *v, size_t limit, struct rg_buffer *out, struct rg_error *err)
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
    rg_total_counts(&v->summary, out);
    rg_buffer_puts(out, "\n\n");
    for (size_t i = 0; i < v->warning_count; i++) {
        rg_buffer_puts(&page.piece, "- warning: ");
        rg_escape_markdown(&page.piece, v->warnings[i]);
        rg_buffer_putc(&page.piece, '\n');
        rg_page_add(&page);
    }
    rg_buffer_puts(out, v->warning_count > 0 ? "\n" : "");
    rg_budgets_markdown(&v->budgets, &page);
    if (v->summary.total > 0) {
        rg_rows_table(&order, RG_FORM_MARKDOWN, false, &table);
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

bool rg_report_print(const struct rg_verdict *verdict, enum rg_form form, struct rg_style style,
                     struct rg_buffer *out, struct rg_error *err)
{
    switch (form) {
    case RG_FORM_JSON:
        return rg_report_json(verdict, out, err);
    case RG_FORM_MARKDOWN:
        return rg_report_markdown(verdict, RG_BUFFER_UNLIMITED, out, err);
    case RG_FORM_TEXT:
        break;
    }
    return put_text(verdict, style, out, err);
}
