/*
 * check_edges.h: a view of check-bounds: the edges that the ladders lack.
 */
#ifndef RUNGATE_REPORT_CHECK_EDGES_H
#define RUNGATE_REPORT_CHECK_EDGES_H

#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

/*
 * The edges to add so that no floor is above `floor`. *ret_all is false when there are keys that none of them
 * can bring there. Errors: MEMORY.
 */
bool rg_check_edges(const struct rg_check_input *input, const struct rg_findings *findings, double floor,
                    enum rg_form form, struct rg_buffer *out, bool *ret_all, struct rg_error *err);

#endif
