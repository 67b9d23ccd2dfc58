#include "rungate/judge/limits.h"

#include "rungate/judge/trip.h"

#include <math.h>
#include <string.h>

/* A bound in another unit is an error, not a number to use. */
static bool check_unit(const char *key, const char *unit, const struct rg_bound *bound,
                       const struct rg_thresholds *thresholds, struct rg_error *err)
{
    if (strcmp(bound->unit, unit) == 0)
        return true;
    return rg_error_set(err, RG_ERROR_CONFLICT,
                        "'%s': line %zu: \"%s%s\" bounds '%s', which is in %s; give the bound in %s",
                        thresholds->path, bound->abs_line, RG_ABS_MEMBER, bound->unit, key, unit, unit);
}

bool rg_units_agree(const char *key, const char *unit, const struct rg_key_context *context,
                    const struct rg_thresholds *thresholds, struct rg_error *err)
{
    const struct rg_bound *override = rg_thresholds_override(thresholds, key);

    if (context->declared != NULL && strcmp(context->declared->series->group->unit, unit) != 0)
        return rg_error_set(
            err, RG_ERROR_CONFLICT,
            "'%s' was read in %s, but its group '%s' is declared in %s; capture again, or fix \"_unit\"", key,
            unit, context->declared->series->group->name, context->declared->series->group->unit);
    return override == NULL || override->unit == NULL || check_unit(key, unit, override, thresholds, err);
}

/* The absolute bound that trip.h derives, if any. False: the default must not stand in for it either. */
static bool derive(const struct rg_metric *baseline, const struct rg_key_context *context,
                   const struct rg_ladder *ladder, struct rg_limits *limits)
{
    struct rg_trip trip;

    if (rg_trip_derive(context, ladder, baseline, &trip)) {
        limits->abs = fabs(trip.edge - baseline->value);
        limits->abs_source = RG_BOUND_DERIVED;
        limits->by_mean = trip.rule == RG_TRIP_MEAN;
    }
    /* Without an edge above, the default would fire on interpolation; on a mean that healthy runs do not
     * keep to, on noise. */
    return context->kind == RG_KEY_QUANTILE ? ladder == NULL
                                            : context->kind != RG_KEY_MEAN || !rg_trip_is_too_wide(&trip);
}

/* Beside a trip point by the mean rule only a percentage that leaves the decision to it. */
static void choose_pct(const struct rg_metric *baseline, const struct rg_bound *override,
                       const struct rg_bound *fallback, struct rg_limits *limits)
{
    double limit = limits->by_mean ? 100 * limits->abs / baseline->value : HUGE_VAL;

    if (override != NULL && override->has_pct && override->pct < limit) {
        limits->pct = override->pct;
        limits->pct_source = RG_BOUND_OVERRIDE;
    } else if (fallback != NULL && fallback->has_pct && fallback->pct < limit) {
        limits->pct = fallback->pct;
        limits->pct_source = RG_BOUND_DEFAULT;
    } else if (limits->by_mean) {
        limits->pct_source = RG_BOUND_DERIVED;
    }
}

bool rg_limits_resolve(const struct rg_metric *baseline, const struct rg_key_context *context,
                       const struct rg_ladder *ladder, const struct rg_thresholds *thresholds,
                       struct rg_limits *ret, struct rg_error *err)
{
    const char *key = baseline->key;
    const char *unit = baseline->unit;
    const struct rg_bound *override = rg_thresholds_override(thresholds, key);
    const struct rg_bound *fallback =
        context->label == NULL
            ? NULL
            : rg_thresholds_default(thresholds, context->policy, context->policy_length, context->label);
    struct rg_limits limits = {0};

    if (ladder != NULL && strcmp(ladder->unit, unit) != 0)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "'%s' is in %s, but its ladder '%s' is in %s; they must agree", key, unit,
                            ladder->name, ladder->unit);
    if (override != NULL && override->unit != NULL) {
        if (!check_unit(key, unit, override, thresholds, err))
            return false;
        limits.abs = override->abs;
        limits.abs_source = RG_BOUND_OVERRIDE;
    } else if (derive(baseline, context, ladder, &limits) && limits.abs_source == RG_BOUND_NONE &&
               fallback != NULL && fallback->unit != NULL) {
        if (!check_unit(key, unit, fallback, thresholds, err))
            return false;
        limits.abs = fallback->abs;
        limits.abs_source = RG_BOUND_DEFAULT;
    }
    choose_pct(baseline, override, fallback, &limits);
    limits.higher = context->higher;
    limits.trip = context->higher ? baseline->value - limits.abs : baseline->value + limits.abs;
    limits.fail_on_missing =
        (override != NULL && override->fail_on_missing) || (fallback != NULL && fallback->fail_on_missing);
    *ret = limits;
    return true;
}
