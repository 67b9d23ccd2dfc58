/*
 * attempt.h: a capture at one instant: the server's present, then all questions of a plan, then once more what did
 * not agree.
 *
 * Series are asked a few at a time, and what was answered is read, counted and released: of long answers only a few
 * are in memory.
 */
#ifndef RUNGATE_ATTEMPT_H
#define RUNGATE_ATTEMPT_H

#include "measure/series_reading.h"
#include "rungate/base/arena.h"
#include "rungate/measure/plan.h"
#include "rungate/measure/questions.h"
#include "rungate/measure/reading.h"

/* Inputs that are the same for every attempt. */
struct rg_attempt_input {
    const struct rg_plan *plan;
    const char *window; /* as text, and in milliseconds */
    long long window_ms;
    const long long *time_s;  /* the instant to evaluate at; NULL for the server's present */
    const long long *began_s; /* of the workload, and the window must not begin earlier; NULL for any */
    bool allow_partial;
    rg_ask *ask;
    void *context; /* of `ask` */
};

/* Initialise with `{0}`; release with rg_attempt_release(). Points into its input, which must outlive it. */
struct rg_attempt {
    const struct rg_attempt_input *input;
    long long unix_s; /* the instant */
    long long elapsed_ms;
    struct rg_reading *readings;      /* by the plan's keys */
    struct rg_series_reading *series; /* by the plan's series */
    struct rg_question *questions; /* one a key, then one a series; where there is none it has no `query` */
    size_t asked;                  /* questions in all, with those that are not kept */
    size_t answer_bytes_max;
    struct rg_error failure; /* nothing was asked for that reason, and every reading says so; else NONE */
    bool refused;            /* asking again later cannot help */
    struct rg_arena arena;
};

/*
 * Ask everything at one instant. What goes wrong with the server is in the readings, or in `failure`: SERVER,
 * which does not tell its time; CONFLICT, a window that reaches back before the workload. Errors: MEMORY,
 * SERVER, what ended the asking.
 */
bool rg_attempt_make(const struct rg_attempt_input *input, struct rg_attempt *ret, struct rg_error *err);

/* An attempt without readings, to be filled in. Errors: MEMORY. */
bool rg_attempt_init(const struct rg_attempt_input *input, struct rg_attempt *ret, struct rg_error *err);

/* An attempt that never came to asking, for that reason. Errors: MEMORY. */
bool rg_attempt_fail(const struct rg_attempt_input *input, const struct rg_error *why, struct rg_attempt *ret,
                     struct rg_error *err);
void rg_attempt_release(struct rg_attempt *attempt);

/* Only the instant: `unix_s`, or `failure`. Errors: MEMORY, SERVER. */
bool rg_attempt_find_instant(const struct rg_attempt_input *input, struct rg_attempt *ret,
                             struct rg_error *err);

/* How many keys have a value. */
size_t rg_attempt_captured(const struct rg_attempt *attempt);

#endif
