/*
 * rerun.h: whether reruns confirm what failed in the run.
 */
#ifndef RUNGATE_JUDGE_RERUN_H
#define RUNGATE_JUDGE_RERUN_H

#include "rungate/judge/verdict.h"

/*
 * A key that fired, or that must not be missing and is, regresses when it does so in more than half of all runs, the
 * first among them. A rerun that has no usable reading neither confirms nor clears; when none has, the first run
 * decides. Counts the reruns in the row.
 */
bool rg_is_confirmed(const struct rg_judge_input *input, struct rg_row *row);

#endif
