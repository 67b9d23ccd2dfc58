#include "judge/compare_conditions.h"

#include "rungate/model/conditions.h"

#include <stdio.h>

/* Both sides declare the label, with different values. */
static bool is_conflict(const struct rg_difference *d)
{
    return d->kind == RG_DIFFERS_LABEL && d->a != NULL && d->b != NULL;
}

static bool refuse(const struct rg_difference *d, const char *a_side, const char *b_side,
                   struct rg_error *err)
{
    return rg_error_set(
        err, RG_ERROR_CONFLICT,
        "label '%s' is '%s' in %s and '%s' in %s: numbers taken under different conditions do "
        "not compare; capture again under one of them, or refresh the baseline",
        d->name, d->a, a_side, d->b, b_side);
}

/* One way in which a run differs from the baseline. Profile and window count where both sides have one. */
static bool report(const struct rg_difference *d, const char *side, struct rg_verdict *v,
                   struct rg_error *err)
{
    if (is_conflict(d))
        return refuse(d, "the baseline", side, err);
    if (d->kind == RG_DIFFERS_LABEL)
        return rg_verdict_warn(v, err, "label '%s' ('%s') is declared only in %s", d->name,
                               d->a != NULL ? d->a : d->b, d->a != NULL ? "the baseline" : side);
    return d->a == NULL || d->b == NULL ||
           rg_verdict_warn(v, err, "%s differs: '%s' in the baseline, '%s' in %s", rg_condition_name(d->kind),
                           d->a, d->b, side);
}

static bool check_capture(const struct rg_timings *c, const char *side, struct rg_verdict *v,
                          struct rg_error *err)
{
    if (!c->has_capture || c->capture.complete)
        return true;
    if (!c->capture.has_counts)
        return rg_verdict_warn(v, err, "%s: the capture is not complete", side);
    return rg_verdict_warn(v, err, "%s: the capture is thin, %lld of %lld keys have a value", side,
                           c->capture.captured, c->capture.declared);
}

/* One run against the baseline, and a rerun against the first run. */
static bool check_run(const struct rg_judge_input *input, size_t run, struct rg_verdict *v,
                      struct rg_error *err)
{
    const struct rg_timings *c = run == 0 ? input->current : &input->reruns[run - 1];
    char side[32] = "the timings";
    struct rg_difference d;

    if (run > 0)
        (void)snprintf(side, sizeof side, "rerun %zu", run);
    for (size_t at = 0; run > 0 && rg_conditions_next(input->current, c, &at, &d);) {
        if (is_conflict(&d))
            return refuse(&d, "the timings", side, err);
    }
    for (size_t at = 0; rg_conditions_next(input->baseline, c, &at, &d);) {
        if (!report(&d, side, v, err))
            return false;
    }
    return check_capture(c, side, v, err);
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
    for (size_t run = 0; run <= input->rerun_count; run++) {
        if (!check_run(input, run, verdict, err))
            return false;
    }
    return check_overrides(input, verdict, err);
}
