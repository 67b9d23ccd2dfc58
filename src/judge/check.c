#include "rungate/judge/check.h"

#include "judge/check_budgets.h"
#include "judge/check_key.h"
#include "judge/check_names.h"
#include "judge/check_notes.h"
#include "judge/check_readings.h"
#include "judge/check_unused.h"
#include "judge/check_waivers.h"
#include "rungate/base/number.h"
#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"

#include <ctype.h>
#include <string.h>

/* One run of the rules. */
struct check {
    const struct rg_check_input *in;
    struct rg_findings *findings;
    struct rg_hints hints;
};

#define FIND(check, ...) rg_finding_add((check)->findings, __VA_ARGS__)

/* What a reader could not make sense of; rule F reports what is left of an excluded key. */
static void check_faults(struct check *c, const struct rg_faults *faults, enum rg_check_file file,
                         const char *advice)
{
    for (size_t i = 0; i < faults->count; i++) {
        const struct rg_fault *fault = &faults->items[i];
        if (rg_surface_exclusion(c->in->surface, fault->key) == NULL)
            FIND(c, RG_RULE_V, file, fault->line, fault->key, "%s%s", fault->message, advice);
    }
}

/* A baseline that was never whole. */
static void check_complete(struct check *c)
{
    const struct rg_timings *b = c->in->baseline;

    if (!b->placeholder && b->has_capture && !b->capture.complete)
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, b->capture.line, "",
             "the baseline's 'capture' block does not say that it is complete; refresh it from a complete "
             "capture");
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

/* Rule A, for what nothing declares. */
static void check_undeclared(struct check *c)
{
    const struct rg_surface *surface = c->in->surface;

    for (size_t i = 0; i < c->in->baseline->metric_count; i++) {
        const struct rg_metric *m = &c->in->baseline->metrics[i];
        if (!is_known(surface, m->key))
            FIND(c, RG_RULE_A, RG_CHECK_BASELINE, m->line, m->key,
                 "in the baseline, but not declared; %sdeclare it or refresh the baseline",
                 rg_hint_key(&c->hints, surface, m->key));
    }
    for (size_t i = 0; i < c->in->thresholds->override_count; i++) {
        const struct rg_bound *o = &c->in->thresholds->overrides[i];
        /* The readers report one that is not an object under its base. */
        if (!is_known(surface, o->key) && !(o->faulty && declared_below(surface, o->key)))
            FIND(c, RG_RULE_A, RG_CHECK_THRESHOLDS, o->line, o->key,
                 "an override for a key that is neither declared nor excluded; %sremove or rename it",
                 rg_hint_key(&c->hints, surface, o->key));
    }
}

static bool is_blank(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '\0';
}

/* Rule F. */
static void check_exclusions(struct check *c)
{
    for (size_t i = 0; i < c->in->surface->exclusion_count; i++) {
        const struct rg_exclusion *e = &c->in->surface->exclusions[i];
        const struct rg_metric *metric = rg_timings_find(c->in->baseline, e->key);
        const struct rg_bound *override = rg_thresholds_override(c->in->thresholds, e->key);
        if (!e->declared)
            FIND(c, RG_RULE_F, RG_CHECK_SURFACE, e->line, e->key,
                 "excludes nothing: no group declares this key; %sremove the exclusion",
                 rg_hint_key(&c->hints, c->in->surface, e->key));
        if (is_blank(e->reason))
            FIND(c, RG_RULE_F, RG_CHECK_SURFACE, e->line, e->key,
                 "excluded without a reason; say why, with the measurement");
        if (override != NULL)
            FIND(c, RG_RULE_F, RG_CHECK_THRESHOLDS, override->line, e->key,
                 "excluded, but still has an override; remove the override or the exclusion");
        if (metric != NULL)
            FIND(c, RG_RULE_F, RG_CHECK_BASELINE, metric->line, e->key,
                 "excluded, but still in the baseline; remove the exclusion or refresh the baseline");
    }
}

/* Say which edge is the first that differs. */
static void report_ladder(struct check *c, const struct rg_ladder *recorded, const struct rg_ladder *declared)
{
    char is[RG_NUMBER_SIZE] = "nothing";
    char must[RG_NUMBER_SIZE] = "nothing";
    size_t at = rg_edges_differ_at(declared, recorded->edges, recorded->edge_count);

    if (strcmp(recorded->unit, declared->unit) != 0) {
        FIND(c, RG_RULE_G, RG_CHECK_BASELINE, recorded->line, recorded->name,
             "recorded in '%s', but the declared ladder '%s' is in '%s'; "
             "declare the deployed edges or refresh the baseline",
             recorded->unit, declared->name, declared->unit);
        return;
    }
    if (at < recorded->edge_count)
        rg_number_format(recorded->edges[at], is);
    if (at < declared->edge_count)
        rg_number_format(declared->edges[at], must);
    FIND(c, RG_RULE_G, RG_CHECK_BASELINE, recorded->line, recorded->name,
         "recorded on other bucket edges than the declared ladder '%s': edge %zu is %s, declared is %s; "
         "declare the deployed edges or refresh the baseline",
         declared->name, at + 1, is, must);
}

/* Rule G: each declared key's recorded ladder against its declared one; one finding a recorded ladder. */
static bool check_ladders(struct check *c, struct rg_error *err)
{
    const struct rg_ladders *own = &c->in->baseline->ladders;
    struct seen {
        const struct rg_ladder *equal; /* the declared ladder that it was last found equal to */
        bool reported;
    };
    struct seen *seen =
        rg_arena_array(&c->findings->arena, own->count, sizeof *seen); /* by recorded ladder */

    if (seen == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < c->in->surface->key_count; i++) {
        const struct rg_surface_key *key = &c->in->surface->keys[i];
        const struct rg_ladder *recorded = rg_ladders_match(own, key->key);
        const struct rg_ladder *declared =
            rg_ladders_declared(c->in->ladders, key->series->group->ladder, key->series->base);
        size_t at = recorded == NULL ? 0 : (size_t)(recorded - own->items);
        if (recorded == NULL || declared == NULL || seen[at].reported || seen[at].equal == declared)
            continue;
        if (rg_ladders_equal(recorded, declared)) {
            seen[at].equal = declared;
        } else {
            seen[at].reported = true;
            report_ladder(c, recorded, declared);
        }
    }
    return true;
}

/* The age of a placeholder that must not grow old. */
static void check_age(struct check *c)
{
    enum { DAY_S = 86400, SECOND_MS = 1000 };
    const char *captured_at = c->in->baseline->captured_at;
    long long at_s;

    if (captured_at == NULL)
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, 0, "",
             "a placeholder of unknown age: \"captured_at\" is missing; it must be a time such as "
             "\"2026-04-24T17:30:00Z\"");
    else if (!rg_timestamp_parse(captured_at, &at_s))
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, 0, "",
             "a placeholder of unknown age: \"captured_at\" is '%s'; it must be a time such as "
             "\"2026-04-24T17:30:00Z\"",
             captured_at);
    else if (at_s > c->in->now_s + DAY_S)
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, 0, "",
             "the placeholder's \"captured_at\", '%s', is in the future, so its age cannot be checked; set "
             "it to the time when it was made",
             captured_at);
    else if ((c->in->now_s - at_s) * SECOND_MS > c->in->max_placeholder_age_ms)
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, 0, "",
             "the placeholder of '%s' is older than the maximum placeholder age, and nothing is gated yet; "
             "commit the block that compare prints",
             captured_at);
}

static void check_placeholder(struct check *c)
{
    if (!c->in->baseline->placeholder)
        return;
    if (c->in->require_baseline)
        FIND(c, RG_RULE_V, RG_CHECK_BASELINE, 0, "",
             "the baseline is a placeholder, so nothing is gated; commit the block that compare prints");
    if (c->in->max_placeholder_age_ms != 0)
        check_age(c);
}

static bool check_gates(struct check *c, struct rg_error *err)
{
    struct rg_findings *f = c->findings;

    if (c->in->baseline->placeholder)
        return true;
    f->gates = rg_arena_array(&f->arena, f->gated, sizeof *f->gates);
    if (f->gates == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < c->in->surface->key_count; i++) {
        const struct rg_surface_key *key = &c->in->surface->keys[i];
        if (key->excluded)
            continue;
        rg_check_key(c->in, key, &c->hints, f, &f->gates[f->gate_count++]);
    }
    return true;
}

bool rg_check(const struct rg_check_input *input, struct rg_findings *ret, struct rg_error *err)
{
    struct rg_findings findings = {
        .gated = input->surface->key_count - input->surface->excluded_count,
        .excluded = input->surface->excluded_count,
        .placeholder = input->baseline->placeholder,
    };
    struct check c = {.in = input, .findings = &findings, .hints = {.comparisons_left = RG_HINT_COMPARISONS}};

    check_placeholder(&c);
    check_faults(&c, input->baseline_faults, RG_CHECK_BASELINE, "; capture again and refresh the baseline");
    check_faults(&c, input->threshold_faults, RG_CHECK_THRESHOLDS, "");
    check_complete(&c);
    check_undeclared(&c);
    rg_check_budgets(input, &findings);
    check_exclusions(&c);
    bool ok = rg_check_unused(input, &c.hints, &findings, err) && rg_check_series(input, &findings, err) &&
              check_ladders(&c, err) && check_gates(&c, err);
    if (ok)
        rg_check_waivers(input, &c.hints, &findings);
    if (ok && rg_check_notes(input, &findings, err) && rg_findings_finish(&findings, err)) {
        *ret = findings;
        return true;
    }
    rg_findings_release(&findings);
    return false;
}
