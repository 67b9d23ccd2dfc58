#include "rungate/base/stats.h"

#include "rungate/base/sorted.h"
#include "rungate/model/runs.h"
#include "rungate/model/timings_write.h"

#include <math.h>
#include <string.h>

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

/* The union of the runs' keys, less the excluded ones. */
static bool merge_keys(struct merge *m, const struct rg_surface *surface, struct rg_error *err)
{
    size_t total = 0;
    size_t count = 0;

    for (size_t i = 0; i < m->runs->count; i++)
        total += m->runs->items[i].metric_count;
    const char **names = rg_arena_array(&m->arena, total, sizeof *names);
    m->timings.metrics = rg_arena_array(&m->arena, total, sizeof *m->timings.metrics);
    if (names == NULL || m->timings.metrics == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < m->runs->count; i++) {
        for (size_t j = 0; j < m->runs->items[i].metric_count; j++)
            names[count++] = m->runs->items[i].metrics[j].key;
    }
    rg_sort(names, count, sizeof *names);
    count = rg_sorted_unique(names, count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        if (surface != NULL && rg_surface_exclusion(surface, names[i]) != NULL)
            continue;
        if (!merge_key(m, names[i], err))
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
        };
    }
    m->timings.run_count = m->runs->count;
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
                    .labels = last->labels,
                    .label_count = last->label_count},
    };

    bool ok = merge_keys(&m, surface, err) && merge_origins(&m, err) && merge_ladders(&m, err);
    if (ok) {
        rg_timings_count(&m.timings, least_ratio(runs));
        if (!m.timings.capture.complete)
            ok = rg_error_set(
                err, RG_ERROR_CONFLICT,
                "together the runs have values for only %lld of %lld keys, which is below their min_ratio",
                m.timings.capture.captured, m.timings.capture.declared);
    }
    if (ok) {
        ok = rg_timings_write(&m.timings, &unknown_host, out, err);
    }
    rg_arena_release(&m.arena);
    return ok;
}
