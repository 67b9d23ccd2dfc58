/*
 * compare_forms.h: a verdict in each form. Nothing is decided here.
 */
#ifndef RUNGATE_REPORT_COMPARE_FORMS_H
#define RUNGATE_REPORT_COMPARE_FORMS_H

#include "rungate/judge/compare.h"
#include "rungate/report/table.h"

/*
 * `style` is for the text: regressions first, then what was not judged, improvements, the rest, and a total.
 * `limit` is for Markdown, in bytes: it says how many rows it left out. Errors: MEMORY.
 */
bool rg_report_print(const struct rg_verdict *verdict, enum rg_form form, struct rg_style style, size_t limit,
                     struct rg_buffer *out, struct rg_error *err);

#endif
