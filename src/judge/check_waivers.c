#include "judge/check_waivers.h"

#include "judge/reach.h"
#include "rungate/base/number.h"
#include "rungate/model/waivers.h"

/* A waiver that ends later is for ever. */
enum { DAYS_MAX = 366, DAY_S = 86400 };

#define FIND(findings, waiver, ...)                                                                          \
    rg_finding_add(findings, RG_RULE_W, RG_CHECK_THRESHOLDS, (waiver)->line, (waiver)->key, __VA_ARGS__)

static void check_day(const struct rg_check_input *in, const struct rg_waiver *w,
                      struct rg_findings *findings)
{
    if (!rg_waiver_holds(w, in->today_s))
        FIND(findings, w, "the waiver expired after %s; remove it, or renew it with a reason", w->until);
    else if ((w->until_s - in->today_s) / DAY_S > DAYS_MAX)
        FIND(
            findings, w,
            "the waiver ends on %s, more than %d days ahead; let it end earlier, and renew it while it is needed",
            w->until, DAYS_MAX);
}

/* The "max" of a quantile is an edge; of any key a reading that can be exceeded. */
static void check_max(const struct rg_check_input *in, const struct rg_surface_key *key,
                      const struct rg_waiver *w, struct rg_findings *findings)
{
    const struct rg_metric *m = rg_timings_find(in->baseline, key->key);
    const struct rg_group *group = key->series->group;
    const struct rg_ladder *ladder = key->kind != RG_KEY_QUANTILE
                                         ? NULL
                                         : rg_ladders_declared(in->ladders, group->ladder, key->series->base);
    struct rg_reach reach = {.unit = group->unit, .higher = group->higher};
    char is[RG_NUMBER_SIZE];
    char where[160];

    if (m != NULL && m->has_value) {
        reach.has_baseline = true;
        reach.baseline = m->value;
    }
    rg_number_format_short(w->max, is);
    const char *why = rg_reach_why(&reach, w->max, false);
    if (ladder != NULL && rg_reach_is_off_edge(ladder, w->max, where, sizeof where))
        FIND(findings, w, "its \"max\", %s, is %s; make it an edge", is, where);
    else if (key->kind != RG_KEY_QUANTILE && why != NULL)
        FIND(findings, w, "nothing is worse than its \"max\", %s: %s", is, why);
}

/* What does not fire needs no waiver, and what fires at once is not waived. */
static void check_trip(const struct rg_gate *gate, const struct rg_waiver *w, struct rg_findings *findings)
{
    double sign = gate->limits.higher ? -1 : 1;
    char is[RG_NUMBER_SIZE];
    char trip[RG_NUMBER_SIZE];

    if (gate->limits.abs_source == RG_BOUND_NONE ||
        (sign * (w->max - gate->limits.trip) > 0 && !rg_edges_equal(w->max, gate->limits.trip)))
        return;
    rg_number_format_short(w->max, is);
    rg_number_format_short(gate->limits.trip, trip);
    FIND(
        findings, w,
        "its \"max\", %s, is not %s the trip point, %s, so it waives nothing; raise it, or remove the waiver",
        is, gate->limits.higher ? "below" : "beyond", trip);
}

void rg_check_waivers(const struct rg_check_input *input, struct rg_hints *hints,
                      struct rg_findings *findings)
{
    const struct rg_waivers *waivers = &input->thresholds->waivers;

    for (size_t i = 0; i < waivers->count; i++) {
        const struct rg_waiver *w = &waivers->items[i];
        const struct rg_surface_key *key = rg_surface_find(input->surface, w->key);
        const struct rg_gate *gate = rg_findings_gate(findings, w->key);
        check_day(input, w, findings);
        if (key == NULL || key->excluded) {
            FIND(findings, w, "a waiver on a key that is not gated; %sremove it",
                 key == NULL ? rg_hint_key(hints, input->surface, w->key) : "");
            continue;
        }
        if (w->has_max)
            check_max(input, key, w, findings);
        if (w->has_max && gate != NULL)
            check_trip(gate, w, findings);
    }
}
