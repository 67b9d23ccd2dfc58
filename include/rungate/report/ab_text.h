/*
 * ab_report.h: an A/B verdict in each form. The readings of every round are part of all but the annotations.
 */
#ifndef RUNGATE_AB_REPORT_H
#define RUNGATE_AB_REPORT_H

#include "rungate/base/buffer.h"
#include "rungate/judge/ab.h"
#include "rungate/report/report.h"

/* For people: regressions first. Errors: MEMORY. */
bool rg_ab_report_text(const struct rg_ab_verdict *verdict, struct rg_style style, struct rg_buffer *out,
                       struct rg_error *err);

/* GitHub-flavoured Markdown, at most `limit` bytes long: it says how many keys it left out. Errors: MEMORY.
 */
bool rg_ab_report_markdown(const struct rg_ab_verdict *verdict, size_t limit, struct rg_buffer *out,
                           struct rg_error *err);

/* Errors: MEMORY. */
bool rg_ab_report_json(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* JUnit XML: one test case a key. What was not judged is skipped, a verdict in doubt an error. Errors:
 * MEMORY. */
bool rg_ab_report_junit(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* GitHub's ::error and ::warning lines, for regressions, leads and what is over budget. Errors: MEMORY. */
bool rg_ab_report_annotations(const struct rg_ab_verdict *verdict, struct rg_buffer *out,
                              struct rg_error *err);

#endif
