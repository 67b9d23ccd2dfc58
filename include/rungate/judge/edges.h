/*
 * edges.h: which edges a ladder lacks.
 *
 * A baseline b of one run trips at the second edge that is not below it. So its floor is at most F exactly
 * when two edges lie in [b, F × b]. One of several runs trips at the first edge that the Spread rule allows,
 * so there one such edge has to lie below F × b. Edges to add come from the series 1, 2, 3, 5, 10 in every
 * decade.
 */
#ifndef RUNGATE_JUDGE_EDGES_H
#define RUNGATE_JUDGE_EDGES_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/model/ladder.h"

#include <stdbool.h>
#include <stddef.h>

/* Edges to add, ascending. */
struct rg_edges_added {
    double *edges;
    size_t count;
};

/* What a key asks of the ladder: so many edges in [low, high]. Both are above 0. */
struct rg_edges_need {
    double low;
    double high;
    size_t edges;
    bool exact; /* an edge within 1e-9 below `low` does not do */
};

/*
 * The fewest edges that meet all needs; of equal sets the lexicographically smallest. Needs that even the
 * whole series cannot meet are left out, and their ret_reachable[i] is false. Errors: MEMORY.
 */
bool rg_edges_add(const struct rg_ladder *ladder, const struct rg_edges_need *needs, size_t count,
                  struct rg_arena *arena, bool *ret_reachable, struct rg_edges_added *ret,
                  struct rg_error *err);

#endif
