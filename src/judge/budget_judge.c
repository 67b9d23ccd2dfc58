/*
 * The budgets against one capture.
 */
#include "rungate/judge/compare.h"

/* An rg_budget_input.read; `data` is the rg_judge_input. */
static struct rg_budget_reading read_key(const void *data, const char *key)
{
    const struct rg_judge_input *input = data;
    const struct rg_metric *metric = rg_timings_find(input->current, key);
    struct rg_key_context context = rg_key_context(key, input->surface, input->ladders);
    struct rg_side side = rg_side_reading(input->current, metric, key, &context);
    struct rg_budget_reading reading = {
        .value = side.value,
        .has_value = side.has_value,
        .at_least = side.saturated,
        .at_most = metric != NULL && metric->status == RG_STATUS_BELOW_LADDER,
    };

    if (metric != NULL)
        reading.unit = metric->unit;
    if (metric == NULL)
        reading.why = "not in the timings";
    else if (!side.has_value)
        reading.why = metric->status == RG_STATUS_GOOD ? "no value" : rg_status_meaning(metric->status);
    return reading;
}

bool rg_judge_budgets(const struct rg_judge_input *input, struct rg_verdict *ret, struct rg_error *err)
{
    struct rg_budget_input budgets = {
        .budgets = &input->thresholds->budgets,
        .surface = input->surface,
        .tier = input->tier,
        .read = read_key,
        .data = input,
    };

    return rg_budgets_judge(&budgets, &ret->arena, &ret->budgets, err) ||
           rg_error_prefix(err, "'%s'", input->thresholds->path);
}
