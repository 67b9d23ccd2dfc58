/*
 * attempt.h: a capture at one instant: the server's present, then all questions of a plan, then once more
 * what did not agree.
 */
#ifndef RUNGATE_ATTEMPT_H
#define RUNGATE_ATTEMPT_H

#include "rungate/measure/plan.h"
#include "rungate/measure/questions.h"
#include "rungate/measure/reading.h"
#include "rungate/model/timings.h"

/* What is the same for every attempt. */
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
    struct rg_reading *readings;   /* by the plan's keys */
    struct rg_evidence *evidence;  /* by the plan's series */
    struct rg_question *questions; /* one a key, then one a series; one without evidence has no `query` */
    struct rg_error failure; /* nothing was asked for that reason, and every reading says so; else NONE */
    bool refused;            /* the failure is one that asking later does not fix */
};

/*
 * Ask everything at one instant. What goes wrong with the server is in the readings, or in `failure`: SERVER,
 * which does not tell its time; CONFLICT, a window that reaches back before the workload. Errors: MEMORY,
 * SERVER, what ended the asking.
 */
bool rg_attempt_make(const struct rg_attempt_input *input, struct rg_attempt *ret, struct rg_error *err);

/* An attempt that never came to asking, for that reason. Errors: MEMORY. */
bool rg_attempt_fail(const struct rg_attempt_input *input, const struct rg_error *why, struct rg_attempt *ret,
                     struct rg_error *err);
void rg_attempt_release(struct rg_attempt *attempt);

/* Only the instant: `unix_s`, or `failure`. Errors: MEMORY, SERVER. */
bool rg_attempt_find_instant(const struct rg_attempt_input *input, struct rg_attempt *ret,
                             struct rg_error *err);

/* How many keys have a value. */
size_t rg_attempt_captured(const struct rg_attempt *attempt);

/*
 * The metrics, the samples where the evidence counts them, and the ladders under the key prefixes. They point
 * into the attempt and its plan. Errors: MEMORY.
 */
bool rg_attempt_fill(const struct rg_attempt *attempt, struct rg_timings *timings, struct rg_error *err);

/* The ladders of all series that show one, under their names in ladders.json or under the key prefixes. */
bool rg_attempt_ladders(const struct rg_attempt *attempt, bool by_ladder_name, struct rg_ladders *ret,
                        struct rg_error *err);

#endif
