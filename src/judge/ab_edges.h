/*
 * ab_edges.h: what an experiment shows of a quantile on a ladder: which bucket, which edge, and what lies above.
 */
#ifndef RUNGATE_JUDGE_AB_EDGES_H
#define RUNGATE_JUDGE_AB_EDGES_H

#include "rungate/judge/ab_verdict.h"

#include <stdbool.h>
#include <stddef.h>

/* All readings that are there in the rounds that are not dropped lie in one bucket, not in the one above the top edge. */
bool rg_ab_inside(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, struct rg_bucket *ret);

/* The rounds that count in which B lies in a higher bucket than A (`up`), or in a lower one. */
size_t rg_ab_crossings(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, bool up);

/*
 * Set the edge that the key's row speaks of: the one that is crossed in most rounds, upwards unless `up` is false;
 * when none is, one with readings on both sides; inside one bucket, the bucket's upper end;
 * none when nothing counts. Errors: MEMORY.
 */
bool rg_ab_find_edge(const struct rg_ab_verdict *verdict, struct rg_ab_row *key, bool up,
                     struct rg_error *err);

#endif
