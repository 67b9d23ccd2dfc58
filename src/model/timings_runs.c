#include "model/timings_runs.h"

#include "rungate/base/sorted.h"

#include <string.h>

bool rg_samples_read(const struct rg_json *object, struct rg_arena *arena, struct rg_sample **ret,
                     size_t *ret_count, struct rg_error *err)
{
    size_t count = 0;

    if (!rg_json_expect(object, RG_JSON_OBJECT, err))
        return false;
    struct rg_sample *samples = rg_arena_array(arena, rg_json_count(object), sizeof *samples);
    if (samples == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        if (!rg_json_expect(m, RG_JSON_NUMBER, err))
            return false;
        if (rg_json_number(m) < 0)
            return rg_json_fail(m, err, "must not be negative");
        samples[count].count = rg_json_number(m);
        samples[count].base = rg_arena_strdup(arena, rg_json_name(m));
        if (samples[count++].base == NULL)
            return rg_error_memory(err);
    }
    rg_sort(samples, count, sizeof *samples);
    *ret = samples;
    *ret_count = count;
    return true;
}

/* A member of a run that is text; absent and null leave NULL. */
static bool read_text(const struct rg_json *run, const char *name, struct rg_arena *arena, const char **ret,
                      struct rg_error *err)
{
    const struct rg_json *value = rg_json_member(run, name);

    if (value == NULL || rg_json_type(value) == RG_JSON_NULL)
        return true;
    if (!rg_json_expect(value, RG_JSON_STRING, err))
        return false;
    *ret = rg_arena_strdup(arena, rg_json_string(value));
    return *ret != NULL || rg_error_memory(err);
}

bool rg_runs_read(const struct rg_json *array, struct rg_timings *timings, struct rg_error *err)
{
    if (!rg_json_expect(array, RG_JSON_ARRAY, err))
        return false;
    timings->runs = rg_arena_array(&timings->arena, rg_json_count(array), sizeof *timings->runs);
    if (timings->runs == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        struct rg_run *run = &timings->runs[timings->run_count++];
        if (!rg_json_expect(v, RG_JSON_OBJECT, err) ||
            !read_text(v, "captured_at", &timings->arena, &run->captured_at, err) ||
            !read_text(v, "git_sha", &timings->arena, &run->git_sha, err))
            return false;
        const struct rg_json *samples = rg_json_member(v, "samples");
        if (samples != NULL &&
            !rg_samples_read(samples, &timings->arena, &run->samples, &run->sample_count, err))
            return false;
    }
    return true;
}

static bool read_values(const struct rg_json *array, size_t run_count, struct rg_arena *arena,
                        struct rg_metric *metric, struct rg_error *err)
{
    if (!rg_json_expect(array, RG_JSON_ARRAY, err))
        return false;
    if (rg_json_count(array) != run_count)
        return rg_json_fail(array, err, "%zu values, but there are %zu runs", rg_json_count(array),
                            run_count);
    double *values = rg_arena_array(arena, run_count, sizeof *values);
    if (values == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        if (rg_json_type(v) == RG_JSON_NULL)
            continue;
        if (!rg_json_expect(v, RG_JSON_NUMBER, err))
            return false;
        values[metric->spread_count++] = rg_json_number(v);
    }
    metric->spread = values;
    return true;
}

bool rg_spread_read(const struct rg_json *object, struct rg_timings *timings, struct rg_error *err)
{
    if (!rg_json_expect(object, RG_JSON_OBJECT, err))
        return false;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        struct rg_metric *metric = rg_sorted_find(timings->metrics, timings->metric_count,
                                                  sizeof *timings->metrics, rg_json_name(m));
        if (metric != NULL && !read_values(m, timings->run_count, &timings->arena, metric, err))
            return false;
    }
    return true;
}

/* The count of a key's series; below 0 when it is not there. */
static double find(const struct rg_sample *samples, size_t count, const char *key)
{
    const char *dot = strrchr(key, '.');
    size_t length = dot == NULL ? 0 : (size_t)(dot - key);
    const struct rg_sample *sample = rg_sorted_find_part(samples, count, sizeof *samples, key, length);

    return sample == NULL ? -1 : sample->count;
}

double rg_timings_samples(const struct rg_timings *timings, const char *key)
{
    double fewest = find(timings->samples, timings->sample_count, key);

    for (size_t i = 0; i < timings->run_count; i++) {
        double count = find(timings->runs[i].samples, timings->runs[i].sample_count, key);
        if (count >= 0 && (fewest < 0 || count < fewest))
            fewest = count;
    }
    return fewest;
}
