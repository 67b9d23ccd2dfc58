/*
 * The budgets of an experiment: on the medians of the rounds that are not dropped.
 */
#include "judge/ab_budgets.h"

#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* What read_key() and change_of() need. */
struct rounds {
    const struct rg_ab_verdict *verdict;
    double *room[RG_AB_SIDES]; /* a value a round */
};

/* Of the rounds that have a reading of B or, when a change is asked for, of both. */
struct medians {
    double value[RG_AB_SIDES];
    bool at_least[RG_AB_SIDES]; /* half of the readings or more are saturated: then so is their median */
    bool at_most;               /* of B, likewise below the ladder */
    size_t count;
};

static struct medians medians_of(const struct rounds *rounds, const struct rg_ab_row *key, bool change)
{
    const struct rg_ab_verdict *v = rounds->verdict;
    struct medians m = {0};
    size_t above[RG_AB_SIDES] = {0};
    size_t below = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *a = &key->values[RG_AB_A][r].reading;
        const struct rg_side *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !b->has_value || (change && !a->has_value))
            continue;
        above[RG_AB_A] += a->saturated;
        above[RG_AB_B] += b->saturated;
        below += b->metric->status == RG_STATUS_BELOW_LADDER;
        rounds->room[RG_AB_A][m.count] = a->value;
        rounds->room[RG_AB_B][m.count++] = b->value;
    }
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        m.value[side] = rg_median(rounds->room[side], m.count);
        m.at_least[side] = m.count > 0 && 2 * above[side] >= m.count;
    }
    m.at_most = m.count > 0 && 2 * below >= m.count;
    return m;
}

static const struct rg_ab_row *find(const struct rounds *rounds, const char *name)
{
    const struct rg_ab_verdict *v = rounds->verdict;

    return rg_sorted_find(v->keys, v->key_count, sizeof *v->keys, name);
}

/* An rg_budget_input.read; `data` is a struct rounds. */
static struct rg_budget_reading read_key(const void *data, const char *name)
{
    const struct rg_ab_row *key = find(data, name);

    if (key == NULL)
        return (struct rg_budget_reading){.why = "not in the captures"};
    struct medians m = medians_of(data, key, false);
    return (struct rg_budget_reading){
        .unit = key->unit,
        .why = "fewer than " TEXT(RG_AB_BUDGET_ROUNDS_MIN) " rounds have a reading of B",
        .value = m.value[RG_AB_B],
        .has_value = m.count >= RG_AB_BUDGET_ROUNDS_MIN,
        .at_least = m.at_least[RG_AB_B],
        .at_most = m.at_most,
    };
}

/* An rg_budget_input.change. */
static struct rg_budget_change change_of(const void *data, const char *name)
{
    const struct rg_ab_row *key = find(data, name);

    if (key == NULL)
        return (struct rg_budget_change){.why = "not in the captures"};
    struct medians m = medians_of(data, key, true);
    bool few = m.count < RG_AB_BUDGET_ROUNDS_MIN;
    return (struct rg_budget_change){
        .unit = key->unit,
        .why = few ? "fewer than " TEXT(RG_AB_BUDGET_ROUNDS_MIN) " rounds have a reading on both sides"
                   : "the median of A is saturated",
        .before = m.value[RG_AB_A],
        .after = m.value[RG_AB_B],
        .has_value = !few && !m.at_least[RG_AB_A],
        .at_least = m.at_least[RG_AB_B],
    };
}

bool rg_ab_judge_budgets(const struct rg_thresholds *thresholds, const struct rg_surface *surface,
                         enum rg_tier tier, struct rg_ab_verdict *v, struct rg_error *err)
{
    struct rounds rounds = {.verdict = v};
    struct rg_budget_input budgets = {
        .budgets = &thresholds->budgets,
        .surface = surface,
        .tier = tier,
        .read = read_key,
        .change = change_of,
        .data = &rounds,
    };

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rounds.room[side] = rg_arena_array(&v->arena, v->round_count, sizeof *rounds.room[side]);
        if (rounds.room[side] == NULL)
            return rg_error_memory(err);
    }
    return rg_budgets_judge(&budgets, &v->arena, &v->budgets, err) ||
           rg_error_prefix(err, "'%s'", thresholds->path);
}
