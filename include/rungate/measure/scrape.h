/*
 * scrape.h: readings from the pages of targets, before and after a workload, or after it only.
 *
 * Two pages of a target are two samples of each of its series, counted by the rules of counts.h; one page alone is
 * counted from 0, since the process began. Nothing here reads a file or asks a target.
 *
 * A process that started again between its pages lost what it had counted: no series of it has a value, not even one
 * that only the second page has. It did so when `process_start_time_seconds` changed; where that is not known and no
 * `_created` is either, when any selected counter fell.
 */
#ifndef RUNGATE_SCRAPE_H
#define RUNGATE_SCRAPE_H

#include "rungate/measure/attempt.h"
#include "rungate/measure/page.h"

struct rg_scrape_target {
    const struct rg_page *before; /* NULL: it was not scraped then */
    const struct rg_page *after;
};

struct rg_scrape {
    const struct rg_plan *plan;
    const struct rg_selection *selection;
    const struct rg_scrape_target *targets;
    size_t target_count;
    bool has_begin;             /* pages from before the workload are subtracted */
    const char *const *selects; /* what was selected for these: texts of selectors, sorted */
    size_t select_count;
};

/*
 * Fill in an attempt that rg_attempt_init() made: its readings, and its instant, that of the last page. A target whose
 * second page is not later than its first is a CONFLICT in `failure`. Errors: MEMORY.
 */
bool rg_scrape_judge(const struct rg_scrape *scrape, struct rg_attempt *attempt, struct rg_error *err);

/* When the counting began, in milliseconds: the first page, or the first start of a process; -1 when it is not known. */
long long rg_scrape_began_ms(const struct rg_scrape *scrape);

#endif
