/*
 * ab.h: two builds on one machine, in interleaved rounds, and no baseline.
 *
 * Each round has one capture of A and one of B, so that what disturbs the machine disturbs both. For each key
 * the verdict rests on the differences d = ln(B / A) of its rounds, and is reached only where their mean is
 * further from no difference than chance would bring it once in a thousand experiments. Where more is better,
 * d is ln(A / B): above 0 is always worse.
 */
#ifndef RUNGATE_AB_H
#define RUNGATE_AB_H

#include "rungate/base/error.h"
#include "rungate/judge/budget_rules.h"
#include "rungate/judge/compare.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* A share that B may be worse, unless another is given. */
#define RG_AB_MARGIN 0.05

/* So many rounds a key needs: for a verdict, for a limit on its medians. */
enum { RG_AB_ROUNDS_MIN = 5, RG_AB_BUDGET_ROUNDS_MIN = 3 };

/* In the order in which they are shown. */
#define RG_AB_MAP(X)                                                                                         \
    X(REGRESSION, "REGRESSION")                                                                              \
    X(LEAD, "lead")                                                                                          \
    X(UNSTABLE, "unstable")                                                                                  \
    X(CANNOT_JUDGE, "cannot judge")                                                                          \
    X(IMPROVEMENT, "improvement")                                                                            \
    X(NO_DIFFERENCE, "no difference shown")

enum rg_ab_kind {
#define X(id, text) RG_AB_##id,
    RG_AB_MAP(X)
#undef X
        RG_AB_KIND_COUNT
};

const char *rg_ab_kind_text(enum rg_ab_kind kind);

/* A capture, and the name of its file. */
struct rg_ab_file {
    const char *path;
    const struct rg_timings *timings;
};

enum { RG_AB_A, RG_AB_B, RG_AB_SIDES };

struct rg_ab_round {
    struct rg_ab_file file[RG_AB_SIDES];
    long long begin_s;   /* of the earlier, in seconds since 1970 */
    long long end_s;     /* of the later */
    const char *dropped; /* why the round counts for nothing, or NULL */
};

/* A reading in a round. */
struct rg_ab_reading {
    struct rg_side reading;
    const char *fault; /* why it counts for nothing, or NULL */
};

/* What the differences of a key come to. */
struct rg_ab_measure {
    double mean;
    double deviation; /* of the sample */
    double lower;     /* mean less and plus t × max(deviation, 0.02) / √rounds */
    double upper;
};

struct rg_ab_key {
    const char *key;
    const char *unit;
    const char *note;
    struct rg_ab_reading *values[RG_AB_SIDES]; /* by round */
    double *differences;                       /* of the rounds that count */
    size_t counted;
    struct rg_ab_measure measure; /* when `counted` is at least RG_AB_ROUNDS_MIN */
    struct rg_key_context context;
    enum rg_ab_kind kind;
};

struct rg_ab_verdict {
    struct rg_ab_round *rounds;
    size_t round_count;
    size_t dropped;
    struct rg_ab_key *keys; /* sorted by key */
    size_t key_count;
    size_t kinds[RG_AB_KIND_COUNT];
    const char *build[RG_AB_SIDES];
    double margin;
    size_t excluded;
    size_t load_unknown; /* captures that do not say how busy the host was */
    struct rg_budget_result budgets;
    struct rg_arena arena;
};

struct rg_ab_input {
    const struct rg_ab_file *files; /* A, B, A, B, … */
    size_t file_count;
    const struct rg_surface *surface;       /* NULL when it is not known */
    const struct rg_ladders *ladders;       /* NULL when none are declared */
    const struct rg_thresholds *thresholds; /* for the budgets; NULL when there are none */
    enum rg_tier tier;
    double margin;
    bool no_load_check;
};

/*
 * Judge. Points into its inputs, which must outlive the verdict. Errors: CONFLICT, which says what is wrong
 * with the experiment; MEMORY.
 */
bool rg_ab_judge(const struct rg_ab_input *input, struct rg_ab_verdict *ret, struct rg_error *err);
void rg_ab_release(struct rg_ab_verdict *verdict);

/* PASS; FAIL on a regression or a budget that is exceeded; CANNOT_JUDGE when rg_ab_doubt() says why. */
enum rg_exit rg_ab_exit(const struct rg_ab_verdict *verdict);

/* Why nothing can be said, or NULL: no key was judged, nor a budget's limit on a change; or a budget has no
 * reading. */
const char *rg_ab_doubt(const struct rg_ab_verdict *verdict);

/* `count` is at least 2. */
struct rg_ab_measure rg_ab_measure(const double *differences, size_t count);

#endif
