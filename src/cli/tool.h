/*
 * tool.h: what the three commands share around their work: one place that prints, one that says how it ended.
 */
#ifndef RUNGATE_TOOL_H
#define RUNGATE_TOOL_H

#include "cli/options.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

#include <stdio.h>

/* Each command is such a function, so that a test can run it in process. Returns an enum rg_exit. */
int rg_capture_run(int argc, char **argv, FILE *out, FILE *err);
int rg_compare_run(int argc, char **argv, FILE *out, FILE *err);
int rg_check_bounds_run(int argc, char **argv, FILE *out, FILE *err);

/* Their option tables, which --help, the manual pages and the completion are made from. */
extern const struct rg_command rg_capture_command;
extern const struct rg_command rg_compare_command;
extern const struct rg_command rg_check_bounds_command;

/* What the name of an installed command starts with: others have a 'compare' of their own. */
#define RG_TOOL_PREFIX "rungate-"

struct rg_tool {
    const struct rg_command *command;
    FILE *out;
    FILE *err;
    const char *name; /* as it was called, installed or not; set by rg_tool_begin() */
};

/*
 * Parse the arguments, and answer --help, --version and bad usage. True: go on. False: return *ret_exit.
 * The arguments are to be released with rg_options_release() in both cases.
 */
bool rg_tool_begin(struct rg_tool *tool, int argc, char **argv, void *arguments, int *ret_exit);

/* What to put before the name of another command that the user is to type: RG_TOOL_PREFIX or "". */
const char *rg_tool_prefix(const struct rg_tool *tool);

/* "compare: …" on the error stream, escaped, on one line. */
void rg_tool_say(const struct rg_tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Say the error and return its exit status. */
int rg_tool_fail(const struct rg_tool *tool, const struct rg_error *error);

/* Print a rendered text to the output stream. Errors: OUTPUT; those of the buffer. */
bool rg_tool_print(const struct rg_tool *tool, const struct rg_buffer *text, struct rg_error *err);

#endif
