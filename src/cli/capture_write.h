/*
 * capture_write.h: from an attempt to its files.
 */
#ifndef RUNGATE_CLI_CAPTURE_WRITE_H
#define RUNGATE_CLI_CAPTURE_WRITE_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/measure/attempt.h"
#include "rungate/model/host.h"

/* What is written beside the readings. */
struct capture_origin {
    struct rg_condition *labels; /* sorted by name */
    size_t label_count;
    const char *git_sha;
    const char *source;   /* NULL: a server */
    const char *began_at; /* of another source; NULL when not known */
    struct rg_host host;
};

/* Write timings.json. Errors: OUTPUT, LIMIT, MEMORY. */
bool capture_write(const struct capture_arguments *arguments, const struct capture_origin *origin,
                   const struct rg_attempt *attempt, struct rg_error *err);

/* Write --write-ladders, where it is asked for and a ladder was seen. Errors: OUTPUT, LIMIT, MEMORY. */
bool capture_write_ladders(const struct rg_tool *tool, const struct capture_arguments *arguments,
                           const struct rg_attempt *attempt, struct rg_error *err);

#endif
