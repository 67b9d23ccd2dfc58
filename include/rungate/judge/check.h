/*
 * check.h: check-bounds' rules: can this gate fail at all?
 *
 * Each rule looks for one way in which a gate stops working unnoticed. One run reports all findings.
 */
#ifndef RUNGATE_JUDGE_CHECK_H
#define RUNGATE_JUDGE_CHECK_H

#include "rungate/judge/findings.h"

/* Errors: MEMORY. */
bool rg_check(const struct rg_check_input *input, struct rg_findings *ret, struct rg_error *err);

#endif
