/*
 * bounds_near.h: "did you mean" for the names in check-bounds' files. Private to the rules.
 *
 * A suggestion walks all known names. So the comparisons of one run are counted and capped: in a file that is
 * wrong throughout the later findings come without one.
 */
#ifndef RUNGATE_BOUNDS_NEAR_H
#define RUNGATE_BOUNDS_NEAR_H

#include "rungate/judge/check.h"

enum { RG_NEAR_COMPARISONS = 200000, RG_NEAR_SIZE = 64 };

/*
 * What a key that is not declared may have meant: the base of a declared key, or, where the base is right,
 * the whole key. NULL when nothing is near.
 */
const char *rg_near_key(struct rg_findings *findings, const struct rg_surface *surface, const char *key);

/* The declared ladder nearest to a name that is not there, or NULL. */
const char *rg_near_ladder(struct rg_findings *findings, const struct rg_ladders *ladders, const char *name);

/* The nearest policy among the defaults, in `ret`. False when none is near. */
bool rg_near_policy(struct rg_findings *findings, const struct rg_thresholds *thresholds, const char *policy,
                    char ret[RG_NEAR_SIZE]);

#endif
