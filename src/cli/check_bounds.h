/*
 * check_bounds.h: the command check-bounds: baseline × thresholds × surface × ladders → can this gate fail?
 */
#ifndef RUNGATE_CLI_CHECK_BOUNDS_H
#define RUNGATE_CLI_CHECK_BOUNDS_H

#include "cli/options.h"

#include <stdio.h>

extern const struct rg_command rg_check_bounds_command;

int rg_check_bounds_run(int argc, char **argv, FILE *out, FILE *err);

#endif
