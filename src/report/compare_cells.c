#include "report/compare_cells.h"

#include "report/budget_rows.h"
#include "report/compare_order.h"
#include "rungate/base/number.h"
#include "rungate/judge/spread.h"
#include "rungate/report/doubt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void format_reading(const struct rg_side *reading, char ret[RG_CELL_SIZE])
{
    char text[RG_NUMBER_SIZE];

    if (!reading->has_value) {
        (void)snprintf(ret, RG_CELL_SIZE, "-");
        return;
    }
    rg_number_format_short(reading->value, text);
    (void)snprintf(ret, RG_CELL_SIZE, "%s%s", reading->saturated ? ">=" : "", text);
}

void rg_cell_baseline(const struct rg_row *row, char ret[RG_CELL_SIZE])
{
    format_reading(&row->baseline, ret);
}

void rg_cell_current(const struct rg_row *row, char ret[RG_CELL_SIZE])
{
    char trip[RG_CELL_SIZE];

    format_reading(&row->current, ret);
    rg_cell_trip(row, trip);
    /* A reading just above the trip point must not look as if it were on it. */
    if (row->kind == RG_CASE_REGRESSION && !row->current.saturated && strcmp(ret, trip) == 0) {
        char text[RG_NUMBER_SIZE];
        rg_number_format(row->current.value, text);
        (void)snprintf(ret, RG_CELL_SIZE, "%s", text);
    }
}

void rg_cell_change(const struct rg_row *row, char ret[RG_CELL_SIZE])
{
    double pct;

    ret[0] = '\0';
    if (rg_row_pct(row, &pct))
        (void)snprintf(ret, RG_CELL_SIZE,
                       fabs(pct) < 1000  ? "%+.1f%%"
                       : fabs(pct) < 1e9 ? "%+.0f%%"
                                         : "%+.3g%%",
                       pct);
}

void rg_cell_trip(const struct rg_row *row, char ret[RG_CELL_SIZE])
{
    char text[RG_NUMBER_SIZE];

    ret[0] = '\0';
    if (row->limits.abs_source == RG_BOUND_NONE)
        return;
    rg_number_format_short(row->limits.trip, text);
    (void)snprintf(ret, RG_CELL_SIZE, "%s%s", row->limits.higher ? "below " : "", text);
}

void rg_cell_reach(const struct rg_row *row, char ret[RG_CELL_SIZE])
{
    double reach;

    ret[0] = '\0';
    if (rg_row_reach(row, &reach) && reach > 0)
        (void)snprintf(ret, RG_CELL_SIZE, reach < 1e4 ? "%.0f%%" : "%.3g%%", reach * 100);
}

/* What the healthy runs behind the baseline read, and where 99 % of such runs land. */
static void put_spread(const struct rg_row *row, struct rg_buffer *out)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_spread spread;
    char text[4][RG_NUMBER_SIZE];

    if (baseline == NULL || !rg_spread_measure(baseline->spread, baseline->spread_count, &spread))
        return;
    rg_number_format_short(spread.min, text[0]);
    rg_number_format_short(spread.median, text[1]);
    rg_number_format_short(spread.max, text[2]);
    rg_number_format_short(spread.upper, text[3]);
    rg_buffer_printf(out, "; %zu healthy runs: %s to %s, median %s", spread.count, text[0], text[2], text[1]);
    if (spread.count >= RG_SPREAD_RUNS_MIN)
        rg_buffer_printf(out, ", U %s", text[3]);
}

void rg_cell_note(const struct rg_row *row, struct rg_buffer *out)
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
    else if (row->kind == RG_CASE_REGRESSION && row->reruns_asked > 0)
        rg_buffer_puts(out, "; no rerun has a usable value, so the first run decides");
    put_spread(row, out);
    if (row->tail_samples >= 0 && row->tail_samples < RG_FEW_TAIL_SAMPLES)
        rg_buffer_printf(out, "; rests on %.4g observations beyond the quantile", row->tail_samples);
    if (row->inconclusive)
        rg_buffer_printf(out, "; inconclusive: %.0f observations against %.0f in the baseline",
                         row->current_samples, row->baseline_samples);
    if (row->regressed && waiver != NULL)
        rg_buffer_printf(out, "; waived until %s%s%s%s%s", waiver->until, waiver->owner == NULL ? "" : " by ",
                         waiver->owner == NULL ? "" : waiver->owner, waiver->reason == NULL ? "" : ": ",
                         waiver->reason == NULL ? "" : waiver->reason);
}

void rg_total_counts(const struct rg_summary *summary, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%zu compared, %zu missing, %zu excluded, %zu new", summary->compared,
                     summary->missing, summary->excluded, summary->fresh);
    if (summary->no_threshold > 0)
        rg_buffer_printf(out, ", %zu without threshold", summary->no_threshold);
    if (summary->no_data > 0)
        rg_buffer_printf(out, ", %zu without data", summary->no_data);
    if (summary->inconclusive > 0)
        rg_buffer_printf(out, ", %zu inconclusive", summary->inconclusive);
    if (summary->waived > 0)
        rg_buffer_printf(out, ", %zu waived", summary->waived);
    rg_buffer_printf(out, "; %zu improved", summary->improvements);
}

void rg_total_verdict(const struct rg_verdict *verdict, struct rg_buffer *out)
{
    const struct rg_summary *s = &verdict->summary;

    if (verdict->baseline->placeholder && rg_verdict_doubt(verdict) == NULL) {
        rg_buffer_printf(out, "%s: placeholder baseline, nothing was compared",
                         rg_verdict_exit(verdict) == RG_EXIT_FAIL ? "FAIL" : "NOT GATED");
        rg_budget_total(&verdict->budgets, out);
        return;
    }
    switch (rg_verdict_exit(verdict)) {
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_printf(out, "CANNOT JUDGE: %s", rg_verdict_doubt(verdict));
        break;
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu keys regressed", s->regressions, s->total);
        rg_budget_total(&verdict->budgets, out);
        break;
    case RG_EXIT_PASS:
        rg_buffer_printf(out, "PASS: none of %zu compared keys regressed", s->compared);
        if (s->waived > 0)
            rg_buffer_printf(out, ", %zu waived aside", s->waived);
        rg_budget_total(&verdict->budgets, out);
        break;
    }
}

void rg_row_sentence(const struct rg_row *row, struct rg_buffer *out)
{
    char baseline[RG_CELL_SIZE];
    char current[RG_CELL_SIZE];
    char change[RG_CELL_SIZE];
    char trip[RG_CELL_SIZE];

    rg_cell_baseline(row, baseline);
    rg_cell_current(row, current);
    rg_cell_change(row, change);
    rg_cell_trip(row, trip);
    rg_buffer_printf(out, "%s -> %s %s", baseline, current, row->unit);
    if (change[0] != '\0')
        rg_buffer_printf(out, " (%s)", change);
    if (trip[0] != '\0')
        rg_buffer_printf(out, ", trips %s%s", row->limits.higher ? "" : "above ", trip);
    rg_buffer_puts(out, ": ");
    rg_cell_note(row, out);
}
