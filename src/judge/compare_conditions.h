/*
 * conditions.h: were the two sides taken under the same conditions? Private to judging.
 */
#ifndef RUNGATE_CONDITIONS_H
#define RUNGATE_CONDITIONS_H

#include "rungate/judge/compare.h"

/*
 * Add a warning for each thing that differs and may explain a difference in numbers: a label on one side
 * only, profile, window, a thin capture, an override for a key that nobody declares. Errors: CONFLICT when
 * both sides declare a label with different values; MEMORY.
 */
bool rg_conditions_check(const struct rg_judge_input *input, struct rg_verdict *verdict,
                         struct rg_error *err);

#endif
