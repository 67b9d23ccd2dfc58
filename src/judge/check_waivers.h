/*
 * check_waivers.h: rule W, and the note on waivers without a "max".
 */
#ifndef RUNGATE_JUDGE_CHECK_WAIVERS_H
#define RUNGATE_JUDGE_CHECK_WAIVERS_H

#include "judge/check_names.h"
#include "rungate/judge/findings.h"

/* After the gates, whose trip points a "max" is measured against. */
void rg_check_waivers(const struct rg_check_input *input, struct rg_hints *hints,
                      struct rg_findings *findings);

#endif
