/*
 * ab_slowed.h: which runs were slowed from outside, and which rounds are left out for it.
 *
 * A round says nothing of the builds when something else slowed one of its runs; when it slowed both, the pair
 * still compares. But what slows nearly always the same build is no accident, it may be the build itself: then
 * no round is left out, and a key that is not proven is not judged.
 */
#ifndef RUNGATE_JUDGE_AB_SLOWED_H
#define RUNGATE_JUDGE_AB_SLOWED_H

#include "rungate/judge/ab_verdict.h"

/*
 * Find the runs that were slowed from outside, by their record of load (unless `no_load_check`) and by their
 * readings, which must be there; and leave out the rounds of which only one run was, unless nearly always the
 * same build was. Errors: MEMORY.
 */
bool rg_ab_drop_slowed(struct rg_ab_verdict *verdict, bool no_load_check, struct rg_error *err);

#endif
