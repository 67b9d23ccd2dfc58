/*
 * compare_json.h: a verdict as regression-report.json.
 */
#ifndef RUNGATE_REPORT_COMPARE_JSON_H
#define RUNGATE_REPORT_COMPARE_JSON_H

#include "rungate/base/buffer.h"
#include "rungate/judge/compare.h"

/* Errors: MEMORY. */
bool rg_report_json(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
