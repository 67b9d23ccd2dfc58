/*
 * samples_targets.h: which target an instance belongs to. Private to samples.c.
 */
#ifndef RUNGATE_SAMPLES_TARGETS_H
#define RUNGATE_SAMPLES_TARGETS_H

#include "rungate/measure/samples.h"

/* Point each instance that has no `start` or `up` of its own to its target's. */
void rg_samples_attach(struct rg_samples *samples, const struct rg_samples *targets);

#endif
