/*
 * check_sensitivity.h: a view of check-bounds: which keys would be caught when they got slower.
 */
#ifndef RUNGATE_REPORT_CHECK_SENSITIVITY_H
#define RUNGATE_REPORT_CHECK_SENSITIVITY_H

#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

/*
 * Each key in turn, `factor` times slower, judged by the rules of compare: caught or missed, and proven where
 * it is caught wherever in its bucket the baseline lies. Errors: those of
 * rg_judge(); MEMORY.
 */
bool rg_check_sensitivity(const struct rg_check_input *input, const struct rg_findings *findings,
                          double factor, enum rg_form form, struct rg_buffer *out, struct rg_error *err);

#endif
