#include "measure/matrix.h"

#include "rungate/base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More than any server writes for a number: plain decimals of a double have at most some 330. */
enum { NUMBER_MAX = 400 };

/* A matrix while it is read; what is found of a series is collected in arrays that are used again. */
struct reader {
    struct rg_json_walk *walk;
    struct rg_matrix *matrix;
    struct rg_buffer text;
    struct rg_label *labels;
    size_t label_count;
    size_t label_capacity;
    struct rg_sample *samples;
    size_t sample_count;
    size_t sample_capacity;
    bool has_metric;
    bool has_samples;
    bool is_native;
};

/* Room for one more. */
static bool grow(struct reader *r, void **array, size_t size, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return true;
    size_t room = *capacity == 0 ? 32 : *capacity * 2;
    void *larger = realloc(*array, room * size);
    if (larger == NULL)
        return rg_error_memory(r->walk->err);
    *array = larger;
    *capacity = room;
    return true;
}

static bool read_labels(struct reader *r)
{
    struct rg_arena *arena = &r->matrix->arena;

    r->label_count = 0;
    r->has_metric = true;
    if (!rg_json_walk_enter(r->walk, RG_JSON_OBJECT))
        return false;
    while (rg_json_walk_next(r->walk)) {
        struct rg_label label;
        if (r->label_count == RG_SERIES_LABELS_MAX)
            return rg_json_walk_fail(r->walk, "a series of more than 128 labels");
        if (!grow(r, (void **)&r->labels, sizeof *r->labels, r->label_count, &r->label_capacity) ||
            !rg_json_walk_name(r->walk, &r->text))
            return false;
        label.name = rg_arena_strdup(arena, rg_buffer_text(&r->text));
        for (size_t i = 0; label.name != NULL && i < r->label_count; i++) {
            if (strcmp(r->labels[i].name, label.name) == 0)
                return rg_json_walk_fail(r->walk, "duplicate label");
        }
        if (!rg_json_walk_string(r->walk, &r->text))
            return false;
        label.value = rg_arena_strdup(arena, rg_buffer_text(&r->text));
        if (label.name == NULL || label.value == NULL)
            return rg_error_memory(r->walk->err);
        r->labels[r->label_count++] = label;
    }
    return true;
}

/* Most numbers are whole and short: "1700000005", "1234". */
static bool read_whole(const char *text, size_t length, double *ret)
{
    long long value = 0;

    if (length == 0 || length > 15)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    *ret = (double)value;
    return true;
}

static bool read_number(struct reader *r, const char *text, size_t length, double *ret)
{
    char copy[NUMBER_MAX];

    if (read_whole(text, length, ret))
        return true;
    if (length < sizeof copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return (length < sizeof copy && rg_number_parse_prometheus(copy, ret)) ||
           rg_json_walk_fail(r->walk, "expected a number before this");
}

/* [ time, "number" ] */
static bool read_sample(struct reader *r)
{
    struct rg_json_walk *w = r->walk;
    struct rg_sample sample;
    const char *text;
    size_t length;
    double time_s = 0;

    if (!rg_json_walk_enter(w, RG_JSON_ARRAY))
        return false;
    if (!rg_json_walk_next(w) || !rg_json_walk_number(w, &text, &length) ||
        !read_number(r, text, length, &time_s) || !rg_json_walk_next(w) ||
        !rg_json_walk_plain(w, &text, &length) || !read_number(r, text, length, &sample.value) ||
        rg_json_walk_next(w))
        return w->err->code != RG_ERROR_NONE ? false : rg_json_walk_fail(w, "expected a time and a value");
    if (!(fabs(time_s) < 1e12))
        return rg_json_walk_fail(w, "expected a time before this");
    sample.time_ms = (long long)round(time_s * 1000);
    if (!grow(r, (void **)&r->samples, sizeof *r->samples, r->sample_count, &r->sample_capacity))
        return false;
    r->samples[r->sample_count++] = sample;
    return true;
}

static bool read_samples(struct reader *r)
{
    if (!rg_json_walk_enter(r->walk, RG_JSON_ARRAY))
        return false;
    while (rg_json_walk_next(r->walk)) {
        if (!read_sample(r))
            return false;
    }
    return true;
}

static bool read_member(struct reader *r)
{
    const char *name;

    if (!rg_json_walk_name(r->walk, &r->text))
        return false;
    name = rg_buffer_text(&r->text);
    bool is_metric = strcmp(name, "metric") == 0;
    bool is_one = strcmp(name, "value") == 0;
    if ((is_metric && r->has_metric) || ((is_one || strcmp(name, "values") == 0) && r->has_samples))
        return rg_json_walk_fail(r->walk, "duplicate member");
    if (is_metric)
        return read_labels(r);
    r->is_native = r->is_native || strcmp(name, "histogram") == 0 || strcmp(name, "histograms") == 0;
    if (!is_one && strcmp(name, "values") != 0) {
        rg_json_walk_skip(r->walk);
        return true;
    }
    r->has_samples = true;
    return is_one ? read_sample(r) : read_samples(r);
}

static bool keep_series(struct reader *r)
{
    struct rg_matrix *m = r->matrix;
    struct rg_label *labels = rg_arena_array(&m->arena, r->label_count + 1, sizeof *labels);
    struct rg_sample *samples = rg_arena_array(&m->arena, r->sample_count + 1, sizeof *samples);

    if (labels == NULL || samples == NULL ||
        !grow(r, (void **)&m->series, sizeof *m->series, m->count, &m->capacity))
        return rg_error_memory(r->walk->err);
    if (r->label_count > 0)
        memcpy(labels, r->labels, r->label_count * sizeof *labels);
    if (r->sample_count > 0)
        memcpy(samples, r->samples, r->sample_count * sizeof *samples);
    m->series[m->count++] =
        (struct rg_matrix_series){labels, r->label_count, samples, r->sample_count, r->is_native};
    return true;
}

static bool read_series(struct reader *r)
{
    r->label_count = 0;
    r->sample_count = 0;
    r->has_metric = r->has_samples = r->is_native = false;
    if (!rg_json_walk_enter(r->walk, RG_JSON_OBJECT))
        return false;
    while (rg_json_walk_next(r->walk)) {
        if (!read_member(r))
            return false;
    }
    if (!r->has_metric)
        return rg_json_walk_fail(r->walk, "missing 'metric' before this");
    if (!r->has_samples && !r->is_native)
        return rg_json_walk_fail(r->walk, "missing 'values' before this");
    return keep_series(r);
}

bool rg_matrix_read(struct rg_json_walk *walk, struct rg_matrix *ret)
{
    struct reader r = {.walk = walk, .matrix = ret};
    bool ok = rg_json_walk_enter(walk, RG_JSON_ARRAY);

    rg_buffer_init(&r.text, RG_TEXT_MAX);
    while (ok && rg_json_walk_next(walk))
        ok = read_series(&r);
    free(r.labels);
    free(r.samples);
    rg_buffer_release(&r.text);
    return ok;
}

void rg_matrix_release(struct rg_matrix *matrix)
{
    free(matrix->series);
    rg_arena_release(&matrix->arena);
    *matrix = (struct rg_matrix){0};
}

const char *rg_matrix_label(const struct rg_matrix_series *series, const char *name)
{
    for (size_t i = 0; i < series->label_count; i++) {
        if (strcmp(series->labels[i].name, name) == 0)
            return series->labels[i].value;
    }
    return NULL;
}

bool rg_matrix_add_to(const struct rg_matrix *matrix, enum rg_raw_kind kind, struct rg_samples *to,
                      struct rg_error *err)
{
    for (size_t i = 0; i < matrix->count; i++) {
        const struct rg_matrix_series *s = &matrix->series[i];
        if (!rg_samples_add(to, kind, s->labels, s->label_count, s->samples, s->count, err))
            return false;
    }
    return true;
}
