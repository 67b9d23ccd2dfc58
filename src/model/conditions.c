#include "rungate/model/conditions.h"

#include "rungate/base/duration.h"
#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <string.h>

/* The value of a label, or NULL. */
static const char *label_value(const struct rg_timings *t, const char *name)
{
    const struct rg_condition *label = rg_sorted_find(t->labels, t->label_count, sizeof *t->labels, name);

    return label == NULL ? NULL : label->value;
}

const char *rg_build_of(const struct rg_timings *t)
{
    const char *label = label_value(t, RG_LABEL_BUILD);

    if (label != NULL)
        return label;
    return t->git_sha == NULL || strcmp(t->git_sha, "unknown") == 0 ? NULL : t->git_sha;
}

const char *rg_condition_name(enum rg_condition_kind kind)
{
    static const char *const names[] = {
        [RG_DIFFERS_LABEL] = "label",   [RG_DIFFERS_PROFILE] = "profile", [RG_DIFFERS_WINDOW] = "window",
        [RG_DIFFERS_SOURCE] = "source", [RG_DIFFERS_UNIT] = "unit",       [RG_DIFFERS_LADDER] = "ladder",
    };
    return names[kind];
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* "180s" is "3m". */
static bool same_duration(const char *a, const char *b)
{
    long long x_ms = 0;
    long long y_ms = 0;

    return a != NULL && b != NULL && rg_duration_parse(a, &x_ms) && rg_duration_parse(b, &y_ms) &&
           x_ms == y_ms;
}

bool rg_conditions_next(const struct rg_timings *a, const struct rg_timings *b, size_t *at,
                        struct rg_difference *ret)
{
    size_t labels = a->label_count + b->label_count;

    while (*at < labels + 3) {
        size_t i = (*at)++;
        struct rg_difference d = {.kind = RG_DIFFERS_LABEL};
        if (i < a->label_count) {
            d.name = a->labels[i].name;
            d.a = a->labels[i].value;
            d.b = label_value(b, d.name);
        } else if (i < labels) {
            d.name = b->labels[i - a->label_count].name;
            d.b = label_value(a, d.name) == NULL ? b->labels[i - a->label_count].value : NULL;
        } else if (i == labels) {
            d = (struct rg_difference){.kind = RG_DIFFERS_PROFILE, .a = a->profile, .b = b->profile};
        } else if (i == labels + 1) {
            if (a->source == NULL && b->source == NULL && !same_duration(a->window, b->window))
                d = (struct rg_difference){.kind = RG_DIFFERS_WINDOW, .a = a->window, .b = b->window};
        } else {
            d = (struct rg_difference){.kind = RG_DIFFERS_SOURCE, .a = a->source, .b = b->source};
        }
        if (!same_text(d.a, d.b)) {
            *ret = d;
            return true;
        }
    }
    return false;
}

bool rg_readings_differ(const struct rg_timings *a, const struct rg_timings *b, struct rg_difference *ret)
{
    for (size_t i = 0, j = 0; i < a->metric_count && j < b->metric_count;) {
        const struct rg_metric *x = &a->metrics[i];
        const struct rg_metric *y = &b->metrics[j];
        int order = strcmp(x->key, y->key);
        const struct rg_ladder *p = order == 0 ? rg_ladders_match(&a->ladders, x->key) : NULL;
        const struct rg_ladder *q = order == 0 ? rg_ladders_match(&b->ladders, y->key) : NULL;
        if (order == 0 && strcmp(x->unit, y->unit) != 0) {
            *ret = (struct rg_difference){RG_DIFFERS_UNIT, x->key, x->unit, y->unit};
            return true;
        }
        if (p != NULL && q != NULL && !rg_ladders_equal(p, q)) {
            *ret = (struct rg_difference){RG_DIFFERS_LADDER, x->key, p->name, q->name};
            return true;
        }
        i += order <= 0;
        j += order >= 0;
    }
    return false;
}

bool rg_captured_at(const struct rg_timings *t, const char *name, long long *ret_s, struct rg_error *err)
{
    return (t->captured_at != NULL && rg_timestamp_parse(t->captured_at, ret_s)) ||
           rg_error_set(err, RG_ERROR_CONFLICT, "'%s' has no valid 'captured_at'", name);
}

/* That of a capture without a server. */
static bool find_scraped(const struct rg_timings *t, const char *name, long long end_s,
                         struct rg_interval *ret, struct rg_error *err)
{
    long long begin_s = 0;

    if (t->began_at == NULL || !rg_timestamp_parse(t->began_at, &begin_s))
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "'%s' does not say when its counting began; capture with --begin and --since",
                            name);
    if (begin_s > end_s)
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' began at %s and was captured before that, at %s",
                            name, t->began_at, t->captured_at);
    *ret = (struct rg_interval){.begin_s = begin_s, .end_s = end_s};
    return true;
}

bool rg_captured_interval(const struct rg_timings *t, const char *name, struct rg_interval *ret,
                          struct rg_error *err)
{
    long long end_s = 0;
    long long window_ms = 0;

    if (!rg_captured_at(t, name, &end_s, err))
        return false;
    if (t->source != NULL)
        return find_scraped(t, name, end_s, ret, err);
    if (t->window == NULL || !rg_duration_parse(t->window, &window_ms))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' has no valid 'window'", name);
    *ret = (struct rg_interval){.begin_s = end_s - (window_ms + 999) / 1000, .end_s = end_s};
    return true;
}

static int by_begin(const void *a, const void *b)
{
    const struct rg_interval *x = a;
    const struct rg_interval *y = b;

    if (x->begin_s != y->begin_s)
        return x->begin_s < y->begin_s ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

bool rg_intervals_overlap(struct rg_interval *items, size_t count, size_t *ret_at)
{
    if (count > 0)
        qsort(items, count, sizeof *items, by_begin);
    for (size_t i = 1; i < count; i++) {
        if (items[i].begin_s < items[i - 1].end_s) {
            *ret_at = i;
            return true;
        }
    }
    return false;
}
