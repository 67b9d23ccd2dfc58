/*
 * ab_forms.h: an A/B verdict in each form. The readings of every round are in all but the annotations.
 */
#ifndef RUNGATE_REPORT_AB_FORMS_H
#define RUNGATE_REPORT_AB_FORMS_H

#include "rungate/judge/ab_verdict.h"
#include "rungate/report/table.h"

/*
 * `style` is for the text, which has regressions first. `limit` is for Markdown, in bytes: it says how many
 * rows it left out. Errors: MEMORY.
 */
bool rg_ab_report_print(const struct rg_ab_verdict *verdict, enum rg_form form, struct rg_style style,
                        size_t limit, struct rg_buffer *out, struct rg_error *err);

#endif
