#include "judge/check_notes.h"

#include "rungate/judge/days.h"

#include <stdarg.h>
#include <stdio.h>

/* A single run that fires at less than this fires on noise. */
static const double FINE_FLOOR = 1.5;

static bool add(struct rg_findings *f, struct rg_error *err, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool add(struct rg_findings *f, struct rg_error *err, const char *key, const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    if (f->note_count == RG_CHECK_NOTES_MAX)
        return true;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct rg_check_note *note = &f->notes[f->note_count++];
    *note = (struct rg_check_note){.key = key, .message = rg_arena_strdup(&f->arena, message)};
    return note->message != NULL || rg_error_memory(err);
}

/* Bounds of a single run on a fine ladder. The first is named, the rest are counted. */
static bool note_fine(struct rg_findings *f, struct rg_error *err)
{
    const struct rg_gate *first = NULL;
    struct rg_floor least = {0};
    size_t count = 0;

    for (size_t i = 0; i < f->gate_count; i++) {
        const struct rg_gate *gate = &f->gates[i];
        struct rg_floor floor;
        if (gate->trip.rule != RG_TRIP_HI_NEXT ||
            !rg_floor_find(&gate->context, gate->ladder, gate->metric->value, gate->trip.edge, &floor) ||
            !(floor.min < FINE_FLOOR))
            continue;
        count++;
        if (first == NULL || floor.min < least.min) {
            first = gate;
            least = floor;
        }
    }
    if (count == 0)
        return true;
    return add(
        f, err, first->key->key,
        "%zu of %zu keys can fire at less than %gx on a baseline of fewer than %d runs, this one at %.2fx: "
        "noise fires on a ladder that fine; use a baseline of %d runs or more, or \"_mean\"",
        count, f->gate_count, FINE_FLOOR, RG_SPREAD_RUNS_MIN, least.min, RG_SPREAD_RUNS_MIN);
}

/* Means that are shown and not judged. */
static bool note_means(struct rg_findings *f, struct rg_error *err)
{
    const struct rg_gate *first = NULL;
    size_t count = 0;

    for (size_t i = 0; i < f->gate_count; i++) {
        const struct rg_gate *gate = &f->gates[i];
        if (gate->context.kind != RG_KEY_MEAN || rg_gate_is_derived(gate) ||
            (gate->limits.abs_source != RG_BOUND_NONE && gate->limits.pct_source != RG_BOUND_NONE))
            continue;
        count++;
        first = first == NULL ? gate : first;
    }
    return count == 0 || add(f, err, first->key->key,
                             "%s shown and not judged: a mean needs five runs above 0, or a bound of its own",
                             count == 1 ? "this mean is" : "this mean and others are");
}

/* Waivers under which a key may get worse without end. */
static bool note_waivers(const struct rg_check_input *input, struct rg_findings *f, struct rg_error *err)
{
    const struct rg_waivers *waivers = &input->thresholds->waivers;
    const struct rg_waiver *first = NULL;
    size_t count = 0;

    for (size_t i = 0; i < waivers->count; i++) {
        if (waivers->items[i].has_max)
            continue;
        count++;
        first = first == NULL ? &waivers->items[i] : first;
    }
    return count == 0 ||
           add(f, err, first->key,
               "%s no \"max\", so the key may get worse without limit; add the reading that it must not pass",
               count == 1 ? "its waiver has" : "its waiver and others have");
}

bool rg_check_notes(const struct rg_check_input *input, struct rg_findings *findings, struct rg_error *err)
{
    const struct rg_timings *b = input->baseline;
    struct rg_days days = {0};

    if (!note_waivers(input, findings, err))
        return false;
    if (b->placeholder)
        return true;
    for (size_t i = 0; i < b->run_count; i++)
        rg_days_add(&days, b->runs[i].captured_at);
    if (rg_days_are_few(&days) &&
        !add(findings, err, "", RG_DAYS_NOTE, days.runs, days.count, days.count == 1 ? "" : "s"))
        return false;
    return note_fine(findings, err) && note_means(findings, err);
}
