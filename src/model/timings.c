#include "rungate/model/timings.h"

#include "model/counts_text.h"
#include "rungate/base/sorted.h"
#include "rungate/model/unit.h"

#include <math.h>
#include <string.h>

/* A document, and what of it is read when the metrics are known. */
struct document {
    struct rg_timings timings;
    const struct rg_json *status;
    const struct rg_json *spread;
};

static bool read_schema_version(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    (void)to;
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    return rg_json_number(value) == (double)RG_TIMINGS_SCHEMA ||
           rg_json_fail(value, r->err, "this version of rungate reads schema_version %d", RG_TIMINGS_SCHEMA);
}

static bool read_count(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    double number = rg_json_number(value);
    if (number < 0 || number != floor(number) || number > 1e15)
        return rg_json_fail(value, r->err, "expected a count");
    *(long long *)to = (long long)number;
    return true;
}

static bool read_ratio(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    double *ratio = to;

    return rg_read_number(r, value, ratio) &&
           ((*ratio > 0 && *ratio <= 1) ||
            rg_json_fail(value, r->err, "expected a ratio above 0 and at most 1"));
}

/* Another version may know more sources than this one, which would take them for a server. */
static bool read_source(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    const char **source = to;

    return rg_read_name_or_null(r, value, to) &&
           (*source == NULL || strcmp(*source, RG_SOURCE_SCRAPE) == 0 ||
            rg_json_fail(value, r->err, "this version of rungate knows only the source '%s'",
                         RG_SOURCE_SCRAPE));
}

static bool read_capture(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    static const struct rg_field fields[] = {
        {"declared", read_count, offsetof(struct rg_capture_block, declared), NULL},
        {"captured", read_count, offsetof(struct rg_capture_block, captured), NULL},
        {"min_ratio", read_ratio, offsetof(struct rg_capture_block, min_ratio), NULL},
        {"complete", rg_read_bool, offsetof(struct rg_capture_block, complete), NULL},
        {0},
    };
    struct rg_timings *timings = to;
    struct rg_capture_block *capture = &timings->capture;

    if (!rg_read_known_fields(r, object, fields, capture))
        return false;
    const struct rg_json *captured = rg_json_member(object, "captured");
    capture->has_counts = captured != NULL && rg_json_member(object, "declared") != NULL;
    capture->line = rg_json_line(object);
    timings->has_capture = true;
    if (!capture->has_counts)
        return true;
    if (capture->captured > capture->declared)
        return rg_json_fail(captured, r->err, "more than the %lld declared", capture->declared);
    if (capture->complete && capture->min_ratio > 0 &&
        (capture->declared == 0 ||
         (double)capture->captured < capture->min_ratio * (double)capture->declared * (1 - 1e-9)))
        return rg_json_fail(object, r->err, "complete is true, but %lld of %lld is below min_ratio",
                            capture->captured, capture->declared);
    return true;
}

/* Where an entry is not a reading: an error, or a fault that leaves the entry marked. */
static bool refuse_metric(struct rg_json_reader *r, const struct rg_json *at, struct rg_metric *metric,
                          const char *expected)
{
    metric->faulty = true;
    metric->has_value = false;
    return rg_fault_or_fail(r, metric->key, at, "expected %s, found %s", expected,
                            rg_json_type_name(rg_json_type(at)));
}

static bool read_metric(struct rg_json_reader *r, const struct rg_json *entry, void *to)
{
    struct rg_metric *metric = to;

    metric->line = rg_json_line(entry);
    if (rg_json_type(entry) != RG_JSON_OBJECT)
        return refuse_metric(r, entry, metric, "an object");

    const struct rg_json *value = rg_json_member(entry, "value");
    const struct rg_json *unit = rg_json_member(entry, "unit");
    if (value == NULL || unit == NULL) {
        metric->faulty = true;
        return rg_fault_or_fail(r, metric->key, entry, "missing '%s'", value == NULL ? "value" : "unit");
    }
    metric->has_value = rg_json_type(value) != RG_JSON_NULL;
    if (metric->has_value && rg_json_type(value) != RG_JSON_NUMBER)
        return refuse_metric(r, value, metric, "a number or null");
    if (rg_json_type(unit) != RG_JSON_STRING)
        return refuse_metric(r, unit, metric, "a string");
    metric->value = metric->has_value ? rg_json_number(value) : 0;
    metric->unit = rg_unit_find(rg_json_string(unit));
    return metric->unit != NULL || rg_read_name(r, unit, &metric->unit);
}

static bool read_metrics(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_timings *t = to;

    t->metrics = rg_read_records(r, object, sizeof *t->metrics, read_metric, &t->metric_count);
    for (size_t i = 0; t->metrics != NULL && i < t->metric_count; i++)
        t->value_count += t->metrics[i].has_value;
    return t->metrics != NULL;
}

static bool read_ladders(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    return rg_ladders_read(object, true, to, r->err);
}

/* No label is a comment. */
static bool read_labels(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_timings *t = to;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    if (rg_json_count(object) > RG_LABELS_MAX)
        return rg_json_fail(object, r->err, "more than %d labels", RG_LABELS_MAX);
    t->labels = rg_arena_array(r->arena, rg_json_count(object), sizeof *t->labels);
    if (t->labels == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        struct rg_condition *label = &t->labels[t->label_count++];
        label->name = rg_arena_strdup(r->arena, rg_json_name(m));
        if (!rg_read_name(r, m, &label->value))
            return false;
        if (label->name == NULL)
            return rg_error_memory(r->err);
    }
    rg_sort(t->labels, t->label_count, sizeof *t->labels);
    return true;
}

static bool read_sample(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_series_number *sample = to;

    return rg_read_number(r, value, &sample->value) &&
           (sample->value >= 0 || rg_json_fail(value, r->err, "must not be negative"));
}

static bool read_samples(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_series_numbers *samples = to;

    samples->items = rg_read_records(r, object, sizeof *samples->items, read_sample, &samples->count);
    return samples->items != NULL;
}

static bool read_text_record(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_named_text *named = to;

    return rg_read_text(r, value, &named->text);
}

static bool read_texts(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_named_texts *texts = to;

    texts->items = rg_read_records(r, object, sizeof *texts->items, read_text_record, &texts->count);
    return texts->items != NULL;
}

/* A member of that name that is no object is somebody's own, from before it had a meaning. */
static bool read_notes(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    return rg_json_type(value) != RG_JSON_OBJECT || read_texts(r, value, to);
}

static bool read_count_record(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_named_text *named = to;

    return rg_read_text(r, value, &named->text) &&
           (rg_counts_text_is_valid(named->text) ||
            rg_json_fail(value, r->err,
                         "expected a total and how many lie above each edge, such as \"200 90 3\""));
}

static bool read_counts(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_named_texts *counts = to;

    counts->items = rg_read_records(r, object, sizeof *counts->items, read_count_record, &counts->count);
    return counts->items != NULL;
}

static bool read_runs(struct rg_json_reader *r, const struct rg_json *array, void *to)
{
    static const struct rg_field fields[] = {
        {"captured_at", rg_read_name_or_null, offsetof(struct rg_run, captured_at), NULL},
        {"git_sha", rg_read_name_or_null, offsetof(struct rg_run, git_sha), NULL},
        {"samples", read_samples, offsetof(struct rg_run, samples), NULL},
        {"covered", read_samples, offsetof(struct rg_run, covered), NULL},
        {"counts", read_counts, offsetof(struct rg_run, counts), NULL},
        {0},
    };
    struct rg_timings *timings = to;

    if (!rg_json_expect(array, RG_JSON_ARRAY, r->err))
        return false;
    timings->runs = rg_arena_array(r->arena, rg_json_count(array), sizeof *timings->runs);
    if (timings->runs == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        if (!rg_read_known_fields(r, v, fields, &timings->runs[timings->run_count++]))
            return false;
    }
    return true;
}

/* Find a metric for writing; the public look-up is const. NULL also for a comment. */
static struct rg_metric *find_metric(const struct rg_timings *t, const char *key)
{
    return rg_is_comment(key) ? NULL : rg_sorted_find(t->metrics, t->metric_count, sizeof *t->metrics, key);
}

static bool read_status(struct rg_json_reader *r, const struct rg_json *object, const struct rg_timings *t)
{
    enum rg_status status;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        if (!rg_status_parse(rg_json_string(m), &status))
            return rg_json_fail(m, r->err, "unknown status '%s'", rg_json_string(m));
        struct rg_metric *metric = find_metric(t, rg_json_name(m));
        if (metric == NULL)
            continue;
        if (metric->has_value && !rg_status_keeps_value(status))
            return rg_json_fail(m, r->err, "the key has a value, which status '%s' rules out",
                                rg_json_string(m));
        metric->status = status;
    }
    return true;
}

static bool read_values(struct rg_json_reader *r, const struct rg_json *array, size_t run_count,
                        struct rg_metric *metric)
{
    if (!rg_json_expect(array, RG_JSON_ARRAY, r->err))
        return false;
    if (rg_json_count(array) != run_count)
        return rg_json_fail(array, r->err, "%zu values, but there are %zu runs", rg_json_count(array),
                            run_count);
    double *values = rg_arena_array(r->arena, run_count, sizeof *values);
    if (values == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        if (rg_json_type(v) != RG_JSON_NULL && !rg_read_number(r, v, &values[metric->spread_count++]))
            return false;
    }
    metric->spread = values;
    return true;
}

static bool read_spread(struct rg_json_reader *r, const struct rg_json *object, const struct rg_timings *t)
{
    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        struct rg_metric *metric = find_metric(t, rg_json_name(m));
        if (metric != NULL && !read_values(r, m, t->run_count, metric))
            return false;
    }
    return true;
}

static bool read_document(struct rg_json_reader *r, const struct rg_json *root, struct document *d)
{
    static const struct rg_field fields[] = {
        {"schema_version", read_schema_version, 0, NULL},
        {"captured_at", rg_read_name_or_null, offsetof(struct document, timings.captured_at), NULL},
        {"git_sha", rg_read_name_or_null, offsetof(struct document, timings.git_sha), NULL},
        {"window", rg_read_name_or_null, offsetof(struct document, timings.window), NULL},
        {"profile", rg_read_name_or_null, offsetof(struct document, timings.profile), NULL},
        {"source", read_source, offsetof(struct document, timings.source), NULL},
        {"began_at", rg_read_name_or_null, offsetof(struct document, timings.began_at), NULL},
        {"placeholder", rg_read_bool, offsetof(struct document, timings.placeholder), NULL},
        {"capture", read_capture, offsetof(struct document, timings), NULL},
        {"metrics", read_metrics, offsetof(struct document, timings), NULL},
        {"ladders", read_ladders, offsetof(struct document, timings.ladders), NULL},
        {"labels", read_labels, offsetof(struct document, timings), NULL},
        {"samples", read_samples, offsetof(struct document, timings.samples), NULL},
        {"covered", read_samples, offsetof(struct document, timings.covered), NULL},
        {"counts", read_counts, offsetof(struct document, timings.counts), NULL},
        {"uncounted", read_texts, offsetof(struct document, timings.uncounted), NULL},
        {"notes", read_notes, offsetof(struct document, timings.notes), NULL},
        {"runs", read_runs, offsetof(struct document, timings), NULL},
        {"host", rg_host_read, offsetof(struct document, timings.host), NULL},
        {"status", rg_read_later, offsetof(struct document, status), NULL},
        {"spread", rg_read_later, offsetof(struct document, spread), NULL},
        {0},
    };

    if (!rg_read_known_fields(r, root, fields, d))
        return false;
    if (rg_json_member(root, "metrics") == NULL)
        return rg_json_fail(root, r->err, "missing 'metrics'");
    return (d->status == NULL || read_status(r, d->status, &d->timings)) &&
           (d->spread == NULL || read_spread(r, d->spread, &d->timings));
}

bool rg_timings_read(const struct rg_json_doc *doc, struct rg_faults *faults, struct rg_timings *ret,
                     struct rg_error *err)
{
    struct document d = {0};
    struct rg_json_reader r = {.arena = &d.timings.arena, .faults = faults, .err = err};

    if (!read_document(&r, rg_json_root(doc), &d)) {
        rg_timings_release(&d.timings);
        return false;
    }
    if (d.timings.metric_count == 0)
        d.timings.placeholder = true;
    *ret = d.timings;
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

/* The count of a key's series; below 0 when it is not there. */
static double find_sample(const struct rg_series_numbers *samples, const char *key)
{
    const char *dot = strrchr(key, '.');
    size_t length = dot == NULL ? 0 : (size_t)(dot - key);
    const struct rg_series_number *sample =
        rg_sorted_find_part(samples->items, samples->count, sizeof *samples->items, key, length);

    return sample == NULL ? -1 : sample->value;
}

double rg_timings_samples(const struct rg_timings *timings, const char *key)
{
    double fewest = find_sample(&timings->samples, key);

    for (size_t i = 0; i < timings->run_count; i++) {
        double count = find_sample(&timings->runs[i].samples, key);
        if (count >= 0 && (fewest < 0 || count < fewest))
            fewest = count;
    }
    return fewest;
}

/* Observations a second; below 0 when not known. */
static double rate_of(const struct rg_series_numbers *samples, const struct rg_series_numbers *covered,
                      const char *key)
{
    double count = find_sample(samples, key);
    double seconds = find_sample(covered, key);

    return count >= 0 && seconds > 0 ? count / seconds : -1;
}

double rg_timings_rate(const struct rg_timings *timings, const char *key)
{
    double least = timings->run_count == 0 ? rate_of(&timings->samples, &timings->covered, key) : HUGE_VAL;

    for (size_t i = 0; i < timings->run_count && least >= 0; i++)
        least = fmin(least, rate_of(&timings->runs[i].samples, &timings->runs[i].covered, key));
    return least;
}
