#include "judge/check_key.h"

#include "judge/check_readings.h"
#include "judge/reach.h"
#include "rungate/base/number.h"
#include "rungate/judge/side.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A key under examination. A rule returns true when it found something. */
struct exam {
    const struct rg_check_input *in;
    struct rg_gate *gate; /* filled as the rules go on */
    struct rg_findings *findings;
    struct rg_hints *hints;
};

#define FIND(exam, rule, file, line, ...)                                                                    \
    (rg_finding_add((exam)->findings, rule, file, line, (exam)->gate->key->key, __VA_ARGS__), true)

static const char *unit_of(const struct exam *e)
{
    return e->gate->key->series->group->unit;
}

/* A reading that is not a quantile has no ladder: rule E skips it, and it may be 0 or below. */
static bool is_quantile(const struct exam *e)
{
    return e->gate->context.kind == RG_KEY_QUANTILE;
}

static bool is_value(const struct exam *e)
{
    return e->gate->context.kind == RG_KEY_VALUE;
}

static bool rule_a(struct exam *e)
{
    e->gate->metric = rg_timings_find(e->in->baseline, e->gate->key->key);
    if (e->gate->metric != NULL)
        return false;
    return FIND(e, RG_RULE_A, RG_CHECK_BASELINE, 0,
                "declared, but not in the baseline; refresh the baseline or exclude the key with a reason");
}

/* Rule V for the baseline's entry and the ladder it stands on. */
static bool rule_v_baseline(struct exam *e)
{
    const struct rg_metric *m = e->gate->metric;
    const char *ladder_name = e->gate->key->series->group->ladder;

    if (m->faulty)
        return true; /* reported from the reader's faults */
    if (!m->has_value)
        return FIND(
            e, RG_RULE_V, RG_CHECK_BASELINE, m->line,
            "the baseline has no value; capture again and refresh it, or exclude the key with a reason");
    if (is_quantile(e) && !(m->value > 0))
        return FIND(e, RG_RULE_V, RG_CHECK_BASELINE, m->line,
                    "the baseline is not above 0; capture again and refresh it");
    for (size_t i = 0; i < m->spread_count && is_quantile(e); i++) {
        if (!(m->spread[i] > 0))
            return FIND(e, RG_RULE_V, RG_CHECK_BASELINE, m->line,
                        "a value in its spread is not above 0; capture again and refresh the baseline");
    }
    if (strcmp(m->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_CHECK_BASELINE, m->line,
                    "the baseline is in '%s', the group is declared in '%s'", m->unit, unit_of(e));
    if (!is_quantile(e))
        return false;
    const struct rg_ladder *ladder =
        rg_ladders_declared(e->in->ladders, ladder_name, e->gate->key->series->base);
    if (ladder == NULL)
        return FIND(e, RG_RULE_V, RG_CHECK_SURFACE, e->gate->key->series->group->line,
                    "no ladder '%s' is declared; %sadd it to the ladders, or name one with \"_ladder\"",
                    ladder_name, rg_hint_ladder(e->hints, e->in->ladders, ladder_name));
    if (strcmp(ladder->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_CHECK_SURFACE, e->gate->key->series->group->line,
                    "the ladder '%s' is in '%s', the group is declared in '%s'", ladder_name, ladder->unit,
                    unit_of(e));
    e->gate->ladder = ladder;
    return false;
}

static bool rule_v_reading(struct exam *e)
{
    if (!rg_check_reading(e->in, e->gate->key, e->gate->metric, e->gate->ladder, e->findings))
        return false;
    e->gate->ladder = NULL;
    return true;
}

static bool override_is_faulty(struct exam *e, const struct rg_bound *o)
{
    /* A base that is not an object is one fault, reported under the base. */
    if (o == NULL)
        return rg_thresholds_override(e->in->thresholds, e->gate->key->series->base) != NULL;
    if (o->faulty)
        return true;
    if (o->unit != NULL && strcmp(o->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_CHECK_THRESHOLDS, o->abs_line,
                    "the bound is in '%s', the key is in '%s'; the member must be \"%s%s\"", o->unit,
                    unit_of(e), RG_ABS_MEMBER, unit_of(e));
    if (o->unit != NULL && !(o->abs > 0))
        return FIND(e, RG_RULE_V, RG_CHECK_THRESHOLDS, o->abs_line, "a bound must be above 0");
    return false;
}

/* Rule V for the override. */
static bool rule_v_override(struct exam *e)
{
    e->gate->override = rg_thresholds_override(e->in->thresholds, e->gate->key->key);
    e->gate->override_faulty = override_is_faulty(e, e->gate->override);
    return e->gate->override_faulty;
}

/*
 * With every sample in the first bucket the quantile is q × the first edge, whatever the latency is; with
 * nearly every one, nearly that.
 */
static bool rule_e(struct exam *e)
{
    static const double NEARLY_ALL = 0.99;
    double quantile = e->gate->key->quantile;
    char first[RG_NUMBER_SIZE];
    double share;

    if (!is_quantile(e))
        return false;
    share = rg_first_bucket_share(e->gate->ladder, quantile, e->gate->metric->value);
    if (share < NEARLY_ALL * (1 - RG_EDGE_TOLERANCE))
        return false;
    rg_number_format_short(e->gate->ladder->edges[0], first);
    if (!rg_is_first_bucket(e->gate->ladder, quantile, e->gate->metric->value))
        return FIND(e, RG_RULE_E, RG_CHECK_BASELINE, e->gate->metric->line,
                    "the baseline is at most the first edge, %s %s, and %.5g %% of the samples are in that "
                    "bucket, so the value is derived from the edge, not measured; add edges below %s, or "
                    "exclude the key with this reason",
                    first, unit_of(e), 100 * share, first);
    return FIND(
        e, RG_RULE_E, RG_CHECK_BASELINE, e->gate->metric->line,
        "the baseline is %s × %s %s: every sample is in the first bucket, so the value is derived from "
        "the edge, not measured; add edges below %s, or exclude the key with this reason",
        e->gate->key->quantile_text, first, unit_of(e), first);
}

/* "5 healthy runs read 7.06 to 29 ms (4.1x)", as a reason to exclude a key begins. */
static void put_measurement(const struct exam *e, char *ret, size_t size)
{
    const struct rg_spread *spread = &e->gate->trip.spread;
    char min[RG_NUMBER_SIZE];
    char max[RG_NUMBER_SIZE];

    rg_number_format_short(spread->min, min);
    rg_number_format_short(spread->max, max);
    (void)snprintf(ret, size, "%zu healthy runs read %s to %s %s (%.1fx)", spread->count, min, max,
                   unit_of(e), spread->max / spread->min);
}

/* Rule H without a ladder: what a person set for a value stands. */
static bool rule_h_mean(struct exam *e, const char *measured)
{
    const struct rg_trip *trip = &e->gate->trip;

    if (!rg_trip_is_too_wide(trip) || (is_value(e) && e->gate->override != NULL))
        return false;
    return FIND(e, RG_RULE_H, RG_CHECK_BASELINE, e->gate->metric->line,
                "%s; with that spread anything under %.1fx their geometric mean is normal, and a limit "
                "beyond %gx is not a gate",
                measured, trip->mean.factor, RG_MEAN_FURTHEST);
}

/*
 * Rule H: with enough runs where the rule of the key leaves it ungated, with fewer where what was seen comes
 * too near to the trip point. The message is a reason for excluded_keys.
 */
static bool rule_h(struct exam *e)
{
    struct rg_trip *trip = &e->gate->trip;
    const struct rg_spread *spread = &trip->spread;
    char measured[256];
    char upper[RG_NUMBER_SIZE];
    char edge[RG_NUMBER_SIZE];
    size_t line = e->gate->metric->line;

    (void)rg_trip_derive(&e->gate->context, e->gate->ladder, e->gate->metric, trip);
    if (spread->count == 0)
        return false;
    put_measurement(e, measured, sizeof measured);
    if (!is_quantile(e))
        return rule_h_mean(e, measured);
    rg_number_format_short(spread->upper, upper);
    rg_number_format_short(trip->edge, edge);
    if (trip->outcome == RG_SPREAD_TOO_FAR)
        return FIND(e, RG_RULE_H, RG_CHECK_BASELINE, line,
                    "%s; 99 %% of them land below %s, and the first edge above, %s, is %.1fx the median",
                    measured, upper, edge, trip->edge / spread->median);
    if (trip->outcome != RG_SPREAD_TRIP)
        return FIND(e, RG_RULE_H, RG_CHECK_BASELINE, line, "%s; 99 %% of them land below %s: %s", measured,
                    upper, rg_spread_why(trip->outcome));
    if (trip->rule == RG_TRIP_HI_NEXT && spread->max > RG_SPREAD_ROOM * trip->edge)
        return FIND(e, RG_RULE_H, RG_CHECK_BASELINE, line,
                    "%s; the maximum is %.2fx the %s %s trip point of a single-run baseline", measured,
                    spread->max / trip->edge, edge, unit_of(e));
    return false;
}

static bool rule_c_no_edge(struct exam *e)
{
    if (!is_quantile(e) || e->gate->trip.rule != RG_TRIP_NONE)
        return false;
    return FIND(
        e, RG_RULE_C, RG_CHECK_BASELINE, e->gate->metric->line,
        "there is no edge above the baseline's bucket to trip at; add edges above the top one, or exclude "
        "the key with this reason");
}

/* The bound that rule C asks for, where the key has a trip point. */
static double derived(const struct exam *e)
{
    return fabs(e->gate->trip.edge - e->gate->metric->value);
}

/*
 * Rule B has nothing to ask for: of a mean without a trip point, which is shown and not judged, unless somebody gave
 * it a percentage; of a value that the mean rule bounds, or both bounds of its policy do, which needs no override.
 */
static bool needs_no_bound(const struct exam *e)
{
    const struct rg_bound *o = e->gate->override;

    if (o != NULL && o->unit != NULL)
        return false;
    if (is_value(e))
        return e->gate->trip.rule != RG_TRIP_NONE || (e->gate->limits.abs_source == RG_BOUND_DEFAULT &&
                                                      e->gate->limits.pct_source != RG_BOUND_NONE);
    return !is_quantile(e) && e->gate->trip.rule == RG_TRIP_NONE && (o == NULL || !o->has_pct);
}

static bool rule_b(struct exam *e)
{
    char bound[RG_NUMBER_SIZE] = "N";
    char pct[RG_NUMBER_SIZE] = "50.0";
    const struct rg_bound *o = e->gate->override;
    const char *policy = e->gate->key->series->group->policy;

    if (o != NULL && o->unit != NULL)
        return false;
    if (rg_gate_is_derived(e->gate)) {
        rg_number_format(derived(e), bound);
        rg_number_format(rg_trip_pct(100 * derived(e) / e->gate->metric->value, -1), pct);
    }
    if (o != NULL)
        return FIND(e, RG_RULE_B, RG_CHECK_THRESHOLDS, o->line,
                    "no absolute bound in its override; add \"%s%s\": %s", RG_ABS_MEMBER, unit_of(e), bound);
    bool known = rg_thresholds_has_policy(e->in->thresholds, policy);
    return FIND(e, RG_RULE_B, RG_CHECK_THRESHOLDS, 0,
                "no override%s%s%s; %sadd \"overrides\": {\"%s\": {\"%s\": {\"%s%s\": %s, \"%s\": %s}}}",
                known ? "" : ", and no defaults for its policy '", known ? "" : policy, known ? "" : "'",
                known ? "" : rg_hint_policy(e->hints, e->in->thresholds, policy), e->gate->key->series->base,
                e->gate->key->label, RG_ABS_MEMBER, unit_of(e), bound, RG_PCT_MEMBER, pct);
}

static bool rule_c(struct exam *e)
{
    char is[RG_NUMBER_SIZE];
    char must[RG_NUMBER_SIZE];
    char trip[RG_NUMBER_SIZE];
    double bound = derived(e);

    if (!rg_gate_is_derived(e->gate) || rg_trip_is_bound(e->gate->override->abs, bound))
        return false;
    rg_number_format(e->gate->override->abs, is);
    rg_number_format(bound, must);
    rg_number_format_short(e->gate->trip.edge, trip);
    return FIND(e, RG_RULE_C, RG_CHECK_THRESHOLDS, e->gate->override->abs_line,
                "\"%s%s\" is %s; it must be %s, to trip at %s%s", RG_ABS_MEMBER, unit_of(e), is, must,
                is_quantile(e) ? "the edge " : "", trip);
}

static bool rule_d(struct exam *e)
{
    char is[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];
    char fit[RG_NUMBER_SIZE];
    const struct rg_bound *o = e->gate->override;
    double baseline = e->gate->metric->value;
    /* A baseline that is not positive has no percentage: the absolute bound decides alone. */
    double decides = baseline > 0 ? 100 * o->abs / baseline : HUGE_VAL;

    if (!o->has_pct && !isfinite(decides))
        return FIND(e, RG_RULE_D, RG_CHECK_THRESHOLDS, o->line, "no \"%s\"; add one, such as 50",
                    RG_PCT_MEMBER);
    if (o->has_pct && o->pct < decides)
        return false;
    rg_number_format_short(decides, limit);
    /* Below what the right bound allows, too. */
    rg_number_format(
        rg_trip_pct(rg_gate_is_derived(e->gate) ? fmin(decides, 100 * derived(e) / baseline) : decides, -1),
        fit);
    if (!o->has_pct)
        return FIND(e, RG_RULE_D, RG_CHECK_THRESHOLDS, o->line, "no \"%s\"; add one below %s, such as %s",
                    RG_PCT_MEMBER, limit, fit);
    rg_number_format(o->pct, is);
    return FIND(
        e, RG_RULE_D, RG_CHECK_THRESHOLDS, o->pct_line,
        "\"%s\" is %s, but the trip point is only %s %% above the baseline: the percentage would decide; "
        "lower it to below that, such as %s",
        RG_PCT_MEMBER, is, limit, fit);
}

/* Of the absolute bound that holds. */
static size_t line_of_bound(const struct exam *e)
{
    const struct rg_key_context *context = &e->gate->context;

    if (e->gate->limits.abs_source == RG_BOUND_OVERRIDE)
        return e->gate->override->abs_line;
    return rg_thresholds_default(e->in->thresholds, context->policy, context->policy_length, context->label)
        ->abs_line;
}

/* Rule D, where a person's bound leaves nothing beyond the trip point, or next to nothing. */
static bool rule_d_reach(struct exam *e)
{
    const struct rg_metric *m = e->gate->metric;
    const struct rg_limits *limits = &e->gate->limits;
    const struct rg_reach reach = {unit_of(e), m->value, true, limits->higher};
    const char *why = rg_reach_why(&reach, limits->trip, false);
    double furthest = is_value(e) ? RG_REACH_FURTHEST : RG_MEAN_FURTHEST;
    double factor = limits->higher ? m->value / limits->trip : limits->trip / m->value;
    size_t line = line_of_bound(e);
    char bound[RG_NUMBER_SIZE];
    char trip[RG_NUMBER_SIZE];

    rg_number_format_short(limits->abs, bound);
    rg_number_format_short(limits->trip, trip);
    if (why != NULL)
        return FIND(e, RG_RULE_D, RG_CHECK_THRESHOLDS, line,
                    "the bound of %s puts the trip point at %s: %s; lower the bound", bound, trip, why);
    if (m->value > 0 && factor > furthest * (1 + RG_EDGE_TOLERANCE))
        return FIND(
            e, RG_RULE_D, RG_CHECK_THRESHOLDS, line,
            "the bound of %s puts the trip point at %s, %.4g times the baseline; a limit beyond %gx is not a "
            "gate: lower the bound, in %s",
            bound, trip, factor, furthest, unit_of(e));
    if (limits->abs_source == RG_BOUND_DEFAULT && m->value > 0 && limits->pct >= 100 * limits->abs / m->value)
        return FIND(
            e, RG_RULE_D, RG_CHECK_THRESHOLDS, line,
            "the default percentage would decide, and not the default bound of %s; lower it, or give the key "
            "an override",
            bound);
    return false;
}

/* By the mean rule, whose own limit is on the factor from the geometric mean, and not from the median. */
static bool is_derived_mean(const struct exam *e)
{
    return e->gate->trip.rule == RG_TRIP_MEAN && rg_trip_is_bound(e->gate->limits.abs, derived(e));
}

/* The bounds as compare applies them, and what a person set among them. */
static void check_limits(struct exam *e)
{
    struct rg_gate *gate = e->gate;
    struct rg_error err = {0};

    if (!rg_limits_resolve(gate->metric, &gate->context, gate->ladder, e->in->thresholds, &gate->limits,
                           &err))
        (void)FIND(e, RG_RULE_V, RG_CHECK_THRESHOLDS, 0, "%s", err.message);
    else if (!is_quantile(e) && !is_derived_mean(e) &&
             (gate->limits.abs_source == RG_BOUND_OVERRIDE ||
              (gate->limits.abs_source == RG_BOUND_DEFAULT && gate->limits.pct_source != RG_BOUND_NONE)))
        (void)rule_d_reach(e);
}

void rg_check_key(const struct rg_check_input *input, const struct rg_surface_key *key,
                  struct rg_hints *hints, struct rg_findings *findings, struct rg_gate *ret)
{
    static const struct {
        bool (*finds)(struct exam *);
        enum rg_rule rule;
    } stopping[] = {{rule_a, RG_RULE_A},          {rule_v_baseline, RG_RULE_V}, {rule_v_reading, RG_RULE_V},
                    {rule_v_override, RG_RULE_V}, {rule_e, RG_RULE_E},          {rule_h, RG_RULE_H},
                    {rule_c_no_edge, RG_RULE_C}};
    struct exam exam = {.in = input, .gate = ret, .findings = findings, .hints = hints};

    *ret = (struct rg_gate){.key = key, .stopped_by = RG_RULE_COUNT};
    ret->context = rg_key_context(key->key, input->surface, input->ladders);
    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++) {
        if (stopping[i].finds(&exam)) {
            ret->stopped_by = stopping[i].rule;
            return;
        }
    }
    check_limits(&exam);
    if (needs_no_bound(&exam))
        return;
    if (rule_b(&exam)) {
        ret->stopped_by = RG_RULE_B;
        return;
    }
    (void)rule_c(&exam);
    (void)rule_d(&exam);
}
