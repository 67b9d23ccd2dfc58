/*
 * capture_say.h: the final messages of capture.
 */
#ifndef RUNGATE_CLI_CAPTURE_SAY_H
#define RUNGATE_CLI_CAPTURE_SAY_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/measure/attempt.h"

/* The result of an attempt. */
struct capture_result {
    const struct rg_attempt *attempt;
    size_t excluded; /* keys that the surface excludes */
    bool complete;
    bool written; /* the file is there, with this attempt in it */
};

/*
 * The summary line, a line for each key that is not good, and with -v each query; or why there is no capture.
 */
void capture_say(const struct rg_tool *tool, const struct capture_arguments *arguments,
                 const struct capture_result *result);

#endif
