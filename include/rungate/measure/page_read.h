/*
 * page_read.h: the text of a page, read for what a surface selects.
 */
#ifndef RUNGATE_PAGE_READ_H
#define RUNGATE_PAGE_READ_H

#include "rungate/measure/page.h"

/*
 * Offer every sample of a page, and end it. `content_type` is what came with it; NULL for a page of a file, which is
 * OpenMetrics when it ends in "# EOF", and the text format otherwise. Errors: FORMAT, with the place; LIMIT; MEMORY.
 */
bool rg_page_read(struct rg_page *page, struct rg_selection *selection, const char *text, size_t length,
                  const char *content_type, struct rg_error *err);

/* Append a sample as a line of the text format, without the end of the line. */
void rg_page_line(const struct rg_page_sample *sample, struct rg_buffer *out);

#endif
