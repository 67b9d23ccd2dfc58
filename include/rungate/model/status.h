/*
 * status.h: why a reading is not plainly good. The one table of statuses, in order of precedence: a key has
 * the first that holds.
 */
#ifndef RUNGATE_STATUS_H
#define RUNGATE_STATUS_H

#include <stdbool.h>

/* Enumerator, name in the file, keeps its value, what it means, what to do. */
#define RG_STATUS_MAP(X)                                                                                     \
    X(ERROR, "error", false, "the query failed", "see the message, then capture again")                      \
    X(AMBIGUOUS, "ambiguous", false, "the query returned several results",                                   \
      "make the template yield one, with 'sum by (le)'")                                                     \
    X(PARTIAL, "partial", true, "the server answered with a warning or in part",                             \
      "fix the server, or accept it with --allow-partial")                                                   \
    X(RESTARTED, "restarted", false, "the process started again between the two scrapes",                    \
      "capture again, with one process from --begin to --since")                                             \
    X(LADDER_MISMATCH, "ladder_mismatch", false, "the bucket edges are not the declared ones",               \
      "make config/ladders.json and the instrumentation agree")                                              \
    X(BAD_HISTOGRAM, "bad_histogram", false, "the buckets are not a histogram",                              \
      "fix the exporter: +Inf missing, or counts that fall")                                                 \
    X(NO_DATA, "no_data", false, "the series does not exist in the window",                                  \
      "check the template and the name, or widen --window")                                                  \
    X(NO_TRAFFIC, "no_traffic", false, "the series has no observation in the window",                        \
      "run the workload before the capture, or widen --window")                                              \
    X(SATURATED, "saturated", true, "the quantile is above the top edge", "add edges above the top one")     \
    X(BELOW_LADDER, "below_ladder", true, "the quantile is at most the first edge",                          \
      "add edges below the first one")

enum rg_status {
    RG_STATUS_GOOD,
#define X(id, name, keeps_value, meaning, advice) RG_STATUS_##id,
    RG_STATUS_MAP(X)
#undef X
        RG_STATUS_COUNT
};

/* NULL for GOOD. */
const char *rg_status_name(enum rg_status status);
const char *rg_status_meaning(enum rg_status status);
const char *rg_status_advice(enum rg_status status);

/* A key with this status may still have a value. */
bool rg_status_keeps_value(enum rg_status status);

/* False when no status has that name. */
bool rg_status_parse(const char *name, enum rg_status *ret);

#endif
