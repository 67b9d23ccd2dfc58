/*
 * timings_write.h: the model, written: timings.json, and ladders.json.
 */
#ifndef RUNGATE_TIMINGS_WRITE_H
#define RUNGATE_TIMINGS_WRITE_H

#include "rungate/base/buffer.h"
#include "rungate/model/host.h"
#include "rungate/model/ladder.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* captured / declared >= min_ratio, and something is declared. */
bool rg_counts_are_complete(size_t captured, size_t declared, double min_ratio);

/* Set the counts of the `capture` block and whether they make it complete, from the metrics. */
void rg_timings_count(struct rg_timings *timings, double min_ratio);

/* timings.json in canonical form; blocks without content are left out. Errors: LIMIT, MEMORY. */
bool rg_timings_write(const struct rg_timings *timings, const struct rg_host *host, struct rg_buffer *out,
                      struct rg_error *err);

/* ladders.json in canonical form. Errors: LIMIT, MEMORY. */
bool rg_ladders_write(const struct rg_ladders *ladders, struct rg_buffer *out, struct rg_error *err);

#endif
