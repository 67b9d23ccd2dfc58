/*
 * budgets.h: limits that need no baseline, as they are declared.
 *
 *     "budgets": {"span.sink.enqueue": {"p95": {"max_us": 20.0, "ci_max_us": 200.0}},
 *                 "span.run.sink": {"p50": {"max_ratio": 11.0, "ratio_to": "span.run.no_sink.p50"}},
 *                 "memory.retained": {"value": {"ab_max_pct": 1.0, "ab_max_increase_bytes": 1024.0}}}
 *
 * A reading must be below its limit; on the limit is too much. `max_` holds on a dedicated machine and,
 * without a `ci_max_`, in CI as well. The `ab_` limits are for the medians of an A/B experiment. Where more
 * is better, all of it turns around: the limit is what the reading must be above.
 */
#ifndef RUNGATE_BUDGETS_H
#define RUNGATE_BUDGETS_H

#include "rungate/format/json_members.h"

#include <stdbool.h>
#include <stddef.h>

enum rg_tier { RG_TIER_DEDICATED, RG_TIER_CI };

/* "dedicated", "ci" */
const char *rg_tier_name(enum rg_tier tier);

struct rg_budget_limit {
    double value;
    const char *unit; /* NULL: there is no such limit */
};

struct rg_budget {
    const char *key;
    struct rg_budget_limit max;
    struct rg_budget_limit ci_max;
    struct rg_budget_limit ab_max_increase;
    double max_ratio;
    const char *ratio_to; /* the key that max_ratio is a multiple of; NULL without */
    double ab_max_pct;    /* 0 without */
    size_t line;
};

struct rg_budgets {
    struct rg_budget *items; /* sorted by key */
    size_t count;
};

/* An rg_json_read_function for the member `budgets`, into a struct rg_budgets. */
rg_json_read_function rg_budgets_read;

#endif
