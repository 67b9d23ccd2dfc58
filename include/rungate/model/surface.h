/*
 * surface.h: regression-metrics.json: what is measured, and so which keys must be there.
 *
 * A group declares names, phases and quantiles; their product is its keys. With `_mean` each name (and phase) has
 * a key more, the mean; without quantiles it has one key, a value. A series is what one query template asks for,
 * one quantile at a time: all keys of a series share a base.
 */
#ifndef RUNGATE_SURFACE_H
#define RUNGATE_SURFACE_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/model/key.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_group {
    const char *name;
    const char *prefix;
    const char *policy;
    const char *ladder; /* the ladder's name in ladders.json */
    const char *unit;
    size_t line;
    bool is_value; /* no `_quantiles`: its readings are no quantiles, and have no ladder */
    bool higher;   /* more is better */
    bool has_mean; /* the mean of each histogram, too */
};

struct rg_series {
    const struct rg_group *group;
    const char *base;          /* "job.transaction.queued" */
    const char *name;          /* "transaction" */
    const char *template_text; /* the query, with {quantile}, {name} and {window} */
};

struct rg_surface_key {
    const char *key;
    const char *label; /* "p95", "mean" or "value"; points into key */
    enum rg_key_kind kind;
    const char *quantile_text; /* "0.95"; "" for another kind */
    double quantile;           /* 0 for another kind */
    const struct rg_series *series;
    bool excluded;
};

struct rg_exclusion {
    const char *key;
    const char *reason; /* "" when none is given */
    size_t line;
    bool declared; /* it excludes a key that a group declares */
};

struct rg_surface {
    struct rg_group *groups;
    size_t group_count;
    struct rg_series *series; /* in document order */
    size_t series_count;
    struct rg_surface_key *keys; /* sorted by key */
    size_t key_count;
    size_t key_bytes;                /* of all keys */
    struct rg_exclusion *exclusions; /* sorted by key */
    size_t exclusion_count;
    size_t excluded_count; /* keys with `excluded` set */
    struct rg_arena arena;
};

/*
 * The keys that a file may make: a few names, phases and quantiles multiply. Of all keys together, in
 * characters, so that many long ones do not fill the memory.
 */
enum { RG_SURFACE_KEYS_MAX = 200000, RG_SURFACE_TEXT_MAX = 32 * 1024 * 1024 };

/* From a document that was read already. Errors: FORMAT, LIMIT, MEMORY. */
bool rg_surface_read(const struct rg_json *root, struct rg_surface *ret, struct rg_error *err);

/* Errors: those of rg_json_read(), each with the path in front; LIMIT. */
bool rg_surface_load(const char *path, struct rg_surface *ret, struct rg_error *err);
void rg_surface_release(struct rg_surface *surface);

/* NULL when it is not declared. */
const struct rg_surface_key *rg_surface_find(const struct rg_surface *surface, const char *key);

/* NULL when it is not in excluded_keys. */
const struct rg_exclusion *rg_surface_exclusion(const struct rg_surface *surface, const char *key);

#endif
