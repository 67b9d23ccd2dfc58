/*
 * counts_grid.h: the scrapes of one instance.
 */
#ifndef RUNGATE_COUNTS_GRID_H
#define RUNGATE_COUNTS_GRID_H

#include "measure/counts_notes.h"
#include "measure/samples.h"
#include "rungate/base/arena.h"

/* Did a counter fall? By more than servers that store fewer digits round. */
bool rg_count_fell(double old, double now);

/*
 * Edges that have a sample at each scrape from their first sample on, and 0 before it. The last is +Inf, which
 * has a sample at each scrape. At least two edges and one scrape.
 */
struct rg_grid {
    const struct rg_raw_series **edges;
    size_t edge_count;
    long long *scrapes; /* ascending */
    size_t scrape_count;
    size_t arriving;       /* later times that were left out */
    long long arriving_ms; /* the first of them */
};

/*
 * `of_pages`: there is no more to arrive. Everything is in the arena. *fault is set, and the rest is not, for an instance that cannot be counted.
 * Errors: MEMORY.
 */
bool rg_grid_make(const struct rg_instance *instance, bool of_pages, struct rg_arena *arena,
                  struct rg_grid *ret, struct rg_count_note *fault, struct rg_error *err);

#endif
