#include "rungate/bounds.h"

#include "bounds_key.h"
#include "findings.h"

#include <ctype.h>
#include <stdlib.h>
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

/* Rule A, for what nothing declares. */
static bool check_undeclared(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    for (size_t i = 0; i < in->baseline->metric_count; i++) {
        const struct rg_metric *m = &in->baseline->metrics[i];
        if (rg_surface_find(in->surface, m->key) != NULL || rg_surface_exclusion(in->surface, m->key) != NULL)
            continue;
        if (!rg_finding_add(f, RG_RULE_A, RG_BOUNDS_BASELINE, m->line, m->key, err,
                            "in the baseline, but not declared; declare it or refresh the baseline"))
            return false;
    }
    for (size_t i = 0; i < in->thresholds->override_count; i++) {
        const struct rg_bound *o = &in->thresholds->overrides[i];
        if (o->faulty || rg_surface_find(in->surface, o->key) != NULL ||
            rg_surface_exclusion(in->surface, o->key) != NULL)
            continue;
        if (!rg_finding_add(
                f, RG_RULE_A, RG_BOUNDS_THRESHOLDS, o->line, o->key, err,
                "an override for a key that is neither declared nor excluded; remove or rename it"))
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

    if (!e->declared && !rg_finding_add(f, RG_RULE_F, RG_BOUNDS_SURFACE, e->line, e->key, err,
                                        "excludes nothing: no group declares this key; remove the exclusion"))
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

/* Compare a key with `prefix` + ".", as far as that goes. */
static int compare_below(const char *key, const char *prefix, size_t length)
{
    int order = strncmp(key, prefix, length);

    return order != 0 ? order : (int)(unsigned char)key[length] - '.';
}

/* The ladder that is declared for the keys below a prefix, by one of them; NULL when there is none. */
static const struct rg_ladder *declared_below(const struct rg_bounds_input *in, const char *prefix)
{
    size_t length = strlen(prefix);
    size_t low = 0;
    size_t high = in->surface->key_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct rg_surface_key *key = &in->surface->keys[middle];
        int order = compare_below(key->key, prefix, length);
        if (order == 0)
            return rg_ladders_find(in->ladders, key->series->group->ladder);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Rule G. */
static bool check_ladders(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    for (size_t i = 0; i < in->baseline->ladders.count; i++) {
        const struct rg_ladder *recorded = &in->baseline->ladders.items[i];
        const struct rg_ladder *declared = declared_below(in, recorded->name);
        if (declared == NULL || rg_ladders_equal(recorded, declared))
            continue;
        if (!rg_finding_add(
                f, RG_RULE_G, RG_BOUNDS_BASELINE, recorded->line, recorded->name, err,
                "recorded on other bucket edges than the declared ladder '%s'; declare the deployed "
                "edges or refresh the baseline",
                declared->name))
            return false;
    }
    return true;
}

/* Rule W. */
static bool check_waivers(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    const struct rg_waivers *waivers = &in->thresholds->waivers;

    for (size_t i = 0; i < waivers->count; i++) {
        const struct rg_waiver *w = &waivers->items[i];
        const struct rg_surface_key *key = rg_surface_find(in->surface, w->key);
        if (!rg_waiver_holds(w, in->today_s) &&
            !rg_finding_add(f, RG_RULE_W, RG_BOUNDS_THRESHOLDS, w->line, w->key, err,
                            "the waiver expired after %s; remove it, or renew it with a reason", w->until))
            return false;
        if ((key == NULL || key->excluded) &&
            !rg_finding_add(f, RG_RULE_W, RG_BOUNDS_THRESHOLDS, w->line, w->key, err,
                            "a waiver on a key that is not gated; remove it"))
            return false;
    }
    return true;
}

static bool check_all(const struct rg_bounds_input *in, struct rg_findings *f, struct rg_error *err)
{
    if (in->require_baseline && in->baseline->placeholder &&
        !rg_finding_add(
            f, RG_RULE_V, RG_BOUNDS_BASELINE, 0, "", err,
            "the baseline is a placeholder, so nothing is gated; commit the block that compare prints"))
        return false;
    if (!check_faults(in, f, err) || !check_undeclared(in, f, err) || !check_ladders(in, f, err) ||
        !check_waivers(in, f, err) || !rg_bounds_check_budgets(in, f, err))
        return false;
    for (size_t i = 0; i < in->surface->exclusion_count; i++) {
        if (!check_exclusion(in, &in->surface->exclusions[i], f, err))
            return false;
    }
    for (size_t i = 0; i < in->surface->key_count && !in->baseline->placeholder; i++) {
        if (!in->surface->keys[i].excluded && !rg_bounds_check_key(in, &in->surface->keys[i], f, err))
            return false;
    }
    return true;
}

bool rg_bounds_check(const struct rg_bounds_input *input, struct rg_findings *ret, struct rg_error *err)
{
    struct rg_findings findings = {
        .gated = input->surface->key_count - input->surface->excluded_count,
        .excluded = input->surface->excluded_count,
        .placeholder = input->baseline->placeholder,
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
