/*
 * page.h: what a surface selects of a target's page, and whether the page was torn.
 *
 * An exposition is read elsewhere; its samples are offered here one by one. A page that was read while its process
 * counted can show a total that differs from the last bucket: the page is torn, and can be scraped again.
 */
#ifndef RUNGATE_PAGE_H
#define RUNGATE_PAGE_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/measure/selection.h"

/* A sample that something selects. */
struct rg_page_sample {
    const char *name;
    const struct rg_label *own; /* its labels as the page has them ... */
    size_t own_count;
    struct rg_labels labels; /* ... and as a server would keep them */
    double value;
};

struct rg_page_hit {
    struct rg_hit hit;
    size_t sample;
};

/* A histogram whose total is not that of its last bucket. */
struct rg_page_tear {
    size_t series;
    double bucket;
    double total;
};

struct rg_page {
    const char *target; /* what it was scraped from: the label `instance` */
    long long time_ms;
    struct rg_page_sample *samples;
    size_t sample_count;
    size_t sample_capacity;
    struct rg_page_hit *hits;
    size_t hit_count;
    size_t hit_capacity;
    struct rg_page_tear *tears;
    size_t tear_count;
    double start_s; /* of the process; NaN when there is none, or several */
    bool has_starts;
    struct rg_arena arena;
};

/* `target` must outlive the page. Allocates nothing. */
void rg_page_init(struct rg_page *page, const char *target, long long time_ms);
void rg_page_release(struct rg_page *page);

/* Offer a sample. It is copied when something selects it. Errors: MEMORY. */
bool rg_page_add(struct rg_page *page, struct rg_selection *selection, const char *name,
                 const struct rg_label *labels, size_t label_count, double value, struct rg_error *err);

/* After the last sample: find what is torn. Errors: MEMORY. */
bool rg_page_end(struct rg_page *page, struct rg_error *err);

#endif
