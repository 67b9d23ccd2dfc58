/*
 * attempt_fill.h: the result of an attempt, as the members of a capture.
 */
#ifndef RUNGATE_ATTEMPT_FILL_H
#define RUNGATE_ATTEMPT_FILL_H

#include "rungate/measure/attempt.h"
#include "rungate/model/timings.h"

/*
 * The metrics; samples, counts, what is covered, and which series are not counted; notes; the ladders under the key
 * prefixes. They point into the attempt and its plan. Errors: MEMORY.
 */
bool rg_attempt_fill(const struct rg_attempt *attempt, struct rg_timings *timings, struct rg_error *err);

/* The ladders of all series that show one, under their names in ladders.json or under the key prefixes. */
bool rg_attempt_ladders(const struct rg_attempt *attempt, bool by_ladder_name, struct rg_ladders *ret,
                        struct rg_error *err);

#endif
