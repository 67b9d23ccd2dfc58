#include "judge/compare_conditions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool warn(struct rg_verdict *v, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool warn(struct rg_verdict *v, struct rg_error *err, const char *format, ...)
{
    char text[RG_ERROR_SIZE];
    va_list args;

    if (v->warning_count == v->warning_capacity) {
        size_t capacity = v->warning_capacity == 0 ? 8 : v->warning_capacity * 2;
        const char **warnings = realloc(v->warnings, capacity * sizeof *warnings);
        if (warnings == NULL)
            return rg_error_memory(err);
        v->warnings = warnings;
        v->warning_capacity = capacity;
    }
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    v->warnings[v->warning_count] = rg_arena_strdup(&v->arena, text);
    return v->warnings[v->warning_count++] != NULL || rg_error_memory(err);
}

/* The label of that name, or NULL. They are few. */
static const struct rg_condition *find_label(const struct rg_timings *t, const char *name)
{
    for (size_t i = 0; i < t->label_count; i++) {
        if (strcmp(t->labels[i].name, name) == 0)
            return &t->labels[i];
    }
    return NULL;
}

/* Which side a run is, in a message: "the timings", "rerun 2". */
struct side {
    const struct rg_timings *timings;
    char name[32];
};

static struct side side_of(const struct rg_judge_input *input, size_t run)
{
    struct side side = {.timings = run == 0 ? input->current : &input->reruns[run - 1],
                        .name = "the timings"};

    if (run > 0)
        (void)snprintf(side.name, sizeof side.name, "rerun %zu", run);
    return side;
}

static bool labels_agree(const struct rg_timings *a, const char *a_name, const struct side *b,
                         struct rg_error *err)
{
    for (size_t i = 0; i < a->label_count; i++) {
        const struct rg_condition *mine = &a->labels[i];
        const struct rg_condition *theirs = find_label(b->timings, mine->name);
        if (theirs == NULL || strcmp(mine->value, theirs->value) == 0)
            continue;
        (void)rg_error_set(
            err, RG_ERROR_CONFLICT,
            "label '%s' is '%s' in %s and '%s' in %s: numbers taken under different conditions do not "
            "compare; capture again under one of them, or refresh the baseline",
            mine->name, mine->value, a_name, theirs->value, b->name);
        return false;
    }
    return true;
}

/* Warn of each label that `here` has and `there` has not. */
static bool warn_of_labels(const struct rg_timings *here, const struct rg_timings *there, const char *side,
                           struct rg_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < here->label_count; i++) {
        const struct rg_condition *label = &here->labels[i];
        if (find_label(there, label->name) == NULL &&
            !warn(v, err, "label '%s' ('%s') is declared only in %s", label->name, label->value, side))
            return false;
    }
    return true;
}

static bool check_text(const char *what, const char *b, const char *c, const struct side *side,
                       struct rg_verdict *v, struct rg_error *err)
{
    if (b == NULL || c == NULL || strcmp(b, c) == 0)
        return true;
    return warn(v, err, "%s differs: '%s' in the baseline, '%s' in %s", what, b, c, side->name);
}

static bool check_capture(const struct side *side, struct rg_verdict *v, struct rg_error *err)
{
    const struct rg_timings *c = side->timings;

    if (!c->has_capture || c->capture.complete)
        return true;
    if (!c->capture.has_counts)
        return warn(v, err, "%s: the capture is not complete", side->name);
    return warn(v, err, "%s: the capture is thin, %lld of %lld keys have a value", side->name,
                c->capture.captured, c->capture.declared);
}

/* One run against the baseline, and a rerun against the first run. */
static bool check_run(const struct rg_judge_input *input, size_t run, struct rg_verdict *v,
                      struct rg_error *err)
{
    const struct rg_timings *b = input->baseline;
    struct side side = side_of(input, run);
    const struct rg_timings *c = side.timings;

    return labels_agree(b, "the baseline", &side, err) &&
           (run == 0 || labels_agree(input->current, "the timings", &side, err)) &&
           warn_of_labels(b, c, "the baseline", v, err) && warn_of_labels(c, b, side.name, v, err) &&
           check_text("profile", b->profile, c->profile, &side, v, err) &&
           check_text("window", b->window, c->window, &side, v, err) && check_capture(&side, v, err);
}

/* An override that no key uses is a bound that somebody believes in. The first is named, the rest counted. */
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
        return warn(v, err, "the override for '%s' is for a key that nothing declares; see check-bounds",
                    first);
    return warn(v, err,
                "%zu overrides are for keys that nothing declares, the first for '%s'; see check-bounds",
                count, first);
}

bool rg_conditions_check(const struct rg_judge_input *input, struct rg_verdict *verdict, struct rg_error *err)
{
    for (size_t run = 0; run <= input->rerun_count; run++) {
        if (!check_run(input, run, verdict, err))
            return false;
    }
    return check_overrides(input, verdict, err);
}
