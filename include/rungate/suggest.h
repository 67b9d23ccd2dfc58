/*
 * suggest.h: which edges a ladder lacks.
 *
 * A baseline b trips at the second edge that is not below it. So its floor is at most F exactly when two
 * edges lie in [b, F × b]. Edges to add come from the series 1, 2, 3, 5, 10 in every decade.
 */
#ifndef RUNGATE_SUGGEST_H
#define RUNGATE_SUGGEST_H

#include "rungate/arena.h"
#include "rungate/error.h"
#include "rungate/ladder.h"

#include <stdbool.h>
#include <stddef.h>

/* Edges to add, ascending. */
struct rg_suggestion {
    double *edges;
    size_t count;
};

/*
 * The fewest edges that bring the floor of each baseline (each above 0) to at most `floor` (above 1); of
 * equal sets the lexicographically smallest. Baselines that the whole series could not bring there are left
 * out, and their ret_reachable[i] is false. Errors: MEMORY.
 */
bool rg_suggest_edges(const struct rg_ladder *ladder, const double *baselines, size_t count, double floor,
                      struct rg_arena *arena, bool *ret_reachable, struct rg_suggestion *ret,
                      struct rg_error *err);

#endif
