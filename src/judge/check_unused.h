/*
 * check_unused.h: rule A for what is declared and no key uses: defaults and ladders.
 */
#ifndef RUNGATE_JUDGE_CHECK_UNUSED_H
#define RUNGATE_JUDGE_CHECK_UNUSED_H

#include "judge/check_names.h"
#include "rungate/judge/findings.h"

/* Errors: MEMORY. */
bool rg_check_unused(const struct rg_check_input *input, struct rg_hints *hints, struct rg_findings *findings,
                     struct rg_error *err);

#endif
