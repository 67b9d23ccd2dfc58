/*
 * tally.h: readings that are counted.
 */
#ifndef RUNGATE_TALLY_H
#define RUNGATE_TALLY_H

#include "measure/counts.h"
#include "measure/series_reading.h"
#include "rungate/measure/plan.h"
#include "rungate/measure/reading.h"

/* A key of a counted series, and what the server itself makes of it. */
struct rg_tally_key {
    const struct rg_surface_key *key;
    const struct rg_answer *answer; /* NULL for a mean, and when no server was asked */
};

/* The series, and what came of its raw samples. */
struct rg_tally {
    const struct rg_plan_series *series;
    const struct rg_counts *counts;
    const struct rg_answer *raw;
    const struct rg_answer *sum; /* NULL without a mean */
    double window_s;             /* 0 when it is not known how long the counted time should be */
    bool allow_partial;
};

/*
 * What there is to know of the series. Texts and edges are in the arena. `many_instances`: notes name theirs.
 * Errors: MEMORY.
 */
bool rg_tally_series(const struct rg_tally *tally, bool many_instances, struct rg_arena *arena,
                     struct rg_series_reading *ret, struct rg_error *err);

/* A reading of one of its keys. */
struct rg_reading rg_tally_key(const struct rg_tally *tally, const struct rg_series_reading *series,
                               const struct rg_tally_key *key);

#endif
