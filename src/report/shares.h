/*
 * shares.h: edge by edge, how much of two sides lies above: facts, whatever is interpolated.
 */
#ifndef RUNGATE_REPORT_SHARES_H
#define RUNGATE_REPORT_SHARES_H

#include "rungate/base/buffer.h"
#include "rungate/model/ladder.h"
#include "rungate/model/series_counts.h"

/* Append the table of two sides; one whose counts are not recorded has none. */
void rg_shares_text(const struct rg_ladder *ladder, const char *const names[2],
                    const struct rg_series_counts sides[2], struct rg_buffer *out);

#endif
