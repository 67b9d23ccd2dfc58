/*
 * ladder_vote.h: the ladders that a server showed, in as few entries as possible.
 */
#ifndef RUNGATE_LADDER_VOTE_H
#define RUNGATE_LADDER_VOTE_H

#include "rungate/model/ladder.h"

/* The ladder that one series showed. */
struct rg_seen_ladder {
    const char *name; /* what the ladder goes under: a key prefix, or its name in ladders.json */
    const char *base; /* of the series */
    struct rg_ladder ladder;
};

/*
 * One ladder a name: the most frequent; a series whose ladder is another gets an entry under its base. `seen`
 * is sorted by base; the edges are shared, not copied. Errors: MEMORY.
 */
bool rg_ladders_vote(const struct rg_seen_ladder *seen, size_t count, struct rg_ladders *ret,
                     struct rg_error *err);

#endif
