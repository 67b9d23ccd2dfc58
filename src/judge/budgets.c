#include "rungate/judge/budgets.h"

#include <string.h>

/* Judging, one limit after the other. */
struct judge {
    const struct rg_budget_input *input;
    struct rg_arena *arena;
    struct rg_budget_result *result;
    struct rg_error *err;
};

static bool is_higher(const struct judge *j, const char *key)
{
    const struct rg_surface_key *declared =
        j->input->surface == NULL ? NULL : rg_surface_find(j->input->surface, key);

    return declared != NULL && declared->series->group->higher;
}

/* Add a line: the limit, and how the reading stands to it. `reading->value` is what the limit is for. */
static bool add(struct judge *j, const struct rg_budget *budget, const char *member, const char *unit,
                double limit, const struct rg_budget_reading *reading)
{
    struct rg_budget_line *line = &j->result->lines[j->result->count++];

    *line = (struct rg_budget_line){.key = budget->key,
                                    .member = member,
                                    .unit = unit,
                                    .limit = limit,
                                    .higher = is_higher(j, budget->key)};
    if (member == NULL)
        return rg_error_memory(j->err);
    if (!reading->has_value) {
        line->missing = true;
        line->note = reading->why;
        j->result->missing++;
        return true;
    }
    line->reading = reading->value;
    line->exceeded = reading->at_least || !(line->higher ? reading->value > limit : reading->value < limit);
    line->note = !line->exceeded     ? "within budget"
                 : reading->at_least ? "OVER BUDGET: the reading is saturated, so at least this"
                 : line->higher      ? "UNDER BUDGET"
                                     : "OVER BUDGET";
    j->result->exceeded += line->exceeded;
    return true;
}

static bool check_unit(struct judge *j, const struct rg_budget *budget, const char *prefix, const char *unit,
                       const struct rg_budget_reading *reading)
{
    if (reading->unit == NULL || strcmp(reading->unit, unit) == 0)
        return true;
    return rg_error_set(j->err, RG_ERROR_CONFLICT,
                        "budgets: line %zu: \"%s%s\" limits '%s', which is in %s; give the limit in %s",
                        budget->line, prefix, unit, budget->key, reading->unit, reading->unit);
}

/* The tier's own limit. */
static bool judge_max(struct judge *j, const struct rg_budget *b, const struct rg_budget_reading *reading)
{
    bool ci = j->input->tier == RG_TIER_CI && b->ci_max.unit != NULL;
    const char *prefix = ci ? "ci_max_" : "max_";
    const struct rg_budget_limit *limit = ci ? &b->ci_max : &b->max;

    if (limit->unit == NULL)
        return true;
    return check_unit(j, b, prefix, limit->unit, reading) &&
           add(j, b, rg_arena_printf(j->arena, "%s%s", prefix, limit->unit), limit->unit, limit->value,
               reading);
}

static bool judge_ratio(struct judge *j, const struct rg_budget *b, struct rg_budget_reading reading)
{
    struct rg_budget_reading to;

    if (b->ratio_to == NULL)
        return true;
    to = j->input->read(j->input->data, b->ratio_to);
    if (reading.unit != NULL && to.unit != NULL && strcmp(reading.unit, to.unit) != 0)
        return rg_error_set(j->err, RG_ERROR_CONFLICT,
                            "budgets: line %zu: '%s' is in %s and its \"ratio_to\", '%s', in %s", b->line,
                            b->key, reading.unit, b->ratio_to, to.unit);
    if (reading.has_value && (!to.has_value || !(to.value > 0) || to.at_most)) {
        reading.has_value = false;
        reading.why = rg_arena_printf(j->arena, "nothing to measure against: '%s': %s", b->ratio_to,
                                      !to.has_value ? to.why
                                      : to.at_most  ? "below its ladder"
                                                    : "not above 0");
        if (reading.why == NULL)
            return rg_error_memory(j->err);
    }
    if (reading.has_value)
        reading.value /= to.value;
    if (!add(j, b, "max_ratio", "times", b->max_ratio, &reading))
        return false;
    j->result->lines[j->result->count - 1].against = b->ratio_to;
    return true;
}

/* The limits on the change in an experiment. */
static bool judge_ab(struct judge *j, const struct rg_budget *b)
{
    struct rg_budget_change change = j->input->change(j->input->data, b->key);
    struct rg_budget_reading reading = {
        .unit = change.unit, .why = change.why, .has_value = change.has_value, .at_least = change.at_least};
    double sign = is_higher(j, b->key) ? -1 : 1;

    if (b->ab_max_increase.unit != NULL) {
        const char *unit = b->ab_max_increase.unit;
        reading.value = change.increase;
        j->result->changes += reading.has_value;
        if (!check_unit(j, b, "ab_max_increase_", unit, &reading) ||
            !add(j, b, rg_arena_printf(j->arena, "ab_max_increase_%s", unit), unit,
                 sign * b->ab_max_increase.value, &reading))
            return false;
    }
    if (!(b->ab_max_pct > 0))
        return true;
    if (reading.has_value && change.no_pct != NULL) {
        reading.has_value = false;
        reading.why = change.no_pct;
    }
    j->result->changes += reading.has_value;
    reading.value = change.pct;
    return add(j, b, "ab_max_pct", "%", sign * b->ab_max_pct, &reading);
}

bool rg_budgets_judge(const struct rg_budget_input *input, struct rg_arena *arena,
                      struct rg_budget_result *ret, struct rg_error *err)
{
    enum { LIMITS_MAX = 4 };
    struct rg_budget_result result = {.tier = input->tier};
    struct judge j = {input, arena, &result, err};

    result.lines = rg_arena_array(arena, input->budgets->count, LIMITS_MAX * sizeof *result.lines);
    if (result.lines == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < input->budgets->count; i++) {
        const struct rg_budget *budget = &input->budgets->items[i];
        struct rg_budget_reading reading = input->read(input->data, budget->key);
        if (!judge_max(&j, budget, &reading) || !judge_ratio(&j, budget, reading) ||
            (input->change != NULL && !judge_ab(&j, budget)))
            return false;
    }
    *ret = result;
    return true;
}
