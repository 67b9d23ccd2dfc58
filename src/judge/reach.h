/*
 * reach.h: can a reading get beyond a limit at all, and is what lies beyond it known?
 */
#ifndef RUNGATE_JUDGE_REACH_H
#define RUNGATE_JUDGE_REACH_H

#include "rungate/model/ladder.h"

#include <stdbool.h>
#include <stddef.h>

/* What is known of the readings of a key. */
struct rg_reach {
    const char *unit;
    double baseline; /* with has_baseline */
    bool has_baseline;
    bool higher; /* more is better: beyond is below */
};

/* Why no reading can be beyond `limit`, as a clause; NULL when one can. `on_it`: a reading on the limit is. */
const char *rg_reach_why(const struct rg_reach *reach, double limit, bool on_it);

/* A limit or a slowdown by more than this factor is not a gate, but a slip of the unit. */
#define RG_REACH_FURTHEST 1000.0

/*
 * Only the crossing of an edge is known of a quantile, so its limit has to be one. True when it is not: then
 * ret[size] says where it lies, and which edge is the nearest.
 */
bool rg_reach_is_off_edge(const struct rg_ladder *ladder, double limit, char *ret, size_t size);

#endif
