/*
 * mean.h: a trip point for a reading that has no ladder, by what healthy runs did.
 *
 * A mean is exact, so no edge is needed to make its crossing a fact. With y = ln of each of N means, ȳ their
 * mean and s their sample standard deviation,
 *
 *     σ = √((4 × 0.15² + (N − 1) s²) / (N + 3))
 *     R = max(t(0.9995, N + 3) × √(1 + 1/N) × σ, ln 1.25)
 *     trip = exp(ȳ + R), where more is better exp(ȳ − R)
 *
 * the upper prediction limit for one more observation (Hahn and Meeker, Statistical Intervals, section 4.7),
 * with a variance that four imagined runs of 15 % steady: few runs can by chance lie close together (Gelman
 * and others, Bayesian Data Analysis, section 2.6, has the scaled inverse chi-squared prior that this is).
 */
#ifndef RUNGATE_JUDGE_MEAN_H
#define RUNGATE_JUDGE_MEAN_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RG_MEAN_RUNS_MIN = 5,  /* with fewer values there is no trip point */
    RG_MEAN_RUNS_MAX = 30, /* more count as so many in t and in √(1 + 1/N) */
};

/* A trip point further away than this factor would let too much pass: the key is not gated. */
#define RG_MEAN_FURTHEST 5.0

struct rg_mean {
    double center; /* exp(ȳ), in the unit of the values */
    double factor; /* exp(R) */
};

/* False with fewer than RG_MEAN_RUNS_MIN values, or with one that is not above 0. */
bool rg_mean_measure(const double *values, size_t count, struct rg_mean *ret);

double rg_mean_trip(const struct rg_mean *mean, bool higher);

/* The trip point is not too far away. */
bool rg_mean_is_gated(const struct rg_mean *mean);

#endif
