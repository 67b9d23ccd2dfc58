/*
 * ab_text.h: an A/B verdict for people: as text, and as Markdown. The readings of every round are in both.
 */
#ifndef RUNGATE_REPORT_AB_TEXT_H
#define RUNGATE_REPORT_AB_TEXT_H

#include "rungate/judge/ab.h"
#include "rungate/report/table.h"

/* In any form; `style` is for the text, which has regressions first. Errors: MEMORY. */
bool rg_ab_report_print(const struct rg_ab_verdict *verdict, enum rg_form form, struct rg_style style,
                        struct rg_buffer *out, struct rg_error *err);

/* GitHub-flavoured Markdown, at most `limit` bytes long: it says how many rows it left out. Errors: MEMORY. */
bool rg_ab_report_markdown(const struct rg_ab_verdict *verdict, size_t limit, struct rg_buffer *out,
                           struct rg_error *err);

#endif
