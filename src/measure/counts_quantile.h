/*
 * counts_quantile.h: quantiles of counts, and the counts as text. The counts must have edges.
 */
#ifndef RUNGATE_COUNTS_QUANTILE_H
#define RUNGATE_COUNTS_QUANTILE_H

#include "measure/counts.h"
#include "rungate/base/buffer.h"

/* A quantile of counts with traffic, interpolated as PromQL does. */
struct rg_count_quantile {
    double value;
    enum rg_status status; /* GOOD; SATURATED: at least the top edge; BELOW_LADDER: at most the first edge */
};

struct rg_count_quantile rg_counts_quantile(const struct rg_counts *counts, double quantile);

/*
 * Does the server's own number lie in another bucket? Each bucket takes both its edges in, and a rank that is
 * that of an edge within 1e-9 takes in the buckets on both sides: the last bit decides there. No number does.
 */
bool rg_counts_contradict(const struct rg_counts *counts, double quantile, double theirs);

/*
 * Append the total, then how many lie above each edge above 0: "18234 18011 12002 300 2". Whole numbers as
 * integers, others as the shortest decimals.
 */
void rg_counts_text(const struct rg_counts *counts, struct rg_buffer *out);

/* The edges above 0, which the ladder of a file has; *ret_count without +Inf. */
const double *rg_counts_ladder(const struct rg_counts *counts, size_t *ret_count);

#endif
