#include "rungate/model/budgets.h"

#include "rungate/model/key.h"
#include "rungate/model/unit.h"

const char *rg_tier_name(enum rg_tier tier)
{
    return tier == RG_TIER_CI ? "ci" : "dedicated";
}

/* A limit that must be above 0: on 0 nothing could pass. */
static bool read_positive(struct rg_json_reader *r, const struct rg_json *m, void *to)
{
    return rg_read_number(r, m, to) && (rg_json_number(m) > 0 || rg_json_fail(m, r->err, "must be above 0"));
}

/* A limit in the unit that the name ends in; each once. */
static bool read_limit(struct rg_json_reader *r, const struct rg_json *m, void *to)
{
    struct rg_budget_limit *limit = to;

    if (limit->unit != NULL)
        return rg_json_fail(m, r->err, "more than one limit of this kind in this entry");
    limit->unit = r->ending;
    return rg_read_number(r, m, &limit->value);
}

static bool read_positive_limit(struct rg_json_reader *r, const struct rg_json *m, void *to)
{
    struct rg_budget_limit *limit = to;

    return read_limit(r, m, limit) && read_positive(r, m, &limit->value);
}

static bool read_budget(struct rg_json_reader *r, const struct rg_json *entry, void *to)
{
    static const struct rg_field fields[] = {
        {"max_ratio", read_positive, offsetof(struct rg_budget, max_ratio), NULL},
        {"ratio_to", rg_read_name, offsetof(struct rg_budget, ratio_to), NULL},
        {"ab_max_pct", read_positive, offsetof(struct rg_budget, ab_max_pct), NULL},
        {"max_", read_limit, offsetof(struct rg_budget, max), rg_unit_names},
        {"ci_max_", read_limit, offsetof(struct rg_budget, ci_max), rg_unit_names},
        {"ab_max_increase_", read_positive_limit, offsetof(struct rg_budget, ab_max_increase), rg_unit_names},
        {0},
    };
    struct rg_budget *b = to;

    b->line = rg_json_line(entry);
    if (!rg_json_expect(entry, RG_JSON_OBJECT, r->err) || !rg_key_expect_label(entry, r->err) ||
        !rg_read_fields(r, entry, fields, b))
        return false;
    if (b->ratio_to != NULL && !(b->max_ratio > 0))
        return rg_json_fail(entry, r->err, "missing 'max_ratio', which 'ratio_to' belongs to");
    /* Without a key to measure by it is a limit like any other, in the unit "ratio". */
    if (b->ratio_to == NULL && b->max_ratio > 0) {
        if (b->max.unit != NULL)
            return rg_json_fail(entry, r->err, "missing 'ratio_to', which 'max_ratio' is a multiple of");
        b->max = (struct rg_budget_limit){.value = b->max_ratio, .unit = "ratio"};
    }
    if (b->ci_max.unit != NULL && b->max.unit == NULL)
        return rg_json_fail(entry, r->err, "missing 'max_%s', the limit of the dedicated tier",
                            b->ci_max.unit);
    if (b->max.unit == NULL && b->ratio_to == NULL && b->ab_max_increase.unit == NULL && !(b->ab_max_pct > 0))
        return rg_json_fail(entry, r->err, "no limit; give one such as 'max_us'");
    return true;
}

bool rg_budgets_read(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_budgets *budgets = to;

    budgets->items = rg_read_nested_records(r, object, sizeof *budgets->items, read_budget, &budgets->count);
    return budgets->items != NULL;
}
