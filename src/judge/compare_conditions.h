/*
 * compare_conditions.h: whether the two sides were taken under the same conditions.
 */
#ifndef RUNGATE_JUDGE_COMPARE_CONDITIONS_H
#define RUNGATE_JUDGE_COMPARE_CONDITIONS_H

#include "rungate/judge/verdict.h"

/*
 * Warn of each thing that may explain a difference in numbers: a label on one side only, another profile or
 * window, a thin capture, an override for an undeclared key. Errors: CONFLICT when both sides
 * declare a label with different values; MEMORY.
 */
bool rg_conditions_check(const struct rg_judge_input *input, struct rg_verdict *verdict,
                         struct rg_error *err);

#endif
