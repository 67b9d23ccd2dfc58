/*
 * ab_rounds.h: whether captures form an experiment.
 */
#ifndef RUNGATE_JUDGE_AB_ROUNDS_H
#define RUNGATE_JUDGE_AB_ROUNDS_H

#include "rungate/judge/ab_verdict.h"
#include "rungate/model/runs.h"

/* Make the rounds of captures A, B, A, B, …; refuse what is not an experiment. Errors: CONFLICT, MEMORY. */
bool rg_ab_make_rounds(const struct rg_runs *captures, struct rg_ab_verdict *verdict, struct rg_error *err);

#endif
