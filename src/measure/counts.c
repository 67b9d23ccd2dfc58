#include "measure/counts.h"

#include "measure/counts_instance.h"
#include "measure/le.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A count this near to a whole number is one. */
static const double WHOLE_TOLERANCE = 1e-6;

struct work {
    const struct rg_samples *samples;
    const struct rg_count_options *options;
    struct rg_counts *ret;
    struct rg_error *err;
    struct rg_instance_counts *items; /* in the end by group */
    size_t count;
    const struct rg_instance_counts *group; /* the group that is counted ... */
    size_t group_count;                     /* ... and its instances */
    size_t groups_with_traffic;
};

static bool add_notes(struct work *w, const struct rg_count_note *notes, size_t count)
{
    struct rg_counts *ret = w->ret;

    if (count > ret->note_capacity - ret->note_count) {
        size_t room = ret->note_capacity * 2 + 8;
        struct rg_count_note *larger = rg_arena_array(&ret->arena, room, sizeof *larger);
        if (larger == NULL)
            return rg_error_memory(w->err);
        if (ret->note_count > 0)
            memcpy(larger, ret->notes, ret->note_count * sizeof *larger);
        ret->notes = larger;
        ret->note_capacity = room;
    }
    if (count > 0)
        memcpy(ret->notes + ret->note_count, notes, count * sizeof *notes);
    ret->note_count += count;
    return true;
}

/* The reason whose status has precedence stands; of equal ones the first. */
static void give_reason(struct rg_counts *counts, const struct rg_count_note *reason)
{
    enum rg_status status = rg_count_status(reason->kind);

    if (counts->reason.kind != RG_COUNT_NONE && status >= counts->status)
        return;
    counts->reason = *reason;
    counts->status = status;
}

static bool is_counted(const struct rg_instance_counts *item)
{
    return item->reason.kind == RG_COUNT_NONE;
}

static bool is_kept(const struct rg_count_options *options, const char *name)
{
    size_t i = 0;

    while (!options->by_all && i < options->by_count && strcmp(options->by[i], name) != 0)
        i++;
    return options->by_all || i < options->by_count;
}

/* The labels that the query keeps, as text. */
static const char *name_group(struct work *w, const struct rg_labels *labels)
{
    struct rg_label *kept = calloc(labels->count + 1, sizeof *kept);
    struct rg_labels group = {.items = kept};
    struct rg_buffer text;

    if (kept == NULL)
        return NULL;
    for (size_t i = 0; i < labels->count; i++) {
        if (is_kept(w->options, labels->items[i].name))
            kept[group.count++] = labels->items[i];
    }
    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_labels_text(&group, &text);
    const char *name = NULL;
    if (rg_buffer_ok(&text))
        name = rg_arena_strndup(&w->ret->arena, rg_buffer_text(&text), text.length);
    rg_buffer_release(&text);
    free(kept);
    return name;
}

static bool count_instances(struct work *w)
{
    w->items = rg_arena_array(&w->ret->arena, w->samples->instance_count + 1, sizeof *w->items);
    if (w->items == NULL)
        return rg_error_memory(w->err);
    for (size_t i = 0; i < w->samples->instance_count; i++) {
        const struct rg_instance *instance = &w->samples->instances[i];
        struct rg_instance_counts *item = &w->items[w->count];
        if (instance->edge_count == 0)
            continue;
        item->group = name_group(w, &instance->labels);
        if (item->group == NULL)
            return rg_error_memory(w->err);
        if (!rg_instance_count(w->samples, instance, w->options->of_pages, &w->ret->arena, item, w->err) ||
            !add_notes(w, item->notes, item->note_count))
            return false;
        w->count++;
    }
    return true;
}

/* One scrape in a window is not enough: what else there is counts. Anything else that is wrong is wrong with the whole. */
static bool judge_instances(struct work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct rg_count_note *reason = &w->items[i].reason;
        if (reason->kind == RG_COUNT_SCATTERED) {
            /* What else is found may come of that. */
            w->ret->is_uncounted = true;
            w->ret->reason = *reason;
            w->ret->status = RG_STATUS_GOOD;
            return true;
        }
        if (reason->kind == RG_COUNT_ONE_SCRAPE && !add_notes(w, reason, 1))
            return false;
        if (reason->kind != RG_COUNT_ONE_SCRAPE && reason->kind != RG_COUNT_NONE)
            give_reason(w->ret, reason);
    }
    return true;
}

static int by_group(const void *a, const void *b)
{
    const struct rg_instance_counts *x = a;
    const struct rg_instance_counts *y = b;
    int order = strcmp(x->group, y->group);

    if (order != 0)
        return order;
    return x->instance < y->instance ? -1 : x->instance > y->instance;
}

static void compare_edges(struct work *w, const struct rg_instance_counts *a,
                          const struct rg_instance_counts *b)
{
    size_t i = 0;

    while (i < a->edge_count && i < b->edge_count && rg_le_equal(a->edges[i], b->edges[i]))
        i++;
    if (i == a->edge_count && i == b->edge_count)
        return;
    /* Both end in +Inf, so neither has run out. */
    give_reason(w->ret, &(struct rg_count_note){.kind = RG_COUNT_EDGES_DIFFER,
                                                .instance = b->instance,
                                                .edge = fmin(a->edges[i], b->edges[i])});
}

/* A run of instances that the query adds up. */
static void judge_group(struct work *w, const struct rg_instance_counts *group, size_t count)
{
    const struct rg_instance_counts *first = NULL;
    double total = 0;

    for (size_t i = 0; i < count; i++) {
        if (!is_counted(&group[i]))
            continue;
        if (first == NULL)
            first = &group[i];
        compare_edges(w, first, &group[i]);
        total += group[i].counts[group[i].edge_count - 1];
    }
    w->groups_with_traffic += total > 0;
    if (first != NULL && (w->group == NULL || (total > 0 && w->groups_with_traffic == 1))) {
        w->group = group;
        w->group_count = count;
    }
}

static void judge_groups(struct work *w)
{
    size_t end = 0;

    if (w->count > 0)
        qsort(w->items, w->count, sizeof *w->items, by_group);
    for (size_t i = 0; i < w->count; i = end) {
        while (end < w->count && strcmp(w->items[i].group, w->items[end].group) == 0)
            end++;
        judge_group(w, &w->items[i], end - i);
    }
    if (w->groups_with_traffic > 1)
        give_reason(w->ret, &(struct rg_count_note){.kind = RG_COUNT_GROUPS,
                                                    .number = (double)w->groups_with_traffic});
}

/* Add the instances of the group up, edge by edge. */
static bool add_up(struct work *w)
{
    struct rg_counts *ret = w->ret;
    const struct rg_instance_counts *first = w->group;

    while (!is_counted(first))
        first++;
    double *counts = rg_arena_array(&ret->arena, first->edge_count, sizeof *counts);
    if (counts == NULL)
        return rg_error_memory(w->err);
    for (size_t i = 0; i < w->group_count; i++) {
        const struct rg_instance_counts *item = &w->group[i];
        for (size_t k = 0; is_counted(item) && k < first->edge_count; k++)
            counts[k] += item->counts[k];
        ret->instance_count += is_counted(item);
        ret->restarts += item->restarts;
    }
    ret->is_whole = true;
    for (size_t k = 0; k < first->edge_count; k++) {
        double whole = round(counts[k]);
        if (fabs(counts[k] - whole) <= WHOLE_TOLERANCE)
            counts[k] = whole;
        else
            ret->is_whole = false;
    }
    ret->edges = first->edges;
    ret->edge_count = first->edge_count;
    ret->counts = counts;
    ret->total = counts[ret->edge_count - 1];
    return ret->is_whole ||
           add_notes(w, &(struct rg_count_note){.kind = RG_COUNT_FRACTIONS, .number = ret->total}, 1);
}

/* Nothing was counted. Was there nothing? */
static void explain_nothing(struct work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct rg_instance_counts *item = &w->items[i];
        if (!is_counted(item) && (item->unknown > 0 || w->group == NULL))
            give_reason(w->ret, &item->reason);
        else if (item->unknown > 0)
            give_reason(w->ret, &(struct rg_count_note){.kind = RG_COUNT_APPEARED,
                                                        .instance = item->instance,
                                                        .number = item->unknown,
                                                        .time_ms = item->from_ms});
    }
    if (w->ret->reason.kind == RG_COUNT_NONE)
        give_reason(w->ret, &(struct rg_count_note){.kind = w->count == 0          ? RG_COUNT_NO_SERIES
                                                            : w->options->of_pages ? RG_COUNT_NOTHING
                                                                                   : RG_COUNT_IDLE});
}

struct interval {
    long long from_ms;
    long long to_ms;
};

static int by_begin(const void *a, const void *b)
{
    const struct interval *x = a;
    const struct interval *y = b;

    return x->from_ms < y->from_ms ? -1 : x->from_ms > y->from_ms;
}

static bool find_covered(struct work *w)
{
    struct interval *all = calloc(w->group_count, sizeof *all);
    size_t count = 0;

    if (all == NULL)
        return rg_error_memory(w->err);
    for (size_t i = 0; i < w->group_count; i++) {
        if (is_counted(&w->group[i]))
            all[count++] = (struct interval){w->group[i].from_ms, w->group[i].to_ms};
    }
    qsort(all, count, sizeof *all, by_begin);
    long long end_ms = all[0].from_ms;
    for (size_t i = 0; i < count; i++) {
        if (all[i].to_ms <= end_ms)
            continue;
        w->ret->covered_ms += all[i].to_ms - (all[i].from_ms > end_ms ? all[i].from_ms : end_ms);
        end_ms = all[i].to_ms;
    }
    free(all);
    return true;
}

static void find_mean(struct work *w)
{
    double sum = 0;

    w->ret->no_mean = w->ret->reason;
    for (size_t i = 0; w->ret->no_mean.kind == RG_COUNT_NONE && i < w->group_count; i++) {
        if (!is_counted(&w->group[i]))
            continue;
        sum += w->group[i].sum;
        w->ret->no_mean = w->group[i].no_sum;
    }
    if (w->ret->no_mean.kind == RG_COUNT_NONE)
        w->ret->mean = sum / w->ret->total;
}

static bool count_samples(struct work *w)
{
    if (!count_instances(w) || !judge_instances(w))
        return false;
    if (!w->ret->is_uncounted) {
        judge_groups(w);
        if (w->ret->reason.kind == RG_COUNT_NONE && w->group != NULL && (!add_up(w) || !find_covered(w)))
            return false;
        if (w->ret->total == 0 && w->ret->reason.kind == RG_COUNT_NONE)
            explain_nothing(w);
    }
    find_mean(w);
    return true;
}

bool rg_counts_make(const struct rg_samples *samples, const struct rg_count_options *options,
                    struct rg_counts *ret, struct rg_error *err)
{
    struct rg_counts counts = {0};
    struct work w = {.samples = samples, .options = options, .ret = &counts, .err = err};

    if (!count_samples(&w)) {
        rg_counts_release(&counts);
        return false;
    }
    *ret = counts;
    return true;
}

void rg_counts_release(struct rg_counts *counts)
{
    rg_arena_release(&counts->arena);
    *counts = (struct rg_counts){0};
}
