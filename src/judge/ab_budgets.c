/*
 * The budgets of an experiment: on the medians of the rounds that are not dropped.
 */
#include "judge/ab_budgets.h"

#include "judge/ab_rounds.h"

#include <stdlib.h>
#include <string.h>

/* What read_key() and change_of() need. */
struct medians {
    const struct rg_ab_verdict *verdict;
    double *room[RG_AB_SIDES]; /* a value a round */
};

static int by_key(const void *key, const void *element)
{
    return strcmp(key, ((const struct rg_ab_key *)element)->key);
}

static const struct rg_ab_key *find(const struct rg_ab_verdict *v, const char *name)
{
    return v->key_count == 0 ? NULL : bsearch(name, v->keys, v->key_count, sizeof *v->keys, by_key);
}

/* Half of the values or more: then the median is one of them. */
static bool holds_median(size_t some, size_t all)
{
    return all > 0 && 2 * some >= all;
}

/* An rg_budget_input.read; `data` is a struct medians. */
static struct rg_budget_reading read_key(const void *data, const char *name)
{
    const struct medians *m = data;
    const struct rg_ab_verdict *v = m->verdict;
    const struct rg_ab_key *key = find(v, name);
    struct rg_budget_reading reading = {.why = "not in the captures"};
    size_t count = 0;
    size_t above = 0;
    size_t below = 0;

    if (key == NULL)
        return reading;
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !b->has_value)
            continue;
        above += b->saturated;
        below += b->metric->status == RG_STATUS_BELOW_LADDER;
        m->room[RG_AB_B][count++] = b->value;
    }
    reading.unit = key->unit;
    reading.has_value = count >= RG_AB_BUDGET_ROUNDS_MIN;
    reading.why = "fewer than 3 rounds have a reading of B";
    reading.value = rg_ab_median(m->room[RG_AB_B], count);
    reading.at_least = holds_median(above, count);
    reading.at_most = holds_median(below, count);
    return reading;
}

/* An rg_budget_input.change. */
static struct rg_budget_change change_of(const void *data, const char *name)
{
    const struct medians *m = data;
    const struct rg_ab_verdict *v = m->verdict;
    const struct rg_ab_key *key = find(v, name);
    struct rg_budget_change change = {.why = "not in the captures"};
    size_t count = 0;
    size_t above[RG_AB_SIDES] = {0};

    if (key == NULL)
        return change;
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *a = &key->values[RG_AB_A][r].reading;
        const struct rg_side *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !a->has_value || !b->has_value)
            continue;
        above[RG_AB_A] += a->saturated;
        above[RG_AB_B] += b->saturated;
        m->room[RG_AB_A][count] = a->value;
        m->room[RG_AB_B][count++] = b->value;
    }
    change.unit = key->unit;
    change.has_value = count >= RG_AB_BUDGET_ROUNDS_MIN && !holds_median(above[RG_AB_A], count);
    change.why = count < RG_AB_BUDGET_ROUNDS_MIN ? "fewer than 3 rounds have a reading on both sides"
                                                 : "the median of A is saturated";
    change.before = rg_ab_median(m->room[RG_AB_A], count);
    change.after = rg_ab_median(m->room[RG_AB_B], count);
    change.at_least = holds_median(above[RG_AB_B], count);
    return change;
}

bool rg_ab_judge_budgets(const struct rg_thresholds *thresholds, const struct rg_surface *surface,
                         enum rg_tier tier, struct rg_ab_verdict *v, struct rg_error *err)
{
    struct medians medians = {.verdict = v};
    struct rg_budget_input budgets = {
        .budgets = &thresholds->budgets,
        .surface = surface,
        .tier = tier,
        .read = read_key,
        .change = change_of,
        .data = &medians,
    };

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        medians.room[side] = rg_arena_array(&v->arena, v->round_count, sizeof *medians.room[side]);
        if (medians.room[side] == NULL)
            return rg_error_memory(err);
    }
    return rg_budgets_judge(&budgets, &v->arena, &v->budgets, err) ||
           rg_error_prefix(err, "'%s'", thresholds->path);
}
