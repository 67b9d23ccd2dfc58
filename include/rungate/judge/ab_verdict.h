/*
 * ab_verdict.h: the verdict of an experiment with two builds, and functions that query it.
 */
#ifndef RUNGATE_JUDGE_AB_VERDICT_H
#define RUNGATE_JUDGE_AB_VERDICT_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/base/signed_rank.h"
#include "rungate/judge/budgets.h"
#include "rungate/judge/side.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* Minimum counted rounds: for a verdict, for a limit on a change. */
#define RG_AB_ROUNDS_MIN 5
#define RG_AB_BUDGET_ROUNDS_MIN 3

/* Each end of an interval, and each proof, is wrong by chance once in a thousand experiments. */
#define RG_AB_LEVEL 0.999

/* In the order in which they are shown: enumerator, text, member of the report's summary. */
#define RG_AB_MAP(X)                                                                                         \
    X(REGRESSION, "REGRESSION", "regressions")                                                               \
    X(UNSTABLE, "unstable", "unstable")                                                                      \
    X(LEAD, "lead", "leads")                                                                                 \
    X(TOO_NOISY, "too noisy", "too_noisy")                                                                   \
    X(CANNOT_JUDGE, "cannot judge", "cannot_judge")                                                          \
    X(IMPROVEMENT, "improvement", "improvements")                                                            \
    X(NO_DIFFERENCE, "no difference shown", "no_difference")                                                 \
    X(SAME_BUCKET, "same bucket", "same_bucket")

enum rg_ab_kind {
#define X(id, text, member) RG_AB_##id,
    RG_AB_MAP(X)
#undef X
        RG_AB_KIND_COUNT
};

/* A capture, and the name of its file. */
struct rg_ab_file {
    const char *path;
    const struct rg_timings *timings;
};

enum { RG_AB_A, RG_AB_B, RG_AB_SIDES };

struct rg_ab_round {
    struct rg_ab_file file[RG_AB_SIDES];
    const char *slowed[RG_AB_SIDES];   /* what says that this run was slowed from outside, or NULL */
    long long captured_s[RG_AB_SIDES]; /* these three in seconds since 1970 */
    long long begin_s;                 /* of the earlier run */
    long long end_s;                   /* of the later */
    const char *dropped;               /* why the round does not count, or NULL */
};

/* A reading in a round. */
struct rg_ab_reading {
    struct rg_side reading;
    double value;      /* what it counts as: below the ladder the first edge, saturated the top one */
    size_t bucket;     /* its bucket on the ladder, the first is 0, saturated the edge count */
    bool below;        /* below the ladder: at most `value` */
    const char *fault; /* why it does not count, or NULL */
};

/* Statistics of a key's differences. */
struct rg_ab_measure {
    double median;
    double mean;
    double deviation; /* of the sample */
    double lower;     /* mean less and plus t × max(deviation, 0.02) / √rounds */
    double upper;
    struct rg_signed_rank worse;  /* of d - ln(1 + margin) */
    struct rg_signed_rank better; /* of -d - ln(1 + margin) */
};

/* What proves a difference. */
enum rg_ab_proof { RG_AB_UNPROVEN, RG_AB_BY_INTERVAL, RG_AB_BY_RANKS };

/* An edge of a quantile's ladder, and what lies above it: facts, whatever is interpolated. */
struct rg_ab_edge {
    double edge;
    size_t above[RG_AB_SIDES]; /* rounds in which the quantile is above it */
    double
        share[RG_AB_SIDES]; /* of the observations of all counted rounds; below 0 when they are not counted */
    bool there;
};

struct rg_ab_row {
    const char *key;
    const char *unit;
    const char *note;
    struct rg_ab_reading *values[RG_AB_SIDES]; /* by round */
    const struct rg_ladder *ladder; /* of a quantile: then only crossed edges are facts; else NULL */
    double *differences;            /* of the rounds that count */
    size_t counted;
    double typical[RG_AB_SIDES];  /* the median reading; 0 when there is none */
    struct rg_ab_measure measure; /* when `counted` is at least RG_AB_ROUNDS_MIN */
    struct rg_ab_edge edge;
    struct rg_bucket bucket;  /* of kind SAME_BUCKET */
    size_t slow[RG_AB_SIDES]; /* of kind UNSTABLE: rounds in which that side alone was slow */
    size_t
        needed; /* rounds that would show rg_ab_gain(); 0 when proven or not known, RG_AB_NEEDED_MAX for more */
    struct rg_key_context context;
    enum rg_ab_kind kind;
    enum rg_ab_proof proof;
    bool against_b; /* of kind UNSTABLE: B was slow where A was not */
    bool idle;      /* every capture says that there was no traffic */
};

enum { RG_AB_NEEDED_MAX = 1000 };

/* Why an experiment cannot be relied on. */
enum rg_ab_doubt {
    RG_AB_SOUND,
    RG_AB_DOUBT_BUDGET,  /* a key under a budget has no reading */
    RG_AB_DOUBT_NOTHING, /* no key was judged */
    RG_AB_DOUBT_B_SLOW,  /* a key is unstable, and B was the slow one */
    RG_AB_DOUBT_FEW      /* fewer keys were judged than `min_compared` asks for */
};

struct rg_ab_verdict {
    struct rg_ab_round *rounds;
    size_t round_count;
    size_t dropped;
    struct rg_ab_row *keys; /* sorted by key */
    size_t key_count;
    struct rg_ab_row **shown; /* the same keys, kind by kind, of each the worst first */
    size_t kinds[RG_AB_KIND_COUNT];
    size_t judged;     /* keys with a verdict */
    size_t comparable; /* keys less those inside one bucket and those without traffic */
    size_t against_b;  /* keys that are unstable because B was slow */
    size_t idle;
    size_t slow[RG_AB_SIDES]; /* rounds in which only that run was slowed */
    bool lopsided;            /* these numbers are too different for an accident: no round is left out */
    const char *build[RG_AB_SIDES];
    double margin;
    double min_compared;
    size_t excluded;
    const char **warnings;
    size_t warning_count;
    const char *doubt; /* rg_ab_unsound() in words, or NULL */
    struct rg_budget_result budgets;
    struct rg_arena arena;
};

const char *rg_ab_kind_text(enum rg_ab_kind kind);

/* The round counts for the key: it is not dropped, and both readings can be used. */
bool rg_ab_counts(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t round);

/* Why the first reading that does not count in a round that is not dropped does not; NULL when all do. */
const char *rg_ab_first_fault(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key);

/* ln(B / A), or ln(A / B) where more is better: above 0 is worse. The readings of that round have no fault. */
double rg_ab_difference(const struct rg_ab_row *key, size_t round);

/* The side that ran first; RG_AB_SIDES when both were captured in one second. */
size_t rg_ab_first(const struct rg_ab_round *round);

/* The largest over the smallest reading of a side, in the rounds that count. */
double rg_ab_span(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t side);

/* The rounds that count and in which B is worse. */
size_t rg_ab_worse(const struct rg_ab_row *key);

/* A difference d as a change of the reading: 0.25 is a quarter more. */
double rg_ab_change(const struct rg_ab_row *key, double d);

/* The worsening that `needed` is about, as a share: 0.2, or more with a wide margin. */
double rg_ab_gain(double margin);

/* No two captures read the key on different edges, on which the same latency reads otherwise. */
bool rg_ab_has_one_ladder(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key);

/* The kind is a verdict. */
bool rg_ab_is_judged(enum rg_ab_kind kind);

/* FAIL on a regression or a budget that is exceeded, unless a budget has no reading; CANNOT_JUDGE when there is a
 * doubt; else PASS. */
enum rg_exit rg_ab_exit(const struct rg_ab_verdict *verdict);

/* The first doubt that holds. One about keys does not when something regressed: that is an answer. */
enum rg_ab_doubt rg_ab_unsound(const struct rg_ab_verdict *verdict);

void rg_ab_release(struct rg_ab_verdict *verdict);

#endif
