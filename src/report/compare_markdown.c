#include "rungate/report/report.h"

#include "report/budget_rows.h"
#include "report/compare_cells.h"
#include "report/compare_order.h"
#include "rungate/base/escape.h"

#include <string.h>

/* Room that is kept for the line that says what was cut, and for the totals. */
enum { RESERVE = 1024 };

struct page {
    struct rg_buffer *out;
    struct rg_buffer row; /* reused */
    size_t limit;
    size_t cut; /* rows that had no room */
};

static void put_plain_cell(struct page *p, const struct rg_row *row,
                           void (*format)(const struct rg_row *, char[RG_CELL_SIZE]))
{
    char text[RG_CELL_SIZE];

    format(row, text);
    rg_escape_markdown(&p->row, text);
    rg_buffer_puts(&p->row, " | ");
}

static void put_row(struct page *p, const struct rg_row *row)
{
    struct rg_buffer note;

    if (p->cut > 0) {
        p->cut++;
        return;
    }
    rg_buffer_init(&note, RG_BUFFER_UNLIMITED);
    rg_cell_note(row, &note);
    rg_buffer_clear(&p->row);
    rg_buffer_puts(&p->row, "| ");
    rg_escape_markdown(&p->row, row->key);
    rg_buffer_puts(&p->row, " | ");
    put_plain_cell(p, row, rg_cell_baseline);
    put_plain_cell(p, row, rg_cell_current);
    rg_escape_markdown(&p->row, row->unit);
    rg_buffer_puts(&p->row, " | ");
    put_plain_cell(p, row, rg_cell_change);
    put_plain_cell(p, row, rg_cell_trip);
    put_plain_cell(p, row, rg_cell_reach);
    rg_escape_markdown(&p->row, rg_buffer_text(&note));
    rg_buffer_puts(&p->row, " |\n");
    if (p->row.failed != RG_ERROR_NONE || note.failed != RG_ERROR_NONE)
        p->out->failed = RG_ERROR_MEMORY;
    if (p->out->length + p->row.length + RESERVE <= p->limit)
        rg_buffer_add(p->out, p->row.data, p->row.length);
    else
        p->cut++;
    rg_buffer_release(&note);
}

static void put_head(struct rg_buffer *out)
{
#define X(id, heading, align) rg_buffer_printf(out, "| %s ", heading);
    RG_COLUMN_MAP(X)
#undef X
    rg_buffer_puts(out, "|\n");
#define X(id, heading, align) rg_buffer_puts(out, (align) == 'r' ? "|--:" : "|---");
    RG_COLUMN_MAP(X)
#undef X
    rg_buffer_puts(out, "|\n");
}

static void put_section(struct page *p, const struct rg_order *order, enum rg_section section)
{
    size_t start = order->start[section];
    size_t end = order->start[section + 1];
    bool folded = section >= RG_SECTION_IMPROVED;

    if (start == end)
        return;
    if (p->cut > 0 || p->out->length + 2 * (size_t)RESERVE > p->limit) {
        p->cut += end - start;
        return;
    }
    rg_buffer_printf(p->out, folded ? "<details><summary>%s (%zu)</summary>\n\n" : "**%s (%zu)**\n\n",
                     rg_section_title(section), end - start);
    put_head(p->out);
    for (size_t i = start; i < end; i++)
        put_row(p, order->rows[i]);
    rg_buffer_puts(p->out, folded ? "\n</details>\n\n" : "\n");
}

static void put_origin(struct rg_buffer *out, const char *side, const struct rg_timings *t)
{
    rg_buffer_printf(out, "%s: captured ", side);
    rg_escape_markdown(out, t->captured_at == NULL ? "at an unknown time" : t->captured_at);
    if (t->git_sha != NULL) {
        rg_buffer_puts(out, " of ");
        rg_escape_markdown(out, t->git_sha);
    }
    rg_buffer_puts(out, "  \n");
}

/* Where not even the rest has room: the verdict alone, or nothing. */
static void keep_first_line(struct rg_buffer *out, size_t limit)
{
    size_t line = out->data == NULL ? 0 : strcspn(out->data, "\n");
    struct rg_buffer kept;

    rg_buffer_init(&kept, RG_BUFFER_UNLIMITED);
    rg_buffer_add(&kept, out->data, line);
    rg_buffer_puts(&kept, "\n\nAll rows were cut: this summary is full; the JSON report has them.\n\n");
    rg_buffer_clear(out);
    if (kept.length <= limit)
        rg_buffer_add(out, rg_buffer_text(&kept), kept.length);
    rg_buffer_release(&kept);
}

bool rg_report_markdown(const struct rg_verdict *verdict, size_t limit, struct rg_buffer *out,
                        struct rg_error *err)
{
    struct page p = {.out = out, .limit = limit};
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    rg_buffer_init(&p.row, RG_BUFFER_UNLIMITED);
    rg_buffer_puts(out, "### ");
    rg_total_verdict(verdict, out);
    rg_buffer_puts(out, "\n\n");
    rg_total_counts(&verdict->summary, out);
    rg_buffer_puts(out, "\n\n");
    for (size_t i = 0; i < verdict->warning_count && out->length + 2 * (size_t)RESERVE < limit; i++) {
        rg_buffer_puts(out, "- warning: ");
        rg_escape_markdown(out, verdict->warnings[i]);
        rg_buffer_puts(out, i + 1 == verdict->warning_count ? "\n\n" : "\n");
    }
    rg_budget_markdown(&verdict->budgets, limit, out);
    for (int section = 0; section < RG_SECTION_COUNT; section++)
        put_section(&p, &order, (enum rg_section)section);
    if (p.cut > 0)
        rg_buffer_printf(
            out, "%zu rows were cut to stay below the size limit of a summary; the JSON report has all.\n\n",
            p.cut);
    put_origin(out, "baseline", verdict->baseline);
    put_origin(out, "current", verdict->current);
    rg_buffer_putc(out, '\n');
    if (out->length > limit)
        keep_first_line(out, limit);
    rg_buffer_release(&p.row);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}
