/*
 * unit.h: the units a metric can have. The one table of them.
 */
#ifndef RUNGATE_UNIT_H
#define RUNGATE_UNIT_H

#include <stddef.h>

/* Name, nanoseconds in one (0 where it is not a time), meaning. */
#define RG_UNIT_MAP(X)                                                                                       \
    X("ns", 1, "nanoseconds")                                                                                \
    X("us", 1e3, "microseconds")                                                                             \
    X("ms", 1e6, "milliseconds")                                                                             \
    X("s", 1e9, "seconds")                                                                                   \
    X("bytes", 0, "bytes")                                                                                   \
    X("count", 0, "a number of things")                                                                      \
    X("per_second", 0, "a rate")                                                                             \
    X("ratio", 0, "a share of one")

/* The names, in order; NULL ends them. */
extern const char *const rg_unit_names[];

/* The name in the table, which outlives every document; NULL when there is no such unit. */
const char *rg_unit_find(const char *name);

/* Nanoseconds in one; 0 for a unit that is unknown or not a time. */
double rg_unit_ns(const char *name);

#endif
