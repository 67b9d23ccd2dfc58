/*
 * collector_edges.h: the values in a Collector configuration: texts that must be something, and the list of
 * durations that are bucket edges.
 */
#ifndef RUNGATE_COLLECTOR_EDGES_H
#define RUNGATE_COLLECTOR_EDGES_H

#include "model/yaml_tree.h"
#include "rungate/model/ladder.h"

/* Set *err to FORMAT, "… expected WHAT", or that the Collector puts the value in when it starts. Returns false. */
bool rg_collector_fail_value(const struct rg_yaml *value, const char *what, struct rg_error *err);

/*
 * Read a list of durations. Sets edges, in units of `unit_ns` nanoseconds, edge_count, line, and note where an
 * edge is written in minutes and probably meant in milliseconds. All of it is in `arena`; `scratch` is used on
 * the way. Errors: FORMAT, MEMORY.
 */
bool rg_collector_edges_read(const struct rg_yaml *buckets, double unit_ns, struct rg_arena *arena,
                             struct rg_arena *scratch, struct rg_ladder *ret, struct rg_error *err);

#endif
