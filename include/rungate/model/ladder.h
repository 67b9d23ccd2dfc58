/*
 * ladder.h: the bucket edges of a histogram, which limit what histogram_quantile can resolve.
 *
 * Edges are finite, strictly ascending, the first above zero, at least two; +Inf is implied. Between two
 * edges histogram_quantile interpolates, in the first bucket from zero; above the last it returns the last.
 * So only the crossing of an edge is a fact, and every bound is derived from one.
 *
 * Two edges are equal, and a value is on an edge, within 1e-9 relative: servers return a true edge one ulp
 * high.
 */
#ifndef RUNGATE_LADDER_H
#define RUNGATE_LADDER_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

#define RG_EDGE_TOLERANCE 1e-9

struct rg_ladder {
    const char *name; /* the ladder's name, or the key prefix it holds for */
    const char *unit;
    const double *edges; /* in that unit */
    size_t edge_count;
    size_t line;
    const char *file; /* that it was read from, where there can be several; else NULL */
    const char *note; /* a note that the caller should print; usually NULL */
};

/* Sorted by name. Everything is in the arena. */
struct rg_ladders {
    struct rg_ladder *items;
    size_t count;
    struct rg_arena arena;
};

/* Read an object in the form of ladders.json. `keep_unknown`: other members of a ladder are no error. Errors:
 * FORMAT, LIMIT, MEMORY. */
bool rg_ladders_read(const struct rg_json *object, bool keep_unknown, struct rg_ladders *ret,
                     struct rg_error *err);

void rg_ladders_release(struct rg_ladders *ladders);

/* The ladder of exactly that name, or NULL. */
const struct rg_ladder *rg_ladders_find(const struct rg_ladders *ladders, const char *name);

/* The ladder of the longest prefix of `key` that ends at a dot, or NULL. */
const struct rg_ladder *rg_ladders_match(const struct rg_ladders *ladders, const char *key);

/*
 * The declared ladder of a series: that of the longest part of its base that ends at a dot and is longer than its
 * prefix, as --write-ladders names what differs from the rest; else the one named `name`. NULL: none.
 */
const struct rg_ladder *rg_ladders_declared(const struct rg_ladders *ladders, const char *name,
                                            const char *base);

/* The bucket that a value lies in: lo < value <= hi. */
struct rg_bucket {
    double lo; /* 0 for the first bucket */
    double hi;
    double hi_next; /* the edge above hi; 0 when there is none */
    bool has_next;
};

/* False when the value is above the top edge. A value at or below 0 is in the first bucket. */
bool rg_ladder_bucket(const struct rg_ladder *ladder, double value, struct rg_bucket *ret);

/* The index of the first edge that is not below the value, `exact`ly or within RG_EDGE_TOLERANCE; the count when
 * there is none. */
size_t rg_edges_from(const double *edges, size_t edge_count, double value, bool exact);

/* The value is on the top edge or above: the server only knows that it is at least that. */
bool rg_ladder_saturated(const struct rg_ladder *ladder, double value);

/* a == b within RG_EDGE_TOLERANCE. */
bool rg_edges_equal(double a, double b);

/* The index of the first edge of `ladder` that the other one has not at its place; the edges are equal when it
 * is the count of both. */
size_t rg_edges_differ_at(const struct rg_ladder *ladder, const double *edges, size_t edge_count);

/* Same unit, same edges. */
bool rg_ladders_equal(const struct rg_ladder *a, const struct rg_ladder *b);

/* The largest number of edges a ladder may have. */
enum { RG_LADDER_EDGES_MAX = 100000 };

#endif
