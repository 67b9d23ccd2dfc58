/*
 * check_budgets.h: rule S: whether its key can both keep and exceed each budget.
 */
#ifndef RUNGATE_JUDGE_CHECK_BUDGETS_H
#define RUNGATE_JUDGE_CHECK_BUDGETS_H

#include "rungate/judge/findings.h"

void rg_check_budgets(const struct rg_check_input *input, struct rg_findings *findings);

#endif
