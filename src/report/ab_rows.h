/*
 * ab_cells.h: what the forms of an A/B report have in common. Private to them.
 */
#ifndef RUNGATE_AB_CELLS_H
#define RUNGATE_AB_CELLS_H

#include "rungate/base/buffer.h"
#include "rungate/judge/ab.h"

enum { RG_AB_CELL_SIZE = 64 };

/* "12.4", ">=30000", "-"; in parentheses where it counts for nothing. */
void rg_ab_cell(const struct rg_ab_verdict *verdict, const struct rg_ab_key *key, size_t side, size_t round,
                char ret[RG_AB_CELL_SIZE]);

/* "20 keys in 9 of 10 rounds: 1 REGRESSION, 19 no difference shown" */
void rg_ab_counts_line(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

/* "FAIL: 1 of 20 keys regressed" */
void rg_ab_total(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

#endif
