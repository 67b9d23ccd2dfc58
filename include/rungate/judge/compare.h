/*
 * compare.h: compare's rules. Two sides in, one verdict out, without any input or output.
 */
#ifndef RUNGATE_JUDGE_COMPARE_H
#define RUNGATE_JUDGE_COMPARE_H

#include "rungate/judge/verdict.h"

/*
 * Judge each key of either side, less the excluded ones, and the budgets; with a placeholder as baseline the
 * budgets alone. Errors: CONFLICT when a bound is in another unit or the sides were taken under different
 * conditions; MEMORY.
 */
bool rg_judge(const struct rg_judge_input *input, struct rg_verdict *ret, struct rg_error *err);

#endif
