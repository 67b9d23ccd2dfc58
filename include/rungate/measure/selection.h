/*
 * selection.h: which samples of a page the series of a plan select.
 *
 * The selector of each counted series selects buckets, and with them the sums, totals and beginnings of the same
 * histograms; that of a value selects the metric itself. A sample is found by name and by all `=` matchers at once, so
 * that hundreds of series cost no more than one.
 *
 * A page's series get the labels of their target, as a server gives them: `instance`, and what --target-label sets. A
 * label of the page with such a name, or `job`, is called `exported_` and the name. Matchers on `job` and `instance` are
 * ignored unless the target label is set, because a page alone does not tell.
 */
#ifndef RUNGATE_SELECTION_H
#define RUNGATE_SELECTION_H

#include "measure/labels.h"
#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/measure/plan.h"

#include <stdbool.h>
#include <stddef.h>

/* What a sample is to a series. */
enum rg_hit_kind {
    RG_HIT_BUCKET,
    RG_HIT_SUM,
    RG_HIT_TOTAL,   /* NAME_count */
    RG_HIT_CREATED, /* NAME_created */
    RG_HIT_VALUE,
    RG_HIT_START, /* process_start_time_seconds, of the target and no series */
};

struct rg_hit {
    size_t series; /* of the plan */
    enum rg_hit_kind kind;
};

/* What a page can give of a series. */
struct rg_selected {
    const char *text;   /* its selector, canonical; NULL when a page cannot answer */
    const char *metric; /* the name of its buckets, or of its value */
    const char *why;    /* a page cannot answer; NULL when it can */
};

struct rg_wanted_sample;
struct rg_wanted_group;
struct rg_label_matcher;

/* Initialise with `{0}`. */
struct rg_selection {
    struct rg_selected *series; /* by the plan's */
    size_t series_count;
    struct rg_labels target;         /* what --target-label sets */
    bool wants_utf8;                 /* some name is not one of the classic alphabet */
    bool ignores_job;                /* there are such matchers */
    bool ignores_instance;           /* the same */
    struct rg_wanted_sample *wanted; /* the rest is the module's own */
    size_t wanted_count;
    struct rg_wanted_group *groups; /* of one name and the same labels in `=` matchers */
    size_t group_count;
    struct rg_label_matcher *matchers;
    size_t matcher_count;
    struct rg_hit *hits; /* of the last sample */
    size_t hit_count;
    struct rg_buffer key;
    struct rg_arena arena;
};

/*
 * `target`, sorted by name, and the plan must outlive it. Errors: FORMAT, a matcher that cannot be applied to a page,
 * with the series in front; MEMORY.
 */
bool rg_selection_make(const struct rg_plan *plan, const struct rg_labels *target, struct rg_selection *ret,
                       struct rg_error *err);
void rg_selection_release(struct rg_selection *selection);

/*
 * Find what wants a sample: `hits` and `hit_count`, until the next call. `labels` are those that
 * rg_selection_labels() made. Errors: MEMORY.
 */
bool rg_selection_find(struct rg_selection *selection, const char *name, const struct rg_labels *labels,
                       struct rg_error *err);

/* Does anything want samples of that name? */
bool rg_selection_wants(const struct rg_selection *selection, const char *name);

/* Was a sample of that name, which a series wants, ever offered? */
bool rg_selection_saw(const struct rg_selection *selection, const char *name);

/*
 * The labels of a page's sample as a server would keep them: without empty ones, with those of the target, and
 * `instance`; sorted. The array is in `arena`, the strings are where they were. NULL items: no memory.
 */
struct rg_labels rg_selection_labels(const struct rg_selection *selection, const char *instance,
                                     const struct rg_label *labels, size_t count, struct rg_arena *arena);

#endif
