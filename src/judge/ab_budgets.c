/*
 * The budgets of an experiment: on the medians of the rounds that are not dropped, and on the changes within them.
 */
#include "judge/ab_budgets.h"

#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"

#include <float.h>
#include <math.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* What read_key() and change_of() need. */
struct rounds {
    const struct rg_ab_verdict *verdict;
    double *room[2]; /* a value a round */
};

static const struct rg_ab_row *find(const struct rounds *rounds, const char *name)
{
    const struct rg_ab_verdict *v = rounds->verdict;

    return rg_sorted_find(v->keys, v->key_count, sizeof *v->keys, name);
}

/* An rg_budget_input.read; `data` is a struct rounds. Of half of the readings or more that are saturated, or below
 * the ladder, the median is too. */
static struct rg_budget_reading read_key(const void *data, const char *name)
{
    const struct rounds *rounds = data;
    const struct rg_ab_verdict *v = rounds->verdict;
    const struct rg_ab_row *key = find(rounds, name);
    size_t count = 0;
    size_t above = 0;
    size_t below = 0;

    if (key == NULL)
        return (struct rg_budget_reading){.why = "not in the captures"};
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !b->has_value)
            continue;
        above += b->saturated;
        below += b->metric->status == RG_STATUS_BELOW_LADDER;
        rounds->room[0][count++] = b->value;
    }
    return (struct rg_budget_reading){
        .unit = key->unit,
        .why = "fewer than " TEXT(RG_AB_BUDGET_ROUNDS_MIN) " rounds have a reading of B",
        .value = rg_median(rounds->room[0], count),
        .has_value = count >= RG_AB_BUDGET_ROUNDS_MIN,
        .at_least = count > 0 && 2 * above >= count,
        .at_most = count > 0 && 2 * below >= count,
    };
}

/* An rg_budget_input.change. What both sides have above the top edge says nothing of the change. */
static struct rg_budget_change change_of(const void *data, const char *name)
{
    const struct rounds *rounds = data;
    const struct rg_ab_verdict *v = rounds->verdict;
    const struct rg_ab_row *key = find(rounds, name);
    size_t count = 0;
    size_t above = 0;
    bool has_pct = true;

    if (key == NULL)
        return (struct rg_budget_change){.why = "not in the captures"};
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *a = &key->values[RG_AB_A][r].reading;
        const struct rg_side *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !a->has_value || !b->has_value || (a->saturated && b->saturated))
            continue;
        above += b->saturated;
        has_pct = has_pct && a->value > 0;
        rounds->room[0][count] = b->value - a->value;
        rounds->room[1][count++] = a->value > 0 && b->value > 0 ? log(b->value / a->value) : log(DBL_MIN);
    }
    return (struct rg_budget_change){
        .unit = key->unit,
        .why = "fewer than " TEXT(
            RG_AB_BUDGET_ROUNDS_MIN) " rounds have a reading on both sides that can be compared",
        .no_pct = has_pct ? NULL : "no percentage: a reading of A is not above 0",
        .increase = rg_median(rounds->room[0], count),
        .pct = 100 * expm1(rg_median(rounds->room[1], count)),
        .has_value = count >= RG_AB_BUDGET_ROUNDS_MIN,
        .at_least = count > 0 && 2 * above >= count,
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

    for (size_t i = 0; i < sizeof rounds.room / sizeof rounds.room[0]; i++) {
        rounds.room[i] = rg_arena_array(&v->arena, v->round_count, sizeof *rounds.room[i]);
        if (rounds.room[i] == NULL)
            return rg_error_memory(err);
    }
    return rg_budgets_judge(&budgets, &v->arena, &v->budgets, err) ||
           rg_error_prefix(err, "'%s'", thresholds->path);
}
