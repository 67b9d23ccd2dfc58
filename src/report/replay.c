#include "rungate/report/replay.h"

#include "rungate/base/escape.h"
#include "rungate/format/json_write.h"
#include "rungate/report/block.h"

#include <stdlib.h>
#include <string.h>

/* The worst reading: the greatest, or the least where more is better. */
static double worst(const struct rg_replay_row *row)
{
    return row->higher ? row->min : row->max;
}

/* How near healthy runs came to the trip point: it fires above 1. False when it is not known. */
static bool closeness(const struct rg_replay_row *row, double *ret)
{
    if (!row->has_max || !row->has_trip || !(row->trip > 0) || !(worst(row) > 0))
        return false;
    *ret = row->higher ? row->trip / worst(row) : worst(row) / row->trip;
    return true;
}

static int by_closeness(const void *a, const void *b)
{
    const struct rg_replay_row *const *x = a;
    const struct rg_replay_row *const *y = b;
    double cx = -1;
    double cy = -1;

    if (((*x)->fired > 0) != ((*y)->fired > 0))
        return (*x)->fired > 0 ? -1 : 1;
    (void)closeness(*x, &cx);
    (void)closeness(*y, &cy);
    if (cx != cy)
        return cx > cy ? -1 : 1;
    return strcmp((*x)->key, (*y)->key);
}

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
    rg_table_number(table, row->has_max, worst(row));
    cell = rg_table_begin(table);
    if (closeness(row, &close))
        rg_buffer_printf(cell, "%.2fx", close);
    cell = rg_table_begin(table);
    for (size_t i = 0; i < runs; i++)
        rg_buffer_putc(cell, letters[row->results[i]]);
}

/* "fired on 2 of 10 healthy runs, which read 0.21 to 1.2 ms; it trips above 0.5": why the key is excluded. */
static void put_reason(const struct rg_replay_row *row, struct rg_buffer *out)
{
    rg_buffer_printf(out, "fired on %zu of %zu healthy runs that were judged", row->fired, row->judged);
    if (row->has_max)
        rg_buffer_printf(out, ", which read %s to %s %s", rg_text_number(true, row->min).text,
                         rg_text_number(true, row->max).text, row->unit);
    if (row->has_trip)
        rg_buffer_printf(out, "; it trips %s %s", row->higher ? "below" : "above",
                         rg_text_number(true, row->trip).text);
}

static void write_reason(struct rg_json_writer *w, const char *name, const struct rg_replay_row *row,
                         struct rg_buffer *out)
{
    struct rg_buffer reason;

    rg_buffer_init(&reason, RG_TEXT_MAX);
    put_reason(row, &reason);
    rg_json_member_string(w, name, rg_buffer_text(&reason));
    rg_buffer_inherit(out, &reason);
    rg_buffer_release(&reason);
}

/* The entries of excluded_keys, ready to paste: of the keys that fired, and of no other. */
static void put_exclusions(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                           bool markdown, struct rg_buffer *out)
{
    struct rg_json_writer w;
    struct rg_buffer block;

    if (replay->fired == 0)
        return;
    rg_buffer_init(&block, RG_TEXT_MAX);
    rg_json_writer_init(&w, &block);
    rg_json_write_open_object(&w);
    rg_json_member_open_object(&w, "excluded_keys");
    for (size_t i = 0; i < replay->row_count && rows[i]->fired > 0; i++)
        write_reason(&w, rows[i]->key, rows[i], &block);
    rg_json_write_close_object(&w);
    rg_json_write_close_object(&w);
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
    rg_buffer_puts(out, "\nto drop each key that fired, and no other, add to the surface:\n\n");
    if (markdown)
        rg_block_fenced(&block, out);
    else
        rg_buffer_add(out, rg_buffer_text(&block), block.length);
    rg_buffer_inherit(out, &block);
    rg_buffer_release(&block);
}

static void put_pass(const struct rg_replay *replay, struct rg_buffer *out)
{
    size_t keys = replay->row_count;
    size_t partly = 0;

    for (size_t i = 0; i < keys; i++)
        partly += replay->rows[i].judged > 0 && replay->rows[i].judged < replay->runs->count;
    rg_buffer_puts(out, "\nPASS");
    if (replay->judged < keys)
        rg_buffer_printf(out, ", with %zu of %zu keys NOT judged", keys - replay->judged, keys);
    rg_buffer_printf(out, ": none of %zu judged keys fires on %zu healthy runs", replay->judged,
                     replay->runs->count);
    if (partly > 0)
        rg_buffer_printf(out, "; %zu of them NOT judged in every run", partly);
    rg_buffer_putc(out, '\n');
}

static void put_end(const struct rg_replay *replay, const struct rg_replay_row *const *rows, bool markdown,
                    struct rg_buffer *out)
{
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
    switch (rg_replay_exit(replay)) {
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "\nFAIL: %zu of %zu judged keys fire on healthy runs\n", replay->fired,
                         replay->judged);
        break;
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_puts(out, "\nCANNOT JUDGE: no key of '");
        rg_escape_terminal(out, rg_replay_doubt(replay));
        rg_buffer_puts(out, "' could be judged\n");
        break;
    case RG_EXIT_PASS:
        put_pass(replay, out);
        break;
    }
}

static void write_row(struct rg_json_writer *w, const struct rg_replay_row *row, size_t runs,
                      struct rg_buffer *out)
{
    static const char *const names[] = {[RG_REPLAYED_PASSED] = "passed",
                                        [RG_REPLAYED_FIRED] = "fired",
                                        [RG_REPLAYED_NOT_JUDGED] = "not judged"};
    double close = 0;
    bool has_close = closeness(row, &close);

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", row->key);
    rg_json_member_string(w, "unit", row->unit);
    rg_json_member_number(w, "baseline", true, row->baseline);
    rg_json_member_number(w, "trip_point", row->has_trip, row->trip);
    rg_json_member_number(w, "maximum", row->has_max, row->max);
    rg_json_member_number(w, "maximum_over_trip", has_close && !row->higher, close);
    rg_json_member_number(w, "worst", row->has_max, worst(row));
    rg_json_member_number(w, "worst_to_trip", has_close, close);
    rg_json_member_open_array(w, "results");
    for (size_t i = 0; i < runs; i++)
        rg_json_write_string(w, names[row->results[i]]);
    rg_json_write_close_array(w);
    if (row->fired > 0)
        write_reason(w, "exclusion", row, out);
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
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    const struct rg_replay_row **rows = calloc(replay->row_count + 1, sizeof *rows);
    struct rg_table table;

    if (rows == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < replay->row_count; i++)
        rows[i] = &replay->rows[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): as above */
    qsort(rows, replay->row_count, sizeof *rows, by_closeness);
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
