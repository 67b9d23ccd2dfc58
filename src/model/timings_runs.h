/*
 * timings_runs.h: the blocks of a timings document that say how much each reading rests on. Private to its
 * reader.
 */
#ifndef RUNGATE_TIMINGS_RUNS_H
#define RUNGATE_TIMINGS_RUNS_H

#include "rungate/model/timings.h"

/* `samples`: observations by series. Errors: FORMAT, MEMORY. */
bool rg_samples_read(const struct rg_json *object, struct rg_arena *arena, struct rg_sample **ret,
                     size_t *ret_count, struct rg_error *err);

/* `runs`, into `timings`. Errors: FORMAT, MEMORY. */
bool rg_runs_read(const struct rg_json *array, struct rg_timings *timings, struct rg_error *err);

/* `spread`, into the metrics of `timings`, when metrics and runs are known. Errors: FORMAT, MEMORY. */
bool rg_spread_read(const struct rg_json *object, struct rg_timings *timings, struct rg_error *err);

#endif
