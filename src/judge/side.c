#include "rungate/judge/side.h"

#include "rungate/model/key.h"

#include <math.h>
#include <string.h>

struct rg_key_context rg_key_context(const char *key, const struct rg_surface *surface,
                                     const struct rg_ladders *ladders)
{
    struct rg_key_context context = {0};
    struct rg_key parts;

    if (surface != NULL)
        context.declared = rg_surface_find(surface, key);
    if (context.declared != NULL) {
        const struct rg_group *group = context.declared->series->group;
        context.policy = group->policy;
        context.policy_length = strlen(group->policy);
        context.label = context.declared->label;
        context.is_value = group->is_value;
        context.higher = group->higher;
        context.ladder = ladders == NULL || group->is_value ? NULL : rg_ladders_find(ladders, group->ladder);
        return context;
    }
    if (!rg_key_split(key, &parts))
        return context;
    context.label = parts.label;
    context.is_value = rg_key_is_value(key);
    context.policy = rg_key_policy_of_prefix(key, parts.prefix_length, &context.policy_length);
    context.ladder = ladders == NULL || context.is_value ? NULL : rg_ladders_match(ladders, key);
    return context;
}

struct rg_side rg_side_reading(const struct rg_timings *side, const struct rg_metric *metric, const char *key,
                               const struct rg_key_context *context)
{
    struct rg_side reading = {.metric = metric};
    const struct rg_ladder *own = context->is_value ? NULL : rg_ladders_match(&side->ladders, key);

    reading.ladder = own != NULL ? own : context->ladder;
    if (metric != NULL && metric->has_value) {
        reading.has_value = true;
        reading.value = metric->value;
        reading.saturated = metric->status == RG_STATUS_SATURATED ||
                            (reading.ladder != NULL && rg_ladder_saturated(reading.ladder, metric->value));
    }
    return reading;
}

bool rg_is_first_bucket(const struct rg_ladder *ladder, double quantile, double value)
{
    double first = ladder->edges[0];

    return fabs(value - quantile * first) <= RG_EDGE_TOLERANCE * first;
}
