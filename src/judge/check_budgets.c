/*
 * Rule S: can each budget be exceeded, and kept, by the key that it is for?
 */
#include "judge/check_budgets.h"

#include <string.h>

struct exam {
    const struct rg_check_input *in;
    const struct rg_budget *budget;
    struct rg_findings *findings;
};

#define FIND(exam, ...)                                                                                      \
    rg_finding_add((exam)->findings, RG_RULE_S, RG_CHECK_THRESHOLDS, (exam)->budget->line,                   \
                   (exam)->budget->key, __VA_ARGS__)

static void check_unit(const struct exam *e, const struct rg_group *group, const char *prefix,
                       const char *unit)
{
    if (unit != NULL && strcmp(unit, group->unit) != 0)
        FIND(e, "\"%s%s\" is in another unit than the key; the member must be \"%s%s\"", prefix, unit, prefix,
             group->unit);
}

static void check_tiers(const struct exam *e, const struct rg_group *group)
{
    const struct rg_budget *b = e->budget;

    if (b->ci_max.unit == NULL || strcmp(b->ci_max.unit, b->max.unit) != 0)
        return;
    if (group->higher ? b->max.value < b->ci_max.value : b->max.value > b->ci_max.value)
        FIND(e,
             "\"max_%s\" is looser than \"ci_max_%s\"; a dedicated machine must be held to at least as much",
             b->max.unit, b->ci_max.unit);
}

static void check_ratio(const struct exam *e, const struct rg_group *group)
{
    const char *to = e->budget->ratio_to;
    const struct rg_surface_key *other = to == NULL ? NULL : rg_surface_find(e->in->surface, to);

    if (to == NULL)
        return;
    if (other == NULL)
        FIND(e, "\"ratio_to\" names '%s', which is not declared; declare it or name another", to);
    else if (other->excluded)
        FIND(e, "\"ratio_to\" names '%s', which is excluded and so never captured; name another", to);
    else if (strcmp(other->key, e->budget->key) == 0)
        FIND(e, "\"ratio_to\" names the key itself, so the ratio is always 1; name another");
    else if (strcmp(other->series->group->unit, group->unit) != 0)
        FIND(e, "\"ratio_to\" names '%s', which is in %s, and the key is in %s; name one in the same unit",
             to, other->series->group->unit, group->unit);
}

static void check_budget(const struct exam *e)
{
    const struct rg_budget *b = e->budget;
    const struct rg_surface_key *key = rg_surface_find(e->in->surface, b->key);

    if (key == NULL) {
        FIND(e, "a budget for a key that is not declared; declare it or remove the budget");
    } else if (key->excluded) {
        FIND(e, "a budget for a key that is excluded and so never captured; remove one of the two");
    } else {
        const struct rg_group *group = key->series->group;
        check_unit(e, group, "max_", b->max.unit);
        check_unit(e, group, "ci_max_", b->ci_max.unit);
        check_unit(e, group, "ab_max_increase_", b->ab_max_increase.unit);
        check_tiers(e, group);
        check_ratio(e, group);
    }
}

void rg_check_budgets(const struct rg_check_input *input, struct rg_findings *findings)
{
    for (size_t i = 0; i < input->thresholds->budgets.count; i++) {
        struct exam exam = {input, &input->thresholds->budgets.items[i], findings};
        check_budget(&exam);
    }
}
