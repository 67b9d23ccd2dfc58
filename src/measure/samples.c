#include "measure/samples.h"

#include "measure/le.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rg_samples_init(struct rg_samples *samples, long long from_ms, long long to_ms)
{
    *samples = (struct rg_samples){.from_ms = from_ms, .to_ms = to_ms};
}

void rg_samples_release(struct rg_samples *samples)
{
    free(samples->series);
    free(samples->scratch);
    rg_arena_release(&samples->arena);
    rg_samples_init(samples, 0, 0);
}

/* Make room for one more of `size` bytes in an array. NULL when there is no memory: the array is as before. */
static void *grow(void *array, size_t size, size_t wanted, size_t *capacity)
{
    if (wanted <= *capacity)
        return array;
    size_t room = *capacity == 0 ? 16 : *capacity * 2;
    if (room < wanted)
        room = wanted;
    void *larger = room > (size_t)-1 / size ? NULL : realloc(array, room * size);
    if (larger != NULL)
        *capacity = room;
    return larger;
}

static int by_name(const void *a, const void *b)
{
    const struct rg_label *x = a;
    const struct rg_label *y = b;

    return strcmp(x->name, y->name);
}

static bool is_identity(const struct rg_label *label)
{
    return label->value[0] != '\0' && strcmp(label->name, "le") != 0 && strcmp(label->name, "vmrange") != 0 &&
           strcmp(label->name, "__name__") != 0;
}

/* The labels that tell instances apart, in the scratch array, pointing to the caller's strings. */
static bool pick_labels(struct rg_samples *s, const struct rg_label *labels, size_t count,
                        struct rg_labels *ret, struct rg_error *err)
{
    struct rg_label *picked = grow(s->scratch, sizeof *picked, count + 1, &s->scratch_capacity);
    size_t kept = 0;

    if (picked == NULL)
        return rg_error_memory(err);
    s->scratch = picked;
    for (size_t i = 0; i < count; i++) {
        if (is_identity(&labels[i]))
            picked[kept++] = labels[i];
    }
    qsort(picked, kept, sizeof *picked, by_name);
    *ret = (struct rg_labels){picked, kept};
    return true;
}

static bool copy_labels(struct rg_arena *arena, struct rg_labels *labels)
{
    struct rg_label *copy = rg_arena_array(arena, labels->count + 1, sizeof *copy);

    if (copy == NULL)
        return false;
    for (size_t i = 0; i < labels->count; i++) {
        copy[i].name = rg_arena_strdup(arena, labels->items[i].name);
        copy[i].value = rg_arena_strdup(arena, labels->items[i].value);
        if (copy[i].name == NULL || copy[i].value == NULL)
            return false;
    }
    labels->items = copy;
    return true;
}

/* Put edge and state of a bucket. */
static bool read_le(struct rg_samples *s, const struct rg_label *labels, size_t count,
                    struct rg_raw_series *series)
{
    series->le_state = RG_LE_MISSING;
    series->le = -(double)INFINITY; /* before all edges */
    for (size_t i = 0; i < count; i++) {
        if (strcmp(labels[i].name, "vmrange") == 0 && series->le_state == RG_LE_MISSING)
            series->le_state = RG_LE_VMRANGE;
        if (strcmp(labels[i].name, "le") != 0)
            continue;
        series->le_state = rg_le_parse(labels[i].value, &series->le) ? RG_LE_GOOD : RG_LE_JUNK;
        if (series->le_state == RG_LE_JUNK) {
            series->le_text = rg_arena_strdup(&s->arena, labels[i].value);
            return series->le_text != NULL;
        }
    }
    return true;
}

/* Copy what lies in the window and is a number. */
static bool copy_samples(struct rg_samples *s, const struct rg_sample *from, size_t count,
                         struct rg_raw_series *series)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        kept += !isnan(from[i].value) && from[i].time_ms > s->from_ms && from[i].time_ms <= s->to_ms;
    if (kept == 0)
        return true;
    series->samples = rg_arena_array(&s->arena, kept, sizeof *series->samples);
    if (series->samples == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!isnan(from[i].value) && from[i].time_ms > s->from_ms && from[i].time_ms <= s->to_ms)
            series->samples[series->count++] = from[i];
    }
    return true;
}

bool rg_samples_add(struct rg_samples *to, enum rg_raw_kind kind, const struct rg_label *labels,
                    size_t label_count, const struct rg_sample *samples, size_t count, struct rg_error *err)
{
    struct rg_raw_series series = {.kind = kind};
    struct rg_raw_series *all = grow(to->series, sizeof *all, to->series_count + 1, &to->series_capacity);

    if (all == NULL)
        return rg_error_memory(err);
    to->series = all;
    if (!copy_samples(to, samples, count, &series))
        return rg_error_memory(err);
    if (series.count == 0 && kind != RG_RAW_PRESENT)
        return true;
    if (kind == RG_RAW_BUCKET && !read_le(to, labels, label_count, &series))
        return rg_error_memory(err);
    if (!pick_labels(to, labels, label_count, &series.labels, err))
        return false;
    /* The edges of an instance often come one after the other: they share one copy. */
    const struct rg_raw_series *last = to->series_count == 0 ? NULL : &all[to->series_count - 1];
    if (last != NULL && rg_labels_compare(&last->labels, &series.labels) == 0)
        series.labels = last->labels;
    else if (!copy_labels(&to->arena, &series.labels))
        return rg_error_memory(err);
    all[to->series_count++] = series;
    return true;
}

static int by_labels(const void *a, const void *b)
{
    const struct rg_raw_series *x = a;
    const struct rg_raw_series *y = b;
    int order = x->labels.items == y->labels.items ? 0 : rg_labels_compare(&x->labels, &y->labels);

    if (order != 0)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->le != y->le)
        return x->le < y->le ? -1 : 1;
    if (x->le_state != y->le_state)
        return x->le_state < y->le_state ? -1 : 1;
    return x->le_state == RG_LE_JUNK ? strcmp(x->le_text, y->le_text) : 0;
}

static bool is_same(const struct rg_raw_series *a, const struct rg_raw_series *b)
{
    return a->kind == b->kind && rg_le_equal(a->le, b->le) && rg_labels_compare(&a->labels, &b->labels) == 0;
}

static int by_time(const void *a, const void *b)
{
    const struct rg_sample *x = a;
    const struct rg_sample *y = b;

    if (x->time_ms != y->time_ms)
        return x->time_ms < y->time_ms ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

static bool ascends(const struct rg_raw_series *series)
{
    for (size_t i = 1; i < series->count; i++) {
        if (series->samples[i - 1].time_ms >= series->samples[i].time_ms)
            return false;
    }
    return true;
}

/* Put `count` series of one edge together in the first. */
static bool merge(struct rg_arena *arena, struct rg_raw_series *first, size_t count)
{
    size_t total = 0;
    size_t kept = 0;

    if (count == 1 && ascends(first))
        return true;
    for (size_t i = 0; i < count; i++)
        total += first[i].count;
    struct rg_sample *all = rg_arena_array(arena, total + 1, sizeof *all);
    if (all == NULL)
        return false;
    for (size_t i = 0, at = 0; i < count; at += first[i++].count) {
        if (first[i].count > 0)
            memcpy(all + at, first[i].samples, first[i].count * sizeof *all);
    }
    qsort(all, total, sizeof *all, by_time);
    for (size_t i = 0; i < total; i++) {
        if (kept == 0 || all[kept - 1].time_ms != all[i].time_ms) {
            all[kept++] = all[i];
            continue;
        }
        if (all[kept - 1].value != all[i].value && isfinite(first->le) && !first->has_clash) {
            first->has_clash = true;
            first->clash_ms = all[i].time_ms;
        }
        all[kept - 1] = all[i]; /* the larger */
    }
    first->samples = all;
    first->count = kept;
    return true;
}

static bool merge_all(struct rg_samples *s)
{
    size_t kept = 0;

    for (size_t i = 0, end = 0; i < s->series_count; i = end) {
        while (end < s->series_count && is_same(&s->series[i], &s->series[end]))
            end++;
        if (!merge(&s->arena, &s->series[i], end - i))
            return false;
        s->series[kept++] = s->series[i];
    }
    s->series_count = kept;
    return true;
}

static void put_series(struct rg_instance *instance, const struct rg_raw_series *series)
{
    switch (series->kind) {
    case RG_RAW_BUCKET:
        if (instance->edge_count++ == 0)
            instance->edges = series;
        break;
    case RG_RAW_SUM:
        instance->sum = series;
        break;
    case RG_RAW_CREATED:
        instance->created = series;
        break;
    case RG_RAW_START:
        instance->start = series;
        break;
    case RG_RAW_UP:
        instance->up = series;
        break;
    case RG_RAW_PRESENT:
        instance->was_present = true;
        break;
    }
}

bool rg_samples_seal(struct rg_samples *s, struct rg_error *err)
{
    struct rg_instance *instance = NULL;

    if (s->series_count > 0)
        qsort(s->series, s->series_count, sizeof *s->series, by_labels);
    s->instances = rg_arena_array(&s->arena, s->series_count + 1, sizeof *s->instances);
    if (s->instances == NULL || !merge_all(s))
        return rg_error_memory(err);
    for (size_t i = 0; i < s->series_count; i++) {
        if (instance == NULL || rg_labels_compare(&instance->labels, &s->series[i].labels) != 0) {
            instance = &s->instances[s->instance_count++];
            instance->labels = s->series[i].labels;
        }
        put_series(instance, &s->series[i]);
    }
    return true;
}

size_t rg_raw_series_before(const struct rg_raw_series *series, long long time_ms)
{
    size_t low = 0;
    size_t high = series == NULL ? 0 : series->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (series->samples[middle].time_ms < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct rg_sample *rg_raw_series_at(const struct rg_raw_series *series, long long time_ms)
{
    size_t at = rg_raw_series_before(series, time_ms);

    if (series == NULL || at == series->count || series->samples[at].time_ms != time_ms)
        return NULL;
    return &series->samples[at];
}
