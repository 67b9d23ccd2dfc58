/*
 * ab_budgets.h: the budgets of an experiment.
 */
#ifndef RUNGATE_JUDGE_AB_BUDGETS_H
#define RUNGATE_JUDGE_AB_BUDGETS_H

#include "rungate/judge/ab_verdict.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"

/* Judge them on the medians of the rounds that are not dropped. Errors: CONFLICT, MEMORY. */
bool rg_ab_judge_budgets(const struct rg_thresholds *thresholds, const struct rg_surface *surface,
                         enum rg_tier tier, struct rg_ab_verdict *verdict, struct rg_error *err);

#endif
