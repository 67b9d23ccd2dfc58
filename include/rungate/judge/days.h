/*
 * days.h: over how many days the runs of a baseline are spread.
 *
 * Most of what differs between healthy runs differs from day to day: neighbours, temperature, the state of a
 * cache. Runs of one day do not show it, so their spread is too small and the gate fires on healthy runs.
 */
#ifndef RUNGATE_JUDGE_DAYS_H
#define RUNGATE_JUDGE_DAYS_H

#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

enum { RG_DAYS_MIN = 3 };

/* For printf: with the number of runs, of days, and "s" where they are several. */
#define RG_DAYS_NOTE                                                                                         \
    "its %zu runs are of %zu day%s (UTC), which hides what differs from day to day: in simulation 53 %% of " \
    "healthy runs fail against ten runs of one day, 2.4 %% against ten of several; take them on three days " \
    "or more"

/*
 * Of several runs, fewer than RG_DAYS_MIN dates in UTC. *ret_days is set then. False also when a run does not
 * say when it was captured.
 */
bool rg_days_are_few(const struct rg_run *runs, size_t count, size_t *ret_days);

#endif
