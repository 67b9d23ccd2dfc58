/*
 * agree.h: do the parts of a capture agree: its readings, samples and counts?
 *
 * The value is what is judged by, and the counts say how it came about. A file that was edited in one of them and not
 * in the rest is not what any capture read.
 */
#ifndef RUNGATE_JUDGE_AGREE_H
#define RUNGATE_JUDGE_AGREE_H

#include "rungate/judge/side.h"
#include "rungate/model/series_counts.h"

/* `samples` are the total of the counts; below 0 they are not known. */
bool rg_agree_total(const struct rg_series_counts *counts, double samples);

/* The value lies in the bucket that the counts put the quantile into. */
bool rg_agree_bucket(const struct rg_series_counts *counts, const struct rg_ladder *ladder, double quantile,
                     double value);

/*
 * All of a capture. `surface` and `ladders` may be NULL. Errors: CONFLICT, with the name and the first key that does
 * not agree; MEMORY.
 */
bool rg_agree_capture(const struct rg_timings *run, const char *name, const struct rg_surface *surface,
                      const struct rg_ladders *ladders, struct rg_error *err);

#endif
