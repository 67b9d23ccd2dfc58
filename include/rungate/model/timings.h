/*
 * timings.h: timings.json and the baseline, one schema: the readings of a capture, and what is known of them.
 *
 * A baseline is a capture that was committed. It is a placeholder when it says so or has no readings; then
 * there is nothing to judge against.
 */
#ifndef RUNGATE_TIMINGS_H
#define RUNGATE_TIMINGS_H

#include "rungate/base/arena.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/format/json.h"
#include "rungate/format/json_members.h"
#include "rungate/model/host.h"
#include "rungate/model/ladder.h"
#include "rungate/model/status.h"
#include "rungate/model/surface.h"

#include <stdbool.h>
#include <stddef.h>

/* One reading. */
struct rg_metric {
    const char *key;
    const char *unit;
    double value; /* in that unit; 0 when has_value is false */
    size_t line;
    const double *spread; /* what the runs of the baseline read, those that had a value, in run order */
    size_t spread_count;  /* 0 in a baseline of one run */
    enum rg_status status;
    bool has_value;
    bool faulty; /* reported in the faults; unit may be NULL */
};

/* What `source` says of a capture without a server. */
#define RG_SOURCE_SCRAPE "scrape"

/* The `capture` block: what the capture says about itself. */
struct rg_capture_block {
    long long declared;
    long long captured;
    double min_ratio;
    bool has_counts; /* declared and captured are there */
    bool complete;
    size_t line;
};

/* How many labels a file may have: each is compared and printed with its value. */
enum { RG_LABELS_MAX = 64 };

/* A condition under which the numbers were taken. */
struct rg_condition {
    const char *name;
    const char *value;
};

/* A number of a series, by its base: observations, seconds. */
struct rg_series_number {
    const char *base;
    double value;
};

struct rg_series_numbers {
    struct rg_series_number *items; /* sorted by base */
    size_t count;
};

/* A text by the base of a series, or by a key. */
struct rg_named_text {
    const char *name;
    const char *text;
};

struct rg_named_texts {
    struct rg_named_text *items; /* sorted by name */
    size_t count;
};

/* One of the runs that a baseline was made of. */
struct rg_run {
    const char *captured_at;
    const char *git_sha;
    struct rg_series_numbers samples;
    struct rg_series_numbers covered;
    struct rg_named_texts counts;
};

struct rg_timings {
    const char *captured_at; /* these six are NULL when absent or null */
    const char *git_sha;
    const char *window;
    const char *profile;
    const char *source;        /* "scrape": the targets themselves; NULL: a server */
    const char *began_at;      /* of a scrape, which has no window: counted from then on; not always known */
    struct rg_metric *metrics; /* sorted by key */
    size_t metric_count;
    size_t value_count;          /* metrics that have a value */
    struct rg_ladders ladders;   /* as the server returned them */
    struct rg_condition *labels; /* sorted by name */
    size_t label_count;
    struct rg_series_numbers samples; /* observations in the window */
    struct rg_series_numbers covered; /* seconds of it that they are counted over */
    struct rg_named_texts counts;     /* "TOTAL ABOVE ABOVE …", an edge each of the series' ladder */
    struct rg_named_texts uncounted;  /* series that are read as the server's quantile, and why */
    struct rg_named_texts notes;      /* by key: notes on a reading */
    struct rg_run *runs;              /* in run order; none in a baseline of one run */
    size_t run_count;
    struct rg_capture_block capture;
    struct rg_host host;
    bool has_capture;
    bool placeholder;
    struct rg_arena arena;
};

/*
 * Read a document. With `faults`, an entry of `metrics` that cannot be read is reported there and the rest is
 * read; without, it is an error. Errors: FORMAT, MEMORY; the path is the caller's to add.
 */
bool rg_timings_read(const struct rg_json_doc *doc, struct rg_faults *faults, struct rg_timings *ret,
                     struct rg_error *err);

/* The same for a file, with its path in front of the errors. */
bool rg_timings_load(const char *path, struct rg_faults *faults, struct rg_timings *ret,
                     struct rg_error *err);

void rg_timings_release(struct rg_timings *timings);

/* NULL when there is none of that key. */
const struct rg_metric *rg_timings_find(const struct rg_timings *timings, const char *key);

/*
 * The observations behind a key's series, of several runs those of the run that had fewest; below 0 when not
 * recorded.
 */
double rg_timings_samples(const struct rg_timings *timings, const char *key);

/*
 * The same for each second that they were counted over, of several runs that of the run that had fewest; below 0
 * when one does not say.
 */
double rg_timings_rate(const struct rg_timings *timings, const char *key);

/*
 * The capture is complete: its `capture` block says so, and it has at least one value.
 */
bool rg_timings_complete(const struct rg_timings *timings);

#endif
