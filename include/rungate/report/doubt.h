/*
 * doubt.h: why a verdict cannot be relied on, in words.
 */
#ifndef RUNGATE_DOUBT_H
#define RUNGATE_DOUBT_H

#include "rungate/judge/verdict.h"

/* NULL when there is no doubt. */
const char *rg_verdict_doubt(const struct rg_verdict *verdict);

#endif
