/*
 * batch.h: the series of a plan, asked and judged a few at a time.
 *
 * How many at a time depends on the longest answer so far, so that what is in memory at once has a bound whatever a
 * server returns.
 */
#ifndef RUNGATE_BATCH_H
#define RUNGATE_BATCH_H

#include "measure/round.h"
#include "measure/series_reading.h"
#include "measure/targets.h"
#include "rungate/base/arena.h"
#include "rungate/measure/plan.h"
#include "rungate/measure/questions.h"
#include "rungate/measure/reading.h"

/* Initialise with `{0}` and set what stands before `next`. */
struct rg_batches {
    const struct rg_plan *plan;
    const char *window;
    long long window_ms;
    long long unix_s; /* the instant */
    bool allow_partial;
    rg_ask *ask;
    void *context;
    struct rg_reading *readings;      /* to fill, by the plan's keys */
    struct rg_series_reading *series; /* to fill, by the plan's series */
    struct rg_question *questions;    /* one a key, then one a series: afterwards without their answers */
    struct rg_arena *arena;           /* for texts and edges */
    size_t next;                      /* the first series that was not asked */
    size_t ahead;                     /* the first whose keys were not: their answers are short */
    size_t size;                      /* of the last batch */
    size_t bytes_max;                 /* of the answers so far */
    size_t *key_from;                 /* by series: where its keys begin in `keys` */
    size_t *keys;
    const char *no_ranges; /* the server refuses range vectors, and its words */
    bool has_ranges;       /* it answered one */
    struct rg_targets targets;
    struct rg_round round;
    struct rg_item *items; /* of a batch */
    size_t item_count;
};

/* Errors: MEMORY. */
bool rg_batches_begin(struct rg_batches *batches, struct rg_error *err);

/* Is there another batch? */
bool rg_batches_left(const struct rg_batches *batches);

/* Ask the next one. Errors: those of the asking; MEMORY. */
bool rg_batches_ask(struct rg_batches *batches, struct rg_error *err);

void rg_batches_release(struct rg_batches *batches);

#endif
