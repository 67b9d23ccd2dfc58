/*
 * ab_warnings.h: what makes an experiment weaker than it looks, and why it cannot be relied on, in words.
 */
#ifndef RUNGATE_JUDGE_AB_WARNINGS_H
#define RUNGATE_JUDGE_AB_WARNINGS_H

#include "rungate/judge/ab_verdict.h"

/* Set the verdict's warnings. Errors: MEMORY. */
bool rg_ab_warn(struct rg_ab_verdict *verdict, bool no_load_check, struct rg_error *err);

/* Set the verdict's doubt. Errors: MEMORY. */
bool rg_ab_note_doubt(struct rg_ab_verdict *verdict, struct rg_error *err);

#endif
