/*
 * plan.h: what a capture asks: from the surface, one query a key and one for the evidence of each series.
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

struct rg_plan_series {
    const char *base; /* the series' */
    const struct rg_series *series;
    const struct rg_ladder *declared; /* NULL when ladders.json has none */
    const char *evidence;             /* NULL when the template is not one call of histogram_quantile */
    enum rg_rates_kind kind;          /* what the evidence counts */
};

struct rg_plan_key {
    const struct rg_surface_key *key;
    const char *query;
    size_t series; /* index */
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
 * key; CONFLICT, a declared ladder in another unit than its group; MEMORY.
 */
bool rg_plan_make(const struct rg_surface *surface, const struct rg_ladders *declared, const char *window,
                  struct rg_plan *ret, struct rg_error *err);
void rg_plan_release(struct rg_plan *plan);

#endif
