#include "report/html_figure.h"

#include "report/html_chart.h"
#include "report/html_page.h"
#include "rungate/base/sorted.h"

#include <string.h>

/* What is drawn of a series. */
struct figure {
    const struct rg_html_series *series;
    const struct rg_ladder *ladder; /* NULL: none of its keys has one in its unit */
    const char *unit;
    bool differs; /* the sides cannot be compared: the current one has no place on this axis */
    struct rg_series_counts before;
    struct rg_series_counts after;
};

static struct figure figure_of(const struct rg_html_series *series)
{
    struct figure figure = {.series = series, .unit = series->rows[0]->unit};

    for (size_t i = 0; i < series->count; i++) {
        const struct rg_row *row = series->rows[i];
        const struct rg_ladder *ladder =
            row->baseline.ladder != NULL ? row->baseline.ladder : row->current.ladder;
        figure.differs = figure.differs || row->kind == RG_CASE_MISMATCH;
        if (figure.ladder == NULL && ladder != NULL && strcmp(ladder->unit, row->unit) == 0) {
            figure.ladder = ladder;
            figure.unit = ladder->unit;
        }
    }
    return figure;
}

static bool is_drawn(const struct figure *figure, const struct rg_row *row)
{
    return strcmp(row->unit, figure->unit) == 0;
}

static bool has_after(const struct rg_row *row)
{
    return row->current.has_value && row->kind != RG_CASE_MISMATCH;
}

static bool has_trip(const struct rg_row *row)
{
    return row->baseline.has_value && row->limits.abs_source != RG_BOUND_NONE;
}

static struct rg_range range_of(const struct figure *figure)
{
    struct rg_range range = {0};

    for (size_t i = 0; i < figure->series->count; i++) {
        const struct rg_row *row = figure->series->rows[i];
        const struct rg_metric *baseline = row->baseline.metric;
        if (!is_drawn(figure, row))
            continue;
        rg_range_add(&range, row->baseline.has_value ? row->baseline.value : 0);
        rg_range_add(&range, has_after(row) ? row->current.value : 0);
        rg_range_add(&range, has_trip(row) ? row->limits.trip : 0);
        for (size_t run = 0; baseline != NULL && run < baseline->spread_count; run++)
            rg_range_add(&range, baseline->spread[run]);
    }
    rg_chart_range(&range, figure->ladder, &figure->before);
    rg_chart_range(&range, figure->ladder, &figure->after);
    return range;
}

static void put_reading(const struct rg_chart *chart, enum rg_mark mark, const struct rg_side *side)
{
    rg_chart_mark(chart, mark, side->value);
    if (side->saturated)
        rg_chart_mark(chart, RG_MARK_AT_LEAST, side->value);
}

static void put_lane(const struct figure *figure, const struct rg_row *row, struct rg_chart *chart)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_bucket bucket;

    rg_chart_lane(chart, rg_html_series_label(figure->series, row));
    if (row->baseline.has_value && row->context.kind == RG_KEY_QUANTILE && figure->ladder != NULL &&
        rg_ladder_bucket(figure->ladder, row->baseline.value, &bucket))
        rg_chart_band(chart, bucket.lo, bucket.hi);
    if (baseline != NULL)
        rg_chart_runs(chart, baseline->spread, baseline->spread_count);
    if (row->baseline.has_value && has_after(row))
        rg_chart_link(chart, row->baseline.value, row->current.value);
    if (has_trip(row))
        rg_chart_mark(chart, RG_MARK_TRIP, row->limits.trip);
    if (row->baseline.has_value)
        put_reading(chart, RG_MARK_BEFORE, &row->baseline);
    if (has_after(row))
        put_reading(chart, row->regressed || row->kind == RG_CASE_UNCONFIRMED ? RG_MARK_FIRED : RG_MARK_AFTER,
                    &row->current);
}

/* "p95: 0.21391 -> 4.2781 ms (+1900.0%), trips above 0.5: REGRESSION; p99: …" */
static void describe(const struct figure *figure, struct rg_buffer *out)
{
    for (size_t i = 0; i < figure->series->count; i++) {
        rg_buffer_printf(out, "%s%s: ", i > 0 ? ". " : "",
                         rg_html_series_label(figure->series, figure->series->rows[i]));
        rg_row_sentence(figure->series->rows[i], out);
    }
}

static void put_chart(const struct figure *figure, const struct rg_axis *axis, size_t number,
                      struct rg_buffer *out)
{
    bool fits = figure->ladder != NULL && axis->last - axis->first <= RG_CHART_EDGES_MAX;
    struct rg_chart chart = {.out = out,
                             .axis = axis,
                             .number = number,
                             .before = fits ? &figure->before : NULL,
                             .after = fits ? &figure->after : NULL};
    struct rg_buffer title;
    struct rg_buffer text;

    for (size_t i = 0; i < figure->series->count; i++)
        chart.lane_count += is_drawn(figure, figure->series->rows[i]);
    rg_buffer_init(&title, RG_TEXT_MAX);
    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_buffer_add(&title, figure->series->base, figure->series->base_length);
    describe(figure, &text);
    rg_buffer_puts(out, "<div class=\"figure\">");
    rg_chart_begin(&chart, rg_buffer_text(&title), rg_buffer_text(&text), figure->unit);
    for (size_t i = 0; i < figure->series->count; i++) {
        if (is_drawn(figure, figure->series->rows[i]))
            put_lane(figure, figure->series->rows[i], &chart);
    }
    rg_chart_end(&chart);
    rg_buffer_puts(out, "</div>\n");
    rg_buffer_inherit(out, &title);
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&title);
    rg_buffer_release(&text);
}

/* Why a side is read as the server's quantile, or NULL. */
static const char *why_uncounted(const struct rg_timings *timings, const struct rg_html_series *series)
{
    const struct rg_named_text *found = rg_sorted_find_part(
        timings->uncounted.items, timings->uncounted.count, sizeof *found, series->base, series->base_length);

    return found == NULL ? NULL : found->text;
}

/* The series has a value on that side. */
static bool has_reading(const struct rg_html_series *series, bool current)
{
    for (size_t i = 0; i < series->count; i++) {
        if (current ? series->rows[i]->current.has_value : series->rows[i]->baseline.has_value)
            return true;
    }
    return false;
}

/* What keeps the distributions from being drawn. */
static void put_missing(const struct rg_verdict *v, const struct figure *figure, const struct rg_axis *axis,
                        struct rg_buffer *out)
{
    bool before = rg_chart_draws(&figure->before) || !has_reading(figure->series, false);
    bool after = rg_chart_draws(&figure->after) || !has_reading(figure->series, true);
    const char *why = why_uncounted(after ? v->baseline : v->current, figure->series);
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    if (figure->ladder == NULL)
        ;
    else if (figure->differs)
        rg_buffer_puts(&text, "The two sides cannot be compared, so no distribution is drawn.");
    else if (axis->last - axis->first > RG_CHART_EDGES_MAX)
        rg_buffer_puts(&text, "The ladder has too many edges for its distribution to be drawn.");
    else if (!before || !after)
        rg_buffer_printf(&text, "Not every distribution is drawn: %s no counts of this series%s%s. %s",
                         before  ? "the current run has"
                         : after ? "the baseline has"
                                 : "neither side has",
                         why != NULL ? ", which was read as the server's quantile: " : "",
                         why != NULL ? why : "",
                         why != NULL ? ""
                         : before    ? "A new capture has them."
                                     : "New captures have them, and a baseline that is made of these.");
    rg_html_paragraph(out, "note", rg_buffer_text(&text));
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&text);
}

bool rg_html_figure(const struct rg_verdict *v, const struct rg_html_series *series, size_t number,
                    struct rg_buffer *out, struct rg_error *err)
{
    struct figure figure = figure_of(series);
    struct rg_arena arena = {0};
    struct rg_axis axis = {0};
    struct rg_range range;
    bool ok = true;

    if (figure.ladder != NULL && !figure.differs)
        ok = rg_timings_counts(v->baseline, series->rows[0]->key, figure.ladder->edge_count, &arena,
                               &figure.before, err) &&
             rg_timings_counts(v->current, series->rows[0]->key, figure.ladder->edge_count, &arena,
                               &figure.after, err);
    range = range_of(&figure);
    if (ok && range.any) {
        rg_axis_init(&axis, figure.ladder, &range);
        put_chart(&figure, &axis, number, out);
    }
    if (ok)
        put_missing(v, &figure, &axis, out);
    rg_arena_release(&arena);
    return ok && rg_buffer_check(out, err);
}
