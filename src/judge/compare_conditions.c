#include "judge/compare_conditions.h"

#include "rungate/judge/sound.h"

#include <stdio.h>

static bool check_capture(const struct rg_timings *c, struct rg_verdict *v, struct rg_error *err)
{
    if (!c->has_capture || c->capture.complete)
        return true;
    if (!c->capture.has_counts)
        return rg_verdict_warn(v, err, "the timings: the capture is not complete");
    return rg_verdict_warn(v, err, "the timings: the capture is thin, %lld of %lld keys have a value",
                           c->capture.captured, c->capture.declared);
}

static bool check_reruns(const struct rg_judge_input *input, struct rg_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < input->rerun_count; i++) {
        const char *why = rg_rerun_unusable(&input->reruns[i]);
        if (why != NULL && !rg_verdict_warn(v, err, "rerun %zu neither confirms nor clears: %s", i + 1, why))
            return false;
    }
    return true;
}

/* Somebody relies on an override that no key uses. The first is named, the rest are counted. */
static bool check_overrides(const struct rg_judge_input *input, struct rg_verdict *v, struct rg_error *err)
{
    const char *first = NULL;
    size_t count = 0;

    if (input->surface == NULL)
        return true;
    for (size_t i = 0; i < input->thresholds->override_count; i++) {
        const char *key = input->thresholds->overrides[i].key;
        if (rg_surface_find(input->surface, key) != NULL || rg_surface_exclusion(input->surface, key) != NULL)
            continue;
        first = first == NULL ? key : first;
        count++;
    }
    if (count == 0)
        return true;
    if (count == 1)
        return rg_verdict_warn(v, err, "the override for '%s' is for an undeclared key; see check-bounds",
                               first);
    return rg_verdict_warn(
        v, err, "%zu overrides are for undeclared keys, the first for '%s'; see check-bounds", count, first);
}

bool rg_conditions_check(const struct rg_judge_input *input, struct rg_verdict *verdict, struct rg_error *err)
{
    return rg_sound_baseline(input, verdict, err) && check_capture(input->current, verdict, err) &&
           check_reruns(input, verdict, err) && check_overrides(input, verdict, err);
}
