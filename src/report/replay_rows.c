#include "report/replay_rows.h"

#include "rungate/report/style.h"

#include <stdlib.h>
#include <string.h>

double rg_replay_worst(const struct rg_replay_row *row)
{
    return row->higher ? row->min : row->max;
}

bool rg_replay_closeness(const struct rg_replay_row *row, double *ret)
{
    double worst = rg_replay_worst(row);

    if (!row->has_max || !row->has_trip || !(row->trip > 0) || !(worst > 0))
        return false;
    *ret = row->higher ? row->trip / worst : worst / row->trip;
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
    (void)rg_replay_closeness(*x, &cx);
    (void)rg_replay_closeness(*y, &cy);
    if (cx != cy)
        return cx > cy ? -1 : 1;
    return strcmp((*x)->key, (*y)->key);
}

bool rg_replay_order(const struct rg_replay *replay, const struct rg_replay_row ***ret, struct rg_error *err)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    const struct rg_replay_row **rows = calloc(replay->row_count + 1, sizeof *rows);

    if (rows == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < replay->row_count; i++)
        rows[i] = &replay->rows[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): as above */
    qsort(rows, replay->row_count, sizeof *rows, by_closeness);
    *ret = rows;
    return true;
}

void rg_replay_reason(const struct rg_replay_row *row, struct rg_buffer *out)
{
    rg_buffer_printf(out, "fired on %zu of %zu healthy runs that were judged", row->fired, row->judged);
    if (row->has_max)
        rg_buffer_printf(out, ", which read %s to %s %s", rg_text_number(true, row->min).text,
                         rg_text_number(true, row->max).text, row->unit);
    if (row->has_trip)
        rg_buffer_printf(out, "; it trips %s %s", row->higher ? "below" : "above",
                         rg_text_number(true, row->trip).text);
}

void rg_replay_json_reason(struct rg_json_writer *w, const char *name, const struct rg_replay_row *row,
                           struct rg_buffer *out)
{
    struct rg_buffer reason;

    rg_buffer_init(&reason, RG_TEXT_MAX);
    rg_replay_reason(row, &reason);
    rg_json_member_string(w, name, rg_buffer_text(&reason));
    rg_buffer_inherit(out, &reason);
    rg_buffer_release(&reason);
}

void rg_replay_exclusions(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                          struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_open_object(&w, "excluded_keys");
    for (size_t i = 0; i < replay->row_count && rows[i]->fired > 0; i++)
        rg_replay_json_reason(&w, rows[i]->key, rows[i], out);
    rg_json_write_close_object(&w);
    rg_json_write_close_object(&w);
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
}

static void put_pass(const struct rg_replay *replay, struct rg_buffer *out)
{
    size_t keys = replay->row_count;
    size_t partly = 0;
    size_t others = 0;

    for (size_t i = 0; i < keys; i++)
        partly += replay->rows[i].judged > 0 && replay->rows[i].judged < replay->runs->count;
    for (size_t i = 0; i < replay->runs->count; i++)
        others += replay->verdicts[i].other_profile || replay->verdicts[i].other_window;
    rg_buffer_puts(out, "PASS");
    if (others > 0)
        rg_buffer_printf(out, ", %zu of %zu runs under another profile or window than the baseline's", others,
                         replay->runs->count);
    if (replay->judged < keys)
        rg_buffer_printf(out, ", with %zu of %zu keys NOT judged", keys - replay->judged, keys);
    rg_buffer_printf(out, ": none of %zu judged keys fires on %zu healthy runs", replay->judged,
                     replay->runs->count);
    if (partly > 0)
        rg_buffer_printf(out, "; %zu of them NOT judged in every run", partly);
}

void rg_replay_total(const struct rg_replay *replay, struct rg_buffer *out)
{
    switch (rg_replay_exit(replay)) {
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu judged keys fire on healthy runs", replay->fired,
                         replay->judged);
        break;
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_puts(out, "CANNOT JUDGE: no key of '");
        rg_buffer_puts(out, rg_replay_doubt(replay));
        rg_buffer_puts(out, "' could be judged");
        break;
    case RG_EXIT_PASS:
        put_pass(replay, out);
        break;
    }
}
