/*
 * thresholds.h: regression-thresholds.json: how much slower a key may get.
 *
 * `defaults` hold for a policy and a quantile, `overrides` for one key. Absolute bounds carry their unit in
 * their name.
 */
#ifndef RUNGATE_THRESHOLDS_H
#define RUNGATE_THRESHOLDS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/format/json_members.h"
#include "rungate/model/budgets.h"
#include "rungate/model/waivers.h"

#include <stdbool.h>
#include <stddef.h>

/* The member that holds an absolute bound, less its unit. */
#define RG_ABS_MEMBER "max_abs_increase_"
#define RG_PCT_MEMBER "max_pct_increase"

struct rg_bound {
    const char *key;  /* of an override: the whole key, or a faulty base; of a default: "policy.p95" */
    double pct;       /* 100 × increase / baseline */
    double abs;       /* in `unit` */
    const char *unit; /* NULL without an absolute bound */
    size_t line;      /* of the entry */
    size_t abs_line;  /* of its absolute bound */
    size_t pct_line;  /* of its percentage */
    bool has_pct;
    bool fail_on_missing;
    bool faulty; /* reported in the faults */
};

struct rg_thresholds {
    const char *path;          /* for messages */
    struct rg_bound *defaults; /* both sorted by key */
    size_t default_count;
    struct rg_bound *overrides;
    size_t override_count;
    struct rg_waivers waivers;
    struct rg_budgets budgets;
    struct rg_arena arena;
};

/*
 * With `faults`, an override that cannot be read is reported there; without, it is an error.
 * Errors: those of rg_json_read(), each with the path in front.
 */
bool rg_thresholds_load(const char *path, struct rg_faults *faults, struct rg_thresholds *ret,
                        struct rg_error *err);
/* The same from a document; `path` only for messages. The path before the error is the caller's to add. */
bool rg_thresholds_read(const struct rg_json_doc *doc, const char *path, struct rg_faults *faults,
                        struct rg_thresholds *ret, struct rg_error *err);
void rg_thresholds_release(struct rg_thresholds *thresholds);

/* NULL when there is none. */
const struct rg_bound *rg_thresholds_override(const struct rg_thresholds *thresholds, const char *key);

/* The default of a policy (its first `policy_length` bytes) and a label, or NULL. */
const struct rg_bound *rg_thresholds_default(const struct rg_thresholds *thresholds, const char *policy,
                                             size_t policy_length, const char *label);

/* Some default exists for the policy. */
bool rg_thresholds_has_policy(const struct rg_thresholds *thresholds, const char *policy);

#endif
