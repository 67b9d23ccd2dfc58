#include "rungate/report/report.h"

#include "report/budget_rows.h"
#include "report/compare_cells.h"
#include "report/compare_order.h"
#include "report/table.h"
#include "rungate/base/escape.h"

#include <stdio.h>
#include <string.h>

enum { BAR_CELLS = 10 };

static const char RED[] = "\033[31m";
static const char YELLOW[] = "\033[33m";
static const char GREEN[] = "\033[32m";
static const char PLAIN[] = "\033[0m";

struct sheet {
    struct rg_style style;
    struct rg_table table;
    struct rg_buffer cell; /* reused */
};

static void put(struct sheet *s)
{
    if (s->cell.failed != RG_ERROR_NONE)
        s->table.text.failed = s->cell.failed;
    rg_table_cell(&s->table, rg_buffer_text(&s->cell));
    rg_buffer_clear(&s->cell);
}

static void put_cell(struct sheet *s, const struct rg_row *row,
                     void (*format)(const struct rg_row *, char[RG_CELL_SIZE]))
{
    char text[RG_CELL_SIZE];

    format(row, text);
    rg_table_cell(&s->table, text);
}

/* Where the reading stands between baseline and trip: "53%", and a bar where it can be shown. */
static void put_reach(struct sheet *s, const struct rg_row *row)
{
    char text[RG_CELL_SIZE];
    double reach;

    rg_cell_reach(row, text);
    if (s->style.bars && text[0] != '\0' && rg_row_reach(row, &reach)) {
        int full = reach >= 1 ? BAR_CELLS : (int)(reach * (double)BAR_CELLS);
        for (int i = 0; i < BAR_CELLS; i++)
            rg_buffer_puts(&s->cell, i < full ? "█" : "░");
        rg_buffer_putc(&s->cell, ' ');
    }
    rg_buffer_puts(&s->cell, text);
    put(s);
}

static void put_note(struct sheet *s, const struct rg_row *row)
{
    const char *color = row->regressed ? (row->waiver == NULL ? RED : YELLOW) : NULL;
    struct rg_buffer note;

    if (row->kind == RG_CASE_IMPROVED && !row->inconclusive)
        color = GREEN;
    rg_buffer_init(&note, RG_BUFFER_UNLIMITED);
    rg_cell_note(row, &note);
    if (color != NULL && s->style.color)
        rg_buffer_puts(&s->cell, color);
    rg_escape_terminal(&s->cell, rg_buffer_text(&note));
    if (color != NULL && s->style.color)
        rg_buffer_puts(&s->cell, PLAIN);
    if (note.failed != RG_ERROR_NONE)
        s->cell.failed = note.failed;
    rg_buffer_release(&note);
    put(s);
}

static void put_row(struct sheet *s, const struct rg_row *row)
{
    rg_escape_terminal(&s->cell, row->key);
    put(s);
    put_cell(s, row, rg_cell_baseline);
    put_cell(s, row, rg_cell_current);
    rg_escape_terminal(&s->cell, row->unit);
    put(s);
    put_cell(s, row, rg_cell_change);
    put_cell(s, row, rg_cell_trip);
    put_reach(s, row);
    put_note(s, row);
}

static void put_columns(struct sheet *s)
{
#define X(id, heading, align) rg_table_cell(&s->table, heading);
    RG_COLUMN_MAP(X)
#undef X
}

static void put_section(struct sheet *s, const struct rg_order *order, enum rg_section section, size_t total)
{
    size_t count = order->start[section + 1] - order->start[section];
    size_t shown = rg_section_shown(section, total);
    char heading[128];

    if (count == 0)
        return;
    if (shown > count)
        shown = count;
    if (shown < count)
        (void)snprintf(heading, sizeof heading, "\n%s (%zu of %zu shown):", rg_section_title(section), shown,
                       count);
    else
        (void)snprintf(heading, sizeof heading, "\n%s (%zu):", rg_section_title(section), count);
    rg_table_heading(&s->table, heading);
    put_columns(s);
    for (size_t i = 0; i < shown; i++)
        put_row(s, order->rows[order->start[section] + i]);
}

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

static void put_total(const struct rg_verdict *v, const struct rg_order *order, struct rg_style style,
                      struct rg_buffer *out)
{
    static const char *const colors[] = {
        [RG_EXIT_PASS] = GREEN, [RG_EXIT_FAIL] = RED, [RG_EXIT_CANNOT_JUDGE] = YELLOW};

    rg_buffer_putc(out, '\n');
    rg_total_counts(&v->summary, out);
    rg_buffer_printf(out, "\n%s", style.color ? colors[rg_verdict_exit(v)] : "");
    rg_total_verdict(v, out);
    rg_buffer_printf(out, "%s\n", style.color ? PLAIN : "");
    if (order->start[RG_SECTION_REGRESSED + 1] > 0) {
        rg_buffer_printf(out, "for the arithmetic of a key, and what to do: %scompare --explain ",
                         style.prefix);
        rg_escape_shell(out, order->rows[0]->key);
        rg_buffer_putc(out, '\n');
    }
}

bool rg_report_text(const struct rg_verdict *verdict, struct rg_style style, struct rg_buffer *out,
                    struct rg_error *err)
{
    static const char align[] = {
#define X(id, heading, align) align,
        RG_COLUMN_MAP(X)
#undef X
            '\0'};
    struct sheet s = {.style = style};
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    rg_table_init(&s.table, align);
    rg_buffer_init(&s.cell, RG_BUFFER_UNLIMITED);
    put_origin(out, "baseline", verdict->baseline);
    put_origin(out, "current", verdict->current);
    for (int section = 0; section < RG_SECTION_COUNT; section++)
        put_section(&s, &order, (enum rg_section)section, verdict->summary.total);
    rg_table_render(&s.table, 2, out);
    rg_budget_text(&verdict->budgets, style.color, out);
    put_total(verdict, &order, style, out);
    rg_table_release(&s.table);
    rg_buffer_release(&s.cell);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}
