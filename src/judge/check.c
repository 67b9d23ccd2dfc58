#include "rungate/judge/check.h"

#include "judge/check_key.h"
#include "judge/check_names.h"
#include "judge/findings.h"
#include "rungate/base/number.h"
#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"
#include "rungate/model/waivers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* What the readers could not make sense of, and a baseline that was never whole. */
static bool check_faults(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    const struct rg_timings *b = in->baseline;

    for (size_t i = 0; i < in->baseline_faults->count; i++) {
        const struct rg_fault *fault = &in->baseline_faults->items[i];
        /* An excluded key that was left in the baseline is F's alone. */
        if (rg_surface_exclusion(in->surface, fault->key) != NULL)
            continue;
        if (!rg_finding_add(f, RG_RULE_V, RG_BOUNDS_BASELINE, fault->line, fault->key, err,
                            "%s; capture again and refresh the baseline", fault->message))
            return false;
    }
    for (size_t i = 0; i < in->threshold_faults->count; i++) {
        const struct rg_fault *fault = &in->threshold_faults->items[i];
        /* An override that an excluded key still has is F's alone. */
        if (rg_surface_exclusion(in->surface, fault->key) != NULL)
            continue;
        if (!rg_finding_add(f, RG_RULE_V, RG_BOUNDS_THRESHOLDS, fault->line, fault->key, err, "%s",
                            fault->message))
            return false;
    }
    if (b->placeholder || !b->has_capture || b->capture.complete)
        return true;
    return rg_finding_add(
        f, RG_RULE_V, RG_BOUNDS_BASELINE, b->capture.line, "", err,
        "the baseline's own capture block does not say complete; refresh it from a whole capture");
}

/* Some key is declared below a prefix. */
static bool declared_below(const struct rg_surface *surface, const char *prefix)
{
    size_t length = strlen(prefix);
    size_t i = rg_sorted_from(surface->keys, surface->key_count, sizeof *surface->keys, prefix, length, ".");

    return i < surface->key_count && strncmp(surface->keys[i].key, prefix, length) == 0 &&
           surface->keys[i].key[length] == '.';
}

static bool is_known(const struct rg_surface *surface, const char *key)
{
    return rg_surface_find(surface, key) != NULL || rg_surface_exclusion(surface, key) != NULL;
}

/* "did you mean 'x'? ", or nothing. */
static const char *hint(struct rg_findings *f, const struct rg_surface *surface, const char *key,
                        char ret[RG_ERROR_SIZE / 4])
{
    const char *near = rg_near_key(f, surface, key);

    ret[0] = '\0';
    if (near != NULL)
        (void)snprintf(ret, RG_ERROR_SIZE / 4, "did you mean '%s'? ", near);
    return ret;
}

/* Rule A, for what nothing declares. */
static bool check_undeclared(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    char near[RG_ERROR_SIZE / 4];

    for (size_t i = 0; i < in->baseline->metric_count; i++) {
        const struct rg_metric *m = &in->baseline->metrics[i];
        if (is_known(in->surface, m->key))
            continue;
        if (!rg_finding_add(f, RG_RULE_A, RG_BOUNDS_BASELINE, m->line, m->key, err,
                            "in the baseline, but not declared; %sdeclare it or refresh the baseline",
                            hint(f, in->surface, m->key, near)))
            return false;
    }
    for (size_t i = 0; i < in->thresholds->override_count; i++) {
        const struct rg_bound *o = &in->thresholds->overrides[i];
        /* One that is no object stands under its base. */
        if (is_known(in->surface, o->key) || (o->faulty && declared_below(in->surface, o->key)))
            continue;
        if (!rg_finding_add(
                f, RG_RULE_A, RG_BOUNDS_THRESHOLDS, o->line, o->key, err,
                "an override for a key that is neither declared nor excluded; %sremove or rename it",
                hint(f, in->surface, o->key, near)))
            return false;
    }
    return true;
}

static bool is_blank(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '\0';
}

/* Rule F, for one exclusion. */
static bool check_exclusion(const struct rg_bounds_input *in, const struct rg_exclusion *e,
                            struct rg_findings *f, struct rg_error *err)
{
    const struct rg_metric *metric = rg_timings_find(in->baseline, e->key);
    const struct rg_bound *override = rg_thresholds_override(in->thresholds, e->key);

    char near[RG_ERROR_SIZE / 4];

    if (!e->declared &&
        !rg_finding_add(f, RG_RULE_F, RG_BOUNDS_SURFACE, e->line, e->key, err,
                        "excludes nothing: no group declares this key; %sremove the exclusion",
                        hint(f, in->surface, e->key, near)))
        return false;
    if (is_blank(e->reason) && !rg_finding_add(f, RG_RULE_F, RG_BOUNDS_SURFACE, e->line, e->key, err,
                                               "excluded without a reason; say why, with the measurement"))
        return false;
    if (override != NULL &&
        !rg_finding_add(f, RG_RULE_F, RG_BOUNDS_THRESHOLDS, override->line, e->key, err,
                        "excluded, but still has an override; remove the override or the exclusion"))
        return false;
    return metric == NULL ||
           rg_finding_add(
               f, RG_RULE_F, RG_BOUNDS_BASELINE, metric->line, e->key, err,
               "excluded, but still in the baseline; remove the exclusion or refresh the baseline");
}

/* Say which edge is the first that differs. */
static bool ladder_differs(const struct rg_ladder *recorded, const struct rg_ladder *declared,
                           struct rg_findings *f, struct rg_error *err)
{
    char is[RG_NUMBER_SIZE] = "nothing";
    char must[RG_NUMBER_SIZE] = "nothing";
    size_t at = rg_edges_differ_at(declared, recorded->edges, recorded->edge_count);

    if (strcmp(recorded->unit, declared->unit) != 0)
        return rg_finding_add(f, RG_RULE_G, RG_BOUNDS_BASELINE, recorded->line, recorded->name, err,
                              "recorded in '%s', but the declared ladder '%s' is in '%s'; declare the "
                              "deployed edges or refresh the baseline",
                              recorded->unit, declared->name, declared->unit);
    if (at < recorded->edge_count)
        rg_number_format(recorded->edges[at], is);
    if (at < declared->edge_count)
        rg_number_format(declared->edges[at], must);
    return rg_finding_add(f, RG_RULE_G, RG_BOUNDS_BASELINE, recorded->line, recorded->name, err,
                          "recorded on other bucket edges than the declared ladder '%s': edge %zu is %s, "
                          "declared is %s; declare the deployed edges or refresh the baseline",
                          declared->name, at + 1, is, must);
}

/* Rule G: each declared key's recorded ladder against its declared one; one finding a recorded ladder. */
static bool check_ladders(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    const struct rg_ladders *own = &in->baseline->ladders;
    struct seen {
        const struct rg_ladder *equal; /* the declared ladder that it was last found equal to */
        bool reported;
    };
    struct seen *seen; /* of each recorded ladder */

    if (own->count == 0)
        return true;
    seen = rg_arena_array(&f->arena, own->count, sizeof *seen);
    if (seen == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < in->surface->key_count; i++) {
        const struct rg_surface_key *key = &in->surface->keys[i];
        const struct rg_ladder *recorded = rg_ladders_match(own, key->key);
        const struct rg_ladder *declared = rg_ladders_find(in->ladders, key->series->group->ladder);
        if (recorded == NULL || declared == NULL || seen[recorded - own->items].reported ||
            seen[recorded - own->items].equal == declared)
            continue;
        if (rg_ladders_equal(recorded, declared)) {
            seen[recorded - own->items].equal = declared;
            continue;
        }
        seen[recorded - own->items].reported = true;
        if (!ladder_differs(recorded, declared, f, err))
            return false;
    }
    return true;
}

/* Rule W. */
static bool check_waivers(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    const struct rg_waivers *waivers = &in->thresholds->waivers;
    char near[RG_ERROR_SIZE / 4];

    for (size_t i = 0; i < waivers->count; i++) {
        const struct rg_waiver *w = &waivers->items[i];
        const struct rg_surface_key *key = rg_surface_find(in->surface, w->key);
        if (!rg_waiver_holds(w, in->today_s) &&
            !rg_finding_add(f, RG_RULE_W, RG_BOUNDS_THRESHOLDS, w->line, w->key, err,
                            "the waiver expired after %s; remove it, or renew it with a reason", w->until))
            return false;
        if ((key == NULL || key->excluded) &&
            !rg_finding_add(f, RG_RULE_W, RG_BOUNDS_THRESHOLDS, w->line, w->key, err,
                            "a waiver on a key that is not gated; %sremove it",
                            key == NULL ? hint(f, in->surface, w->key, near) : ""))
            return false;
    }
    return true;
}

/* A placeholder that must not be there, or not any more. */
static bool check_placeholder(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    enum { DAY_S = 86400, SECOND_MS = 1000 };
    const char *captured_at = in->baseline->captured_at;
    long long at_s;

    if (!in->baseline->placeholder)
        return true;
    if (in->require_baseline &&
        !rg_finding_add(
            f, RG_RULE_V, RG_BOUNDS_BASELINE, 0, "", err,
            "the baseline is a placeholder, so nothing is gated; commit the block that compare prints"))
        return false;
    if (in->max_placeholder_age_ms == 0)
        return true;
    if (captured_at == NULL || !rg_timestamp_parse(captured_at, &at_s))
        return rg_finding_add(f, RG_RULE_V, RG_BOUNDS_BASELINE, 0, "", err,
                              "a placeholder of unknown age: \"captured_at\" is %s%s%s; it must be a time "
                              "such as \"2026-04-24T17:30:00Z\"",
                              captured_at == NULL ? "" : "'", captured_at == NULL ? "missing" : captured_at,
                              captured_at == NULL ? "" : "'");
    if (at_s > in->now_s + DAY_S)
        return rg_finding_add(f, RG_RULE_V, RG_BOUNDS_BASELINE, 0, "", err,
                              "the placeholder's \"captured_at\", '%s', is in the future, so it never grows "
                              "old; set it to when it was made",
                              captured_at);
    if ((in->now_s - at_s) * SECOND_MS <= in->max_placeholder_age_ms)
        return true;
    return rg_finding_add(f, RG_RULE_V, RG_BOUNDS_BASELINE, 0, "", err,
                          "the placeholder of '%s' is older than --max-placeholder-age allows, and nothing "
                          "is gated yet; commit the block that compare prints",
                          captured_at);
}

static bool check_gates(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    if (in->baseline->placeholder)
        return true;
    f->gates = rg_arena_array(&f->arena, f->gated, sizeof *f->gates);
    if (f->gates == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < in->surface->key_count; i++) {
        const struct rg_surface_key *key = &in->surface->keys[i];
        if (key->excluded)
            continue;
        if (!rg_bounds_check_key(in, key, f, &f->gates[f->gate_count], err))
            return false;
        /* A reading that is no quantile has no ladder: the views, which are about ladders, pass it over. */
        f->gate_count += !key->series->group->is_value;
    }
    return true;
}

static bool check_all(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    if (!check_placeholder(in, f, err) || !check_faults(in, f, err) || !check_undeclared(in, f, err) ||
        !check_ladders(in, f, err) || !check_waivers(in, f, err) || !rg_bounds_check_budgets(in, f, err))
        return false;
    for (size_t i = 0; i < in->surface->exclusion_count; i++) {
        if (!check_exclusion(in, &in->surface->exclusions[i], f, err))
            return false;
    }
    return check_gates(in, f, err);
}

bool rg_bounds_check(const struct rg_bounds_input *input, struct rg_findings *ret, struct rg_error *err)
{
    struct rg_findings findings = {
        .gated = input->surface->key_count - input->surface->excluded_count,
        .excluded = input->surface->excluded_count,
        .placeholder = input->baseline->placeholder,
        .comparisons_left = RG_NEAR_COMPARISONS,
    };

    if (!check_all(input, &findings, err)) {
        rg_findings_release(&findings);
        return false;
    }
    rg_findings_sort(&findings);
    *ret = findings;
    return true;
}

enum rg_exit rg_findings_exit(const struct rg_findings *findings)
{
    if (findings->gated == 0)
        return RG_EXIT_CANNOT_JUDGE;
    return findings->count > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}
