/*
 * capture_discover.h: capture --discover: a surface of what a source shows.
 */
#ifndef RUNGATE_CLI_CAPTURE_DISCOVER_H
#define RUNGATE_CLI_CAPTURE_DISCOVER_H

#include "cli/capture_options.h"
#include "cli/tool.h"

/* Ask, try, and print the surface, or write it to --output. Returns an exit status. */
int capture_discover(const struct rg_tool *tool, const struct capture_arguments *arguments);

#endif
