/*
 * capture_begin.h: capture --begin and --since, the two ends of a workload.
 */
#ifndef RUNGATE_CLI_CAPTURE_BEGIN_H
#define RUNGATE_CLI_CAPTURE_BEGIN_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/measure/attempt.h"

/* --begin: write the time and the host's load. `refusal` is why nobody can be asked, or NONE. Returns an exit
 * status. */
int capture_begin(const struct rg_tool *tool, const struct capture_arguments *arguments,
                  const struct rg_attempt_input *input, const struct rg_error *refusal);

/* --since: the begin into *host and *ret_s. Errors: those of rg_begin_load(). */
bool capture_read_begin(const char *path, struct rg_arena *arena, struct rg_host *host, long long *ret_s,
                        struct rg_error *err);

#endif
