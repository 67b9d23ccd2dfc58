/*
 * row.h: one key on two sides: whether they can be compared, and what comes out.
 */
#ifndef RUNGATE_JUDGE_ROW_H
#define RUNGATE_JUDGE_ROW_H

#include "rungate/judge/verdict.h"

/* On less than this share of the baseline's observations, a reading that does not fire is not a pass. */
#define RG_CONCLUSIVE_SHARE 0.5

/* What keeps the two sides from being compared. */
enum rg_row_difference {
    RG_ROW_SAME,
    RG_ROW_OTHER_UNIT,
    RG_ROW_OTHER_LADDER,
    RG_ROW_SATURATED /* the baseline: nothing is above it */
};

enum rg_row_difference rg_row_differs(const struct rg_row *row);

/* Set the readings and the observations of the current side to those of a capture. */
void rg_row_read(struct rg_row *row, const struct rg_timings *current);

/* The observations behind a key, and how many there were a second; below 0 when not known. */
void rg_row_count(const struct rg_timings *timings, const struct rg_row *row, double *ret_samples,
                  double *ret_rate);

/* The current reading is worse than the `max` of a waiver; a saturated one is worse than any number. */
bool rg_row_is_beyond(const struct rg_row *row, const struct rg_waiver *waiver);

/* The baseline has both bounds for the key. */
bool rg_row_has_bounds(const struct rg_row *row);

/* The case of two sides that can be compared, by the bounds. */
enum rg_case rg_row_decide(const struct rg_row *row);

/* The row passes, on too few observations. */
bool rg_row_is_inconclusive(const struct rg_row *row);

#endif
