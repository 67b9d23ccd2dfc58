/*
 * compare_total.h: a verdict in one line. PASS is never said without how much of the baseline was judged.
 */
#ifndef RUNGATE_REPORT_COMPARE_TOTAL_H
#define RUNGATE_REPORT_COMPARE_TOTAL_H

#include "rungate/base/buffer.h"
#include "rungate/judge/verdict.h"

/* "19 compared, 0 missing, 6 excluded, 0 new; 8 improved", and whatever else is not 0. */
void rg_total_counts(const struct rg_summary *summary, struct rg_buffer *out);

/* "PASS, with 6 of 15 keys NOT judged: 9 judged, none regressed; not judged: 4 no_data, 2 without a threshold". */
void rg_total_verdict(const struct rg_verdict *verdict, struct rg_buffer *out);

/*
 * The verdict is PASS, and says less than it seems: keys were not judged that nobody excluded, or under other
 * conditions.
 */
bool rg_total_is_partial(const struct rg_verdict *verdict);

/* Nothing was compared because the baseline is a placeholder, and no budget is exceeded. */
bool rg_total_is_ungated(const struct rg_verdict *verdict);

#endif
