/*
 * clock.h: time that only goes forward, for what takes how long.
 */
#ifndef RUNGATE_CLOCK_H
#define RUNGATE_CLOCK_H

/* Milliseconds since some fixed point. */
long long rg_clock_ms(void);

#endif
