/*
 * capture_page.h: where a page comes from: a target, a file, or the standard input.
 */
#ifndef RUNGATE_CLI_CAPTURE_PAGE_H
#define RUNGATE_CLI_CAPTURE_PAGE_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/measure/page.h"

/* What --scrape names is a URL. */
bool capture_is_url(const char *source);

/*
 * Read the page that `source` names for what is selected, into *ret, which is initialised, for its target and its time.
 * A target's page that is torn is asked for again, up to three times. `is_begin`: its time is that before it was asked
 * for. Errors: USAGE, a URL or options that cannot be; INPUT, SERVER, FORMAT, LIMIT, each with the source in front;
 * MEMORY.
 */
bool capture_read_page(const struct rg_tool *tool, const struct capture_arguments *arguments,
                       struct rg_selection *selection, const char *source, bool is_begin, struct rg_page *ret,
                       struct rg_error *err);

#endif
