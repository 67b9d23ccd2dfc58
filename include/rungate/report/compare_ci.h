/*
 * compare_ci.h: a verdict for a CI: JUnit XML, and GitHub's annotations.
 */
#ifndef RUNGATE_REPORT_COMPARE_CI_H
#define RUNGATE_REPORT_COMPARE_CI_H

#include "rungate/base/buffer.h"
#include "rungate/judge/compare.h"

/* One test case a key. What was not judged is skipped, a verdict in doubt an error. Errors: MEMORY. */
bool rg_report_junit(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* For the doubt, the budgets that are not kept, and every key that did not pass. Errors: MEMORY. */
bool rg_report_annotations(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
