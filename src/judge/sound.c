#include "rungate/judge/sound.h"

#include "judge/agree.h"
#include "rungate/base/buffer.h"
#include "rungate/base/timestamp.h"
#include "rungate/model/conditions.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD_MAX_S = 600 };

static const enum rg_breach breaches[] = {
#define X(id, between, must, otherwise) [RG_SOUND_##id] = RG_BREACH_##otherwise,
    RG_SOUND_MAP(X)
#undef X
};

/*
 * Something does not hold: what follows is the table's. A warning, which needs a verdict to stand in, is true.
 */
__attribute__((format(printf, 5, 6))) static bool breach(enum rg_sound what, struct rg_verdict *verdict,
                                                         bool same_conditions, struct rg_error *err,
                                                         const char *format, ...)
{
    char text[RG_ERROR_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (verdict == NULL || breaches[what] == RG_BREACH_REFUSED ||
        (breaches[what] == RG_BREACH_OTHER && same_conditions))
        return rg_error_set(err, RG_ERROR_CONFLICT, "%s", text);
    if (breaches[what] == RG_BREACH_OTHER) {
        verdict->other_profile = verdict->other_profile || what == RG_SOUND_BASELINE_PROFILE;
        verdict->other_window = verdict->other_window || what == RG_SOUND_BASELINE_WINDOW;
    }
    return rg_verdict_warn(verdict, err, "%s", text);
}

#define REFUSE(what, err, ...) breach(RG_SOUND_##what, NULL, false, err, __VA_ARGS__)

bool rg_sound_alone(const struct rg_timings *run, const char *name, struct rg_error *err)
{
    long long at_s;

    if (run->placeholder)
        return REFUSE(RUN_PLACEHOLDER, err, "'%s' is a placeholder: it holds no run to judge", name);
    if (run->captured_at == NULL && run->value_count == 0)
        return REFUSE(RUN_TIME, err,
                      "'%s' holds no reading and no time: a capture that did not finish leaves such a file; "
                      "capture again",
                      name);
    if (run->captured_at == NULL || !rg_timestamp_parse(run->captured_at, &at_s))
        return REFUSE(RUN_TIME, err,
                      "'%s' has no valid 'captured_at': which run it is cannot be known; capture again",
                      name);
    if (run->run_count > 0)
        return REFUSE(RUN_ONE, err,
                      "'%s' is a baseline of %zu runs, and no capture: name the capture to judge", name,
                      run->run_count);
    return true;
}

bool rg_sound_readings(const struct rg_runs *runs, const struct rg_surface *surface,
                       const struct rg_ladders *ladders, struct rg_error *err)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (!rg_agree_capture(&runs->items[i], runs->names[i], surface, ladders, err))
            return false;
    }
    return true;
}

bool rg_sound_files(const char *baseline, const char *run, bool same, struct rg_error *err)
{
    return !same ||
           REFUSE(BASELINE_FILE, err,
                  "'%s' and '%s' are one file: a baseline is as good as itself; name the capture to judge",
                  run, baseline);
}

bool rg_sound_clock(const struct rg_runs *runs, const struct rg_clock *clock, struct rg_error *err)
{
    long long newest_s = LLONG_MIN;
    size_t newest = 0;

    if (!clock->has_max_age && !clock->has_not_before)
        return true;
    for (size_t i = 0; i < runs->count; i++) {
        const struct rg_timings *run = &runs->items[i];
        long long at_s;
        if (run->captured_at == NULL || !rg_timestamp_parse(run->captured_at, &at_s))
            return REFUSE(RUN_TIME, err, "'%s' has no valid 'captured_at': how old it is cannot be known",
                          runs->names[i]);
        if (at_s > newest_s) {
            newest_s = at_s;
            newest = i;
        }
    }
    const char *name = runs->names[newest];
    const char *at = runs->items[newest].captured_at;
    if (newest_s - clock->now_s > AHEAD_MAX_S)
        return REFUSE(CLOCK_AHEAD, err, "'%s' was captured at %s, which is %lld s ahead of this host's clock",
                      name, at, newest_s - clock->now_s);
    if (clock->has_max_age && clock->now_s - newest_s > clock->max_age_s)
        return REFUSE(CLOCK_AGE, err,
                      "'%s' was captured at %s, %lld s ago, and may be %lld s old; capture again", name, at,
                      clock->now_s - newest_s, clock->max_age_s);
    if (clock->has_not_before && newest_s < clock->not_before_s)
        return REFUSE(CLOCK_BEGIN, err, "'%s' was captured at %s, %lld s too early: it is of an earlier run",
                      name, at, clock->not_before_s - newest_s);
    return true;
}

const char *rg_rerun_unusable(const struct rg_timings *rerun)
{
    if (rerun->placeholder)
        return "it is a placeholder";
    if (!rerun->has_capture)
        return "it has no 'capture' block";
    return rg_timings_complete(rerun) ? NULL : "its capture is not complete";
}

struct when {
    long long at_s;
    size_t index;
};

static int by_time(const void *a, const void *b)
{
    const struct when *x = a;
    const struct when *y = b;

    if (x->at_s != y->at_s)
        return x->at_s < y->at_s ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The order in which the runs should have been given. */
static bool refuse_order(const struct rg_runs *runs, struct when *times, size_t count, struct rg_error *err)
{
    struct rg_buffer names;

    rg_buffer_init(&names, RG_ERROR_SIZE);
    qsort(times, count, sizeof *times, by_time);
    for (size_t i = 0; i < count; i++)
        rg_buffer_printf(&names, " %s", runs->names[times[i].index]);
    (void)REFUSE(RERUN_ORDER, err,
                 "the runs are not in the order in which they were captured, the run first and its reruns "
                 "after it; give:%s",
                 rg_buffer_text(&names));
    rg_buffer_release(&names);
    return false;
}

/* A rerun that cannot be used may lack its time. */
static bool check_order(const struct rg_runs *runs, struct rg_error *err)
{
    struct when *times = calloc(runs->count + 1, sizeof *times);
    size_t count = 0;
    bool ordered = true;
    bool ok = true;

    if (times == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < runs->count && ok; i++) {
        const struct rg_timings *run = &runs->items[i];
        long long at_s;
        if (run->captured_at == NULL || !rg_timestamp_parse(run->captured_at, &at_s)) {
            ok = rg_rerun_unusable(run) != NULL || rg_sound_alone(run, runs->names[i], err);
            continue;
        }
        ordered = ordered && (count == 0 || times[count - 1].at_s <= at_s);
        times[count++] = (struct when){.at_s = at_s, .index = i};
    }
    if (ok && !ordered)
        ok = refuse_order(runs, times, count, err);
    free(times);
    return ok;
}

static const char *or_none(const char *text)
{
    return text == NULL ? "none" : text;
}

/* What a difference is between a run and its rerun. */
static enum rg_sound between_runs(const struct rg_difference *d)
{
    switch (d->kind) {
    case RG_DIFFERS_LABEL:
        return strcmp(d->name, RG_LABEL_BUILD) == 0 ? RG_SOUND_RERUN_BUILD : RG_SOUND_RERUN_LABEL;
    case RG_DIFFERS_PROFILE:
        return RG_SOUND_RERUN_PROFILE;
    case RG_DIFFERS_WINDOW:
        return RG_SOUND_RERUN_WINDOW;
    case RG_DIFFERS_SOURCE:
        return RG_SOUND_RERUN_SOURCE;
    case RG_DIFFERS_UNIT:
        return RG_SOUND_RERUN_UNIT;
    case RG_DIFFERS_LADDER:
        break;
    }
    return RG_SOUND_RERUN_LADDER;
}

static bool check_pair(const struct rg_runs *runs, size_t i, size_t j, struct rg_error *err)
{
    const struct rg_timings *a = &runs->items[i];
    const struct rg_timings *b = &runs->items[j];
    const char *x = rg_build_of(a);
    const char *y = rg_build_of(b);
    struct rg_difference d;
    size_t at = 0;

    if (rg_conditions_next(a, b, &at, &d) || rg_readings_differ(a, b, &d))
        return breach(
            between_runs(&d), NULL, false, err,
            "the %s%s%s%s is '%s' in '%s' and '%s' in '%s': a rerun is the same workload once more, under "
            "the same conditions; capture it again",
            rg_condition_name(d.kind),
            d.name == NULL               ? ""
            : d.kind == RG_DIFFERS_LABEL ? " '"
                                         : " of '",
            d.name == NULL ? "" : d.name, d.name == NULL ? "" : "'", or_none(d.a), runs->names[i],
            or_none(d.b), runs->names[j]);
    return x == NULL || y == NULL || strcmp(x, y) == 0 ||
           REFUSE(
               RERUN_BUILD, err,
               "'%s' is of build '%s' and '%s' of '%s': a rerun of another build confirms and clears nothing",
               runs->names[i], x, runs->names[j], y);
}

/* Of the runs that can be used, no two may see the same observations. */
static bool check_apart(const struct rg_runs *runs, const size_t *usable, size_t count, struct rg_error *err)
{
    struct rg_interval *intervals = calloc(count + 1, sizeof *intervals);
    size_t at = 0;
    bool ok = true;

    if (intervals == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count && ok; i++) {
        ok = rg_captured_interval(&runs->items[usable[i]], runs->names[usable[i]], &intervals[i], err);
        intervals[i].index = usable[i];
    }
    if (ok && rg_intervals_overlap(intervals, count, &at))
        ok = REFUSE(
            RERUN_OVERLAP, err,
            "'%s' and '%s' overlap in time: the same observations would count twice; capture again, at "
            "least a window later",
            runs->names[intervals[at - 1].index], runs->names[intervals[at].index]);
    free(intervals);
    return ok;
}

bool rg_sound_reruns(const struct rg_runs *runs, struct rg_error *err)
{
    size_t *usable = calloc(runs->count, sizeof *usable);
    size_t count = 0;

    if (usable == NULL)
        return rg_error_memory(err);
    bool ok = rg_sound_alone(&runs->items[0], runs->names[0], err) && check_order(runs, err);
    for (size_t i = 0; i < runs->count; i++) {
        if (i == 0 || rg_rerun_unusable(&runs->items[i]) == NULL)
            usable[count++] = i;
    }
    for (size_t i = 0; i < count && ok; i++) {
        for (size_t j = i + 1; j < count && ok; j++)
            ok = check_pair(runs, usable[i], usable[j], err);
    }
    ok = ok && (count < 2 || check_apart(runs, usable, count, err));
    free(usable);
    return ok;
}

static bool check_label(const struct rg_difference *d, struct rg_verdict *v, struct rg_error *err)
{
    if (d->a != NULL && d->b != NULL)
        return breach(
            RG_SOUND_BASELINE_LABEL, v, false, err,
            "label '%s' is '%s' in the baseline and '%s' in the timings: numbers taken under different "
            "conditions do not compare; capture again under one of them, or refresh the baseline",
            d->name, d->a, d->b);
    return breach(RG_SOUND_BASELINE_LABEL_ALONE, v, false, err, "label '%s' ('%s') is declared only in %s",
                  d->name, d->a != NULL ? d->a : d->b, d->a != NULL ? "the baseline" : "the timings");
}

bool rg_sound_baseline(const struct rg_judge_input *input, struct rg_verdict *v, struct rg_error *err)
{
    struct rg_difference d;

    for (size_t at = 0; rg_conditions_next(input->baseline, input->current, &at, &d);) {
        bool ok = true;
        if (d.kind == RG_DIFFERS_LABEL)
            ok = check_label(&d, v, err);
        else if (d.kind != RG_DIFFERS_SOURCE && (input->same_conditions || d.a != NULL))
            ok =
                breach(d.kind == RG_DIFFERS_PROFILE ? RG_SOUND_BASELINE_PROFILE : RG_SOUND_BASELINE_WINDOW, v,
                       input->same_conditions, err, "%s differs: '%s' in the baseline, '%s' in the timings",
                       rg_condition_name(d.kind), or_none(d.a), or_none(d.b));
        if (!ok)
            return false;
    }
    return true;
}
