/*
 * help.h: what --help prints, from the option table.
 */
#ifndef RUNGATE_CLI_HELP_H
#define RUNGATE_CLI_HELP_H

#include "cli/options.h"
#include "rungate/base/buffer.h"

void rg_options_help(const struct rg_command *command, struct rg_buffer *out);

#endif
