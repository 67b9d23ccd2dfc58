/*
 * scrape_file.h: the file of capture --begin --scrape: the time, the host's load, and what the surface selects of each
 * page before a workload.
 *
 *     "scrape": {"schema_version": 1, "target_labels": {"job": "api"}, "selects": ["x_bucket{job=\"api\"}"],
 *                "pages": [{"target": "http://localhost:8080/metrics", "time_ms": 1700000000123,
 *                           "samples": ["x_bucket{le=\"0.1\"} 5.0"]}]}
 */
#ifndef RUNGATE_SCRAPE_FILE_H
#define RUNGATE_SCRAPE_FILE_H

#include "rungate/measure/page.h"
#include "rungate/model/host.h"

/* A page of such a file. */
struct rg_begin_page {
    const char *target;
    long long time_ms;
    const char *text; /* in the text format */
    bool is_taken;    /* for who matches it with a target */
};

/* Initialise with `{0}`. */
struct rg_begin_scrape {
    struct rg_labels target_labels;
    const char **selects; /* sorted */
    size_t select_count;
    struct rg_begin_page *pages;
    size_t page_count;
    struct rg_arena arena;
};

/* Errors: LIMIT, MEMORY. */
bool rg_begin_scrape_render(const char *began_at, const struct rg_host *host,
                            const struct rg_selection *selection, const struct rg_page *pages,
                            size_t page_count, struct rg_buffer *out, struct rg_error *err);

/*
 * Read it; the time and the load go into *host, with strings in the arena of *ret. `pages` is NULL for a file that
 * --begin wrote without --scrape. Errors: those of rg_json_read(); FORMAT; each with the path in front.
 */
bool rg_begin_scrape_load(const char *path, struct rg_host *host, struct rg_begin_scrape *ret,
                          struct rg_error *err);
void rg_begin_scrape_release(struct rg_begin_scrape *begin);

#endif
