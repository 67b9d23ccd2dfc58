/*
 * trip.h: where a key must fire, and by which rule. The one answer to that question: compare falls back on
 * it, check-bounds demands it, and every view of check-bounds shows it.
 */
#ifndef RUNGATE_JUDGE_TRIP_H
#define RUNGATE_JUDGE_TRIP_H

#include "rungate/judge/spread.h"
#include "rungate/model/ladder.h"
#include "rungate/model/timings.h"

#include <stdbool.h>

/* The rules that a trip point can come from. */
enum rg_trip_rule { RG_TRIP_NONE, RG_TRIP_HI_NEXT, RG_TRIP_SPREAD };

/* "none", … */
const char *rg_trip_rule_name(enum rg_trip_rule rule);

struct rg_trip {
    struct rg_bucket bucket; /* that the baseline lies in */
    double edge;             /* fires above it */
    enum rg_trip_rule rule;  /* NONE: there is no trip point */
    struct rg_spread spread; /* of the baseline's runs; its count is 0 when there is one run */
    /* What the Spread rule says, when it holds: with RG_SPREAD_RUNS_MIN values. */
    enum rg_spread_outcome outcome;
};

/*
 * The trip point of a key with that baseline, above 0, read on that ladder: with enough runs by the Spread
 * rule, else the edge above the baseline's bucket. False when there is no edge that it could fire at; then
 * *ret says what is known all the same, with the rule NONE.
 */
bool rg_trip_derive(const struct rg_ladder *ladder, const struct rg_metric *baseline, struct rg_trip *ret);

/*
 * The percentage for a key whose trip point is `limit` per cent above its baseline: `wanted` when that is
 * below, else the largest of 50, 20, 10, 5, 2 and 1 that is, else half of `limit`. A larger one would decide
 * in place of the trip point. `wanted` below 0: none in particular.
 */
double rg_trip_pct(double limit, double wanted);

/* A bound is the derived one, within what is lost when it goes through a file and back. */
bool rg_trip_is_bound(double bound, double derived);

#endif
