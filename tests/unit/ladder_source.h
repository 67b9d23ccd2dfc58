/*
 * ladder_source.h: one source of ladders, loaded for the groups of a surface, as one text.
 */
#ifndef RUNGATE_TEST_LADDER_SOURCE_H
#define RUNGATE_TEST_LADDER_SOURCE_H

#include "scratch.h"

#include "rungate/model/ladder_sources.h"

static const char LADDER_SOURCE_SURFACE[] =
    "{\"spans\": {\"_query_template\": \"{quantile}\", \"_quantiles\": [0.5], "
    "\"_unit\": \"ms\", \"names\": [\"a\"]},"
    " \"web\": {\"_query_template\": \"{quantile}\", \"_quantiles\": [0.5], "
    "\"_unit\": \"s\", \"names\": [\"a\"]},"
    " \"size\": {\"_query_template\": \"{quantile}\", \"_quantiles\": [0.5], "
    "\"_unit\": \"bytes\", \"names\": [\"a\"]},"
    " \"job\": {\"_query_template\": \"{quantile}\", \"_quantiles\": [0.5], "
    "\"_unit\": \"us\", \"names\": [\"a\"]}}";

/* The part of a configuration above the buckets. */
#define HEAD "connectors:\n  spanmetrics:\n    histogram:\n      explicit:\n        buckets: "
#define HEAD_S                                                                                               \
    "connectors:\n  spanmetrics:\n    histogram:\n      unit: s\n      explicit:\n        buckets: "
/* The same in one line. */
#define FLOW(unit, buckets) "{histogram: {" unit " explicit: {buckets: " buckets "}}}"

/* Load one source; what is wrong with it, or the edges of one ladder, and what is said about it. */
static inline const char *load_for(const char *surface_file, const char *source, const char *ladder)
{
    static char text[RG_ERROR_SIZE];
    struct rg_surface surface = {0};
    struct rg_ladders ladders = {.count = 77};
    struct rg_error err = {0};

    CHECK(source, rg_surface_load(surface_file, &surface, &err));
    text[0] = '\0';
    if (!rg_ladder_sources_load(&source, 1, &surface, &ladders, &err)) {
        CHECK_INT(source, ladders.count, 77);
        (void)snprintf(text, sizeof text, "%s", err.message);
    } else {
        const struct rg_ladder *l = rg_ladders_find(&ladders, ladder);
        for (size_t i = 0; l != NULL && i < l->edge_count; i++)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g ", l->edges[i]);
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s%s",
                       l == NULL ? "none" : l->unit, l == NULL || l->note == NULL ? "" : " ",
                       l == NULL || l->note == NULL ? "" : l->note);
        rg_ladders_release(&ladders);
    }
    rg_surface_release(&surface);
    return text;
}

static inline const char *load(const char *source, const char *ladder)
{
    return load_for("surface.json", source, ladder);
}

static inline int ladder_source_enter(void **state)
{
    if (scratch_enter(state) != 0)
        return -1;
    scratch_puts("surface.json", LADDER_SOURCE_SURFACE);
    return 0;
}

#endif
