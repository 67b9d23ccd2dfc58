/*
 * replay_rows.h: the rows of a replay: their order, and their text in every form.
 */
#ifndef RUNGATE_REPORT_REPLAY_ROWS_H
#define RUNGATE_REPORT_REPLAY_ROWS_H

#include "rungate/format/json_write.h"
#include "rungate/judge/replay.h"

/* The worst reading: the greatest, or the least where more is better. */
double rg_replay_worst(const struct rg_replay_row *row);

/* How near healthy runs came to the trip point: it fires above 1. False when it is not known. */
bool rg_replay_closeness(const struct rg_replay_row *row, double *ret);

/* Keys that fired first, the furthest above its trip point first. Errors: MEMORY; free with free(). */
bool rg_replay_order(const struct rg_replay *replay, const struct rg_replay_row ***ret, struct rg_error *err);

/* "fired on 2 of 10 healthy runs, which read 0.21 to 1.2 ms; it trips above 0.5": why the key is excluded. */
void rg_replay_reason(const struct rg_replay_row *row, struct rg_buffer *out);

/* That as a member; what goes wrong goes wrong in `out`. */
void rg_replay_json_reason(struct rg_json_writer *w, const char *name, const struct rg_replay_row *row,
                           struct rg_buffer *out);

/* The object "excluded_keys" of the keys that fired, in that order. */
void rg_replay_exclusions(const struct rg_replay *replay, const struct rg_replay_row *const *rows,
                          struct rg_buffer *out);

/* "FAIL: 1 of 20 judged keys fire on healthy runs", appended unescaped. */
void rg_replay_total(const struct rg_replay *replay, struct rg_buffer *out);

#endif
