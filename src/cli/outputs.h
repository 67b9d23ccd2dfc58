/*
 * outputs.h: no command overwrites its inputs or writes one file twice.
 *
 * Every row of the option table says what happens to the file that its value names (enum rg_file_use). An
 * output that is an input, or another output, is refused, defaults included; a row names the exception.
 */
#ifndef RUNGATE_CLI_OUTPUTS_H
#define RUNGATE_CLI_OUTPUTS_H

#include "cli/options.h"

/*
 * To be called with the arguments that rg_options_parse() has set. Files are told apart as rg_file_same()
 * does. Errors: USAGE, with both options and both paths; MEMORY.
 */
bool rg_outputs_check(const struct rg_command *command, void *arguments, struct rg_error *err);

#endif
