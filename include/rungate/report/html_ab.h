/*
 * html_ab.h: an A/B verdict as an HTML page: the rounds of each key as pairs, and the interval of the difference.
 */
#ifndef RUNGATE_REPORT_HTML_AB_H
#define RUNGATE_REPORT_HTML_AB_H

#include "rungate/judge/ab_verdict.h"

/* Append the page. Errors: MEMORY. */
bool rg_html_ab(const struct rg_ab_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
