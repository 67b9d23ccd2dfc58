#include "rungate/model/thresholds.h"

#include "rungate/base/sorted.h"
#include "rungate/format/json.h"
#include "rungate/model/key.h"
#include "rungate/model/unit.h"

#include <stdlib.h>
#include <string.h>

static bool fault(struct rg_json_reader *r, struct rg_bound *bound, const struct rg_json *at,
                  const char *what)
{
    bound->faulty = true;
    return rg_fault_or_fail(r, bound->key, at, "%s", what);
}

/* A bound's number; negative ones are a fault. */
static bool read_bound_number(struct rg_json_reader *r, struct rg_bound *bound, const struct rg_json *value,
                              double *ret)
{
    if (rg_json_type(value) != RG_JSON_NUMBER)
        return fault(r, bound, value, "expected a number");
    *ret = rg_json_number(value);
    return *ret >= 0 || fault(r, bound, value, "a bound must not be negative");
}

static bool read_pct(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_bound *bound = to;

    bound->has_pct = true;
    bound->pct_line = rg_json_line(value);
    return read_bound_number(r, bound, value, &bound->pct);
}

static bool read_abs(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_bound *bound = to;

    if (bound->unit != NULL)
        return rg_json_fail(value, r->err, "more than one absolute bound in this entry");
    bound->unit = r->ending;
    bound->abs_line = rg_json_line(value);
    return read_bound_number(r, bound, value, &bound->abs);
}

static bool read_on_missing(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_bound *bound = to;

    bound->fail_on_missing = true;
    return rg_json_expect(value, RG_JSON_STRING, r->err) &&
           (strcmp(rg_json_string(value), "fail") == 0 || rg_json_fail(value, r->err, "expected \"fail\""));
}

/* The bounds of one label, or an entry that is no object of labels and goes by its whole name. */
static bool read_bound(struct rg_json_reader *r, const struct rg_json *entry, void *to)
{
    static const struct rg_field fields[] = {
        {RG_PCT_MEMBER, read_pct, 0, NULL},
        {"on_missing", read_on_missing, 0, NULL},
        {RG_ABS_MEMBER, read_abs, 0, rg_unit_names},
        {0},
    };
    struct rg_bound *bound = to;
    bool is_whole = strcmp(bound->key, rg_json_name(entry)) == 0;

    bound->line = rg_json_line(entry);
    if (!is_whole && !rg_key_expect_label(entry, r->err))
        return false;
    if (rg_json_type(entry) != RG_JSON_OBJECT)
        return fault(r, bound, entry, "expected an object");
    return rg_read_fields(r, entry, fields, bound);
}

static bool read_overrides(struct rg_json_reader *r, const struct rg_json *table, void *to)
{
    struct rg_thresholds *t = to;

    t->overrides = rg_read_nested_records(r, table, sizeof *t->overrides, read_bound, &t->override_count);
    return t->overrides != NULL;
}

/* A default belongs to no one key, so a fault in it is an error to everybody. */
static bool read_defaults(struct rg_json_reader *r, const struct rg_json *table, void *to)
{
    struct rg_thresholds *t = to;
    struct rg_json_reader strict = {.arena = r->arena, .err = r->err};

    t->defaults = rg_read_nested_records(&strict, table, sizeof *t->defaults, read_bound, &t->default_count);
    return t->defaults != NULL;
}

bool rg_thresholds_read(const struct rg_json_doc *doc, const char *path, struct rg_faults *faults,
                        struct rg_thresholds *ret, struct rg_error *err)
{
    static const struct rg_field fields[] = {
        {"defaults", read_defaults, 0, NULL},
        {"overrides", read_overrides, 0, NULL},
        {"waivers", rg_waivers_read, offsetof(struct rg_thresholds, waivers), NULL},
        {"budgets", rg_budgets_read, offsetof(struct rg_thresholds, budgets), NULL},
        {0},
    };
    struct rg_thresholds thresholds = {0};
    struct rg_json_reader r = {.arena = &thresholds.arena, .faults = faults, .err = err};
    bool ok = rg_read_fields(&r, rg_json_root(doc), fields, &thresholds);

    if (ok) {
        thresholds.path = rg_arena_strdup(&thresholds.arena, path);
        ok = thresholds.path != NULL || rg_error_memory(err);
    }
    if (ok)
        *ret = thresholds;
    else
        rg_arena_release(&thresholds.arena);
    return ok;
}

bool rg_thresholds_load(const char *path, struct rg_faults *faults, struct rg_thresholds *ret,
                        struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);

    if (doc == NULL)
        return false;
    bool ok = rg_thresholds_read(doc, path, faults, ret, err);
    rg_json_free(doc);
    return ok || rg_error_prefix(err, "cannot read '%s'", path);
}

void rg_thresholds_release(struct rg_thresholds *thresholds)
{
    rg_arena_release(&thresholds->arena);
    *thresholds = (struct rg_thresholds){0};
}

const struct rg_bound *rg_thresholds_override(const struct rg_thresholds *thresholds, const char *key)
{
    return rg_sorted_find(thresholds->overrides, thresholds->override_count, sizeof *thresholds->overrides,
                          key);
}

struct default_name {
    const char *policy;
    size_t policy_length;
    const char *label;
};

/* Compare POLICY.LABEL with a default's key. */
static int compare_default(const void *name, const void *bound)
{
    const struct default_name *n = name;
    const char *key = ((const struct rg_bound *)bound)->key;
    int order = strncmp(n->policy, key, n->policy_length);

    if (order != 0)
        return order;
    if (key[n->policy_length] != '.')
        return '.' - (unsigned char)key[n->policy_length];
    return strcmp(n->label, key + n->policy_length + 1);
}

const struct rg_bound *rg_thresholds_default(const struct rg_thresholds *thresholds, const char *policy,
                                             size_t policy_length, const char *label)
{
    struct default_name name = {policy, policy_length, label};

    if (thresholds->default_count == 0)
        return NULL;
    return bsearch(&name, thresholds->defaults, thresholds->default_count, sizeof *thresholds->defaults,
                   compare_default);
}

bool rg_thresholds_has_policy(const struct rg_thresholds *thresholds, const char *policy)
{
    size_t length = strlen(policy);
    /* The first default of the policy, or of one whose name goes on after a dot. */
    size_t low = rg_sorted_from(thresholds->defaults, thresholds->default_count, sizeof *thresholds->defaults,
                                policy, length, ".");

    for (; low < thresholds->default_count; low++) {
        const char *key = thresholds->defaults[low].key;
        if (strncmp(key, policy, length) != 0 || key[length] != '.')
            return false;
        if (strchr(key + length + 1, '.') == NULL)
            return true;
    }
    return false;
}
