/*
 * bounds_key.h: the rules that look at one gated key. Private to check-bounds.
 */
#ifndef RUNGATE_BOUNDS_KEY_H
#define RUNGATE_BOUNDS_KEY_H

#include "rungate/judge/check.h"

/*
 * Rules A, V, E, C (no edge to trip at) and B in that order, of which the first that fails stops; then C and
 * D. Errors: MEMORY.
 */
bool rg_bounds_check_key(const struct rg_bounds_input *input, const struct rg_surface_key *key,
                         struct rg_findings *findings, struct rg_gate *ret, struct rg_error *err);

/* Rule S, for all budgets; in bounds_budget.c. Errors: MEMORY. */
bool rg_bounds_check_budgets(const struct rg_bounds_input *input, struct rg_findings *findings,
                             struct rg_error *err);

#endif
