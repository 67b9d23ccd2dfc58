#include "rungate/model/runs.h"

#include "rungate/base/duration.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <string.h>

bool rg_timings_interval(const struct rg_timings *timings, const char *name, struct rg_interval *ret,
                         struct rg_error *err)
{
    long long end_s;
    long long window_ms;

    if (timings->captured_at == NULL || !rg_timestamp_parse(timings->captured_at, &end_s))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' does not say when it was captured", name);
    if (timings->window == NULL || !rg_duration_parse(timings->window, &window_ms))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' does not say which window it looked back on", name);
    *ret = (struct rg_interval){.begin_s = end_s - (window_ms + 999) / 1000, .end_s = end_s};
    return true;
}

struct placed {
    struct rg_interval interval;
    const char *name;
};

static int by_begin(const void *a, const void *b)
{
    const struct placed *x = a;
    const struct placed *y = b;

    if (x->interval.begin_s != y->interval.begin_s)
        return x->interval.begin_s < y->interval.begin_s ? -1 : 1;
    return strcmp(x->name, y->name);
}

bool rg_runs_apart(const struct rg_runs *runs, struct rg_error *err)
{
    bool ok = true;
    struct placed *placed = calloc(runs->count + 1, sizeof *placed);

    if (placed == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < runs->count && ok; i++) {
        placed[i].name = runs->names[i];
        ok = rg_timings_interval(&runs->items[i], runs->names[i], &placed[i].interval, err);
    }
    if (ok)
        qsort(placed, runs->count, sizeof *placed, by_begin);
    for (size_t i = 1; i < runs->count && ok; i++) {
        if (placed[i].interval.begin_s < placed[i - 1].interval.end_s)
            ok = rg_error_set(
                err, RG_ERROR_CONFLICT,
                "'%s' and '%s' overlap in time: the same observations would count twice; capture again, "
                "at least a window later",
                placed[i - 1].name, placed[i].name);
    }
    free(placed);
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
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' calls itself a placeholder", name);
    if (!run->has_capture)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "'%s' has no capture block, so nothing says that it is complete", name);
    if (!rg_timings_complete(run))
        return rg_error_set(
            err, RG_ERROR_CONFLICT, "'%s' is not a complete capture: %zu of %lld keys have a value", name,
            run->value_count, run->capture.has_counts ? run->capture.declared : (long long)run->metric_count);
    if (!has_value_to_keep(run, surface))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' has values only for keys that are excluded", name);
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_labels(const struct rg_timings *a, const struct rg_timings *b)
{
    if (a->label_count != b->label_count)
        return false;
    for (size_t i = 0; i < a->label_count; i++) {
        if (strcmp(a->labels[i].name, b->labels[i].name) != 0 ||
            strcmp(a->labels[i].value, b->labels[i].value) != 0)
            return false;
    }
    return true;
}

/* The first key that both have and that is in another unit or on another ladder in one of them, or NULL. */
static const char *key_that_differs(const struct rg_timings *a, const struct rg_timings *b,
                                    const char **ret_what)
{
    for (size_t i = 0, j = 0; i < a->metric_count && j < b->metric_count;) {
        const struct rg_metric *x = &a->metrics[i];
        const struct rg_metric *y = &b->metrics[j];
        int order = strcmp(x->key, y->key);
        const struct rg_ladder *p = order == 0 ? rg_ladders_match(&a->ladders, x->key) : NULL;
        const struct rg_ladder *q = order == 0 ? rg_ladders_match(&b->ladders, y->key) : NULL;
        *ret_what = "the unit";
        if (order == 0 && strcmp(x->unit, y->unit) != 0)
            return x->key;
        *ret_what = "the ladder";
        if (p != NULL && q != NULL && !rg_ladders_equal(p, q))
            return x->key;
        i += order <= 0;
        j += order >= 0;
    }
    return NULL;
}

static bool refuse(const struct rg_runs *runs, size_t i, size_t j, const char *what, const char *key,
                   struct rg_error *err)
{
    return rg_error_set(
        err, RG_ERROR_CONFLICT,
        "'%s' and '%s' differ in %s%s%s%s: runs taken under different conditions make no baseline",
        runs->names[i], runs->names[j], what, key == NULL ? "" : " of '", key == NULL ? "" : key,
        key == NULL ? "" : "'");
}

/* Any two runs: a key can be missing in the first and differ between two others. */
static bool pair_agrees(const struct rg_runs *runs, size_t i, size_t j, struct rg_error *err)
{
    const struct rg_timings *a = &runs->items[i];
    const struct rg_timings *b = &runs->items[j];
    const char *what = NULL;

    if (!same_text(a->window, b->window))
        return refuse(runs, i, j, "window", NULL, err);
    if (!same_text(a->profile, b->profile))
        return refuse(runs, i, j, "profile", NULL, err);
    if (!same_labels(a, b))
        return refuse(runs, i, j, "labels", NULL, err);
    const char *key = key_that_differs(a, b, &what);
    return key == NULL || refuse(runs, i, j, what, key, err);
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
