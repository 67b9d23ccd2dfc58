/*
 * nearest.h: "did you mean": the known name closest to a misspelt one.
 */
#ifndef RUNGATE_NEAREST_H
#define RUNGATE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* A search among known names, each given to rg_near_consider(). */
struct rg_near {
    const char *wanted;
    const char *name; /* the first of the nearest so far; NULL when none is near enough */
    size_t distance;  /* its edits; without a name one more than allowed */
};

/* Names are near within `limit` insertions, deletions and substitutions. */
struct rg_near rg_near_to(const char *wanted, size_t limit);

/*
 * True when `known` is the nearest so far. It is not copied. Names over 63 bytes are never near.
 */
bool rg_near_consider(struct rg_near *near, const char *known);

#endif
