/*
 * ab_json.h: an A/B verdict as JSON.
 */
#ifndef RUNGATE_REPORT_AB_JSON_H
#define RUNGATE_REPORT_AB_JSON_H

#include "rungate/base/buffer.h"
#include "rungate/judge/ab.h"

/* Errors: MEMORY. */
bool rg_ab_report_json(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
