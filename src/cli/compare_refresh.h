/*
 * compare_refresh.h: what --paste says of the block that it prints.
 */
#ifndef RUNGATE_CLI_COMPARE_REFRESH_H
#define RUNGATE_CLI_COMPARE_REFRESH_H

#include "cli/compare_options.h"
#include "cli/compare_read.h"
#include "cli/tool.h"

/*
 * Warn on the error stream when the block, read as a run, fires against the baseline that it is to replace:
 * then the refresh hides a regression. Nothing is said where there is no baseline, or one without readings.
 */
void compare_warn_of_refresh(const struct rg_tool *tool, const struct compare_arguments *arguments,
                             const struct compare_inputs *inputs, const struct rg_buffer *block);

#endif
