/*
 * exposition_sample.h: a sample of an exposition (see exposition.h), and the limits of a page.
 */
#ifndef RUNGATE_EXPOSITION_SAMPLE_H
#define RUNGATE_EXPOSITION_SAMPLE_H

#include <stddef.h>

/* Limits: bytes of a line and of a name, labels of a sample, samples of a page. */
#define RG_EXPOSITION_LINE_MAX ((size_t)64 * 1024)
#define RG_EXPOSITION_NAME_MAX ((size_t)1024)
#define RG_EXPOSITION_LABELS_MAX ((size_t)64)
#define RG_EXPOSITION_SAMPLES_MAX ((size_t)2 * 1000 * 1000)

enum rg_exposition_format { RG_EXPOSITION_TEXT, RG_EXPOSITION_OPENMETRICS };

/* Types of a family: what TYPE says. UNKNOWN also when nothing does, and for `untyped`. */
enum rg_exposition_type {
    RG_EXPOSITION_UNKNOWN,
    RG_EXPOSITION_COUNTER,
    RG_EXPOSITION_GAUGE,
    RG_EXPOSITION_HISTOGRAM,
    RG_EXPOSITION_SUMMARY,
    RG_EXPOSITION_GAUGE_HISTOGRAM, /* from here only in OpenMetrics */
    RG_EXPOSITION_STATE_SET,
    RG_EXPOSITION_INFO,
};

/* Both valid UTF-8, unescaped. A value may be empty, which for PromQL is a label that is not there. */
struct rg_exposition_label {
    const char *name;
    const char *value;
};

/* Valid only while the callback runs. */
struct rg_exposition_sample {
    const char *metric;                       /* the series' name, such as http_seconds_bucket; never empty */
    const struct rg_exposition_label *labels; /* in the page's order, each name once; never __name__ */
    size_t label_count;
    double value;                 /* may be NaN or infinite */
    enum rg_exposition_type type; /* of the family that it belongs to by its name; as declared so far */
    size_t line;                  /* from 1 */
};

#endif
