/*
 * signed_rank.h: Wilcoxon's signed-rank test of paired differences, one-sided and exact.
 *
 * The differences that are not 0 are ranked by their size; W+ is the sum of the ranks of those above 0. If both
 * signs are as likely, then so are all 2^n choices of signs, and P(W+ >= w) is the share of the subsets of 1…n
 * whose sum is at most n(n + 1)/2 - w (F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics
 * Bulletin 1, 1945, p. 80). That share is counted here, not approximated.
 *
 * A difference of 0 (within 1e-12) is dropped: given which are 0, the rest is as above. Among differences of equal size
 * those above 0 take the lowest ranks. Ranks given out by lot would have the exact distribution, and W+ is never
 * above that of any lot, so ties never make the test more willing; mean ranks could (of 14 differences, five
 * equal, W+ of 99 would have P = 0.00104).
 *
 * Nothing is allocated and no value is moved.
 */
#ifndef RUNGATE_SIGNED_RANK_H
#define RUNGATE_SIGNED_RANK_H

#include <stddef.h>

/* More differences than this are not ranked. */
enum { RG_SIGNED_RANK_MAX = 100 };

struct rg_signed_rank {
    size_t ranked; /* differences that are not 0; 0 when there are too many to rank */
    size_t sum;    /* W+ */
};

/* Of sign × difference - over; `sign` is 1 or -1. */
struct rg_signed_rank rg_signed_rank(const double *differences, size_t count, int sign, double over);

/* The least w with P(W+ >= w) <= 0.001 for so many ranked differences; 0 when there is none, or for too many. */
size_t rg_signed_rank_critical(size_t ranked);

#endif
