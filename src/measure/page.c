#include "rungate/measure/page.h"

#include "measure/le.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rg_page_init(struct rg_page *page, const char *target, long long time_ms)
{
    *page = (struct rg_page){.target = target, .time_ms = time_ms, .start_s = (double)NAN};
}

void rg_page_release(struct rg_page *page)
{
    free(page->samples);
    free(page->hits);
    rg_arena_release(&page->arena);
    rg_page_init(page, NULL, 0);
}

/* Room for one more of `size` bytes. False without memory. */
static bool grow(void **array, size_t size, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return true;
    size_t room = *capacity == 0 ? 64 : *capacity * 2;
    void *larger = room > (size_t)-1 / size ? NULL : realloc(*array, room * size);
    if (larger == NULL)
        return false;
    *array = larger;
    *capacity = room;
    return true;
}

/* Copy a sample. False without memory. */
static bool keep(struct rg_page *page, const struct rg_selection *selection, const char *name,
                 const struct rg_label *labels, size_t count, double value)
{
    struct rg_label *own = rg_arena_array(&page->arena, count + 1, sizeof *own);
    struct rg_page_sample *sample;

    if (own == NULL ||
        !grow((void **)&page->samples, sizeof *page->samples, page->sample_count, &page->sample_capacity))
        return false;
    for (size_t i = 0; i < count; i++) {
        own[i].name = rg_arena_strdup(&page->arena, labels[i].name);
        own[i].value = rg_arena_strdup(&page->arena, labels[i].value);
        if (own[i].name == NULL || own[i].value == NULL)
            return false;
    }
    sample = &page->samples[page->sample_count];
    *sample = (struct rg_page_sample){.own = own, .own_count = count, .value = value};
    /* Samples of one name mostly follow each other. */
    bool is_same = page->sample_count > 0 && strcmp(sample[-1].name, name) == 0;
    sample->name = is_same ? sample[-1].name : rg_arena_strdup(&page->arena, name);
    sample->labels = rg_selection_labels(selection, page->target, own, count, &page->arena);
    page->sample_count++;
    return sample->name != NULL && sample->labels.items != NULL;
}

bool rg_page_add(struct rg_page *page, struct rg_selection *selection, const char *name,
                 const struct rg_label *labels, size_t label_count, double value, struct rg_error *err)
{
    struct rg_arena scratch = {0};
    bool ok = true;

    if (!rg_selection_wants(selection, name))
        return true;
    struct rg_labels kept = rg_selection_labels(selection, page->target, labels, label_count, &scratch);
    ok = kept.items != NULL ? rg_selection_find(selection, name, &kept, err) : rg_error_memory(err);
    rg_arena_release(&scratch);
    if (!ok || selection->hit_count == 0)
        return ok;
    if (!keep(page, selection, name, labels, label_count, value))
        return rg_error_memory(err);
    for (size_t i = 0; i < selection->hit_count; i++) {
        struct rg_hit hit = selection->hits[i];
        if (hit.kind == RG_HIT_START) {
            /* Several processes behind one page, or a page of several targets: no start is that of the target. */
            page->start_s = page->has_starts || label_count > 0 || !(value > 0) ? (double)NAN : value;
            page->has_starts = true;
            continue;
        }
        if (!grow((void **)&page->hits, sizeof *page->hits, page->hit_count, &page->hit_capacity))
            return rg_error_memory(err);
        page->hits[page->hit_count++] = (struct rg_page_hit){hit, page->sample_count - 1};
    }
    return true;
}

/* A last bucket, or a total, of a series; labels without `le`. */
struct end {
    size_t series;
    struct rg_labels labels;
    double value;
    bool is_total;
};

static int by_histogram(const void *a, const void *b)
{
    const struct end *x = a;
    const struct end *y = b;

    if (x->series != y->series)
        return x->series < y->series ? -1 : 1;
    int order = rg_labels_compare(&x->labels, &y->labels);
    return order != 0 ? order : x->is_total - y->is_total;
}

static bool is_last_bucket(const struct rg_labels *labels)
{
    double edge = 0;

    for (size_t i = 0; i < labels->count; i++) {
        if (strcmp(labels->items[i].name, "le") == 0)
            return rg_le_parse(labels->items[i].value, &edge) && isinf(edge);
    }
    return false;
}

/* NULL items: no memory. */
static struct rg_labels without_le(const struct rg_labels *labels, struct rg_arena *arena)
{
    struct rg_label *kept = rg_arena_array(arena, labels->count + 1, sizeof *kept);
    size_t count = 0;

    for (size_t i = 0; kept != NULL && i < labels->count; i++) {
        if (strcmp(labels->items[i].name, "le") != 0)
            kept[count++] = labels->items[i];
    }
    return (struct rg_labels){kept, count};
}

/* Put last buckets and totals into `ends`. False without memory. */
static bool gather_ends(struct rg_page *page, struct end *ends, size_t *ret_count)
{
    for (size_t i = 0; i < page->hit_count; i++) {
        const struct rg_page_hit *h = &page->hits[i];
        const struct rg_page_sample *sample = &page->samples[h->sample];
        struct end end = {h->hit.series, sample->labels, sample->value, h->hit.kind == RG_HIT_TOTAL};
        if (!end.is_total && (h->hit.kind != RG_HIT_BUCKET || !is_last_bucket(&sample->labels)))
            continue;
        if (!end.is_total)
            end.labels = without_le(&sample->labels, &page->arena);
        if (end.labels.items == NULL)
            return false;
        ends[(*ret_count)++] = end;
    }
    return true;
}

bool rg_page_end(struct rg_page *page, struct rg_error *err)
{
    struct end *ends = rg_arena_array(&page->arena, page->hit_count + 1, sizeof *ends);
    size_t count = 0;

    page->tears = rg_arena_array(&page->arena, page->hit_count + 1, sizeof *page->tears);
    if (ends == NULL || page->tears == NULL || !gather_ends(page, ends, &count))
        return rg_error_memory(err);
    if (count > 0)
        qsort(ends, count, sizeof *ends, by_histogram);
    for (size_t i = 1; i < count; i++) {
        const struct end *last = &ends[i - 1];
        if (ends[i].is_total && !last->is_total && ends[i].series == last->series &&
            rg_labels_compare(&ends[i].labels, &last->labels) == 0 && ends[i].value != last->value)
            page->tears[page->tear_count++] = (struct rg_page_tear){last->series, last->value, ends[i].value};
    }
    return true;
}
