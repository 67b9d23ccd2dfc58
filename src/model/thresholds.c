#include "rungate/model/thresholds.h"

#include "rungate/base/sorted.h"
#include "rungate/format/json.h"
#include "rungate/model/key.h"
#include "rungate/model/unit.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct rg_thresholds *thresholds;
    struct rg_faults *faults; /* NULL: a fault is an error */
    struct rg_error *err;
};

static bool fault(struct reader *r, struct rg_bound *bound, const struct rg_json *at, const char *what)
{
    bound->faulty = true;
    return rg_fault_or_fail(r->faults, &r->thresholds->arena, bound->key, at, r->err, "%s", what);
}

/* The unit in "max_abs_increase_ms", or NULL when the name is not that of an absolute bound. */
static const char *unit_of(const char *member)
{
    const char *unit = member + sizeof RG_ABS_MEMBER - 1;

    return strncmp(member, RG_ABS_MEMBER, sizeof RG_ABS_MEMBER - 1) == 0 && rg_unit_known(unit) ? unit : NULL;
}

static bool unknown_member(struct reader *r, const struct rg_json *member)
{
    static const char *const known[] = {RG_PCT_MEMBER, "on_missing",
#define X(name, ns, text) RG_ABS_MEMBER name,
                                        RG_UNIT_MAP(X)
#undef X
    };
    return rg_unknown_member(member, known, sizeof known / sizeof known[0], r->err);
}

/* A bound's number; negative ones are a fault. */
static bool read_bound_number(struct reader *r, struct rg_bound *bound, const struct rg_json *value,
                              double *ret)
{
    if (rg_json_type(value) != RG_JSON_NUMBER)
        return fault(r, bound, value, "expected a number");
    *ret = rg_json_number(value);
    return *ret >= 0 || fault(r, bound, value, "a bound must not be negative");
}

static bool read_bound_member(struct reader *r, struct rg_bound *bound, const struct rg_json *m)
{
    const char *name = rg_json_name(m);
    const char *unit = unit_of(name);

    if (strcmp(name, RG_PCT_MEMBER) == 0) {
        bound->has_pct = true;
        bound->pct_line = rg_json_line(m);
        return read_bound_number(r, bound, m, &bound->pct);
    }
    if (unit != NULL) {
        if (bound->unit != NULL)
            return rg_json_fail(m, r->err, "a second absolute bound in one entry");
        bound->unit = rg_arena_strdup(&r->thresholds->arena, unit);
        bound->abs_line = rg_json_line(m);
        if (bound->unit == NULL)
            return rg_error_memory(r->err);
        return read_bound_number(r, bound, m, &bound->abs);
    }
    if (strcmp(name, "on_missing") == 0) {
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        if (strcmp(rg_json_string(m), "fail") != 0)
            return rg_json_fail(m, r->err, "expected \"fail\"");
        bound->fail_on_missing = true;
        return true;
    }
    return rg_is_comment(name) || unknown_member(r, m);
}

/* So no two entries make one key, and a mistyped label is not a bound that never applies. */
static bool check_label(struct reader *r, const struct rg_json *entry)
{
    return rg_key_label_known(rg_json_name(entry)) ||
           rg_json_fail(entry, r->err, "expected a quantile's label, such as 'p95', or 'value'");
}

/* The bounds of one quantile: the entry `base`.`label`. */
static bool read_bound(struct reader *r, const char *base, const struct rg_json *entry,
                       struct rg_bound *bound)
{
    if (!check_label(r, entry))
        return false;
    bound->key = rg_arena_printf(&r->thresholds->arena, "%s.%s", base, rg_json_name(entry));
    bound->line = rg_json_line(entry);
    if (bound->key == NULL)
        return rg_error_memory(r->err);
    if (rg_json_type(entry) != RG_JSON_OBJECT)
        return fault(r, bound, entry, "expected an object");
    for (const struct rg_json *m = rg_json_first(entry); m != NULL; m = rg_json_next(m)) {
        if (!read_bound_member(r, bound, m))
            return false;
    }
    return true;
}

/* `defaults` or `overrides`: an object of objects of bounds. */
static bool read_table(struct reader *r, const struct rg_json *table, struct rg_bound **ret,
                       size_t *ret_count)
{
    size_t count = 0;

    if (!rg_json_expect(table, RG_JSON_OBJECT, r->err))
        return false;
    /* One for an entry that is not an object, and is noted as a fault. */
    for (const struct rg_json *base = rg_json_first(table); base != NULL; base = rg_json_next(base))
        count += rg_json_count(base) + 1;
    struct rg_bound *bounds = rg_arena_array(&r->thresholds->arena, count, sizeof *bounds);
    if (bounds == NULL)
        return rg_error_memory(r->err);
    count = 0;
    for (const struct rg_json *base = rg_json_first(table); base != NULL; base = rg_json_next(base)) {
        if (rg_is_comment(rg_json_name(base)))
            continue;
        if (rg_json_type(base) != RG_JSON_OBJECT) {
            struct rg_bound *whole = &bounds[count++];
            whole->key = rg_arena_strdup(&r->thresholds->arena, rg_json_name(base));
            if (whole->key == NULL)
                return rg_error_memory(r->err);
            if (!fault(r, whole, base, "expected an object"))
                return false;
            continue;
        }
        for (const struct rg_json *m = rg_json_first(base); m != NULL; m = rg_json_next(m)) {
            if (!rg_is_comment(rg_json_name(m)) && !read_bound(r, rg_json_name(base), m, &bounds[count++]))
                return false;
        }
    }
    rg_sort(bounds, count, sizeof *bounds);
    *ret = bounds;
    *ret_count = count;
    return true;
}

static bool read_root(struct reader *r, const struct rg_json *root)
{
    static const char *const known[] = {"defaults", "overrides", "waivers", "budgets"};
    struct rg_thresholds *t = r->thresholds;

    for (const struct rg_json *m = rg_json_first(root); m != NULL; m = rg_json_next(m)) {
        const char *name = rg_json_name(m);
        if (strcmp(name, "defaults") == 0) {
            /* A default belongs to no one key, so a fault in it is an error to everybody. */
            struct reader strict = {.thresholds = t, .err = r->err};
            if (!read_table(&strict, m, &t->defaults, &t->default_count))
                return false;
        } else if (strcmp(name, "overrides") == 0) {
            if (!read_table(r, m, &t->overrides, &t->override_count))
                return false;
        } else if (strcmp(name, "waivers") == 0) {
            if (!rg_waivers_read(m, &t->arena, &t->waivers, r->err))
                return false;
        } else if (strcmp(name, "budgets") == 0) {
            if (!rg_budgets_read(m, &t->arena, &t->budgets, r->err))
                return false;
        } else if (!rg_is_comment(name)) {
            return rg_unknown_member(m, known, sizeof known / sizeof known[0], r->err);
        }
    }
    return true;
}

bool rg_thresholds_read(const struct rg_json_doc *doc, const char *path, struct rg_faults *faults,
                        struct rg_thresholds *ret, struct rg_error *err)
{
    struct rg_thresholds thresholds = {0};
    struct reader r = {.thresholds = &thresholds, .faults = faults, .err = err};
    bool ok = read_root(&r, rg_json_root(doc));

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
