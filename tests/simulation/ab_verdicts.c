/*
 * How often an A/B experiment says what, measured with the judge itself on made-up rounds.
 *
 * usage: ab_verdicts EXPERIMENTS LADDERS
 *
 * Each run's reading is its build's median, times what it shares with the other run of its round, times its own noise;
 * s is the standard deviation of d = ln(B / A) that the noise makes. A key of quantiles is read from the buckets of a
 * log-normal latency on the shipped span ladder, with 20,000 observations. Everything is drawn from a fixed seed, each
 * cell from its own. ab.py compares what is printed with a file.
 */
#include "../unit/drawn.h"
#include "rungate/judge/ab.h"
#include "rungate/model/ladder_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 20, KEYS_MAX = 20, FILES_MAX = 2 * ROUNDS_MAX, TEXT_SIZE = 32 };

/* A cell of a table. */
struct cell {
    size_t rounds;
    size_t keys;
    double noise;       /* s */
    double factor;      /* B / A, in every round */
    double pair;        /* σ of what both runs of a round share */
    double spikes;      /* the share of runs that are 20 times slower */
    size_t slow_rounds; /* rounds in which B is slower still, by `slow` */
    size_t slow_keys;   /* in how many keys */
    double slow;
    bool quantiles;
};

/* What came of its experiments, in counts. */
struct tally {
    size_t exits[3];
    size_t regressed; /* experiments whose first key regressed */
};

/* Captures of an experiment, filled anew for each. */
struct captures {
    struct rg_timings timings[FILES_MAX];
    struct rg_metric metrics[FILES_MAX][KEYS_MAX];
    char keys[KEYS_MAX][TEXT_SIZE];
    char times[FILES_MAX][TEXT_SIZE];
    const char *names[FILES_MAX];
    struct rg_ladders ladders;
    const struct rg_ladder *span;
};

/* What a key is like in one experiment. */
struct source {
    double median;
    double width;
    double quantile;
};

static struct source draw_source(void)
{
    static const double quantiles[] = {0.5, 0.95, 0.99};

    return (struct source){
        .median = 0.05 * pow(2000 / 0.05, drawn_uniform()),
        .width = 0.3 + 0.5 * drawn_uniform(),
        .quantile = quantiles[(size_t)(drawn_uniform() * 3)],
    };
}

static double draw_reading(const struct captures *c, const struct cell *cell, const struct source *s,
                           double slower)
{
    struct drawn_run run = {
        .median = s->median * slower * exp(cell->noise / sqrt(2) * drawn_normal()),
        .width = s->width,
        .samples = 20000,
    };

    return cell->quantiles ? drawn_quantile(&run, s->quantile, c->span) : run.median;
}

/* The runs take turns, two minutes each. */
static void lay_out(struct captures *c, const struct cell *cell)
{
    for (size_t k = 0; k < cell->keys; k++)
        (void)snprintf(c->keys[k], TEXT_SIZE, "span.k%02zu.%s", k, cell->quantiles ? "p95" : "mean");
    for (size_t i = 0; i < 2 * cell->rounds; i++) {
        size_t turn = i / 2 % 2 == 0 ? i : i ^ 1U;
        (void)snprintf(c->times[i], TEXT_SIZE, "2026-04-24T%02zu:%02zu:00Z", 10 + turn / 20,
                       turn % 20 * 3 + 2);
        c->names[i] = "capture";
        c->timings[i] = (struct rg_timings){
            .captured_at = c->times[i],
            .git_sha = i % 2 == 0 ? "a" : "b",
            .window = "2m",
            .metrics = c->metrics[i],
            .metric_count = cell->keys,
            .value_count = cell->keys,
            .ladders = cell->quantiles ? c->ladders : (struct rg_ladders){0},
        };
        for (size_t k = 0; k < cell->keys; k++)
            c->metrics[i][k] = (struct rg_metric){.key = c->keys[k], .unit = "ms", .has_value = true};
    }
}

static void draw(struct captures *c, const struct cell *cell)
{
    struct source sources[KEYS_MAX];
    double shared = 1;

    for (size_t k = 0; k < cell->keys; k++)
        sources[k] = draw_source();
    for (size_t i = 0; i < 2 * cell->rounds; i++) {
        bool is_b = i % 2 == 1;
        double spike = cell->spikes > 0 && drawn_uniform() < cell->spikes ? 20 : 1;
        shared = is_b ? shared : exp(cell->pair * drawn_normal());
        for (size_t k = 0; k < cell->keys; k++) {
            bool slow = is_b && i / 2 < cell->slow_rounds && k < cell->slow_keys;
            double slower = shared * spike * (is_b ? cell->factor : 1) * (slow ? cell->slow : 1);
            c->metrics[i][k].value = draw_reading(c, cell, &sources[k], slower);
        }
    }
}

static void fail(const struct rg_error *err)
{
    (void)fprintf(stderr, "ab_verdicts: %s\n", err->message);
    exit(EXIT_FAILURE);
}

static struct tally run(struct captures *c, const struct cell *cell, size_t experiments)
{
    struct rg_ab_input input = {
        .captures = {.items = c->timings, .names = c->names, .count = 2 * cell->rounds},
        .margin = RG_AB_MARGIN,
        .min_compared = RG_AB_MIN_COMPARED,
    };
    static uint64_t cells;
    struct tally tally = {0};

    drawn_state = DRAWN_SEED * (2 * cells++ + 1);
    lay_out(c, cell);
    for (size_t i = 0; i < experiments; i++) {
        struct rg_ab_verdict verdict;
        struct rg_error err = {0};
        draw(c, cell);
        if (!rg_ab_judge(&input, &verdict, &err))
            fail(&err);
        tally.exits[rg_ab_exit(&verdict)]++;
        tally.regressed += verdict.keys[0].kind == RG_AB_REGRESSION;
        rg_ab_release(&verdict);
    }
    return tally;
}

static double percent(size_t count, size_t of)
{
    return 100 * (double)count / (double)of;
}

static const double NOISES[] = {0.02, 0.05, 0.1};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* One key that is really slower, or not: how often it is a regression. */
static void show_power(struct captures *c, size_t experiments, bool quantiles, double spikes)
{
    static const size_t rounds[] = {5, 10, 20};
    static const double factors[] = {1, 1.05, 1.1, 1.2, 1.5};

    (void)printf("\none key of %s%s: regressions in percent, margin 5 %%, by how much B is really slower\n",
                 quantiles ? "quantiles on the span ladder" : "means",
                 spikes > 0 ? ", 5 % of all runs 20 times slower" : "");
    (void)printf("rounds     s     0 %%   +5 %%  +10 %%  +20 %%  +50 %%\n");
    for (size_t r = 0; r < COUNT_OF(rounds); r++) {
        for (size_t n = 0; n < COUNT_OF(NOISES); n++) {
            (void)printf("%6zu  %4.2f", rounds[r], NOISES[n]);
            for (size_t f = 0; f < COUNT_OF(factors); f++) {
                struct cell cell = {.rounds = rounds[r],
                                    .keys = 1,
                                    .noise = NOISES[n],
                                    .factor = factors[f],
                                    .spikes = spikes,
                                    .quantiles = quantiles};
                (void)printf("  %5.2f", percent(run(c, &cell, experiments).regressed, experiments));
            }
            (void)printf("\n");
        }
    }
}

/* B is slower in some rounds: an exit of 0 would hide it. */
static void show_slow_rounds(struct captures *c, size_t experiments)
{
    static const double slows[] = {1.8, 3, 20};
    static const size_t keys[][2] = {{1, 1}, {20, 1}, {20, 20}};

    (void)printf(
        "\nB slower in some of 10 rounds, means: experiments that exit with 0 / 1 / 2, in percent\n");
    (void)printf("slower in     by     s  %21s  %21s  %21s\n", "1 key", "1 of 20 keys", "20 keys");
    for (size_t n = 0; n < COUNT_OF(NOISES); n++) {
        for (size_t rounds = 3; rounds <= 5; rounds++) {
            for (size_t i = 0; i < COUNT_OF(slows); i++) {
                (void)printf("%9zu  %4gx  %4.2f", rounds, slows[i], NOISES[n]);
                for (size_t k = 0; k < COUNT_OF(keys); k++) {
                    struct cell cell = {.rounds = 10,
                                        .keys = keys[k][0],
                                        .noise = NOISES[n],
                                        .factor = 1,
                                        .slow_rounds = rounds,
                                        .slow_keys = keys[k][1],
                                        .slow = slows[i]};
                    struct tally t = run(c, &cell, experiments);
                    (void)printf("  %5.2f / %5.2f / %5.2f", percent(t.exits[0], experiments),
                                 percent(t.exits[1], experiments), percent(t.exits[2], experiments));
                }
                (void)printf("\n");
            }
        }
    }
}

/* Load that both runs of a round have: B is really 50 % slower, and no slower. */
static void show_pair_load(struct captures *c, size_t experiments)
{
    static const double loads[] = {0, 0.2, 0.3, 0.5};
    static const size_t keys[] = {1, 20};
    static const double factors[] = {1.5, 1};

    (void)printf("\nload on both runs of a round (sigma), 10 rounds of means: exits 0 / 1 / 2 in percent\n");
    (void)printf("keys     s  sigma  %21s  %21s\n", "B 50 % slower", "B no slower");
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        for (size_t n = 0; n < COUNT_OF(NOISES); n++) {
            for (size_t i = 0; i < COUNT_OF(loads); i++) {
                (void)printf("%4zu  %4.2f  %5.1f", keys[k], NOISES[n], loads[i]);
                for (size_t f = 0; f < COUNT_OF(factors); f++) {
                    struct cell cell = {.rounds = 10,
                                        .keys = keys[k],
                                        .noise = NOISES[n],
                                        .factor = factors[f],
                                        .pair = loads[i]};
                    struct tally t = run(c, &cell, experiments);
                    (void)printf("  %5.2f / %5.2f / %5.2f", percent(t.exits[0], experiments),
                                 percent(t.exits[1], experiments), percent(t.exits[2], experiments));
                }
                (void)printf("\n");
            }
        }
    }
}

/* Noise alone: an exit of 2 asks for more than there is to find. */
static void show_noise(struct captures *c, size_t experiments)
{
    static const size_t rounds[] = {5, 10, 20};
    static const double noises[] = {0.02, 0.05, 0.1, 0.2, 0.3};

    (void)printf("\nno difference, 20 keys of means: exits 0 / 1 / 2 in percent\n");
    (void)printf("rounds     s\n");
    for (size_t r = 0; r < COUNT_OF(rounds); r++) {
        for (size_t n = 0; n < COUNT_OF(noises); n++) {
            struct cell cell = {.rounds = rounds[r], .keys = 20, .noise = noises[n], .factor = 1};
            struct tally t = run(c, &cell, experiments);
            (void)printf("%6zu  %4.2f  %5.2f / %5.2f / %5.2f\n", rounds[r], noises[n],
                         percent(t.exits[0], experiments), percent(t.exits[1], experiments),
                         percent(t.exits[2], experiments));
        }
    }
}

int main(int argc, char **argv)
{
    static struct captures captures;
    struct rg_error err = {0};
    const char *path = argc == 3 ? argv[2] : NULL;
    long experiments = argc == 3 ? strtol(argv[1], NULL, 10) : 0;

    if (experiments <= 0) {
        (void)fprintf(stderr, "usage: ab_verdicts EXPERIMENTS LADDERS\n");
        return EXIT_FAILURE;
    }
    if (!rg_ladder_sources_load(&path, 1, NULL, &captures.ladders, &err))
        fail(&err);
    captures.span = rg_ladders_find(&captures.ladders, "span");
    (void)printf("%ld experiments a cell\n", experiments);
    show_power(&captures, (size_t)experiments, false, 0);
    show_power(&captures, (size_t)experiments, false, 0.05);
    show_power(&captures, (size_t)experiments, true, 0);
    show_noise(&captures, (size_t)experiments);
    show_slow_rounds(&captures, (size_t)experiments);
    show_pair_load(&captures, (size_t)experiments);
    rg_ladders_release(&captures.ladders);
    return EXIT_SUCCESS;
}
