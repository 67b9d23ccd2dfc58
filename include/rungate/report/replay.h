/*
 * replay.h: the matrix of a replay, in any form.
 */
#ifndef RUNGATE_REPORT_REPLAY_H
#define RUNGATE_REPORT_REPLAY_H

#include "rungate/judge/replay.h"
#include "rungate/report/table.h"

/* Keys that fired first, the furthest above its trip point first. Errors: MEMORY. */
bool rg_replay_report(const struct rg_replay *replay, enum rg_form form, struct rg_buffer *out,
                      struct rg_error *err);

#endif
