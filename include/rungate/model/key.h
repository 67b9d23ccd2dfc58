/*
 * key.h: how a metric key is made and taken apart.
 *
 *     {prefix}.{name}[.{phase}].p{label}      span.tx.process.p99
 *     \______________________/ \______/
 *              base              label
 *
 * Ladders belong to a prefix, overrides to a base, thresholds to a label.
 */
#ifndef RUNGATE_KEY_H
#define RUNGATE_KEY_H

#include "rungate/base/error.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

/* The default prefix of a group: from the table of known groups, else the group's name. */
const char *rg_key_default_prefix(const char *group);

/* The default policy of a group with that prefix: from the table, else the prefix. */
const char *rg_key_default_policy(const char *group, const char *prefix);

/* The parts of a key, pointing into it. */
struct rg_key {
    size_t prefix_length; /* up to the first dot */
    size_t base_length;   /* up to the last dot */
    const char *label;    /* after the last dot: "p99" */
};

/* False when `text` has not at least a prefix, a name and a label. */
bool rg_key_split(const char *text, struct rg_key *ret);

/* The policy of a key that no surface declares: from its prefix, by the table. `length` is the prefix's. */
const char *rg_key_policy_of_prefix(const char *prefix, size_t length, size_t *ret_length);

/* The labels of readings that are no quantiles: the mean of a histogram; bytes, a count, a rate. */
#define RG_LABEL_MEAN "mean"
#define RG_LABEL_VALUE "value"

/* What a reading is. Only a quantile stands on a ladder. */
enum rg_key_kind { RG_KEY_QUANTILE, RG_KEY_MEAN, RG_KEY_VALUE };

/* By its label; QUANTILE also for a text that has not the form of a key. */
enum rg_key_kind rg_key_kind(const char *key);

/*
 * The name of a member is a label: "p95", that is a "p" and digits, "mean" or "value". So no two entries of a
 * file make one key, and no mistyped label is a limit that never applies. Errors: FORMAT.
 */
bool rg_key_expect_label(const struct rg_json *member, struct rg_error *err);

enum { RG_LABEL_SIZE = 80 };

/*
 * The label of a quantile, from its decimal text with the point moved two places and removed, without any
 * float arithmetic: "0.5" → "p50", "0.999" → "p999", "0.05" → "p5", "5e-1" → "p50". `text` is a JSON number
 * in (0, 1).
 */
bool rg_key_label(const char *text, size_t length, char ret[RG_LABEL_SIZE]);

/* The quantile of a label, "p999" → 0.999; 0 when it is not one. NULL is allowed. */
double rg_key_quantile(const char *label);

#endif
