#include "rungate/report/replay.h"

#include "report/replay_rows.h"
#include "rungate/base/escape.h"
#include "rungate/format/json_write.h"
#include "rungate/report/block.h"

#include <stdlib.h>

static void put_row(struct rg_table *table, const struct rg_replay_row *row, size_t runs)
{
    static const char letters[] = {
        [RG_REPLAYED_PASSED] = '.', [RG_REPLAYED_FIRED] = 'F', [RG_REPLAYED_NOT_JUDGED] = '-'};
    struct rg_buffer *cell;
    double close;

    rg_table_cell(table, row->key);
    rg_table_number(table, true, row->baseline);
    rg_table_cell(table, row->unit);
    rg_table_cell(table, rg_text_trip(row->has_trip, row->higher, row->trip).text);
    rg_table_number(table, row->has_max, rg_replay_worst(row));
    cell = rg_table_begin(table);
    if (rg_replay_closeness(row, &close))
        rg_buffer_printf(cell, "%.2fx", close);
    cell = rg_table_begin(table);
    for (size_t i = 0; i < runs; i++)
        rg_buffer_putc(cell, letters[row->results[i]]);
}

/* The entries of excluded_keys, ready to paste: of the keys that fired, and of no other. */
static void put_exclusions(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                           bool markdown, struct rg_buffer *out)
{
    struct rg_buffer block;

    if (replay->fired == 0)
        return;
    rg_buffer_init(&block, RG_TEXT_MAX);
    rg_replay_exclusions(replay, rows, &block);
    rg_buffer_puts(out, "\nto drop each key that fired, and no other, add to the surface:\n\n");
    if (markdown)
        rg_block_fenced(&block, out);
    else
        rg_buffer_add(out, rg_buffer_text(&block), block.length);
    rg_buffer_inherit(out, &block);
    rg_buffer_release(&block);
}

static void put_end(const struct rg_replay *replay, const struct rg_replay_row *const *rows, bool markdown,
                    struct rg_buffer *out)
{
    struct rg_buffer total;

    rg_buffer_puts(
        out, markdown ? "\n" : "\nruns, in the order of the letters (F fired, . passed, - not judged):\n");
    for (size_t i = 0; i < replay->runs->count; i++) {
        rg_buffer_printf(out, markdown ? "%zu. " : "  %zu  ", i + 1);
        if (markdown)
            rg_escape_markdown(out, replay->runs->names[i]);
        else
            rg_escape_terminal(out, replay->runs->names[i]);
        rg_buffer_putc(out, '\n');
    }
    put_exclusions(replay, rows, markdown, out);
    rg_buffer_putc(out, '\n');
    rg_buffer_init(&total, RG_TEXT_MAX);
    rg_replay_total(replay, &total);
    rg_escape_terminal(out, rg_buffer_text(&total));
    rg_buffer_putc(out, '\n');
    rg_buffer_inherit(out, &total);
    rg_buffer_release(&total);
}

static void write_row(struct rg_json_writer *w, const struct rg_replay_row *row, size_t runs,
                      struct rg_buffer *out)
{
    static const char *const names[] = {[RG_REPLAYED_PASSED] = "passed",
                                        [RG_REPLAYED_FIRED] = "fired",
                                        [RG_REPLAYED_NOT_JUDGED] = "not judged"};
    double close = 0;
    bool has_close = rg_replay_closeness(row, &close);

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", row->key);
    rg_json_member_string(w, "unit", row->unit);
    rg_json_member_number(w, "baseline", true, row->baseline);
    rg_json_member_number(w, "trip_point", row->has_trip, row->trip);
    rg_json_member_number(w, "maximum", row->has_max, row->max);
    rg_json_member_number(w, "maximum_over_trip", has_close && !row->higher, close);
    rg_json_member_number(w, "worst", row->has_max, rg_replay_worst(row));
    rg_json_member_number(w, "worst_to_trip", has_close, close);
    rg_json_member_open_array(w, "results");
    for (size_t i = 0; i < runs; i++)
        rg_json_write_string(w, names[row->results[i]]);
    rg_json_write_close_array(w);
    if (row->fired > 0)
        rg_replay_json_reason(w, "exclusion", row, out);
    else
        rg_json_member_string(w, "exclusion", NULL);
    rg_json_write_close_object(w);
}

static void write_json(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                       struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_bool(&w, "ok", rg_replay_exit(replay) == RG_EXIT_PASS);
    rg_json_member_integer(&w, "fired", (long long)replay->fired);
    rg_json_member_open_array(&w, "runs");
    for (size_t i = 0; i < replay->runs->count; i++)
        rg_json_write_string(&w, replay->runs->names[i]);
    rg_json_write_close_array(&w);
    rg_json_member_open_array(&w, "keys");
    for (size_t i = 0; i < replay->row_count; i++)
        write_row(&w, rows[i], replay->runs->count, out);
    rg_json_write_close_array(&w);
    rg_json_write_close_object(&w);
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
}

bool rg_replay_report(const struct rg_replay *replay, enum rg_form form, struct rg_buffer *out,
                      struct rg_error *err)
{
    static const struct rg_column columns[] = {{"key", 'l'},         {"baseline", 'r'}, {"", 'l'},
                                               {"trips above", 'r'}, {"worst", 'r'},    {"to trip", 'r'},
                                               {"runs", 'l'}};
    const struct rg_replay_row **rows;
    struct rg_table table;

    if (!rg_replay_order(replay, &rows, err))
        return false;
    if (form == RG_FORM_JSON) {
        write_json(replay, rows, out);
    } else {
        rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
        for (size_t i = 0; i < replay->row_count; i++)
            put_row(&table, rows[i], replay->runs->count);
        rg_table_print(&table, form, out);
        put_end(replay, rows, form == RG_FORM_MARKDOWN, out);
    }
    free(rows);
    return rg_buffer_check(out, err);
}
