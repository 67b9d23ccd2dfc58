/*
 * ab_explain.h: one key of an A/B experiment: what was read in each round, under what load, and the arithmetic.
 */
#ifndef RUNGATE_REPORT_AB_EXPLAIN_H
#define RUNGATE_REPORT_AB_EXPLAIN_H

#include "rungate/judge/ab_verdict.h"

/* Append the text. Errors: USAGE when there is no such key, with the nearest name; MEMORY. */
bool rg_ab_explain(const struct rg_ab_verdict *verdict, const char *name, struct rg_buffer *out,
                   struct rg_error *err);

#endif
