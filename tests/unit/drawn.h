/*
 * drawn.h: random numbers from a fixed seed, the same on every machine, and readings of a made-up histogram.
 */
#ifndef RUNGATE_DRAWN_H
#define RUNGATE_DRAWN_H

#include "rungate/model/ladder.h"

#include <math.h>
#include <stdint.h>

static const uint64_t DRAWN_SEED = 0x9E3779B97F4A7C15U;

static uint64_t drawn_state = 0x9E3779B97F4A7C15U;

/* xorshift64*; in [0, 1). */
static inline double drawn_uniform(void)
{
    drawn_state ^= drawn_state >> 12;
    drawn_state ^= drawn_state << 25;
    drawn_state ^= drawn_state >> 27;
    return (double)((drawn_state * 0x2545F4914F6CDD1DU) >> 11) / 9007199254740992.0;
}

/* A normal deviate, by the polar method. */
static inline double drawn_normal(void)
{
    for (;;) {
        double u = 2 * drawn_uniform() - 1;
        double v = 2 * drawn_uniform() - 1;
        double s = u * u + v * v;
        if (s > 0 && s < 1)
            return u * sqrt(-2 * log(s) / s);
    }
}

/* A run of a log-normal latency. */
struct drawn_run {
    double median;
    double width;   /* σ of ln latency within the run */
    double samples; /* observations */
};

/* The share of the run's latencies up to `edge`, as so many observations show it. */
static inline double drawn_share(const struct drawn_run *run, double edge)
{
    double p = 0.5 * erfc(-log(edge / run->median) / run->width / sqrt(2));
    double shown = p + drawn_normal() * sqrt(p * (1 - p) / run->samples);

    return fmin(1, fmax(0, shown));
}

/* A quantile of the run, interpolated between bucket counts as histogram_quantile does. */
static inline double drawn_quantile(const struct drawn_run *run, double quantile,
                                    const struct rg_ladder *ladder)
{
    const double *edges = ladder->edges;
    double below = 0;

    for (size_t i = 0; i < ladder->edge_count; i++) {
        double above = fmax(below, drawn_share(run, edges[i]));
        double lo = i == 0 ? 0 : edges[i - 1];
        if (above >= quantile)
            return above > below ? lo + (edges[i] - lo) * (quantile - below) / (above - below) : edges[i];
        below = above;
    }
    return edges[ladder->edge_count - 1];
}

#endif
