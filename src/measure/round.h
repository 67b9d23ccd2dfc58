/*
 * round.h: queries that are asked concurrently, wherever they are kept.
 */
#ifndef RUNGATE_ROUND_H
#define RUNGATE_ROUND_H

#include "rungate/measure/questions.h"

/* Where a question is kept. */
struct rg_home {
    struct rg_question *question;
};

/* Initialise with `{0}`. */
struct rg_round {
    struct rg_home *homes;
    size_t count;
    size_t capacity;
    size_t asked; /* questions, in all rounds so far */
};

/* Put a question into the next round; it must stay where it is. Its earlier answer is replaced then. */
bool rg_round_add(struct rg_round *round, struct rg_question *question, struct rg_error *err);

/*
 * Ask what was put in, at one instant, and start anew. An answer that a server gives for another instant than was
 * asked is a failure. Errors: those of the asking; MEMORY.
 */
bool rg_round_ask(struct rg_round *round, rg_ask *ask, void *context, long long unix_s, struct rg_error *err);

void rg_round_release(struct rg_round *round);

#endif
