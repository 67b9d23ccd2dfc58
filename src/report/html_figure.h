/*
 * html_figure.h: the chart of a series of a verdict, and what is missing in it.
 */
#ifndef RUNGATE_REPORT_HTML_FIGURE_H
#define RUNGATE_REPORT_HTML_FIGURE_H

#include "report/html_series.h"

/*
 * Append the chart, the `number`-th of its page: both distributions where they were counted, a lane for each
 * key that is in the unit of the series' ladder, or of its first key. Errors: MEMORY.
 */
bool rg_html_figure(const struct rg_verdict *verdict, const struct rg_html_series *series, size_t number,
                    struct rg_buffer *out, struct rg_error *err);

#endif
