#include "rungate/model/runs.h"

#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"
#include "rungate/model/conditions.h"
#include "rungate/model/timings_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool rg_runs_apart(const struct rg_runs *runs, struct rg_error *err)
{
    bool ok = true;
    size_t at = 0;
    struct rg_interval *intervals = calloc(runs->count + 1, sizeof *intervals);

    if (intervals == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < runs->count && ok; i++) {
        ok = rg_captured_interval(&runs->items[i], runs->names[i], &intervals[i], err);
        intervals[i].index = i;
    }
    if (ok && rg_intervals_overlap(intervals, runs->count, &at))
        ok = rg_error_set(err, RG_ERROR_CONFLICT,
                          "'%s' and '%s' overlap in time: the same observations would count twice; "
                          "capture again, at least a window later",
                          runs->names[intervals[at - 1].index], runs->names[intervals[at].index]);
    free(intervals);
    return ok;
}

/* Some key has a value that a baseline would hold. */
static bool has_value_to_keep(const struct rg_timings *run, const struct rg_surface *surface)
{
    for (size_t i = 0; i < run->metric_count; i++) {
        const struct rg_metric *metric = &run->metrics[i];
        if (metric->has_value && (surface == NULL || rg_surface_exclusion(surface, metric->key) == NULL))
            return true;
    }
    return false;
}

bool rg_run_is_whole(const struct rg_timings *run, const char *name, const struct rg_surface *surface,
                     struct rg_error *err)
{
    if (run->placeholder && run->value_count > 0)
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' is marked as a placeholder", name);
    if (!run->has_capture)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "'%s' has no 'capture' block, so completeness cannot be verified", name);
    if (!rg_timings_complete(run))
        return rg_error_set(
            err, RG_ERROR_CONFLICT, "'%s' is not a complete capture: %zu of %lld keys have a value", name,
            run->value_count, run->capture.has_counts ? run->capture.declared : (long long)run->metric_count);
    if (!has_value_to_keep(run, surface))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' has values only for keys that are excluded", name);
    return true;
}

/* Any two runs: a key can be missing in the first and differ between two others. */
static bool pair_agrees(const struct rg_runs *runs, size_t i, size_t j, struct rg_error *err)
{
    const struct rg_timings *a = &runs->items[i];
    const struct rg_timings *b = &runs->items[j];
    struct rg_difference d;
    size_t at = 0;

    if (!rg_conditions_next(a, b, &at, &d) && !rg_readings_differ(a, b, &d))
        return true;
    return rg_error_set(
        err, RG_ERROR_CONFLICT,
        "'%s' and '%s' differ in the %s%s%s%s: runs taken under different conditions cannot be combined "
        "into a baseline",
        runs->names[i], runs->names[j], rg_condition_name(d.kind),
        d.name == NULL               ? ""
        : d.kind == RG_DIFFERS_LABEL ? " '"
                                     : " of '",
        d.name == NULL ? "" : d.name, d.name == NULL ? "" : "'");
}

bool rg_runs_agree(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_error *err)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (!rg_run_is_whole(&runs->items[i], runs->names[i], surface, err))
            return false;
    }
    for (size_t i = 0; i < runs->count; i++) {
        for (size_t j = i + 1; j < runs->count; j++) {
            if (!pair_agrees(runs, i, j, err))
                return false;
        }
    }
    return rg_runs_apart(runs, err);
}

bool rg_runs_keys(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_arena *arena,
                  const char *const **ret, size_t *ret_count, struct rg_error *err)
{
    size_t total = 0;
    size_t count = 0;
    size_t kept = 0;

    for (size_t i = 0; i < runs->count; i++)
        total += runs->items[i].metric_count;
    const char **keys = rg_arena_array(arena, total, sizeof *keys);
    if (keys == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < runs->count; i++) {
        for (size_t j = 0; j < runs->items[i].metric_count; j++)
            keys[count++] = runs->items[i].metrics[j].key;
    }
    rg_sort(keys, count, sizeof *keys);
    count = rg_sorted_unique(keys, count, sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        if (surface == NULL || rg_surface_exclusion(surface, keys[i]) == NULL)
            keys[kept++] = keys[i];
    }
    *ret = keys;
    *ret_count = kept;
    return true;
}

struct merge {
    const struct rg_runs *runs;
    struct rg_timings timings; /* the baseline to be; what it shares with the runs stays theirs */
    struct rg_arena arena;
};

/* The median of the values that a key has, every value in run order, and of a key without any the last run's
 * status. */
static bool merge_key(struct merge *m, const char *key, struct rg_error *err)
{
    size_t count = m->runs->count;
    struct rg_metric *to = &m->timings.metrics[m->timings.metric_count++];
    double *spread = rg_arena_array(&m->arena, count, sizeof *spread);
    double *values = rg_arena_array(&m->arena, count, sizeof *values);
    size_t valued = 0;

    if (spread == NULL || values == NULL)
        return rg_error_memory(err);
    *to = (struct rg_metric){.key = key, .spread = spread, .spread_count = count};
    for (size_t i = 0; i < count; i++) {
        const struct rg_metric *metric = rg_timings_find(&m->runs->items[i], key);
        bool has_value = metric != NULL && metric->has_value;
        spread[i] = has_value ? metric->value : (double)NAN;
        if (has_value)
            values[valued++] = metric->value;
        if (metric != NULL) {
            to->unit = metric->unit;
            to->status = metric->status;
        }
    }
    if (valued > 0) {
        to->has_value = true;
        to->value = rg_median(values, valued);
        to->status = RG_STATUS_GOOD;
        m->timings.value_count++;
    }
    return true;
}

static bool merge_keys(struct merge *m, const struct rg_surface *surface, struct rg_error *err)
{
    const char *const *keys = NULL;
    size_t count = 0;

    if (!rg_runs_keys(m->runs, surface, &m->arena, &keys, &count, err))
        return false;
    m->timings.metrics = rg_arena_array(&m->arena, count, sizeof *m->timings.metrics);
    if (m->timings.metrics == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (!merge_key(m, keys[i], err))
            return false;
    }
    return true;
}

static bool merge_origins(struct merge *m, struct rg_error *err)
{
    m->timings.runs = rg_arena_array(&m->arena, m->runs->count, sizeof *m->timings.runs);
    if (m->timings.runs == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < m->runs->count; i++) {
        const struct rg_timings *run = &m->runs->items[i];
        m->timings.runs[i] = (struct rg_run){
            .captured_at = run->captured_at,
            .git_sha = run->git_sha,
            .samples = run->samples,
            .covered = run->covered,
            .counts = run->counts,
        };
    }
    m->timings.run_count = m->runs->count;
    return true;
}

/* Every series that some run read uncounted, with the reason that one of them gave. */
static bool merge_uncounted(struct merge *m, struct rg_error *err)
{
    struct rg_named_texts *to = &m->timings.uncounted;
    size_t total = 0;

    for (size_t i = 0; i < m->runs->count; i++)
        total += m->runs->items[i].uncounted.count;
    to->items = rg_arena_array(&m->arena, total, sizeof *to->items);
    if (to->items == NULL)
        return rg_error_memory(err);
    for (size_t i = m->runs->count; i-- > 0;) {
        const struct rg_named_texts *from = &m->runs->items[i].uncounted;
        for (size_t j = 0; j < from->count; j++)
            to->items[to->count++] = from->items[j];
    }
    rg_sort(to->items, to->count, sizeof *to->items);
    to->count = rg_sorted_unique(to->items, to->count, sizeof *to->items);
    return true;
}

/* Every ladder that a run recorded; the runs agree, so of one name the last run's will do. */
static bool merge_ladders(struct merge *m, struct rg_error *err)
{
    struct rg_ladders *ladders = &m->timings.ladders;
    size_t total = 0;

    for (size_t i = 0; i < m->runs->count; i++)
        total += m->runs->items[i].ladders.count;
    ladders->items = rg_arena_array(&m->arena, total, sizeof *ladders->items);
    if (ladders->items == NULL)
        return rg_error_memory(err);
    for (size_t i = m->runs->count; i-- > 0;) {
        const struct rg_ladders *from = &m->runs->items[i].ladders;
        for (size_t j = 0; j < from->count; j++) {
            size_t k = 0;
            while (k < ladders->count && strcmp(ladders->items[k].name, from->items[j].name) != 0)
                k++;
            if (k == ladders->count)
                ladders->items[ladders->count++] = from->items[j];
        }
    }
    return true;
}

/* The smallest ratio that a run asked for; 1 when none says. */
static double least_ratio(const struct rg_runs *runs)
{
    double least = 1;

    for (size_t i = 0; i < runs->count; i++) {
        double ratio = runs->items[i].capture.min_ratio;
        if (ratio > 0 && ratio < least)
            least = ratio;
    }
    return least;
}

bool rg_runs_merge(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_buffer *out,
                   struct rg_error *err)
{
    static const struct rg_host unknown_host = {0};
    const struct rg_timings *last = &runs->items[runs->count - 1];
    struct merge m = {
        .runs = runs,
        .timings = {.captured_at = last->captured_at,
                    .git_sha = last->git_sha,
                    .window = last->window,
                    .profile = last->profile,
                    .source = last->source,
                    .began_at = last->began_at,
                    .labels = last->labels,
                    .label_count = last->label_count},
    };

    bool ok = merge_keys(&m, surface, err) && merge_origins(&m, err) && merge_uncounted(&m, err) &&
              merge_ladders(&m, err);
    if (ok) {
        rg_timings_count(&m.timings, least_ratio(runs));
        if (!m.timings.capture.complete)
            ok = rg_error_set(
                err, RG_ERROR_CONFLICT,
                "together the runs have values for only %lld of %lld keys, which is below their min_ratio",
                m.timings.capture.captured, m.timings.capture.declared);
    }
    ok = ok && rg_timings_write(&m.timings, &unknown_host, out, err);
    rg_arena_release(&m.arena);
    return ok;
}
