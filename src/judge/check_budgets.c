/*
 * Rule S: can each budget be exceeded, and kept, by the key that it is for?
 */
#include "judge/check_budgets.h"

#include "judge/reach.h"
#include "rungate/base/number.h"

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

/* What is known of the key's readings. */
static struct rg_reach reach_of(const struct exam *e, const struct rg_group *group)
{
    const struct rg_metric *m = rg_timings_find(e->in->baseline, e->budget->key);

    return (struct rg_reach){.unit = group->unit,
                             .higher = group->higher,
                             .has_baseline = m != NULL && m->has_value,
                             .baseline = m != NULL ? m->value : 0};
}

/* A limit of a quantile is an edge; of any key one that a reading can be beyond, and can keep to. */
static void check_limit(const struct exam *e, const struct rg_surface_key *key, const char *prefix,
                        const struct rg_budget_limit *limit)
{
    const struct rg_group *group = key->series->group;
    const struct rg_reach reach = reach_of(e, group);
    const struct rg_ladder *ladder = NULL;
    char is[RG_NUMBER_SIZE];
    char where[160];

    if (limit->unit == NULL || strcmp(limit->unit, group->unit) != 0)
        return;
    rg_number_format_short(limit->value, is);
    const char *why = rg_reach_why(&reach, limit->value, true);
    if (key->kind == RG_KEY_QUANTILE)
        ladder = rg_ladders_declared(e->in->ladders, group->ladder, key->series->base);
    if (ladder != NULL && strcmp(ladder->unit, limit->unit) == 0 &&
        rg_reach_is_off_edge(ladder, limit->value, where, sizeof where))
        FIND(e, "\"%s%s\" is %s, %s; make it an edge", prefix, limit->unit, is, where);
    else if (key->kind != RG_KEY_QUANTILE && why != NULL)
        FIND(e, "\"%s%s\" is %s, which is never exceeded: %s", prefix, limit->unit, is, why);
    else if (key->kind == RG_KEY_MEAN && !(limit->value > 0))
        FIND(e, "\"%s%s\" is %s, which no mean can be below", prefix, limit->unit, is);
}

/* The limits on a change: nothing falls by more than all of it, and a rise by RG_REACH_FURTHEST is a slip of the unit. */
static void check_change(const struct exam *e, const struct rg_group *group)
{
    const struct rg_budget *b = e->budget;
    const struct rg_reach reach = reach_of(e, group);
    double most = group->higher ? 1 : RG_REACH_FURTHEST;
    const char *why = group->higher ? "nothing falls by more than all of it" : "that is 1000 times and more";
    char is[RG_NUMBER_SIZE];

    rg_number_format_short(b->ab_max_pct, is);
    if (b->ab_max_pct > 100 * most && !(reach.has_baseline && reach.baseline < 0))
        FIND(e, "\"ab_max_pct\" is %s, which is as good as never exceeded: %s; lower it", is, why);
    rg_number_format_short(b->ab_max_increase.value, is);
    if (b->ab_max_increase.unit != NULL && reach.has_baseline && reach.baseline > 0 &&
        b->ab_max_increase.value > most * reach.baseline)
        FIND(e,
             "\"ab_max_increase_%s\" is %s, which is as good as never exceeded on the baseline: %s; lower it",
             b->ab_max_increase.unit, is, why);
    rg_number_format_short(b->max_ratio, is);
    if (b->ratio_to != NULL && b->max_ratio > RG_REACH_FURTHEST)
        FIND(e,
             "\"max_ratio\" is %s, which is as good as never exceeded: that is 1000 times and more; lower it",
             is);
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
        check_limit(e, key, "max_", &b->max);
        check_limit(e, key, "ci_max_", &b->ci_max);
        check_change(e, group);
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
