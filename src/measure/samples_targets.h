/*
 * samples_targets.h: which target an instance belongs to: the one whose labels are all among the instance's; of
 * several the one with the most labels.
 */
#ifndef RUNGATE_SAMPLES_TARGETS_H
#define RUNGATE_SAMPLES_TARGETS_H

#include "measure/samples.h"

/*
 * Point each instance that has no `start` or `up` of its own to its target's. Both are sealed, and the targets
 * must outlive the samples.
 */
void rg_samples_attach(struct rg_samples *samples, const struct rg_samples *targets);

#endif
