/*
 * compare_text.h: a verdict for people: as text, and as Markdown. Nothing is decided here.
 */
#ifndef RUNGATE_REPORT_COMPARE_TEXT_H
#define RUNGATE_REPORT_COMPARE_TEXT_H

#include "rungate/judge/compare.h"
#include "rungate/report/table.h"

/*
 * In any form; `style` is for the text: regressions first, then what was not judged, improvements, the rest,
 * and a total. Errors: MEMORY.
 */
bool rg_report_print(const struct rg_verdict *verdict, enum rg_form form, struct rg_style style,
                     struct rg_buffer *out, struct rg_error *err);

/* GitHub-flavoured Markdown, at most `limit` bytes long: it says how many rows it left out. Errors: MEMORY. */
bool rg_report_markdown(const struct rg_verdict *verdict, size_t limit, struct rg_buffer *out,
                        struct rg_error *err);

#endif
