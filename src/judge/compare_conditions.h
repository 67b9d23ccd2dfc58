/*
 * compare_conditions.h: what may explain a difference in numbers.
 */
#ifndef RUNGATE_JUDGE_COMPARE_CONDITIONS_H
#define RUNGATE_JUDGE_COMPARE_CONDITIONS_H

#include "rungate/judge/verdict.h"

/*
 * Warn of each: other conditions than the baseline's, a thin capture, a rerun that cannot be used, an override for an
 * undeclared key. Errors: those of rg_sound_baseline().
 */
bool rg_conditions_check(const struct rg_judge_input *input, struct rg_verdict *verdict,
                         struct rg_error *err);

#endif
