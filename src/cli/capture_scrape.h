/*
 * capture_scrape.h: capture --scrape: pages of targets in place of a server.
 */
#ifndef RUNGATE_CLI_CAPTURE_SCRAPE_H
#define RUNGATE_CLI_CAPTURE_SCRAPE_H

#include "cli/capture_options.h"
#include "cli/capture_write.h"
#include "cli/tool.h"
#include "rungate/base/timestamp.h"
#include "rungate/measure/scrape.h"
#include "rungate/measure/scrape_file.h"
#include "rungate/measure/selection.h"

/* Initialise with `{0}`. */
struct capture_scrape {
    struct rg_selection selection;
    struct rg_begin_scrape begin; /* of --since */
    struct rg_page *before;       /* by target; its `target` is NULL when it was not scraped then */
    struct rg_page *after;
    size_t count;
    char began_at[RG_TIMESTAMP_SIZE];
    struct rg_arena arena;
};

/* What the plan selects. Errors: USAGE, a target label; those of rg_selection_make(); MEMORY. */
bool capture_scrape_plan(const struct capture_arguments *arguments, const struct rg_plan *plan,
                         struct capture_scrape *ret, struct rg_error *err);
void capture_scrape_release(struct capture_scrape *scrape);

/* --begin: write what is selected now, the time and the host's load. Returns an exit status. */
int capture_scrape_begin(const struct rg_tool *tool, const struct capture_arguments *arguments,
                         struct capture_scrape *scrape);

/*
 * Scrape, subtract what --since holds, and fill in the attempt. The origin gets the source, and when it began. Errors:
 * those of capture_read_page() and of rg_begin_scrape_load(); CONFLICT, another target, or other labels, than at the
 * beginning.
 */
bool capture_scrape(const struct rg_tool *tool, const struct capture_arguments *arguments,
                    struct capture_scrape *scrape, const struct rg_attempt_input *input,
                    struct capture_origin *origin, struct rg_attempt *ret, struct rg_error *err);

#endif
