/*
 * html_compare.h: a verdict as an HTML page: what fired first, each series with its distribution.
 */
#ifndef RUNGATE_REPORT_HTML_COMPARE_H
#define RUNGATE_REPORT_HTML_COMPARE_H

#include "rungate/report/explain.h"

/*
 * Append the page. `paths` is for the explanations. With a placeholder as baseline, the current readings are shown by
 * themselves. Errors: MEMORY.
 */
bool rg_html_compare(const struct rg_verdict *verdict, const struct rg_explain_paths *paths,
                     struct rg_buffer *out, struct rg_error *err);

#endif
