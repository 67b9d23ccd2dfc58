/*
 * ladder_sources.h: ladders from where they live.
 *
 *     [NAME=]FILE[#PART]
 *
 * A file is a ladders.json, or the configuration of an OpenTelemetry Collector: that is YAML, which has such an
 * extension or does not start with a brace, and JSON with the sections of a configuration. Of a ladders.json,
 * NAME or PART chooses one ladder; of a configuration, PART chooses the component:
 * "connectors/span_metrics/name".
 *
 * NAME is that of the ladder, which is the key prefix unless a group says "_ladder"; it has no dot and no
 * slash, so "./a=b.json" is a file. Without it all ladders of a ladders.json are taken; the histogram of a
 * configuration is taken for "span" where a group uses that ladder, else for the only ladder in use. Only groups
 * with quantiles use one. The unit in which a configuration exports its edges must be that of the group.
 */
#ifndef RUNGATE_LADDER_SOURCES_H
#define RUNGATE_LADDER_SOURCES_H

#include "rungate/base/error.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"

/*
 * Read all sources. What is given for one NAME comes before what comes without; two sources of one ladder
 * otherwise contradict each other. `surface` may be NULL: then any unit will do.
 * Errors: those of rg_json_read(); FORMAT with line and column; CONFLICT; each with the file.
 */
bool rg_ladder_sources_load(const char *const *sources, size_t count, const struct rg_surface *surface,
                            struct rg_ladders *ret, struct rg_error *err);

/* Each source, of any number, is for one NAME: then the default file counts too. */
bool rg_ladder_sources_want_default(const char *const *sources, size_t count);

/* Its FILE, to be freed; NULL without memory. */
char *rg_ladder_source_file(const char *source);

#endif
