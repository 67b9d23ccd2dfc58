#include "rungate/judge/side.h"

#include <math.h>
#include <string.h>

struct rg_key_context rg_key_context(const char *key, const struct rg_surface *surface,
                                     const struct rg_ladders *ladders)
{
    struct rg_key_context context = {.kind = rg_key_kind(key)};
    bool has_ladder = ladders != NULL && context.kind == RG_KEY_QUANTILE;
    struct rg_key parts;

    if (surface != NULL)
        context.declared = rg_surface_find(surface, key);
    if (context.declared != NULL) {
        const struct rg_group *group = context.declared->series->group;
        context.policy = group->policy;
        context.policy_length = strlen(group->policy);
        context.label = context.declared->label;
        context.higher = group->higher;
        if (has_ladder)
            context.ladder = rg_ladders_declared(ladders, group->ladder, context.declared->series->base);
        return context;
    }
    if (!rg_key_split(key, &parts))
        return context;
    context.label = parts.label;
    context.policy = rg_key_policy_of_prefix(key, parts.prefix_length, &context.policy_length);
    context.ladder = has_ladder ? rg_ladders_match(ladders, key) : NULL;
    return context;
}

struct rg_side rg_side_of(const struct rg_timings *timings, const char *key,
                          const struct rg_key_context *context)
{
    const struct rg_metric *metric = rg_timings_find(timings, key);
    const struct rg_ladder *own =
        context->kind == RG_KEY_QUANTILE ? rg_ladders_match(&timings->ladders, key) : NULL;
    struct rg_side side = {.metric = metric, .ladder = own != NULL ? own : context->ladder};

    if (metric != NULL && metric->has_value) {
        side.has_value = true;
        side.value = metric->value;
        side.saturated = metric->status == RG_STATUS_SATURATED ||
                         (side.ladder != NULL && strcmp(side.ladder->unit, metric->unit) == 0 &&
                          rg_ladder_saturated(side.ladder, metric->value));
    }
    return side;
}

bool rg_is_first_bucket(const struct rg_ladder *ladder, double quantile, double value)
{
    double first = ladder->edges[0];

    return fabs(value - quantile * first) <= RG_EDGE_TOLERANCE * first;
}

double rg_first_bucket_share(const struct rg_ladder *ladder, double quantile, double value)
{
    double first = ladder->edges[0];

    /* The server interpolates from 0: value / first = quantile / share. */
    if (!(value > 0) || value > first * (1 + RG_EDGE_TOLERANCE))
        return 0;
    return fmin(1, quantile * first / value);
}
