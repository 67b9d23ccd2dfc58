#include "rungate/report/html_replay.h"

#include "report/html_chart.h"
#include "report/html_page.h"
#include "report/replay_rows.h"
#include "report/table_html.h"
#include "rungate/base/sorted.h"

#include <stdlib.h>

/* The row of a key in a run, which has a verdict on every key of the baseline. */
static const struct rg_row *row_in(const struct rg_replay *replay, size_t run, const char *key)
{
    const struct rg_verdict *verdict = &replay->verdicts[run];

    return rg_sorted_find(verdict->rows, verdict->summary.total, sizeof *verdict->rows, key);
}

static void put_runs(const struct rg_replay *replay, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {
        {"", 'r'}, {"run", 'l'}, {"captured", 'l'}, {"keys judged", 'r'}, {"keys that fired", 'r'}};
    struct rg_table table;

    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t run = 0; run < replay->runs->count; run++) {
        const char *captured_at = replay->runs->items[run].captured_at;
        size_t fired = 0;
        for (size_t i = 0; i < replay->row_count; i++)
            fired += replay->rows[i].results[run] == RG_REPLAYED_FIRED;
        rg_table_number(&table, true, (double)(run + 1));
        rg_table_cell(&table, replay->runs->names[run]);
        rg_table_cell(&table, captured_at == NULL ? "-" : captured_at);
        rg_table_number(&table, true, (double)replay->judged_in_run[run]);
        rg_table_number(&table, true, (double)fired);
        rg_table_paint(&table, fired > 0 ? RG_PAINT_RED : RG_PAINT_PLAIN);
    }
    rg_buffer_puts(out, "<section>\n<h2>runs</h2>\n");
    rg_table_html(&table, "The runs", out);
    rg_buffer_puts(out, "</section>\n");
    rg_table_release(&table);
}

static void put_lane(const struct rg_replay *replay, const struct rg_replay_row *key, size_t run,
                     struct rg_chart *chart)
{
    static const enum rg_mark marks[] = {[RG_REPLAYED_NOT_JUDGED] = RG_MARK_VOID,
                                         [RG_REPLAYED_PASSED] = RG_MARK_AFTER,
                                         [RG_REPLAYED_FIRED] = RG_MARK_FIRED};
    const struct rg_row *row = row_in(replay, run, key->key);

    rg_chart_lane(chart, rg_textf("run %zu", run + 1).text);
    if (row == NULL || !row->current.has_value)
        return;
    rg_chart_mark(chart, marks[key->results[run]], row->current.value);
    if (row->current.saturated)
        rg_chart_mark(chart, RG_MARK_AT_LEAST, row->current.value);
}

/* "fired on 2 of 10 healthy runs …", or how near the runs came. */
static void put_sentence(const struct rg_replay_row *key, struct rg_buffer *out)
{
    double close;

    if (key->fired > 0)
        rg_replay_reason(key, out);
    else if (key->judged == 0)
        rg_buffer_puts(out, "not judged in any run");
    else if (rg_replay_closeness(key, &close))
        rg_buffer_printf(out, "never fired; the worst reading is at %.2f of the trip point", close);
    else
        rg_buffer_puts(out, "never fired");
}

static void put_chart(const struct rg_replay *replay, const struct rg_replay_row *key, size_t number,
                      const char *sentence, struct rg_buffer *out)
{
    const struct rg_row *first = replay->runs->count == 0 ? NULL : row_in(replay, 0, key->key);
    const struct rg_ladder *ladder =
        first == NULL || first->context.kind != RG_KEY_QUANTILE ? NULL : first->baseline.ladder;
    struct rg_range range = {0};
    struct rg_axis axis;
    struct rg_chart chart = {
        .out = out, .axis = &axis, .number = number, .lane_count = replay->runs->count + 1};

    rg_range_add(&range, key->baseline);
    rg_range_add(&range, key->has_trip ? key->trip : 0);
    rg_range_add(&range, key->has_max ? key->min : 0);
    rg_range_add(&range, key->has_max ? key->max : 0);
    if (!range.any)
        return;
    rg_axis_init(&axis, ladder, &range);
    rg_buffer_puts(out, "<div class=\"figure\">");
    rg_chart_begin(&chart, key->key, sentence, key->unit);
    if (key->has_trip)
        rg_chart_line(&chart, key->trip);
    rg_chart_lane(&chart, "base");
    rg_chart_mark(&chart, RG_MARK_BEFORE, key->baseline);
    if (key->has_trip)
        rg_chart_mark(&chart, RG_MARK_TRIP, key->trip);
    for (size_t run = 0; run < replay->runs->count; run++)
        put_lane(replay, key, run, &chart);
    rg_chart_end(&chart);
    rg_buffer_puts(out, "</div>\n");
}

static void put_key(const struct rg_replay *replay, const struct rg_replay_row *key, size_t number,
                    struct rg_buffer *out)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    put_sentence(key, &text);
    rg_html_key_begin(out, key->key, rg_buffer_text(&text), key->fired == 0, key->fired > 0);
    put_chart(replay, key, number, rg_buffer_text(&text), out);
    rg_html_key_end(out, key->fired == 0);
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&text);
}

static void put_keys(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                     struct rg_buffer *out)
{
    static const struct rg_html_sign signs[] = {{"#b", "baseline"},   {"#c", "run, passed"},
                                                {"#f", "run, fired"}, {"#v", "run, not judged"},
                                                {"#t", "trip point"}, {"#g", "this or more"}};

    rg_html_legend(out, signs, sizeof signs / sizeof signs[0]);
    for (size_t i = 0; i < replay->row_count; i++) {
        bool fired = rows[i]->fired > 0;
        if (i == 0 || fired != (rows[i - 1]->fired > 0))
            rg_buffer_printf(out, "%s<section>\n<h2>%s</h2>\n", i == 0 ? "" : "</section>\n",
                             fired ? "fired on healthy runs"
                                   : "did not fire, nearest to the trip point first");
        put_key(replay, rows[i], i + 1, out);
    }
    rg_buffer_puts(out, replay->row_count > 0 ? "</section>\n" : "");
}

bool rg_html_replay(const struct rg_replay *replay, struct rg_buffer *out, struct rg_error *err)
{
    const struct rg_replay_row **rows;
    struct rg_buffer text;

    if (!rg_replay_order(replay, &rows, err))
        return false;
    rg_buffer_init(&text, RG_OUTPUT_MAX);
    rg_replay_total(replay, &text);
    rg_html_begin(out, "rungate replay of healthy runs", rg_buffer_text(&text),
                  rg_html_tone_of(rg_replay_exit(replay)));
    put_runs(replay, out);
    put_keys(replay, rows, out);
    if (replay->fired > 0) {
        rg_buffer_clear(&text);
        rg_replay_exclusions(replay, rows, &text);
        rg_html_folded(out, "the entries that drop each key that fired, for the surface",
                       rg_buffer_text(&text));
    }
    rg_html_end(out);
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&text);
    free(rows);
    return rg_buffer_check(out, err);
}
