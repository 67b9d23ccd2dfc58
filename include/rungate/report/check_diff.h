/*
 * check_diff.h: a view of check-bounds: what the refresh of a baseline does to each key.
 */
#ifndef RUNGATE_REPORT_CHECK_DIFF_H
#define RUNGATE_REPORT_CHECK_DIFF_H

#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

/* The key whose baseline got slower by most, of a value that got worse by most; NULL when none did. */
struct rg_check_slowest {
    const char *key; /* of the findings or of `old`; NULL when none got slower */
    double pct;      /* infinite from 0 */
    size_t compared; /* keys of which that is known */
};

/* The refresh is from `old` to the baseline; slower baselines first, then lost sensitivity. Errors: MEMORY. */
bool rg_check_diff(const struct rg_check_input *input, const struct rg_findings *findings,
                   const struct rg_timings *old, enum rg_form form, struct rg_buffer *out,
                   struct rg_check_slowest *ret, struct rg_error *err);

#endif
