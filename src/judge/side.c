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
        if (ladders != NULL && !group->is_value)
            context.ladder = rg_ladders_declared(ladders, group->ladder, context.declared->series->base);
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

struct rg_side rg_side_of(const struct rg_timings *timings, const char *key,
                          const struct rg_key_context *context)
{
    const struct rg_metric *metric = rg_timings_find(timings, key);
    const struct rg_ladder *own = context->is_value ? NULL : rg_ladders_match(&timings->ladders, key);
    struct rg_side side = {.metric = metric, .ladder = own != NULL ? own : context->ladder};

    if (metric != NULL && metric->has_value) {
        side.has_value = true;
        side.value = metric->value;
        side.saturated = metric->status == RG_STATUS_SATURATED ||
                         (side.ladder != NULL && rg_ladder_saturated(side.ladder, metric->value));
    }
    return side;
}

bool rg_is_first_bucket(const struct rg_ladder *ladder, double quantile, double value)
{
    double first = ladder->edges[0];

    return fabs(value - quantile * first) <= RG_EDGE_TOLERANCE * first;
}
