/*
 * discover.h: from the histograms that a source shows to a surface that captures them.
 *
 * First what is there is seen, one set of labels after the other, and grouped. Then the surface of all of it is tried;
 * see discover_write.h.
 *
 * A histogram is split by the first of the labels that usually name operations (see rg_discover_labels) whose values
 * split it into RG_DISCOVER_VALUES_MIN to RG_DISCOVER_VALUES_MAX series; without such a label it is one series.
 */
#ifndef RUNGATE_DISCOVER_H
#define RUNGATE_DISCOVER_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/measure/answer.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    RG_DISCOVER_LABELS = 10,
    RG_DISCOVER_VALUES_MIN = 2,
    RG_DISCOVER_VALUES_MAX = 200,
    RG_DISCOVER_SERIES_MAX = 500, /* that are tried, of all histograms together */
};

/* In the order in which they are considered. */
extern const char *const rg_discover_labels[RG_DISCOVER_LABELS];

/* What a server is asked: one element for each histogram and set of values of these labels. */
extern const char rg_discover_query[];

/* A set of labels of a histogram. Values are NULL for a label that is not there. */
struct rg_sighting {
    const char *metric; /* "http_request_duration_seconds_bucket" */
    const char *values[RG_DISCOVER_LABELS];
};

struct rg_discovered_series {
    const char *base; /* of its keys, in the surface */
    const char *name; /* the label's value, or "all" */
    const char *why;  /* it is left out; NULL when it is not */
    double samples;   /* observations, after the trial */
    bool has_mean;
};

struct rg_discovered {
    const char *metric;
    const char *prefix;
    const char *unit;
    const char *label; /* that it is split by, or NULL */
    const char *note;  /* what to know of the group, or NULL */
    const char *why;   /* the whole is left out; NULL when it is not */
    struct rg_discovered_series *series;
    size_t series_count;
};

/* Initialise with `{0}`. */
struct rg_discovery {
    struct rg_sighting *sightings;
    size_t sighting_count;
    size_t sighting_capacity;
    struct rg_discovered *histograms; /* by metric */
    size_t histogram_count;
    struct rg_arena arena;
};

/*
 * The strings are copied. Metrics whose name does not end in "_bucket", or that no file may
 * hold (see name.h), are passed over. Errors: MEMORY.
 */
bool rg_discovery_see(struct rg_discovery *discovery, const struct rg_sighting *sighting,
                      struct rg_error *err);

/* See what a server answered to rg_discover_query. Errors: MEMORY. */
bool rg_discovery_see_answer(struct rg_discovery *discovery, const struct rg_answer *answer,
                             struct rg_error *err);

/* Group what was seen, once. Errors: MEMORY. */
bool rg_discovery_group(struct rg_discovery *discovery, struct rg_error *err);

/* How many series are not left out. */
size_t rg_discovery_kept(const struct rg_discovery *discovery);

void rg_discovery_release(struct rg_discovery *discovery);

#endif
