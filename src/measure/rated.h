/*
 * rated.h: what the rates of a series that is not counted say of it.
 */
#ifndef RUNGATE_RATED_H
#define RUNGATE_RATED_H

#include "measure/evidence.h"
#include "measure/series_reading.h"
#include "rungate/base/arena.h"
#include "rungate/measure/query.h"

/* Its observations in the window, where the rates tell, and its ladder, in the arena. Errors: MEMORY. */
bool rg_rated_series(const struct rg_evidence *evidence, enum rg_rates_kind kind, double window_s,
                     struct rg_arena *arena, struct rg_series_reading *ret, struct rg_error *err);

#endif
