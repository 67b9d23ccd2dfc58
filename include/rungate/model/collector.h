/*
 * collector.h: the bucket edges in an OpenTelemetry Collector configuration. Private to the ladder
 * sources.
 *
 * They are in connectors.span_metrics[/name].histogram.explicit.buckets, or, of the older processor, in
 * processors.spanmetrics[/name], there also as latency_histogram_buckets; `spanmetrics` and `span_metrics` are
 * one type. The configuration is the whole file, or "config" of Helm's values, or "spec.config" of the
 * operator's resource; in these two it may also be a text.
 *
 * Buckets are durations; `histogram.unit` is the unit in which the Collector exports them, ms unless it says
 * otherwise.
 * https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/connector/spanmetricsconnector
 */
#ifndef RUNGATE_COLLECTOR_H
#define RUNGATE_COLLECTOR_H

#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"

/* A JSON file that has the form of a configuration, or of what holds one, and not that of a ladders.json. */
bool rg_collector_is_json(const struct rg_json *root);

/*
 * Read the edges from the text of a configuration. `component` chooses among several:
 * "connectors/span_metrics/name"; NULL: there must be one. `group` is the one that uses the ladder, or NULL: a
 * histogram that is exported in another unit is refused. Sets edges, edge_count, unit, line and note.
 * Errors: FORMAT, with line and column; CONFLICT, when there is not the one component; LIMIT; MEMORY.
 */
bool rg_collector_ladder_read(const char *text, size_t length, const char *component,
                              const struct rg_group *group, struct rg_arena *arena, struct rg_ladder *ret,
                              struct rg_error *err);

#endif
