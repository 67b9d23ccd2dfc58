/*
 * histogram.h: raw samples for the tests of counting: series told by short texts.
 */
#ifndef RUNGATE_HISTOGRAM_H
#define RUNGATE_HISTOGRAM_H

#include "check.h"

#include "measure/counts.h"
#include "measure/samples_targets.h"

enum { HISTOGRAM_LABELS_MAX = 8, HISTOGRAM_TEXT_MAX = 256, HISTOGRAM_SAMPLES_MAX = 256 };

/* A sample that is not there. NaN is one that is. */
#define ABSENT (-1e9)

/* "job=x,instance=a" as labels that point into `text`. */
static inline size_t split_labels(char *text, struct rg_label labels[HISTOGRAM_LABELS_MAX])
{
    size_t count = 0;

    for (char *p = strtok(text, ","); p != NULL; p = strtok(NULL, ",")) {
        char *value = strchr(p, '=');
        assert_true(value != NULL && count < HISTOGRAM_LABELS_MAX);
        *value = '\0';
        labels[count++] = (struct rg_label){p, value + 1};
    }
    return count;
}

/* Add a series; `le` can be NULL. */
static inline bool add_series(struct rg_samples *to, enum rg_raw_kind kind, const char *labels,
                              const char *le, const struct rg_sample *samples, size_t count,
                              struct rg_error *err)
{
    struct rg_label all[HISTOGRAM_LABELS_MAX + 1];
    char text[HISTOGRAM_TEXT_MAX];

    (void)snprintf(text, sizeof text, "%s", labels);
    size_t label_count = split_labels(text, all);
    if (le != NULL)
        all[label_count++] = (struct rg_label){"le", le};
    return rg_samples_add(to, kind, all, label_count, samples, count, err);
}

/* The values of a series at scrape `k`, and of an edge. */
typedef double series_fn(int k);
typedef double edge_fn(size_t edge, int k);

/* Where scrapes are: `count` of them every 15 s from first_ms on. */
struct scrapes {
    long long first_ms;
    int count;
};

static inline size_t sample_edge(const struct scrapes *scrapes, edge_fn *fn, size_t edge,
                                 struct rg_sample out[HISTOGRAM_SAMPLES_MAX])
{
    size_t count = 0;

    for (int k = 0; k < scrapes->count; k++) {
        double value = fn(edge, k);
        if (value != ABSENT)
            out[count++] = (struct rg_sample){scrapes->first_ms + 15000LL * k, value};
    }
    return count;
}

/* The edges of a histogram, "0.1 1 +Inf", each with what `fn` gives. */
static inline void add_histogram(struct rg_samples *to, const char *labels, const char *edges,
                                 const struct scrapes *scrapes, edge_fn *fn)
{
    struct rg_sample samples[HISTOGRAM_SAMPLES_MAX];
    char text[HISTOGRAM_TEXT_MAX];
    struct rg_error err = {0};
    size_t edge = 0;
    char *rest = NULL;

    (void)snprintf(text, sizeof text, "%s", edges);
    for (const char *le = strtok_r(text, " ", &rest); le != NULL; le = strtok_r(NULL, " ", &rest)) {
        size_t count = sample_edge(scrapes, fn, edge++, samples);
        assert_true(add_series(to, RG_RAW_BUCKET, labels, le, samples, count, &err));
    }
}

static inline void add_values(struct rg_samples *to, enum rg_raw_kind kind, const char *labels,
                              const struct scrapes *scrapes, series_fn *fn)
{
    struct rg_sample samples[HISTOGRAM_SAMPLES_MAX];
    struct rg_error err = {0};
    size_t count = 0;

    for (int k = 0; fn != NULL && k < scrapes->count; k++) {
        if (fn(k) != ABSENT)
            samples[count++] = (struct rg_sample){scrapes->first_ms + 15000LL * k, fn(k)};
    }
    assert_true(add_series(to, kind, labels, NULL, samples, count, &err));
}

/* The word at *p, "-" for ABSENT; false at the end and at a '|'. */
static inline bool next_value(const char **p, double *ret)
{
    *p += strspn(*p, " ");
    if (**p == '\0' || **p == '|')
        return false;
    size_t length = strcspn(*p, " |");
    *ret = length == 1 && **p == '-' ? ABSENT : strtod(*p, NULL);
    *p += length;
    return true;
}

/* A series from the text of its values, one every 10 s from first_ms on: "1 2 - 4". */
static inline void add_line(struct rg_samples *to, enum rg_raw_kind kind, const char *labels, const char *le,
                            long long first_ms, const char *line)
{
    struct rg_sample samples[HISTOGRAM_SAMPLES_MAX];
    struct rg_error err = {0};
    size_t count = 0;
    double value;

    for (long long time_ms = first_ms; next_value(&line, &value); time_ms += 10000) {
        if (value != ABSENT)
            samples[count++] = (struct rg_sample){time_ms, value};
    }
    assert_true(add_series(to, kind, labels, le, samples, count, &err));
}

/* A histogram from the text of its edges, "0.1 1 +Inf", and of the values of each: "0 1 2 | 0 2 4 | 0 2 4". */
static inline void add_lines(struct rg_samples *to, const char *labels, const char *edges, long long first_ms,
                             const char *lines)
{
    char text[HISTOGRAM_TEXT_MAX];
    char *rest = NULL;

    (void)snprintf(text, sizeof text, "%s", edges);
    for (const char *le = strtok_r(text, " ", &rest); le != NULL; le = strtok_r(NULL, " ", &rest)) {
        add_line(to, RG_RAW_BUCKET, labels, le, first_ms, lines);
        lines += strcspn(lines, "|");
        lines += *lines == '|';
    }
}

/* Seal and count, with all instances added up. */
static inline struct rg_counts count_all(struct rg_samples *samples, const struct rg_samples *targets,
                                         const struct rg_count_options *options)
{
    static const struct rg_count_options none = {0};
    struct rg_counts counts = {0};
    struct rg_error err = {0};

    assert_true(rg_samples_seal(samples, &err));
    if (targets != NULL)
        rg_samples_attach(samples, targets);
    assert_true(rg_counts_make(samples, options == NULL ? &none : options, &counts, &err));
    assert_int_equal(err.code, RG_ERROR_NONE);
    return counts;
}

static inline size_t count_notes(const struct rg_counts *counts, enum rg_count_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < counts->note_count; i++)
        count += counts->notes[i].kind == kind;
    return count;
}

/* The counts up to each edge, "54 90 90". */
static inline void counts_line(const struct rg_counts *counts, char text[HISTOGRAM_TEXT_MAX])
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < counts->edge_count; i++)
        length += (size_t)snprintf(text + length, HISTOGRAM_TEXT_MAX - length, "%s%.12g", i == 0 ? "" : " ",
                                   counts->counts[i]);
}

#endif
