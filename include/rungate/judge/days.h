/*
 * days.h: over how many days the runs of a baseline are spread.
 *
 * Most of what differs between healthy runs differs from day to day: neighbours, temperature, the state of a
 * cache. Runs of one day do not show it, so their spread is too small and the gate fires on healthy runs.
 */
#ifndef RUNGATE_JUDGE_DAYS_H
#define RUNGATE_JUDGE_DAYS_H

#include <stdbool.h>
#include <stddef.h>

enum { RG_DAYS_MIN = 3 };

/* For printf: with the number of runs, of days, and "s" where they are several. */
#define RG_DAYS_NOTE                                                                                                         \
    "the %zu runs of the baseline are of %zu day%s (UTC), which hides what differs from day to day: in simulation 35 %% of " \
    "healthy runs fail against ten runs of one day, 9 %% against ten of three days, 3 %% against ten of ten"

/* Initialise with `{0}`. */
struct rg_days {
    long long days[RG_DAYS_MIN]; /* the first so many dates in UTC, since 1970 */
    size_t count;                /* of these */
    size_t runs;
    bool is_unknown; /* a run does not say when it was captured */
};

/* Count a run; NULL for one that does not say. */
void rg_days_add(struct rg_days *days, const char *captured_at);

/* Of several runs, fewer than RG_DAYS_MIN dates. */
bool rg_days_are_few(const struct rg_days *days);

#endif
