/*
 * budgets.h: the budgets, judged.
 */
#ifndef RUNGATE_JUDGE_BUDGETS_H
#define RUNGATE_JUDGE_BUDGETS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/model/budgets.h"
#include "rungate/model/surface.h"

#include <stdbool.h>
#include <stddef.h>

/* A key's reading; in an experiment, the median of B's readings. */
struct rg_budget_reading {
    const char *unit; /* NULL when it is not known */
    const char *why;  /* there is no value */
    double value;
    bool has_value;
    bool at_least; /* saturated: the value is this or more */
    bool at_most;  /* below the ladder: this or less */
};

/* The changes from A to B within the rounds that have both, and the medians of these. */
struct rg_budget_change {
    const char *unit;
    const char *why;    /* there is none */
    const char *no_pct; /* why there is no percentage, or NULL */
    double increase;    /* the median of B - A */
    double pct;         /* 100 × (e^median(ln(B / A)) - 1) */
    bool has_value;
    bool at_least; /* saturated in half of the rounds or more: then so are the medians */
};

struct rg_budget_input {
    const struct rg_budgets *budgets;
    const struct rg_surface *surface; /* for the directions; NULL when it is not known */
    enum rg_tier tier;
    struct rg_budget_reading (*read)(const void *data, const char *key);
    struct rg_budget_change (*change)(const void *data, const char *key); /* NULL: the ab_ limits rest */
    const void *data;
};

/* One limit, judged. */
struct rg_budget_line {
    const char *key;
    const char *member;  /* "ci_max_us" */
    const char *unit;    /* of reading and limit: a unit, "times" or "%" */
    const char *against; /* the key of `ratio_to`, or NULL */
    const char *note;
    double reading; /* when not missing */
    double limit;
    bool missing;  /* there is no reading: cannot judge */
    bool exceeded; /* never when missing */
    bool higher;   /* the limit is what the reading must be above */
};

struct rg_budget_result {
    struct rg_budget_line *lines; /* by key */
    size_t count;
    size_t exceeded;
    size_t missing;
    size_t changes; /* ab_ limits that have a reading */
    enum rg_tier tier;
};

/* The result is in the arena. Errors: CONFLICT when a limit is in another unit than its key; MEMORY. */
bool rg_budgets_judge(const struct rg_budget_input *input, struct rg_arena *arena,
                      struct rg_budget_result *ret, struct rg_error *err);

#endif
