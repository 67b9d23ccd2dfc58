/*
 * check_readings.h: rule V for a baseline whose parts contradict each other.
 *
 * The value is what is judged by; runs, samples and counts say how it came about. A baseline that was edited in one
 * of them and not in the rest is not what any capture read.
 */
#ifndef RUNGATE_JUDGE_CHECK_READINGS_H
#define RUNGATE_JUDGE_CHECK_READINGS_H

#include "rungate/judge/findings.h"

/* A key's value is the median of its runs, and its status fits. True when something was found. */
bool rg_check_reading(const struct rg_check_input *input, const struct rg_surface_key *key,
                      const struct rg_metric *metric, const struct rg_ladder *ladder,
                      struct rg_findings *findings);

/* The samples, seconds and counts of all series. Errors: MEMORY. */
bool rg_check_series(const struct rg_check_input *input, struct rg_findings *findings, struct rg_error *err);

#endif
