/*
 * check_budgets.h: rule S: can each budget be exceeded, and kept, by the key that it is for?
 */
#ifndef RUNGATE_JUDGE_CHECK_BUDGETS_H
#define RUNGATE_JUDGE_CHECK_BUDGETS_H

#include "rungate/judge/findings.h"

void rg_check_budgets(const struct rg_check_input *input, struct rg_findings *findings);

#endif
