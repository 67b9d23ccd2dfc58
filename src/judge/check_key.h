/*
 * check_key.h: the rules that look at one gated key.
 */
#ifndef RUNGATE_JUDGE_CHECK_KEY_H
#define RUNGATE_JUDGE_CHECK_KEY_H

#include "judge/check_names.h"
#include "rungate/judge/findings.h"

/*
 * Rules A, V, E, H, C (no edge to trip at) and B, in that order; the first that finds something stops. Then C
 * and D.
 */
void rg_check_key(const struct rg_check_input *input, const struct rg_surface_key *key,
                  struct rg_hints *hints, struct rg_findings *findings, struct rg_gate *ret);

#endif
