/*
 * ab_ci.h: an A/B verdict for a CI: JUnit XML, and GitHub's annotations.
 */
#ifndef RUNGATE_REPORT_AB_CI_H
#define RUNGATE_REPORT_AB_CI_H

#include "rungate/base/buffer.h"
#include "rungate/judge/ab.h"

/* One test case a key. What was not judged is skipped, a verdict in doubt an error. Errors: MEMORY. */
bool rg_ab_report_junit(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* For the doubt, the budgets that are not kept, regressions and leads. Errors: MEMORY. */
bool rg_ab_report_annotations(const struct rg_ab_verdict *verdict, struct rg_buffer *out,
                              struct rg_error *err);

#endif
