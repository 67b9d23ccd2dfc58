#include "rungate/json_write.h"
#include "rungate/runs.h"
#include "rungate/spread.h"

#include <stdlib.h>
#include <string.h>

/* A key of any run, and where each run has it. */
struct merged {
    const char *key;
    const char *unit;
    double *values; /* those there are, in run order */
    size_t value_count;
    enum rg_status status; /* of the last run, when no run has a value */
};

struct merge {
    const struct rg_runs *runs;
    struct rg_json_writer writer;
    struct merged *keys; /* sorted */
    size_t key_count;
    size_t valued;
    struct rg_arena arena;
};

static int by_text(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;

    return strcmp(*x, *y);
}

static bool collect_key(struct merge *m, const char *key, struct rg_error *err)
{
    struct merged *to = &m->keys[m->key_count++];

    to->key = key;
    to->values = rg_arena_array(&m->arena, m->runs->count, sizeof *to->values);
    if (to->values == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < m->runs->count; i++) {
        const struct rg_metric *metric = rg_timings_find(&m->runs->items[i], key);
        if (metric == NULL)
            continue;
        to->unit = metric->unit;
        to->status = metric->status;
        if (metric->has_value)
            to->values[to->value_count++] = metric->value;
    }
    m->valued += to->value_count > 0;
    return true;
}

/* The union of the runs' keys, less the excluded ones. */
static bool collect(struct merge *m, const struct rg_surface *surface, struct rg_error *err)
{
    size_t total = 0;
    size_t count = 0;

    for (size_t i = 0; i < m->runs->count; i++)
        total += m->runs->items[i].metric_count;
    const char **names = rg_arena_array(&m->arena, total, sizeof *names);
    m->keys = rg_arena_array(&m->arena, total, sizeof *m->keys);
    if (names == NULL || m->keys == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < m->runs->count; i++) {
        for (size_t j = 0; j < m->runs->items[i].metric_count; j++)
            names[count++] = m->runs->items[i].metrics[j].key;
    }
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++) {
        if ((i > 0 && strcmp(names[i - 1], names[i]) == 0) ||
            (surface != NULL && rg_surface_exclusion(surface, names[i]) != NULL))
            continue;
        if (!collect_key(m, names[i], err))
            return false;
    }
    return true;
}

static void text(struct merge *m, const char *name, const char *value)
{
    rg_json_write_name(&m->writer, name);
    rg_json_write_string(&m->writer, value);
}

static void write_capture(struct merge *m)
{
    struct rg_json_writer *w = &m->writer;

    rg_json_write_name(w, "capture");
    rg_json_write_open_object(w);
    rg_json_write_name(w, "declared");
    rg_json_write_integer(w, (long long)m->key_count);
    rg_json_write_name(w, "captured");
    rg_json_write_integer(w, (long long)m->valued);
    rg_json_write_name(w, "min_ratio");
    rg_json_write_number(w, m->runs->items[m->runs->count - 1].capture.min_ratio);
    rg_json_write_name(w, "complete");
    rg_json_write_bool(w, m->valued > 0);
    rg_json_write_close_object(w);
}

static void write_metrics(struct merge *m)
{
    struct rg_json_writer *w = &m->writer;

    rg_json_write_name(w, "metrics");
    rg_json_write_open_object(w);
    for (size_t i = 0; i < m->key_count; i++) {
        const struct merged *key = &m->keys[i];
        rg_json_write_name(w, key->key);
        rg_json_write_open_object(w);
        text(m, "unit", key->unit);
        rg_json_write_name(w, "value");
        if (key->value_count > 0)
            rg_json_write_number(w, rg_median(key->values, key->value_count));
        else
            rg_json_write_null(w);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_object(w);
}

/* Each value of each key, null where a run had none. */
static void write_spread(struct merge *m)
{
    struct rg_json_writer *w = &m->writer;

    rg_json_write_name(w, "spread");
    rg_json_write_open_object(w);
    for (size_t i = 0; i < m->key_count; i++) {
        rg_json_write_name(w, m->keys[i].key);
        rg_json_write_open_array(w);
        for (size_t j = 0; j < m->runs->count; j++) {
            const struct rg_metric *metric = rg_timings_find(&m->runs->items[j], m->keys[i].key);
            if (metric != NULL && metric->has_value)
                rg_json_write_number(w, metric->value);
            else
                rg_json_write_null(w);
        }
        rg_json_write_close_array(w);
    }
    rg_json_write_close_object(w);
}

static void write_status(struct merge *m)
{
    struct rg_json_writer *w = &m->writer;
    bool open = false;

    for (size_t i = 0; i < m->key_count; i++) {
        if (m->keys[i].value_count > 0 || m->keys[i].status == RG_STATUS_GOOD)
            continue;
        if (!open) {
            rg_json_write_name(w, "status");
            rg_json_write_open_object(w);
            open = true;
        }
        text(m, m->keys[i].key, rg_status_name(m->keys[i].status));
    }
    if (open)
        rg_json_write_close_object(w);
}

static void write_runs(struct merge *m)
{
    struct rg_json_writer *w = &m->writer;

    rg_json_write_name(w, "runs");
    rg_json_write_open_array(w);
    for (size_t i = 0; i < m->runs->count; i++) {
        const struct rg_timings *run = &m->runs->items[i];
        rg_json_write_open_object(w);
        text(m, "captured_at", run->captured_at);
        text(m, "git_sha", run->git_sha);
        rg_json_write_name(w, "samples");
        rg_json_write_open_object(w);
        for (size_t j = 0; j < run->sample_count; j++) {
            rg_json_write_name(w, run->samples[j].base);
            rg_json_write_number(w, run->samples[j].count);
        }
        rg_json_write_close_object(w);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_array(w);
}

static void write_labels(struct merge *m, const struct rg_timings *last)
{
    struct rg_json_writer *w = &m->writer;

    if (last->label_count == 0)
        return;
    rg_json_write_name(w, "labels");
    rg_json_write_open_object(w);
    for (size_t i = 0; i < last->label_count; i++)
        text(m, last->labels[i].name, last->labels[i].value);
    rg_json_write_close_object(w);
}

static void write_ladders(struct merge *m, const struct rg_timings *last)
{
    struct rg_json_writer *w = &m->writer;

    if (last->ladders.count == 0)
        return;
    rg_json_write_name(w, "ladders");
    rg_json_write_open_object(w);
    for (size_t i = 0; i < last->ladders.count; i++) {
        const struct rg_ladder *ladder = &last->ladders.items[i];
        rg_json_write_name(w, ladder->name);
        rg_json_write_open_object(w);
        text(m, "unit", ladder->unit);
        rg_json_write_name(w, "edges");
        rg_json_write_open_array(w);
        for (size_t j = 0; j < ladder->edge_count; j++)
            rg_json_write_number(w, ladder->edges[j]);
        rg_json_write_close_array(w);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_object(w);
}

bool rg_runs_merge(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_buffer *out,
                   struct rg_error *err)
{
    const struct rg_timings *last = &runs->items[runs->count - 1];
    struct merge m = {.runs = runs};

    if (!collect(&m, surface, err)) {
        rg_arena_release(&m.arena);
        return false;
    }
    rg_json_writer_init(&m.writer, out);
    rg_json_write_open_object(&m.writer);
    rg_json_write_name(&m.writer, "schema_version");
    rg_json_write_integer(&m.writer, RG_TIMINGS_SCHEMA);
    text(&m, "captured_at", last->captured_at);
    text(&m, "git_sha", last->git_sha);
    text(&m, "window", last->window);
    text(&m, "profile", last->profile);
    write_capture(&m);
    write_metrics(&m);
    write_spread(&m);
    write_status(&m);
    write_runs(&m);
    write_labels(&m, last);
    write_ladders(&m, last);
    rg_json_write_close_object(&m.writer);
    rg_json_write_end(&m.writer);
    rg_json_writer_release(&m.writer);
    rg_arena_release(&m.arena);
    return rg_buffer_check(out, err);
}
