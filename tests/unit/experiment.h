/*
 * experiment.h: an A/B experiment in memory: captures of keys of the prefix span, in ms, which take turns.
 */
#ifndef RUNGATE_EXPERIMENT_H
#define RUNGATE_EXPERIMENT_H

#include "check.h"

#include "rungate/judge/ab.h"
#include "rungate/judge/ab_decide.h"

enum { ROUNDS = 10, KEYS_MAX = 3, FILES = 2 * ROUNDS };

struct experiment {
    struct rg_timings timings[FILES];
    struct rg_metric metrics[FILES][KEYS_MAX];
    char times[FILES][32];
    const char *names[FILES];
    struct rg_ladder ladder;
    size_t keys;
    size_t rounds;
};

static const char *const key_names[KEYS_MAX] = {"span.a.mean", "span.b.mean", "span.c.mean"};
static const double EDGES[] = {1, 5, 10, 50};

/* All readings 10 ms, of so many keys; the runs take turns. */
static inline void begin(struct experiment *e, size_t rounds, size_t keys)
{
    *e = (struct experiment){
        .ladder = {.name = "span", .unit = "ms", .edges = EDGES, .edge_count = COUNT_OF(EDGES)},
        .keys = keys,
        .rounds = rounds};
    for (size_t i = 0; i < 2 * rounds; i++) {
        size_t turn = i / 2 % 2 == 0 ? i : i ^ 1U;
        (void)snprintf(e->times[i], sizeof e->times[i], "2026-04-24T10:%02zu:00Z", 2 * turn + 2);
        e->names[i] = "capture";
        e->timings[i] = (struct rg_timings){.captured_at = e->times[i],
                                            .git_sha = i % 2 == 0 ? "a" : "b",
                                            .window = "1m",
                                            .metrics = e->metrics[i],
                                            .metric_count = keys};
        for (size_t k = 0; k < keys; k++)
            e->metrics[i][k] =
                (struct rg_metric){.key = key_names[k], .unit = "ms", .value = 10, .has_value = true};
    }
}

/* The one key is a quantile, on the edges 1, 5, 10, 50. */
static inline void make_quantile(struct experiment *e)
{
    for (size_t i = 0; i < 2 * e->rounds; i++) {
        e->metrics[i][0].key = "span.a.p95";
        e->timings[i].ladders = (struct rg_ladders){.items = &e->ladder, .count = 1};
    }
}

static inline void set(struct experiment *e, size_t side, size_t round, double value)
{
    for (size_t k = 0; k < e->keys; k++)
        e->metrics[2 * round + side][k].value = value;
}

static inline struct rg_ab_verdict judge(const struct experiment *e)
{
    struct rg_ab_input input = {
        .captures = {.items = e->timings, .names = e->names, .count = 2 * e->rounds},
        .margin = RG_AB_MARGIN,
        .min_compared = RG_AB_MIN_COMPARED,
    };
    struct rg_ab_verdict verdict = {0};
    struct rg_error err = {0};

    CHECK("judge", rg_ab_judge(&input, &verdict, &err));
    return verdict;
}

/* The kind of the first key, the exit and the rounds left out; and frees. */
static inline void check_verdict(const char *row, const struct experiment *e, enum rg_ab_kind kind,
                                 enum rg_exit exit, size_t dropped)
{
    struct rg_ab_verdict v = judge(e);

    CHECK_TEXT(row, rg_ab_kind_text(v.keys[0].kind), rg_ab_kind_text(kind));
    CHECK_INT(row, rg_ab_exit(&v), exit);
    CHECK_INT(row, v.dropped, dropped);
    CHECK(row, (v.doubt == NULL) == (exit != RG_EXIT_CANNOT_JUDGE));
    rg_ab_release(&v);
}

#endif
