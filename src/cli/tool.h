/*
 * tool.h: what the three commands share around their work: the arguments, the files that several of them
 * read, one place that prints and one that says what went wrong.
 *
 * A command is a function of arguments and two streams, so that a test can run it in process; it returns an
 * enum rg_exit.
 */
#ifndef RUNGATE_CLI_TOOL_H
#define RUNGATE_CLI_TOOL_H

#include "cli/options.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"

#include <stdio.h>

/* What the name of an installed command starts with: others have a 'compare' of their own. */
#define RG_TOOL_PREFIX "rungate-"

struct rg_tool {
    const struct rg_command *command;
    FILE *out;
    FILE *err;
    const char *name; /* as it was called, installed or not; set by rg_tool_begin() */
};

/*
 * Parse the arguments, refuse an output that is an input or another output, and answer --help, --version and
 * bad usage. True: go on. False: return *ret_exit. The arguments are to be released with rg_options_release()
 * in both cases.
 */
bool rg_tool_begin(struct rg_tool *tool, int argc, char **argv, void *arguments, int *ret_exit);

/* What to put before the name of another command that the user is to type: RG_TOOL_PREFIX or "". */
const char *rg_tool_prefix(const struct rg_tool *tool);

/* "compare: …" on the error stream, escaped, on one line; nothing in it is a command to a CI system. */
void rg_tool_say(const struct rg_tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Say the error and return its exit status. */
int rg_tool_fail(const struct rg_tool *tool, const struct rg_error *error);

/* Print a rendered text to the output stream, through rg_escape_log(). Errors: OUTPUT; those of the buffer. */
bool rg_tool_print(const struct rg_tool *tool, const struct rg_buffer *text, struct rg_error *err);

/* The commands that make a file, from their names on. */
#define RG_TOOL_MAKES_SURFACE "capture --discover --output"
#define RG_TOOL_MAKES_TIMINGS "capture --output"
#define RG_TOOL_MAKES_LADDERS "capture --write-ladders"
#define RG_TOOL_MAKES_BASELINE "compare --paste >"
#define RG_TOOL_MAKES_THRESHOLDS "check-bounds --derive --output"

/* The file is there; else the error says what makes it. Of a file that is there nothing is checked. Errors: INPUT. */
bool rg_tool_expect(const struct rg_tool *tool, const char *path, const char *makes, struct rg_error *err);

/* The file is there, or the user named it. */
bool rg_tool_present(const struct rg_path *path);

/*
 * The ladders of all sources (see ladder_sources.h), and of the default file where that counts; it may be
 * absent unless `required`. A ladder's note is printed as a warning. With nothing at all *ret is not touched
 * and *ret_present is false. Errors: those of rg_ladder_sources_load().
 */
bool rg_tool_ladders(const struct rg_tool *tool, const struct rg_list *sources,
                     const struct rg_surface *surface, bool required, struct rg_ladders *ret,
                     bool *ret_present, struct rg_error *err);

#endif
