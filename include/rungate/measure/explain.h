/*
 * explain.h: why a series is missing.
 *
 * For at most RG_EXPLAIN_MAX series of a capture one question more is asked, and for one that looks like a native
 * histogram a second: does the metric exist at all, under another suffix or unit, earlier; and which matcher finds
 * nothing.
 */
#ifndef RUNGATE_EXPLAIN_H
#define RUNGATE_EXPLAIN_H

#include "rungate/measure/attempt.h"

enum { RG_EXPLAIN_MAX = 8 };

/*
 * Add to the readings of an attempt what the server has in place of missing series. If it does not answer,
 * they stay unexplained. Errors: MEMORY; what ended the asking.
 */
bool rg_attempt_explain(struct rg_attempt *attempt, struct rg_error *err);

#endif
