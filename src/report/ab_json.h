/*
 * ab_json.h: the JSON report of an A/B verdict.
 */
#ifndef RUNGATE_REPORT_AB_JSON_H
#define RUNGATE_REPORT_AB_JSON_H

#include "rungate/judge/ab_verdict.h"

/* Append it. Errors: MEMORY. */
bool rg_ab_json(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
