/*
 * series_counts.h: the counted observations of a series, as a file holds them: "18234 18011 12002 300 2", the
 * total, and how many of them lie above each edge of the series' ladder.
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
    double *above; /* by edge, in an arena */
    size_t edge_count;
};

/* A total and falling counts with one space between them: each a number of at least 0, none above the one before. */
bool rg_series_counts_are_valid(const char *text);

/*
 * The counts of a key's series over `edge_count` edges; in a baseline of several runs those of all runs together.
 * ret->above is NULL when they are not recorded, or for another number of edges in some run. Errors: MEMORY.
 */
bool rg_timings_counts(const struct rg_timings *timings, const char *key, size_t edge_count, struct rg_arena *arena,
                       struct rg_series_counts *ret, struct rg_error *err);

#endif
