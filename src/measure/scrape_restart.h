/*
 * scrape_restart.h: did the process behind two pages start again?
 */
#ifndef RUNGATE_SCRAPE_RESTART_H
#define RUNGATE_SCRAPE_RESTART_H

#include "rungate/base/arena.h"
#include "rungate/measure/page.h"

/* *ret_why is how that shows, in the arena, or NULL when it did not, as far as the pages tell. Errors: MEMORY. */
bool rg_page_restarted(const struct rg_page *before, const struct rg_page *after, struct rg_arena *arena,
                       const char **ret_why, struct rg_error *err);

#endif
