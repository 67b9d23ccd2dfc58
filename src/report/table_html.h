/*
 * table_html.h: a table in HTML.
 */
#ifndef RUNGATE_REPORT_TABLE_HTML_H
#define RUNGATE_REPORT_TABLE_HTML_H

#include "rungate/report/table.h"

/*
 * Append the rows of all sections as one table. The first cell of a row is its heading. `caption`, which is
 * outside text, is read out and not seen.
 */
void rg_table_html(const struct rg_table *table, const char *caption, struct rg_buffer *out);

#endif
