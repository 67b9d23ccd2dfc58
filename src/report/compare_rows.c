#include "report/compare_rows.h"

#include "rungate/base/number.h"
#include "rungate/judge/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct rg_row_class classes[] = {
    [RG_ROW_REGRESSED] = {"regressed", RG_PAINT_RED, RG_JUNIT_FAILED, RG_LEVEL_ERROR, false},
    [RG_ROW_WAIVED] = {"regressed, but waived", RG_PAINT_YELLOW, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING, false},
    [RG_ROW_UNCONFIRMED] = {"fired, but not confirmed", RG_PAINT_YELLOW, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING,
                            false},
    [RG_ROW_NOT_JUDGED] = {"not judged", RG_PAINT_PLAIN, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING, false},
    [RG_ROW_IMPROVED] = {"improved, largest first", RG_PAINT_GREEN, RG_JUNIT_PASSED, RG_LEVEL_NONE, true},
    [RG_ROW_WITHIN] = {"within bounds, nearest to the trip point first", RG_PAINT_PLAIN, RG_JUNIT_PASSED,
                       RG_LEVEL_NONE, true},
};

/* The class of a case that neither regresses nor is inconclusive. */
static const enum rg_row_kind kinds[RG_CASE_COUNT] = {
    [RG_CASE_MISMATCH] = RG_ROW_NOT_JUDGED,     [RG_CASE_NO_DATA] = RG_ROW_NOT_JUDGED,
    [RG_CASE_NEW] = RG_ROW_NOT_JUDGED,          [RG_CASE_MISSING] = RG_ROW_NOT_JUDGED,
    [RG_CASE_NO_THRESHOLD] = RG_ROW_NOT_JUDGED, [RG_CASE_REGRESSION] = RG_ROW_REGRESSED,
    [RG_CASE_UNCONFIRMED] = RG_ROW_UNCONFIRMED, [RG_CASE_IMPROVED] = RG_ROW_IMPROVED,
    [RG_CASE_WITHIN] = RG_ROW_WITHIN,
};

enum rg_row_kind rg_row_kind(const struct rg_row *row)
{
    if (row->regressed)
        return row->waiver == NULL ? RG_ROW_REGRESSED : RG_ROW_WAIVED;
    return row->inconclusive ? RG_ROW_NOT_JUDGED : kinds[row->kind];
}

const struct rg_row_class *rg_row_class(enum rg_row_kind kind)
{
    return &classes[kind];
}

/* How far a reading has gone from its baseline (0) to its trip point (1). False when it is undefined. */
static bool find_reach(const struct rg_row *row, double *ret)
{
    if (!row->baseline.has_value || !row->current.has_value || row->limits.abs_source == RG_BOUND_NONE ||
        !(row->limits.abs > 0))
        return false;
    *ret = (row->limits.higher ? row->baseline.value - row->current.value
                               : row->current.value - row->baseline.value) /
           row->limits.abs;
    return true;
}

/* What rows are ordered by inside their class: the furthest past the trip first, improvements by size. */
static double weight(const struct rg_row *row)
{
    double value;

    if (row->kind == RG_CASE_IMPROVED)
        return rg_row_pct(row, &value) ? fabs(value) : 0;
    return find_reach(row, &value) ? value : -HUGE_VAL;
}

static int by_class(const void *a, const void *b)
{
    const struct rg_row *const *x = a;
    const struct rg_row *const *y = b;
    enum rg_row_kind kind = rg_row_kind(*x);
    double wx = weight(*x);
    double wy = weight(*y);

    if (kind != rg_row_kind(*y))
        return (int)kind - (int)rg_row_kind(*y);
    if ((*x)->kind != (*y)->kind && kind == RG_ROW_NOT_JUDGED)
        return (int)(*x)->kind - (int)(*y)->kind;
    if (wx != wy)
        return wx > wy ? -1 : 1;
    return strcmp((*x)->key, (*y)->key);
}

bool rg_order_rows(const struct rg_verdict *verdict, struct rg_order *ret, struct rg_error *err)
{
    size_t total = verdict->summary.total;
    struct rg_order order = {0};

    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    order.rows = calloc(total + 1, sizeof *order.rows);
    if (order.rows == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < total; i++) {
        order.rows[i] = &verdict->rows[i];
        order.start[rg_row_kind(order.rows[i]) + 1]++;
    }
    for (int kind = 0; kind < RG_ROW_KIND_COUNT; kind++)
        order.start[kind + 1] += order.start[kind];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    qsort(order.rows, total, sizeof *order.rows, by_class);
    *ret = order;
    return true;
}

void rg_order_release(struct rg_order *order)
{
    free(order->rows);
    *order = (struct rg_order){0};
}

/* "0.4995", ">=30000", "-" */
static struct rg_text reading_text(const struct rg_side *reading)
{
    if (!reading->has_value)
        return rg_textf("-");
    struct rg_text number = rg_text_number(true, reading->value);
    return reading->saturated ? rg_textf(">=%s", number.text) : number;
}

static struct rg_text trip_text(const struct rg_row *row)
{
    return rg_text_trip(row->limits.abs_source != RG_BOUND_NONE, row->limits.higher, row->limits.trip);
}

static struct rg_text current_text(const struct rg_row *row)
{
    struct rg_text ret = reading_text(&row->current);
    char exact[RG_NUMBER_SIZE];

    if (row->kind != RG_CASE_REGRESSION || row->current.saturated ||
        strcmp(ret.text, trip_text(row).text) != 0)
        return ret;
    /* A reading just above the trip point must not look as if it were on it. */
    rg_number_format(row->current.value, exact);
    return rg_textf("%s", exact);
}

/* "+44.9%", "same bucket (1, 5]", or "" */
static struct rg_text change_text(const struct rg_row *row)
{
    struct rg_bucket bucket;
    double pct;

    if (rg_row_same_bucket(row, &bucket))
        return rg_textf("same bucket %s", rg_text_bucket(true, &bucket).text);
    if (!rg_row_pct(row, &pct))
        return (struct rg_text){""};
    return rg_textf(fabs(pct) < 1000 ? "%+.1f%%" : fabs(pct) < 1e9 ? "%+.0f%%" : "%+.3g%%", pct);
}

/* "45%" of the way from baseline to trip point, after a bar where it can be shown; "" inside one bucket. */
static void put_reach(const struct rg_row *row, bool bars, struct rg_buffer *out)
{
    enum { BAR_CELLS = 10 };
    struct rg_bucket bucket;
    double reach;

    if (rg_row_same_bucket(row, &bucket) || !find_reach(row, &reach) || !(reach > 0) || isinf(reach))
        return;
    int full = reach >= 1 ? BAR_CELLS : (int)(reach * (double)BAR_CELLS);
    for (int i = 0; i < BAR_CELLS && bars; i++)
        rg_buffer_puts(out, i < full ? "█" : "░");
    rg_buffer_puts(out, bars ? " " : "");
    rg_buffer_printf(out, reach < 1e4 ? "%.0f%%" : "%.3g%%", reach * 100);
}

void rg_row_cells(const struct rg_row *row, bool bars, struct rg_table *table)
{
    rg_table_cell(table, reading_text(&row->baseline).text);
    rg_table_cell(table, current_text(row).text);
    rg_table_cell(table, row->unit);
    rg_table_cell(table, change_text(row).text);
    rg_table_cell(table, trip_text(row).text);
    put_reach(row, bars, rg_table_begin(table));
}

static void add_row(const struct rg_row *row, enum rg_row_kind kind, bool bars, struct rg_table *table)
{
    rg_table_cell(table, row->key);
    rg_row_cells(row, bars, table);
    rg_row_note(row, rg_table_begin(table));
    rg_table_paint(table, classes[kind].paint);
}

/* The most rows of a class that are shown. */
static size_t shown_of(enum rg_row_kind kind, enum rg_form form, size_t limit, size_t total)
{
    enum { WHOLE = 50, NEAREST = 10, IMPROVED = 5, ROW_MIN = 32 };

    if (form == RG_FORM_MARKDOWN)
        return limit / ROW_MIN;
    if (kind == RG_ROW_IMPROVED)
        return IMPROVED;
    return kind == RG_ROW_WITHIN && total > WHOLE ? NEAREST : WHOLE;
}

void rg_rows_table(const struct rg_order *order, enum rg_form form, size_t limit, bool bars,
                   struct rg_table *ret)
{
    static const struct rg_column columns[] = {{"key", 'l'},     {"baseline", 'r'}, {"current", 'r'},
                                               {"", 'l'},        {"change", 'r'},   {"trips above", 'r'},
                                               {"to trip", 'l'}, {"", 'l'}};

    rg_table_init(ret, columns, sizeof columns / sizeof columns[0]);
    for (enum rg_row_kind kind = 0; kind < RG_ROW_KIND_COUNT; kind++) {
        size_t start = order->start[kind];
        size_t count = order->start[kind + 1] - start;
        size_t shown = shown_of(kind, form, limit, order->start[RG_ROW_KIND_COUNT]);
        if (count > 0)
            rg_table_section(ret, classes[kind].title, count, classes[kind].folded);
        for (size_t i = 0; i < count && i < shown; i++)
            add_row(order->rows[start + i], kind, bars, ret);
    }
}

/* What the healthy runs behind the baseline read, and where 99 % of such runs land. */
static void put_spread(const struct rg_row *row, struct rg_buffer *out)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_spread spread;

    if (baseline == NULL || !rg_spread_measure(baseline->spread, baseline->spread_count, &spread))
        return;
    rg_buffer_printf(out, "; %zu healthy runs: %s to %s, median %s", spread.count,
                     rg_text_number(true, spread.min).text, rg_text_number(true, spread.max).text,
                     rg_text_number(true, spread.median).text);
    if (row->context.kind == RG_KEY_QUANTILE && spread.count >= RG_SPREAD_RUNS_MIN)
        rg_buffer_printf(out, ", U %s", rg_text_number(true, spread.upper).text);
}

static void put_inconclusive(const struct rg_row *row, struct rg_buffer *out)
{
    if (rg_row_is_no_reading(row)) {
        rg_buffer_puts(out,
                       "; inconclusive: a reading of a histogram is above 0, unless nothing was measured");
        return;
    }
    if (row->current_samples == 0) {
        rg_buffer_puts(out, "; inconclusive: on no observation");
        return;
    }
    if (row->baseline_rate >= 0 && row->current_rate >= 0)
        rg_buffer_printf(out, "; inconclusive: %.4g observations a second against %.4g in the baseline",
                         row->current_rate, row->baseline_rate);
    else
        rg_buffer_printf(out, "; inconclusive: %.0f observations against %.0f in the baseline",
                         row->current_samples, row->baseline_samples);
}

/* "up to 12 ms", where more is better "down to 12 per_second" */
static void put_max(const struct rg_row *row, const struct rg_waiver *waiver, struct rg_buffer *out)
{
    rg_buffer_printf(out, " %s to %s %s", row->limits.higher ? "down" : "up",
                     rg_text_number(true, waiver->max).text, row->unit);
}

static void put_waiver(const struct rg_row *row, const struct rg_waiver *waiver, struct rg_buffer *out)
{
    rg_buffer_puts(out, "; waived");
    if (waiver->has_max)
        put_max(row, waiver, out);
    rg_buffer_printf(out, " until %s%s%s%s%s", waiver->until, waiver->owner == NULL ? "" : " by ",
                     waiver->owner == NULL ? "" : waiver->owner, waiver->reason == NULL ? "" : ": ",
                     waiver->reason == NULL ? "" : waiver->reason);
}

static void put_overrun(const struct rg_row *row, const struct rg_waiver *waiver, struct rg_buffer *out)
{
    rg_buffer_puts(out, "; waived");
    put_max(row, waiver, out);
    if (!rg_row_is_comparable(row))
        rg_buffer_puts(out, ", which this reading is not known to keep to");
    else
        rg_buffer_printf(out, "; %s %s is beyond", current_text(row).text, row->unit);
}

void rg_row_note(const struct rg_row *row, struct rg_buffer *out)
{
    const struct rg_metric *metric = row->current.metric;
    const struct rg_waiver *waiver = row->waiver;

    rg_buffer_puts(out, row->note);
    if (metric != NULL && metric->status != RG_STATUS_GOOD)
        rg_buffer_printf(out, "; %s: %s", rg_status_name(metric->status), rg_status_meaning(metric->status));
    if (row->kind == RG_CASE_MISSING && row->limits.fail_on_missing)
        rg_buffer_puts(out, "; on_missing is fail");
    if (row->reruns_usable > 0)
        rg_buffer_printf(out, "; %zu of %zu reruns fired", row->reruns_fired, row->reruns_usable);
    else if (row->regressed && row->reruns_asked > 0)
        rg_buffer_puts(out, "; no rerun has a usable value, so the first run decides");
    put_spread(row, out);
    if (row->tail_samples >= 0 && row->tail_samples < RG_FEW_TAIL_SAMPLES)
        rg_buffer_printf(out, "; rests on %.4g observations beyond the quantile", row->tail_samples);
    if (row->inconclusive)
        put_inconclusive(row, out);
    if (row->regressed && waiver != NULL)
        put_waiver(row, waiver, out);
    if (row->overrun != NULL)
        put_overrun(row, row->overrun, out);
}

void rg_row_readings(const struct rg_row *row, struct rg_buffer *out)
{
    struct rg_text change = change_text(row);
    struct rg_text trip = trip_text(row);

    rg_buffer_printf(out, "%s -> %s %s", reading_text(&row->baseline).text, current_text(row).text,
                     row->unit);
    if (change.text[0] != '\0')
        rg_buffer_printf(out, " (%s)", change.text);
    if (trip.text[0] != '\0')
        rg_buffer_printf(out, ", trips %s%s", row->limits.higher ? "" : "above ", trip.text);
}

void rg_row_sentence(const struct rg_row *row, struct rg_buffer *out)
{
    rg_row_readings(row, out);
    rg_buffer_puts(out, ": ");
    rg_row_note(row, out);
}
