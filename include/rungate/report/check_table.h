/*
 * check_table.h: a view of check-bounds: where each key fires, and the detection floor.
 */
#ifndef RUNGATE_REPORT_CHECK_TABLE_H
#define RUNGATE_REPORT_CHECK_TABLE_H

#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

/* Weakest first. Errors: those of rg_limits_resolve(); MEMORY. */
bool rg_check_table(const struct rg_check_input *input, const struct rg_findings *findings, enum rg_form form,
                    struct rg_buffer *out, struct rg_error *err);

#endif
