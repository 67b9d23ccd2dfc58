/*
 * The budgets of an experiment: on the medians of the rounds that are not dropped.
 */
#include "ab_note.h"
#include "ab_rounds.h"

#include <stdlib.h>
#include <string.h>

/* What read_key() needs. */
struct medians {
    const struct rg_ab_verdict *verdict;
    double *room[RG_AB_SIDES]; /* a value a round */
};

static int by_key(const void *key, const void *element)
{
    return strcmp(key, ((const struct rg_ab_key *)element)->key);
}

/* An rg_budget_input.read; `data` is a struct medians. */
static struct rg_budget_reading read_key(const void *data, const char *name)
{
    const struct medians *m = data;
    const struct rg_ab_verdict *v = m->verdict;
    struct rg_budget_reading reading = {0};
    size_t count = 0;
    size_t above[RG_AB_SIDES] = {0};
    size_t below = 0;
    const struct rg_ab_key *key =
        v->key_count == 0 ? NULL : bsearch(name, v->keys, v->key_count, sizeof *v->keys, by_key);

    if (key == NULL) {
        reading.why = "not in the captures";
        return reading;
    }
    reading.unit = key->unit;
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_reading *a = &key->values[RG_AB_A][r].reading;
        const struct rg_reading *b = &key->values[RG_AB_B][r].reading;
        if (v->rounds[r].dropped != NULL || !a->has_value || !b->has_value)
            continue;
        above[RG_AB_A] += a->saturated;
        above[RG_AB_B] += b->saturated;
        below += b->metric->status == RG_STATUS_BELOW_LADDER;
        m->room[RG_AB_A][count] = a->value;
        m->room[RG_AB_B][count++] = b->value;
    }
    if (count < RG_AB_BUDGET_ROUNDS_MIN)
        reading.why = "fewer than 3 rounds have a reading on both sides";
    else if (2 * above[RG_AB_A] >= count)
        reading.why = "the median of A is saturated";
    else
        reading.has_value = true;
    reading.before = rg_ab_median(m->room[RG_AB_A], count);
    reading.value = rg_ab_median(m->room[RG_AB_B], count);
    reading.at_least = 2 * above[RG_AB_B] >= count;
    reading.at_most = 2 * below >= count;
    return reading;
}

bool rg_ab_judge_budgets(const struct rg_ab_input *input, struct rg_ab_verdict *v, struct rg_error *err)
{
    struct medians medians = {.verdict = v};
    struct rg_budget_input budgets = {
        .budgets = &input->thresholds->budgets,
        .surface = input->surface,
        .tier = input->tier,
        .ab = true,
        .read = read_key,
        .data = &medians,
    };

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        medians.room[side] = rg_arena_array(&v->arena, v->round_count, sizeof *medians.room[side]);
        if (medians.room[side] == NULL)
            return rg_error_memory(err);
    }
    return rg_budgets_judge(&budgets, &v->arena, &v->budgets, err) ||
           rg_error_prefix(err, "'%s'", input->thresholds->path);
}
