/*
 * waivers.h: known regressions with an owner, waived until a given day.
 *
 *     "waivers": {"span.x.p95": {"until": "2026-12-31", "max": 25.0, "owner": "…", "reason": "…"}}
 *
 * A waiver holds through its day, in UTC, and for readings up to its `max`; where more is better, down to it.
 */
#ifndef RUNGATE_WAIVERS_H
#define RUNGATE_WAIVERS_H

#include "rungate/format/json_members.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_waiver {
    const char *key;
    const char *until; /* "2026-12-31" */
    const char *owner; /* NULL when not given, as is the reason */
    const char *reason;
    double max; /* in the key's unit, with has_max */
    bool has_max;
    long long until_s; /* the start of that day, in seconds since 1970 */
    size_t line;
};

struct rg_waivers {
    struct rg_waiver *items; /* sorted by key */
    size_t count;
};

/* An rg_json_read_function for the member `waivers`, into a struct rg_waivers. */
rg_json_read_function rg_waivers_read;

/* The waiver for a key, or NULL. */
const struct rg_waiver *rg_waivers_find(const struct rg_waivers *waivers, const char *key);

/* It still holds on the day that starts at `today_s`. */
bool rg_waiver_holds(const struct rg_waiver *waiver, long long today_s);

#endif
