/*
 * spread.h: a trip point sized by what healthy runs really do.
 *
 * One run carries no spread. Of N healthy runs, taken as log-normal, the next one lies with 99 % probability
 * below
 *
 *     U = exp(x̄ + k_N × max(s, 0.15)),  k_N = t(0.99, N − 1) × sqrt(1 + 1/N)
 *
 * where x̄ and s are mean and sample standard deviation of ln v: the upper prediction limit for one more
 * observation (Hahn and Meeker, Statistical Intervals, section 4.7). The trip is the first bucket edge above
 * it that also keeps a distance from the observed values.
 */
#ifndef RUNGATE_JUDGE_SPREAD_H
#define RUNGATE_JUDGE_SPREAD_H

#include "rungate/model/ladder.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    RG_SPREAD_RUNS_MIN = 5,  /* with fewer values the rule does not hold */
    RG_SPREAD_RUNS_MAX = 30, /* more count as so many in k_N */
};

/* An observed maximum must stay below this share of the trip point. */
#define RG_SPREAD_ROOM 0.8

/* Statistics of N values of a key, in the key's unit. */
struct rg_spread {
    size_t count;
    double min;
    double median;
    double max;
    double upper; /* U; 0 with a single value */
};

/* k_N. `count` is at least 2. */
double rg_spread_factor(size_t count);

/* False when there is no value, or one that is not above 0 and so has no logarithm. */
bool rg_spread_measure(const double *values, size_t count, struct rg_spread *ret);

/* The rule's trip point lies in [low, high], whatever the ladder is. */
double rg_spread_low(const struct rg_spread *spread);
double rg_spread_high(const struct rg_spread *spread);

/* The outcome of the rule for a key. */
enum rg_spread_outcome { RG_SPREAD_TRIP, RG_SPREAD_NO_EDGE, RG_SPREAD_TOP_EDGE, RG_SPREAD_TOO_FAR };

/* Why the key has no trip point; NULL for TRIP. */
const char *rg_spread_why(enum rg_spread_outcome outcome);

/*
 * The smallest edge e, not the first, with e >= U, max <= 0.8 e, e >= 1.5 × median; the key must be excluded
 * when there is none, when it is the top edge, or when it is above 10 × median. *ret_edge is set for all but
 * NO_EDGE.
 */
enum rg_spread_outcome rg_spread_trip(const struct rg_spread *spread, const struct rg_ladder *ladder,
                                      double *ret_edge);

#endif
