/*
 * collector.h: the bucket edges in an OpenTelemetry Collector configuration. Private to the ladder
 * sources.
 *
 * They are in connectors.spanmetrics[/name].histogram.explicit.buckets, or, of the older processor, in
 * processors.spanmetrics[/name], there also as latency_histogram_buckets.
 * https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/connector/spanmetricsconnector
 */
#ifndef RUNGATE_COLLECTOR_H
#define RUNGATE_COLLECTOR_H

#include "rungate/model/ladder.h"

/*
 * Read the edges from the text of a configuration, in units of `unit_ns` nanoseconds. `component` chooses
 * among several: "connectors/spanmetrics/name"; NULL: there must be one. Sets edges, edge_count and line.
 * Errors: FORMAT, with line and column; CONFLICT, when there is not the one component; LIMIT; MEMORY.
 */
bool rg_collector_ladder_read(const char *text, size_t length, const char *component, double unit_ns,
                              struct rg_arena *arena, struct rg_ladder *ret, struct rg_error *err);

#endif
