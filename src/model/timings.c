#include "rungate/model/timings.h"

#include "rungate/base/sorted.h"

#include "model/timings_runs.h"

#include <math.h>
#include <string.h>

/* A document while it is read. */
struct reader {
    struct rg_timings *timings;
    struct rg_faults *faults; /* NULL: a fault is an error */
    struct rg_error *err;
    const struct rg_json *status; /* both are read when the metrics are known */
    const struct rg_json *spread;
};

static bool read_text(struct reader *r, const struct rg_json *value, const char **ret)
{
    if (rg_json_type(value) == RG_JSON_NULL)
        return true;
    if (!rg_json_expect(value, RG_JSON_STRING, r->err))
        return false;
    *ret = rg_arena_strdup(&r->timings->arena, rg_json_string(value));
    return *ret != NULL || rg_error_memory(r->err);
}

static bool read_schema_version(struct reader *r, const struct rg_json *value)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    if (rg_json_number(value) != RG_TIMINGS_SCHEMA)
        return rg_json_fail(value, r->err, "this version of rungate reads schema_version %d",
                            RG_TIMINGS_SCHEMA);
    return true;
}

static bool read_count(struct reader *r, const struct rg_json *value, long long *ret)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    double number = rg_json_number(value);
    if (number < 0 || number != floor(number) || number > 1e15)
        return rg_json_fail(value, r->err, "expected a count");
    *ret = (long long)number;
    return true;
}

static bool read_capture(struct reader *r, const struct rg_json *object)
{
    struct rg_capture_block *capture = &r->timings->capture;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    const struct rg_json *declared = rg_json_member(object, "declared");
    const struct rg_json *captured = rg_json_member(object, "captured");
    const struct rg_json *min_ratio = rg_json_member(object, "min_ratio");
    const struct rg_json *complete = rg_json_member(object, "complete");
    if ((declared != NULL && !read_count(r, declared, &capture->declared)) ||
        (captured != NULL && !read_count(r, captured, &capture->captured)) ||
        (min_ratio != NULL && !rg_json_expect(min_ratio, RG_JSON_NUMBER, r->err)) ||
        (complete != NULL && !rg_json_expect(complete, RG_JSON_BOOL, r->err)))
        return false;
    if (min_ratio != NULL)
        capture->min_ratio = rg_json_number(min_ratio);
    if (min_ratio != NULL && (capture->min_ratio <= 0 || capture->min_ratio > 1))
        return rg_json_fail(min_ratio, r->err, "expected a ratio above 0 and at most 1");
    if (declared != NULL && captured != NULL && capture->captured > capture->declared)
        return rg_json_fail(captured, r->err, "more than the %lld declared", capture->declared);
    capture->has_counts = declared != NULL && captured != NULL;
    capture->complete = complete != NULL && rg_json_bool(complete);
    capture->line = rg_json_line(object);
    r->timings->has_capture = true;
    if (capture->complete && capture->has_counts && min_ratio != NULL &&
        (capture->declared == 0 ||
         (double)capture->captured < capture->min_ratio * (double)capture->declared * (1 - 1e-9)))
        return rg_json_fail(object, r->err, "complete is true, but %lld of %lld is below min_ratio",
                            capture->captured, capture->declared);
    return true;
}

/* Share the unit's text with the metric before: nearly all have the same few. */
static const char *share_unit(struct rg_timings *timings, const char *unit)
{
    size_t count = timings->metric_count;
    const char *last = count == 0 ? NULL : timings->metrics[count - 1].unit;

    return last != NULL && strcmp(last, unit) == 0 ? last : rg_arena_strdup(&timings->arena, unit);
}

/* Where an entry is not a reading: an error, or a fault that leaves the entry marked. */
static bool refuse_metric(struct reader *r, const struct rg_json *at, struct rg_metric *metric,
                          const char *expected)
{
    metric->faulty = true;
    metric->has_value = false;
    return rg_fault_or_fail(r->faults, &r->timings->arena, metric->key, at, r->err, "expected %s, found %s",
                            expected, rg_json_type_name(rg_json_type(at)));
}

static bool read_metric(struct reader *r, const struct rg_json *entry, struct rg_metric *metric)
{
    metric->key = rg_arena_strdup(&r->timings->arena, rg_json_name(entry));
    metric->line = rg_json_line(entry);
    if (metric->key == NULL)
        return rg_error_memory(r->err);
    if (rg_json_type(entry) != RG_JSON_OBJECT)
        return refuse_metric(r, entry, metric, "an object");

    const struct rg_json *value = rg_json_member(entry, "value");
    const struct rg_json *unit = rg_json_member(entry, "unit");
    if (value == NULL || unit == NULL) {
        metric->faulty = true;
        return rg_fault_or_fail(r->faults, &r->timings->arena, metric->key, entry, r->err, "missing '%s'",
                                value == NULL ? "value" : "unit");
    }
    metric->has_value = rg_json_type(value) != RG_JSON_NULL;
    if (metric->has_value && rg_json_type(value) != RG_JSON_NUMBER)
        return refuse_metric(r, value, metric, "a number or null");
    if (rg_json_type(unit) != RG_JSON_STRING)
        return refuse_metric(r, unit, metric, "a string");
    metric->value = metric->has_value ? rg_json_number(value) : 0;
    metric->unit = share_unit(r->timings, rg_json_string(unit));
    return metric->unit != NULL || rg_error_memory(r->err);
}

static bool read_metrics(struct reader *r, const struct rg_json *object)
{
    struct rg_timings *t = r->timings;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    t->metrics = rg_arena_array(&t->arena, rg_json_count(object), sizeof *t->metrics);
    if (t->metrics == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        if (!read_metric(r, m, &t->metrics[t->metric_count]))
            return false;
        t->value_count += t->metrics[t->metric_count].has_value;
        t->metric_count++;
    }
    rg_sort(t->metrics, t->metric_count, sizeof *t->metrics);
    return true;
}

static bool read_labels(struct reader *r, const struct rg_json *object)
{
    struct rg_timings *t = r->timings;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    t->labels = rg_arena_array(&t->arena, rg_json_count(object), sizeof *t->labels);
    if (t->labels == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        struct rg_condition *label = &t->labels[t->label_count++];
        label->name = rg_arena_strdup(&t->arena, rg_json_name(m));
        label->value = rg_arena_strdup(&t->arena, rg_json_string(m));
        if (label->name == NULL || label->value == NULL)
            return rg_error_memory(r->err);
    }
    rg_sort(t->labels, t->label_count, sizeof *t->labels);
    return true;
}

/* Find a metric for writing; the public look-up is const. */
static struct rg_metric *find_metric(struct rg_timings *t, const char *key)
{
    return rg_sorted_find(t->metrics, t->metric_count, sizeof *t->metrics, key);
}

static bool read_status(struct reader *r)
{
    enum rg_status status;

    if (r->status == NULL)
        return true;
    if (!rg_json_expect(r->status, RG_JSON_OBJECT, r->err))
        return false;
    for (const struct rg_json *m = rg_json_first(r->status); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        if (!rg_status_parse(rg_json_string(m), &status))
            return rg_json_fail(m, r->err, "unknown status '%s'", rg_json_string(m));
        struct rg_metric *metric = find_metric(r->timings, rg_json_name(m));
        if (metric == NULL)
            continue;
        if (metric->has_value && !rg_status_keeps_value(status))
            return rg_json_fail(m, r->err, "the key has a value, which status '%s' rules out",
                                rg_json_string(m));
        metric->status = status;
    }
    return true;
}

static bool read_placeholder(struct reader *r, const struct rg_json *value)
{
    if (!rg_json_expect(value, RG_JSON_BOOL, r->err))
        return false;
    r->timings->placeholder = rg_json_bool(value);
    return true;
}

static bool read_member(struct reader *r, const struct rg_json *m)
{
    struct rg_timings *t = r->timings;
    const char *name = rg_json_name(m);

    if (strcmp(name, "schema_version") == 0)
        return read_schema_version(r, m);
    if (strcmp(name, "captured_at") == 0)
        return read_text(r, m, &t->captured_at);
    if (strcmp(name, "git_sha") == 0)
        return read_text(r, m, &t->git_sha);
    if (strcmp(name, "window") == 0)
        return read_text(r, m, &t->window);
    if (strcmp(name, "profile") == 0)
        return read_text(r, m, &t->profile);
    if (strcmp(name, "placeholder") == 0)
        return read_placeholder(r, m);
    if (strcmp(name, "capture") == 0)
        return read_capture(r, m);
    if (strcmp(name, "metrics") == 0)
        return read_metrics(r, m);
    if (strcmp(name, "ladders") == 0)
        return rg_ladders_read(m, true, &t->ladders, r->err);
    if (strcmp(name, "labels") == 0)
        return read_labels(r, m);
    if (strcmp(name, "samples") == 0)
        return rg_samples_read(m, &t->arena, &t->samples, &t->sample_count, r->err);
    if (strcmp(name, "runs") == 0)
        return rg_runs_read(m, t, r->err);
    if (strcmp(name, "host") == 0)
        return rg_host_read(m, &t->arena, &t->host, r->err);
    if (strcmp(name, "status") == 0)
        r->status = m;
    if (strcmp(name, "spread") == 0)
        r->spread = m;
    return true;
}

bool rg_timings_read(const struct rg_json_doc *doc, struct rg_faults *faults, struct rg_timings *ret,
                     struct rg_error *err)
{
    struct rg_timings timings = {0};
    struct reader r = {.timings = &timings, .faults = faults, .err = err};
    const struct rg_json *root = rg_json_root(doc);
    bool ok = rg_json_expect(root, RG_JSON_OBJECT, err);

    for (const struct rg_json *m = ok ? rg_json_first(root) : NULL; ok && m != NULL; m = rg_json_next(m))
        ok = read_member(&r, m);
    if (ok && rg_json_member(root, "metrics") == NULL)
        ok = rg_json_fail(root, err, "missing 'metrics'");
    if (!ok || !read_status(&r) || (r.spread != NULL && !rg_spread_read(r.spread, &timings, err))) {
        rg_timings_release(&timings);
        return false;
    }
    if (timings.metric_count == 0)
        timings.placeholder = true;
    *ret = timings;
    return true;
}

bool rg_timings_load(const char *path, struct rg_faults *faults, struct rg_timings *ret, struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);

    if (doc == NULL)
        return false;
    bool ok = rg_timings_read(doc, faults, ret, err);
    if (!ok)
        (void)rg_error_prefix(err, "cannot read '%s'", path);
    rg_json_free(doc);
    return ok;
}

void rg_timings_release(struct rg_timings *timings)
{
    rg_ladders_release(&timings->ladders);
    rg_arena_release(&timings->arena);
    *timings = (struct rg_timings){0};
}

const struct rg_metric *rg_timings_find(const struct rg_timings *timings, const char *key)
{
    return rg_sorted_find(timings->metrics, timings->metric_count, sizeof *timings->metrics, key);
}

bool rg_timings_complete(const struct rg_timings *timings)
{
    return timings->has_capture && timings->capture.complete && timings->value_count > 0;
}
