/*
 * plan.h: what a capture asks: from the surface, one query a key, and for each series one for its raw samples or, where
 * these cannot be counted, its rates.
 */
#ifndef RUNGATE_PLAN_H
#define RUNGATE_PLAN_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/measure/query.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_count_options;

struct rg_plan_series {
    const char *base; /* the series' */
    const struct rg_series *series;
    const struct rg_ladder *declared;       /* NULL when ladders.json has none */
    const struct rg_count_options *counted; /* how; NULL: read as the server's quantile */
    const char *why;                        /* it is not counted; NULL when it is, and for values */
    const char *raw;         /* its raw samples; the next two likewise, NULL when it is not counted: */
    const char *sum;         /* of its sum; NULL also without a mean */
    const char *created;     /* when its series began, where a client says so */
    const char *present;     /* its series, at one instant */
    const char *evidence;    /* the rates; NULL when the template is not one call of histogram_quantile */
    enum rg_rates_kind kind; /* what the evidence counts */
};

struct rg_plan_key {
    const struct rg_surface_key *key;
    const char *query; /* NULL for a mean, which no server is asked for */
    size_t series;     /* index */
};

struct rg_plan {
    struct rg_plan_key *keys; /* sorted by key, excluded ones left out */
    size_t key_count;
    struct rg_plan_series *series; /* those that a key needs, sorted by base */
    size_t series_count;
    struct rg_arena arena;
};

/*
 * Surface and ladders must outlive the plan. Errors: FORMAT, a template or name that makes no query, with the
 * key, or one that says one thing and does another, with the edit; CONFLICT, a declared ladder in another unit than
 * its group, or a mean of what cannot be counted; MEMORY.
 */
bool rg_plan_make(const struct rg_surface *surface, const struct rg_ladders *declared, const char *window,
                  struct rg_plan *ret, struct rg_error *err);
void rg_plan_release(struct rg_plan *plan);

#endif
