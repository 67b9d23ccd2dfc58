#include "bounds_key.h"

#include "findings.h"
#include "rungate/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A bound is the derived one within this, relative: that much is lost when it goes through a file and back.
 */
static const double BOUND_TOLERANCE = 1e-12;

/* A percentage that can be suggested where none is set. */
static const double USUAL_PCT = 50;

/* A key under examination, with what the files say of it. */
struct exam {
    const struct rg_bounds_input *in;
    const struct rg_surface_key *key;
    const struct rg_metric *metric;
    const struct rg_bound *override; /* NULL when there is none */
    const struct rg_ladder *ladder;
    struct rg_bucket bucket;
    struct rg_findings *findings;
    struct rg_error *err;
};

/* What a rule came to; an error is told apart from a finding, which is no error. */
enum outcome { CLEAN, FOUND, FAILED };

static enum outcome found(bool added)
{
    return added ? FOUND : FAILED;
}

#define FIND(exam, rule, file, line, ...)                                                                    \
    found(rg_finding_add((exam)->findings, rule, file, line, (exam)->key->key, (exam)->err, __VA_ARGS__))

static const char *unit_of(const struct exam *e)
{
    return e->key->series->group->unit;
}

/* A reading that is no quantile has no ladder: C and E pass it over, and it may be 0 or below. */
static bool is_value(const struct exam *e)
{
    return e->key->series->group->is_value;
}

static enum outcome rule_a(struct exam *e)
{
    e->metric = rg_timings_find(e->in->baseline, e->key->key);
    if (e->metric != NULL)
        return CLEAN;
    return FIND(e, RG_RULE_A, RG_BOUNDS_BASELINE, 0,
                "declared, but not in the baseline; refresh the baseline or "
                "exclude the key with a reason");
}

/* Rule V for the baseline's entry and the ladder it stands on. */
static enum outcome rule_v_baseline(struct exam *e)
{
    const struct rg_metric *m = e->metric;
    const char *ladder_name = e->key->series->group->ladder;

    if (m->faulty)
        return FOUND; /* reported from the reader's faults */
    if (!m->has_value)
        return FIND(
            e, RG_RULE_V, RG_BOUNDS_BASELINE, m->line,
            "the baseline has no value; capture again and refresh it, or exclude the key with a reason");
    if (!is_value(e) && !(m->value > 0))
        return FIND(e, RG_RULE_V, RG_BOUNDS_BASELINE, m->line,
                    "the baseline is not above 0; capture again and refresh it");
    if (strcmp(m->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_BOUNDS_BASELINE, m->line,
                    "the baseline is in '%s', the group is declared in '%s'", m->unit, unit_of(e));
    if (is_value(e))
        return CLEAN;
    e->ladder = rg_ladders_find(e->in->ladders, ladder_name);
    if (e->ladder == NULL)
        return FIND(e, RG_RULE_V, RG_BOUNDS_SURFACE, e->key->series->group->line,
                    "no ladder '%s' is declared; add it to the ladders, or name one with \"_ladder\"",
                    ladder_name);
    if (strcmp(e->ladder->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_BOUNDS_SURFACE, e->key->series->group->line,
                    "the ladder '%s' is in '%s', the group is declared in '%s'", ladder_name, e->ladder->unit,
                    unit_of(e));
    return CLEAN;
}

/* Rule V for the override. */
static enum outcome rule_v_override(struct exam *e)
{
    const struct rg_bound *o = rg_thresholds_override(e->in->thresholds, e->key->key);

    e->override = o;
    /* All overrides of a base that is no object are one fault, under the base. */
    if (o == NULL)
        return rg_thresholds_override(e->in->thresholds, e->key->series->base) == NULL ? CLEAN : FOUND;
    if (o->faulty)
        return FOUND;
    if (o->unit != NULL && strcmp(o->unit, unit_of(e)) != 0)
        return FIND(e, RG_RULE_V, RG_BOUNDS_THRESHOLDS, o->abs_line,
                    "the bound is in '%s', the key is in '%s'; the member must be \"%s%s\"", o->unit,
                    unit_of(e), RG_ABS_MEMBER, unit_of(e));
    if (o->unit != NULL && !(o->abs > 0))
        return FIND(e, RG_RULE_V, RG_BOUNDS_THRESHOLDS, o->abs_line, "a bound must be above 0");
    return CLEAN;
}

/* All samples in the first bucket make the quantile q × the first edge, whatever the latency is. */
static enum outcome rule_e(struct exam *e)
{
    double first = is_value(e) ? 0 : e->ladder->edges[0];

    if (is_value(e) || fabs(e->metric->value - e->key->quantile * first) > RG_EDGE_TOLERANCE * first)
        return CLEAN;
    char text[RG_NUMBER_SIZE];
    rg_number_format_short(first, text);
    return FIND(
        e, RG_RULE_E, RG_BOUNDS_BASELINE, e->metric->line,
        "the baseline is %s × %s %s: every sample is in the first bucket, so this is arithmetic and not a "
        "latency; add edges below %s, or exclude the key with this reason",
        e->key->quantile_text, text, unit_of(e), text);
}

static enum outcome rule_c_no_edge(struct exam *e)
{
    if (is_value(e) || (rg_ladder_bucket(e->ladder, e->metric->value, &e->bucket) && e->bucket.has_next))
        return CLEAN;
    return FIND(
        e, RG_RULE_C, RG_BOUNDS_BASELINE, e->metric->line,
        "there is no edge above the baseline's bucket to trip at; add edges above the top one, or exclude "
        "the key with this reason");
}

/* The bound that rule C asks for. */
static double derived(const struct exam *e)
{
    return e->bucket.hi_next - e->metric->value;
}

static enum outcome rule_b(struct exam *e)
{
    char bound[RG_NUMBER_SIZE];
    const struct rg_group *group = e->key->series->group;
    bool has_policy = rg_thresholds_has_policy(e->in->thresholds, group->policy);

    if (e->override != NULL && e->override->unit != NULL)
        return CLEAN;
    if (is_value(e))
        (void)snprintf(bound, sizeof bound, "N");
    else
        rg_number_format(derived(e), bound);
    return FIND(e, RG_RULE_B, RG_BOUNDS_THRESHOLDS, e->override == NULL ? 0 : e->override->line,
                "no override%s%s%s; add \"overrides\": {\"%s\": {\"%s\": {\"%s%s\": %s, \"%s\": 50.0}}}",
                has_policy ? "" : ", and no defaults for its policy '", has_policy ? "" : group->policy,
                has_policy ? "" : "'", e->key->series->base, e->key->label, RG_ABS_MEMBER, unit_of(e), bound,
                RG_PCT_MEMBER);
}

static enum outcome rule_c(struct exam *e)
{
    char is[RG_NUMBER_SIZE];
    char must[RG_NUMBER_SIZE];
    char trip[RG_NUMBER_SIZE];
    double bound = derived(e);

    if (is_value(e) || fabs(e->override->abs - bound) <= BOUND_TOLERANCE * fabs(bound))
        return CLEAN;
    rg_number_format(e->override->abs, is);
    rg_number_format(bound, must);
    rg_number_format_short(e->bucket.hi_next, trip);
    return FIND(e, RG_RULE_C, RG_BOUNDS_THRESHOLDS, e->override->abs_line,
                "\"%s%s\" is %s; it must be %s, to trip at the edge %s", RG_ABS_MEMBER, unit_of(e), is, must,
                trip);
}

static enum outcome rule_d(struct exam *e)
{
    char is[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];
    const struct rg_bound *o = e->override;
    /* A baseline that is not positive has no percentage: the absolute bound decides alone. */
    double decides = e->metric->value > 0 ? 100 * o->abs / e->metric->value : HUGE_VAL;

    if (!o->has_pct && !isfinite(decides))
        return FIND(e, RG_RULE_D, RG_BOUNDS_THRESHOLDS, o->line, "no \"%s\"; add one, such as %.4g",
                    RG_PCT_MEMBER, USUAL_PCT);
    if (!o->has_pct)
        return FIND(e, RG_RULE_D, RG_BOUNDS_THRESHOLDS, o->line,
                    "no \"%s\"; add one below %.4g, such as %.4g", RG_PCT_MEMBER, decides,
                    decides > USUAL_PCT ? USUAL_PCT : decides / 2);
    if (o->pct < decides)
        return CLEAN;
    rg_number_format(o->pct, is);
    rg_number_format_short(decides, limit);
    return FIND(
        e, RG_RULE_D, RG_BOUNDS_THRESHOLDS, o->pct_line,
        "\"%s\" is %s, but the trip point is only %s %% above the baseline: the percentage would decide; "
        "lower it to below that",
        RG_PCT_MEMBER, is, limit);
}

bool rg_bounds_check_key(const struct rg_bounds_input *input, const struct rg_surface_key *key,
                         struct rg_findings *findings, struct rg_error *err)
{
    static enum outcome (*const stopping[])(struct exam *) = {rule_a, rule_v_baseline, rule_v_override,
                                                              rule_e, rule_c_no_edge,  rule_b};
    struct exam exam = {.in = input, .key = key, .findings = findings, .err = err};

    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++) {
        enum outcome outcome = stopping[i](&exam);
        if (outcome != CLEAN)
            return outcome == FOUND;
    }
    return rule_c(&exam) != FAILED && rule_d(&exam) != FAILED;
}
