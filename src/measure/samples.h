/*
 * samples.h: the raw samples of one histogram, as instances with edges: what counts.h counts.
 *
 * An instance is one set of labels without `le`; its edges are the values of `le`. Series are added one by one
 * in any order, from a server's range vector or from a scraped page, and rg_samples_seal() then makes instances
 * of them. Times are Unix milliseconds. The strings and samples that are added are copied.
 *
 * Samples that are NaN, which is how some servers show a stale marker, are dropped, and so are those outside the
 * window (from_ms, to_ms], to the millisecond. Two spellings of one edge ("1" and "1.0", or edges within 1e-9)
 * are put together by time; at one time the larger value stands, and two different values there are a clash.
 * A bucket from 1e300 on is +Inf.
 *
 * What belongs to targets (`up`, `process_start_time_seconds`) is asked once for many histograms. Add it to
 * samples of its own, seal them, and attach them to those of each histogram; see samples_targets.h.
 */
#ifndef RUNGATE_SAMPLES_H
#define RUNGATE_SAMPLES_H

#include "measure/labels.h"
#include "rungate/base/arena.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_sample {
    long long time_ms;
    double value;
};

enum rg_raw_kind {
    RG_RAW_BUCKET,
    RG_RAW_SUM,     /* NAME_sum */
    RG_RAW_CREATED, /* NAME_created: Unix seconds */
    RG_RAW_START,   /* process_start_time_seconds: Unix seconds */
    RG_RAW_UP,      /* up: 1 for a scrape that worked */
    RG_RAW_PRESENT, /* the selector found this series at from_ms; has no samples */
};

enum rg_le_state {
    RG_LE_GOOD,
    RG_LE_JUNK,    /* not a number, or NaN or -Inf; see le_text */
    RG_LE_MISSING, /* no label `le` */
    RG_LE_VMRANGE, /* a bucket of VictoriaMetrics' own kind, which is not cumulative */
};

/* One series: its samples ascending in time, each time once. */
struct rg_raw_series {
    struct rg_labels labels; /* without `__name__`, `le` and `vmrange` */
    enum rg_raw_kind kind;
    enum rg_le_state le_state; /* of a bucket */
    double le;
    const char *le_text; /* only with RG_LE_JUNK */
    struct rg_sample *samples;
    size_t count;
    bool has_clash; /* two values of a finite edge at clash_ms */
    long long clash_ms;
};

/* The series may be NULL, but for the edges; those with samples have at least one. */
struct rg_instance {
    struct rg_labels labels;
    const struct rg_raw_series *edges; /* ascending; those whose `le` is no edge first */
    size_t edge_count;                 /* 0 when only other series have these labels */
    const struct rg_raw_series *sum;
    const struct rg_raw_series *created;
    const struct rg_raw_series *start;
    const struct rg_raw_series *up;
    bool was_present; /* at from_ms; only with knows_presence */
};

struct rg_samples {
    long long from_ms;
    long long to_ms;
    bool
        knows_presence; /* whether the selector found an instance at from_ms was asked and answered: set it */
    struct rg_instance *instances; /* after sealing; most labels first, then by label */
    size_t instance_count;
    struct rg_raw_series *series;
    size_t series_count;
    size_t series_capacity;
    struct rg_label *scratch;
    size_t scratch_capacity;
    struct rg_arena arena;
};

/* Samples of the window (from_ms, to_ms]. Allocates nothing. */
void rg_samples_init(struct rg_samples *samples, long long from_ms, long long to_ms);
void rg_samples_release(struct rg_samples *samples);

/*
 * Add one series, before sealing. `labels` in any order, each name once; `samples` in any order of time. A
 * series that has no sample in the window is left out, except RG_RAW_PRESENT. Errors: MEMORY.
 */
bool rg_samples_add(struct rg_samples *to, enum rg_raw_kind kind, const struct rg_label *labels,
                    size_t label_count, const struct rg_sample *samples, size_t count, struct rg_error *err);

/* Make the instances, once. Errors: MEMORY. */
bool rg_samples_seal(struct rg_samples *samples, struct rg_error *err);

/* How many of its samples are before that time; 0 also for no series. */
size_t rg_raw_series_before(const struct rg_raw_series *series, long long time_ms);

/* The sample at exactly that time, or NULL. */
const struct rg_sample *rg_raw_series_at(const struct rg_raw_series *series, long long time_ms);

#endif
