/*
 * ab_decide.h: the verdict of one key.
 */
#ifndef RUNGATE_JUDGE_AB_DECIDE_H
#define RUNGATE_JUDGE_AB_DECIDE_H

#include "rungate/judge/ab_verdict.h"

/* Set the kind of a key whose readings and differences are there, and what goes with it. `room` holds a value
 * a round. Errors: MEMORY. */
bool rg_ab_decide(struct rg_ab_verdict *verdict, struct rg_ab_row *key, double *room, struct rg_error *err);

#endif
