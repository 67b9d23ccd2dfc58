/*
 * help.h: what --help prints, from the option table, and the check of the table itself.
 */
#ifndef RUNGATE_CLI_HELP_H
#define RUNGATE_CLI_HELP_H

#include "cli/options.h"
#include "rungate/base/buffer.h"

void rg_options_help(const struct rg_command *command, struct rg_buffer *out);

/* What is wrong with the table itself, or NULL: for the tests. */
const char *rg_options_fault(const struct rg_command *command);

#endif
