/*
 * compare_block.h: compare without a verdict: on a placeholder, with --paste and with --void.
 */
#ifndef RUNGATE_CLI_COMPARE_BLOCK_H
#define RUNGATE_CLI_COMPARE_BLOCK_H

#include "cli/compare_output.h"
#include "cli/compare_read.h"

/*
 * Print the block to commit, or say why there is none. On a placeholder the budgets hold all the same, and
 * one that is not kept prevents the block. Returns an exit status.
 */
int compare_block(const struct compare_style *style, const struct compare_arguments *arguments,
                  const struct compare_inputs *inputs);

/* Say why there is no block, on the error stream and in the summary. Returns an exit status. */
int compare_refuse_block(const struct compare_style *style, const char *why);

/* --void: print a placeholder. Returns an exit status. */
int compare_void(const struct rg_tool *tool, const struct compare_arguments *arguments);

#endif
