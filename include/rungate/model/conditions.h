/*
 * conditions.h: what captures must have in common before their numbers can be compared or combined.
 *
 * These functions find what differs. Whether a difference is an error, a warning or none, and its words, are
 * the caller's.
 */
#ifndef RUNGATE_CONDITIONS_H
#define RUNGATE_CONDITIONS_H

#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* The label that names the build: the one that the two sides of an A/B experiment must differ in. */
#define RG_LABEL_BUILD "build"

/* What tells builds apart: that label, else the commit; NULL when neither is known. */
const char *rg_build_of(const struct rg_timings *timings);

enum rg_condition_kind {
    RG_DIFFERS_LABEL,
    RG_DIFFERS_PROFILE,
    RG_DIFFERS_WINDOW,
    RG_DIFFERS_SOURCE,
    RG_DIFFERS_UNIT,
    RG_DIFFERS_LADDER
};

/* "label", … */
const char *rg_condition_name(enum rg_condition_kind kind);

/* Points into the two captures. */
struct rg_difference {
    enum rg_condition_kind kind;
    const char *name; /* of the label, or the key; NULL for profile, window and source */
    const char *a;    /* what the first says, NULL when it says nothing; the name of a ladder */
    const char *b;
};

/*
 * The next difference in labels (those of `a` first), profile, window and source. Only captures from servers have
 * a window to compare. *at starts as 0 and is the function's own. False when there are no more.
 */
bool rg_conditions_next(const struct rg_timings *a, const struct rg_timings *b, size_t *at,
                        struct rg_difference *ret);

/* The first key that both have, in another unit or on another recorded ladder. False when there is none. */
bool rg_readings_differ(const struct rg_timings *a, const struct rg_timings *b, struct rg_difference *ret);

/* When something ran, in seconds since 1970, and which of several it is. */
struct rg_interval {
    long long begin_s;
    long long end_s;
    size_t index;
};

/* captured_at as seconds since 1970. Errors: CONFLICT, with the name, when it is missing or malformed. */
bool rg_captured_at(const struct rg_timings *timings, const char *name, long long *ret_s,
                    struct rg_error *err);

/*
 * What a capture looked back on: [captured_at − window, captured_at], of a scrape [began_at, captured_at]; the index
 * is 0.
 * Errors: CONFLICT, with the name, when one of the two is missing or malformed.
 */
bool rg_captured_interval(const struct rg_timings *timings, const char *name, struct rg_interval *ret,
                          struct rg_error *err);

/*
 * Sort by begin, then by index, and find two intervals that overlap; touching is no overlap. True when there
 * are: then items[*ret_at - 1] and items[*ret_at].
 */
bool rg_intervals_overlap(struct rg_interval *items, size_t count, size_t *ret_at);

#endif
