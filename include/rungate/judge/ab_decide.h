/*
 * ab_decide.h: the statistics of one key of an experiment, and its verdict.
 */
#ifndef RUNGATE_JUDGE_AB_DECIDE_H
#define RUNGATE_JUDGE_AB_DECIDE_H

#include "rungate/judge/ab_verdict.h"

#include <stdbool.h>
#include <stddef.h>

/* Set the kind of a key whose readings and differences are there, and what goes with it. `room` holds a value
 * a round. Errors: MEMORY. */
bool rg_ab_decide(const struct rg_ab_verdict *verdict, struct rg_ab_row *key, double *room,
                  struct rg_error *err);

/* `count` is at least 2. */
struct rg_ab_measure rg_ab_measure(const double *differences, size_t count, double margin);

/*
 * The rounds that would show, in four experiments of five, that B is worse by the share `gain`, when rounds
 * differ by `deviation`; RG_AB_NEEDED_MAX when that many do not do. `gain` is above `margin`.
 */
size_t rg_ab_needed(double deviation, double gain, double margin);

/* So few of the rounds are not worse that chance brings it in one experiment of a hundred at most. */
bool rg_ab_leads(size_t rounds, size_t not_worse);

#endif
