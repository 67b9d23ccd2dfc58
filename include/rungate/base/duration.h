/*
 * duration.h: spans of time in Prometheus' notation.
 *
 * One or more whole numbers with a unit, largest unit first, each unit once: "3m", "1h30m", "250ms". The
 * units are y (365 d), w, d, h, m, s, ms.
 * https://prometheus.io/docs/prometheus/latest/querying/basics/#time-durations
 */
#ifndef RUNGATE_DURATION_H
#define RUNGATE_DURATION_H

#include <stdbool.h>

/* Milliseconds, greater than zero and at most 100 years. False when the text is anything else. */
bool rg_duration_parse(const char *text, long long *ret_ms);

/*
 * Go's notation, as in the configuration of an OpenTelemetry Collector: decimals with the units ns, us, µs,
 * ms, s, m and h, in any order: "10us", "0.01ms", "1h30m". Nanoseconds, cut to a whole number as Go does; a
 * sign of "+" is read, one of "-" is not. False for anything else, and beyond 292 years.
 */
bool rg_go_duration_parse(const char *text, long long *ret_ns);

#endif
