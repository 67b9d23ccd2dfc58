/*
 * timestamp.h: instants, in seconds since 1970-01-01T00:00:00Z, independent of the time zone and of the
 * locale; and a clock for measuring elapsed time.
 *
 * Text is RFC 3339. Years 1 to 9999; a leap second (":60") is read as the second after.
 */
#ifndef RUNGATE_TIMESTAMP_H
#define RUNGATE_TIMESTAMP_H

#include <stdbool.h>

/* "2026-04-24T17:30:00Z", with an optional fraction (dropped) and "Z" or an offset such as "+02:00". */
bool rg_timestamp_parse(const char *text, long long *ret_unix_s);

/* "2026-12-31": the start of that day, UTC. */
bool rg_date_parse(const char *text, long long *ret_unix_s);

enum { RG_TIMESTAMP_SIZE = 40 };

/* "2026-04-24T17:30:00Z". Instants outside the years 1 to 9999 are clamped to them. */
void rg_timestamp_format(long long unix_s, char ret_text[RG_TIMESTAMP_SIZE]);

/* Milliseconds since some fixed point, on a clock that never goes back. */
long long rg_clock_ms(void);

#endif
