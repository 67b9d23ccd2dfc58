/*
 * ab_rounds.h: whether captures form an experiment, and which rounds count.
 */
#ifndef RUNGATE_JUDGE_AB_ROUNDS_H
#define RUNGATE_JUDGE_AB_ROUNDS_H

#include "rungate/judge/ab_verdict.h"
#include "rungate/model/runs.h"

/* Make the rounds of captures A, B, A, B, …; refuse what is not an experiment. Errors: CONFLICT, MEMORY. */
bool rg_ab_make_rounds(const struct rg_runs *captures, struct rg_ab_verdict *verdict, struct rg_error *err);

/*
 * Find the runs that were slowed from outside, by their record of load (unless `no_load_check`) and by their
 * readings, which must be there; and leave out the rounds of which only one run was, unless nearly always the
 * same build was. Errors: MEMORY.
 */
bool rg_ab_drop_slowed(struct rg_ab_verdict *verdict, bool no_load_check, struct rg_error *err);

#endif
