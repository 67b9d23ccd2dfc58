#include "rungate/format/json_members.h"

#include "rungate/base/sorted.h"
#include "rungate/judge/budgets.h"
#include "rungate/model/key.h"
#include "rungate/model/unit.h"

#include <string.h>

struct reader {
    struct rg_arena *arena;
    struct rg_budgets *budgets;
    struct rg_error *err;
};

/* The unit in "max_us", after that prefix; NULL when the name is another. */
static const char *unit_after(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(name, prefix, length) == 0 && rg_unit_known(name + length) ? name + length : NULL;
}

/* A limit that must be above 0: on 0 nothing could pass. */
static bool read_positive(struct reader *r, const struct rg_json *m, double *ret)
{
    if (!rg_json_expect(m, RG_JSON_NUMBER, r->err))
        return false;
    *ret = rg_json_number(m);
    return *ret > 0 || rg_json_fail(m, r->err, "must be above 0");
}

/* A limit in a unit; each once. */
static bool read_limit(struct reader *r, const struct rg_json *m, const char *unit, double *ret,
                       const char **ret_unit)
{
    if (*ret_unit != NULL)
        return rg_json_fail(m, r->err, "a second limit of this kind");
    if (!rg_json_expect(m, RG_JSON_NUMBER, r->err))
        return false;
    *ret = rg_json_number(m);
    *ret_unit = rg_arena_strdup(r->arena, unit);
    return *ret_unit != NULL || rg_error_memory(r->err);
}

static bool unknown_member(struct reader *r, const struct rg_json *m)
{
    static const char *const known[] = {"max_ratio", "ratio_to", "ab_max_pct",
#define X(name, ns, text) "max_" name, "ci_max_" name, "ab_max_increase_" name,
                                        RG_UNIT_MAP(X)
#undef X
    };
    return rg_unknown_member(m, known, sizeof known / sizeof known[0], r->err);
}

static bool read_member(struct reader *r, const struct rg_json *m, struct rg_budget *b)
{
    const char *name = rg_json_name(m);
    const char *unit;

    if (strcmp(name, "max_ratio") == 0)
        return read_positive(r, m, &b->max_ratio);
    if (strcmp(name, "ratio_to") == 0) {
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        b->ratio_to = rg_arena_strdup(r->arena, rg_json_string(m));
        return b->ratio_to != NULL || rg_error_memory(r->err);
    }
    if (strcmp(name, "ab_max_pct") == 0) {
        b->has_ab_max_pct = true;
        return read_positive(r, m, &b->ab_max_pct);
    }
    if ((unit = unit_after(name, "ab_max_increase_")) != NULL)
        return read_limit(r, m, unit, &b->ab_max_increase, &b->ab_unit) &&
               read_positive(r, m, &b->ab_max_increase);
    if ((unit = unit_after(name, "ci_max_")) != NULL)
        return read_limit(r, m, unit, &b->ci_max, &b->ci_unit);
    if ((unit = unit_after(name, "max_")) != NULL)
        return read_limit(r, m, unit, &b->max, &b->max_unit);
    return rg_is_comment(name) || unknown_member(r, m);
}

static bool read_budget(struct reader *r, const char *base, const struct rg_json *entry, struct rg_budget *b)
{
    if (!rg_key_label_known(rg_json_name(entry)))
        return rg_json_fail(entry, r->err, "expected a quantile's label, such as 'p95', or 'value'");
    if (!rg_json_expect(entry, RG_JSON_OBJECT, r->err))
        return false;
    b->line = rg_json_line(entry);
    b->key = rg_arena_printf(r->arena, "%s.%s", base, rg_json_name(entry));
    if (b->key == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *m = rg_json_first(entry); m != NULL; m = rg_json_next(m)) {
        if (!read_member(r, m, b))
            return false;
    }
    if (b->ratio_to != NULL && !(b->max_ratio > 0))
        return rg_json_fail(entry, r->err, "missing 'max_ratio', which 'ratio_to' belongs to");
    /* Without a key to measure by it is a limit like any other, in the unit "ratio". */
    if (b->ratio_to == NULL && b->max_ratio > 0) {
        if (b->max_unit != NULL)
            return rg_json_fail(entry, r->err, "missing 'ratio_to', which 'max_ratio' is a multiple of");
        b->max_unit = "ratio";
        b->max = b->max_ratio;
    }
    if (b->ci_unit != NULL && b->max_unit == NULL)
        return rg_json_fail(entry, r->err, "missing 'max_%s', the limit of the dedicated tier", b->ci_unit);
    if (b->max_unit == NULL && b->ratio_to == NULL && b->ab_unit == NULL && !b->has_ab_max_pct)
        return rg_json_fail(entry, r->err, "no limit; give one such as 'max_us'");
    return true;
}

static bool read_base(struct reader *r, const struct rg_json *base)
{
    if (!rg_json_expect(base, RG_JSON_OBJECT, r->err))
        return false;
    for (const struct rg_json *m = rg_json_first(base); m != NULL; m = rg_json_next(m)) {
        if (!rg_is_comment(rg_json_name(m)) &&
            !read_budget(r, rg_json_name(base), m, &r->budgets->items[r->budgets->count++]))
            return false;
    }
    return true;
}

bool rg_budgets_read(const struct rg_json *object, struct rg_arena *arena, struct rg_budgets *ret,
                     struct rg_error *err)
{
    struct rg_budgets budgets = {0};
    struct reader r = {arena, &budgets, err};
    size_t count = 0;

    if (!rg_json_expect(object, RG_JSON_OBJECT, err))
        return false;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m))
        count += rg_json_count(m);
    budgets.items = rg_arena_array(arena, count, sizeof *budgets.items);
    if (budgets.items == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (!rg_is_comment(rg_json_name(m)) && !read_base(&r, m))
            return false;
    }
    rg_sort(budgets.items, budgets.count, sizeof *budgets.items);
    *ret = budgets;
    return true;
}
