/*
 * series_counts.h: how many observations of a key's series lie above each edge of its ladder.
 */
#ifndef RUNGATE_MODEL_SERIES_COUNTS_H
#define RUNGATE_MODEL_SERIES_COUNTS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_series_counts {
    double total;
    double *above; /* by edge */
    size_t edge_count;
};

/* A capture has counts of the key's series. */
bool rg_timings_are_counted(const struct rg_timings *timings, const char *key);

/*
 * The counts of a key's series over `edge_count` edges; in a baseline of several runs those of all runs together.
 * ret->above, in the arena, is NULL when they are not recorded, or for another number of edges in some run.
 * Errors: MEMORY.
 */
bool rg_timings_counts(const struct rg_timings *timings, const char *key, size_t edge_count,
                       struct rg_arena *arena, struct rg_series_counts *ret, struct rg_error *err);

#endif
