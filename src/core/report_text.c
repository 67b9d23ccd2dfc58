#include "rungate/report.h"

#include "report_order.h"
#include "rungate/escape.h"
#include "rungate/number.h"
#include "rungate/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Up to this many rows a section is shown whole; a longer one is cut, and the cut is said. */
enum { SHOW_WHOLE = 50, SHOW_NEAREST = 10, SHOW_IMPROVED = 5, BAR_CELLS = 10 };

static const char RED[] = "\033[31m";
static const char YELLOW[] = "\033[33m";
static const char GREEN[] = "\033[32m";
static const char PLAIN[] = "\033[0m";

struct sheet {
    const struct rg_verdict *verdict;
    struct rg_style style;
    struct rg_table table;
    struct rg_buffer cell; /* reused */
};

static void put(struct sheet *s)
{
    if (s->cell.failed != RG_ERROR_NONE)
        s->table.text.failed = s->cell.failed;
    rg_table_cell(&s->table, rg_buffer_text(&s->cell));
    rg_buffer_release(&s->cell);
}

/* Where rounding would show a reading on the trip point that is above it, all digits are shown. */
static void put_reading(struct sheet *s, const struct rg_reading *reading, double trip)
{
    char text[RG_NUMBER_SIZE];
    char trip_text[RG_NUMBER_SIZE];

    if (reading->has_value) {
        rg_number_format_short(reading->value, text);
        rg_number_format_short(isfinite(trip) ? trip : 0, trip_text);
        if (reading->value > trip && strcmp(text, trip_text) == 0)
            rg_number_format(reading->value, text);
        rg_buffer_printf(&s->cell, "%s%s", reading->saturated ? ">=" : "", text);
    } else {
        rg_buffer_putc(&s->cell, '-');
    }
    put(s);
}

static void put_change(struct sheet *s, const struct rg_row *row)
{
    double pct;

    if (rg_row_pct(row, &pct))
        rg_buffer_printf(&s->cell, fabs(pct) < 1000 ? "%+.1f%%" : "%+.0f%%", pct);
    put(s);
}

static void put_trip(struct sheet *s, const struct rg_row *row)
{
    char text[RG_NUMBER_SIZE];

    if (row->limits.abs_source != RG_BOUND_NONE) {
        rg_number_format_short(row->limits.trip, text);
        rg_buffer_puts(&s->cell, text);
    }
    put(s);
}

/* Where the reading stands between baseline and trip: "53%", and a bar where it can be shown. */
static void put_reach(struct sheet *s, const struct rg_row *row)
{
    double reach;

    if (rg_row_reach(row, &reach) && reach > 0) {
        if (s->style.bars) {
            int full = reach >= 1 ? BAR_CELLS : (int)(reach * BAR_CELLS);
            for (int i = 0; i < BAR_CELLS; i++)
                rg_buffer_puts(&s->cell, i < full ? "█" : "░");
            rg_buffer_putc(&s->cell, ' ');
        }
        rg_buffer_printf(&s->cell, reach < 1e4 ? "%.0f%%" : "%.3g%%", reach * 100);
    }
    put(s);
}

/* The note, and for a reading that is not there what is known of why. */
static void put_note(struct sheet *s, const struct rg_row *row)
{
    const struct rg_metric *metric = row->current.metric;
    const char *color = row->regressed ? RED : row->kind == RG_CASE_IMPROVED ? GREEN : NULL;

    if (color != NULL && s->style.color)
        rg_buffer_puts(&s->cell, color);
    rg_escape_terminal(&s->cell, row->note);
    if (color != NULL && s->style.color)
        rg_buffer_puts(&s->cell, PLAIN);
    if (metric != NULL && metric->status != RG_STATUS_GOOD)
        rg_buffer_printf(&s->cell, "%s %s: %s", row->note[0] == '\0' ? "" : ";",
                         rg_status_name(metric->status), rg_status_meaning(metric->status));
    if (row->kind == RG_CASE_MISSING && row->limits.fail_on_missing)
        rg_buffer_puts(&s->cell, "; on_missing is fail");
    put(s);
}

static void put_row(struct sheet *s, const struct rg_row *row)
{
    rg_escape_terminal(&s->cell, row->key);
    put(s);
    put_reading(s, &row->baseline, HUGE_VAL);
    put_reading(s, &row->current, row->limits.abs_source == RG_BOUND_NONE ? HUGE_VAL : row->limits.trip);
    rg_escape_terminal(&s->cell, row->unit);
    put(s);
    put_change(s, row);
    put_trip(s, row);
    put_reach(s, row);
    put_note(s, row);
}

static void put_columns(struct sheet *s)
{
    static const char *const names[] = {"key",    "baseline",    "current", "",
                                        "change", "trips above", "to trip", ""};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        rg_table_cell(&s->table, names[i]);
}

static void put_section(struct sheet *s, const struct rg_order *order, enum rg_section section,
                        const char *title, size_t show)
{
    size_t count = order->start[section + 1] - order->start[section];
    char heading[128];

    if (count == 0)
        return;
    show = count < show ? count : show;
    if (show < count)
        (void)snprintf(heading, sizeof heading, "\n%s (%zu of %zu shown):", title, show, count);
    else
        (void)snprintf(heading, sizeof heading, "\n%s (%zu):", title, count);
    rg_table_heading(&s->table, heading);
    put_columns(s);
    for (size_t i = 0; i < show; i++)
        put_row(s, order->rows[order->start[section] + i]);
}

static void put_origin(struct rg_buffer *out, const char *side, const struct rg_timings *t)
{
    const char *const facts[] = {t->captured_at, t->git_sha, t->profile, t->window};
    static const char *const labels[] = {"", "git ", "profile ", "window "};

    rg_buffer_printf(out, "%-9s", side);
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

static void put_total(const struct rg_verdict *v, struct rg_style style, struct rg_buffer *out)
{
    const struct rg_summary *s = &v->summary;
    enum rg_exit verdict = rg_verdict_exit(v);
    const char *color = verdict == RG_EXIT_PASS ? GREEN : verdict == RG_EXIT_FAIL ? RED : YELLOW;

    rg_buffer_printf(out, "\n%zu compared, %zu missing, %zu excluded, %zu new", s->compared, s->missing,
                     s->excluded, s->fresh);
    if (s->no_threshold > 0)
        rg_buffer_printf(out, ", %zu without threshold", s->no_threshold);
    if (s->no_data > 0)
        rg_buffer_printf(out, ", %zu without data", s->no_data);
    rg_buffer_printf(out, "; %zu improved\n%s", s->improvements, style.color ? color : "");
    if (verdict == RG_EXIT_CANNOT_JUDGE)
        rg_buffer_puts(out, "CANNOT JUDGE: nothing was compared");
    else if (verdict == RG_EXIT_FAIL)
        rg_buffer_printf(out, "FAIL: %zu of %zu regressed", s->regressions, s->total);
    else
        rg_buffer_printf(out, "PASS: none of %zu compared keys regressed", s->compared);
    rg_buffer_printf(out, "%s\n", style.color ? PLAIN : "");
}

bool rg_report_text(const struct rg_verdict *verdict, struct rg_style style, struct rg_buffer *out,
                    struct rg_error *err)
{
    struct sheet s = {.verdict = verdict, .style = style};
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    rg_table_init(&s.table, "lrrlrrll");
    rg_buffer_init(&s.cell, RG_BUFFER_UNLIMITED);
    put_origin(out, "baseline", verdict->baseline);
    put_origin(out, "current", verdict->current);
    put_section(&s, &order, RG_SECTION_REGRESSED, "regressed", SHOW_WHOLE);
    put_section(&s, &order, RG_SECTION_NOT_JUDGED, "not judged", SHOW_WHOLE);
    put_section(&s, &order, RG_SECTION_IMPROVED, "improved, largest first", SHOW_IMPROVED);
    put_section(&s, &order, RG_SECTION_WITHIN, "within bounds, nearest to the trip point first",
                verdict->summary.total <= SHOW_WHOLE ? SHOW_WHOLE : SHOW_NEAREST);
    rg_table_render(&s.table, 2, out);
    put_total(verdict, style, out);
    rg_table_release(&s.table);
    rg_buffer_release(&s.cell);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}
