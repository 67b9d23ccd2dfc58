#include "judge/check_unused.h"

#include <string.h>

/* A default that an override takes the place of everywhere is used: it holds for the next key of its policy. */
static bool check_defaults(const struct rg_check_input *in, struct rg_hints *hints,
                           struct rg_findings *findings, struct rg_error *err)
{
    const struct rg_thresholds *t = in->thresholds;
    bool *used = rg_arena_array(&findings->arena, t->default_count, sizeof *used);

    if (used == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < in->surface->key_count; i++) {
        const struct rg_surface_key *key = &in->surface->keys[i];
        const char *policy = key->series->group->policy;
        const struct rg_bound *found = rg_thresholds_default(t, policy, strlen(policy), key->label);
        if (found != NULL)
            used[found - t->defaults] = true;
    }
    for (size_t i = 0; i < t->default_count; i++) {
        const struct rg_bound *unused = &t->defaults[i];
        if (!used[i])
            rg_finding_add(
                findings, RG_RULE_A, RG_CHECK_THRESHOLDS, unused->line, unused->key,
                "a default that holds for no key: no group has this policy and label%s; %scorrect or "
                "remove it",
                unused->fail_on_missing ? ", so its \"on_missing\" lets every missing key pass" : "",
                rg_hint_default(hints, in->surface, unused->key));
    }
    return true;
}

/* A ladder whose histogram is not measured, or under a name that no group gives. */
static bool check_ladders(const struct rg_check_input *in, struct rg_hints *hints,
                          struct rg_findings *findings, struct rg_error *err)
{
    const struct rg_ladders *ladders = in->ladders;
    bool *used = rg_arena_array(&findings->arena, ladders->count, sizeof *used);

    if (used == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < in->surface->series_count; i++) {
        const struct rg_series *series = &in->surface->series[i];
        const struct rg_ladder *found =
            series->group->is_value ? NULL
                                    : rg_ladders_declared(ladders, series->group->ladder, series->base);
        if (found != NULL)
            used[found - ladders->items] = true;
    }
    for (size_t i = 0; i < ladders->count; i++) {
        const struct rg_ladder *unused = &ladders->items[i];
        if (!used[i])
            rg_finding_add_ladder(
                findings, RG_RULE_A, unused,
                "a ladder that no group uses; %srename it, name it with \"_ladder\", or remove it",
                rg_hint_used_ladder(hints, in->surface, unused->name));
    }
    return true;
}

bool rg_check_unused(const struct rg_check_input *input, struct rg_hints *hints, struct rg_findings *findings,
                     struct rg_error *err)
{
    return check_defaults(input, hints, findings, err) && check_ladders(input, hints, findings, err);
}
