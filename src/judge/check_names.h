/*
 * check_names.h: "did you mean" for the names in check-bounds' files.
 *
 * A suggestion compares with every known name. So the comparisons of one run are limited: in a file that is
 * wrong throughout, the later findings come without one.
 */
#ifndef RUNGATE_JUDGE_CHECK_NAMES_H
#define RUNGATE_JUDGE_CHECK_NAMES_H

#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"

#include <stddef.h>

enum { RG_HINT_COMPARISONS = 200000, RG_HINT_SIZE = 128 };

struct rg_hints {
    size_t comparisons_left; /* RG_HINT_COMPARISONS to start with */
    char text[RG_HINT_SIZE]; /* of the last hint */
};

/*
 * Each returns "did you mean 'x'? ", which the next call overwrites, or "" when nothing is near: for a key
 * that is not declared the base of a declared key or, where the base is right, the whole key; for a ladder
 * the nearest that is declared; for a policy the nearest that has defaults; for a default, which is "policy.label",
 * the nearest that some key would use; for a ladder that no group uses the nearest that one does.
 */
const char *rg_hint_key(struct rg_hints *hints, const struct rg_surface *surface, const char *key);
const char *rg_hint_ladder(struct rg_hints *hints, const struct rg_ladders *ladders, const char *name);
const char *rg_hint_policy(struct rg_hints *hints, const struct rg_thresholds *thresholds,
                           const char *policy);
const char *rg_hint_default(struct rg_hints *hints, const struct rg_surface *surface, const char *name);
const char *rg_hint_used_ladder(struct rg_hints *hints, const struct rg_surface *surface, const char *name);

#endif
