/*
 * capture_ask.h: the server that capture asks, and how often.
 */
#ifndef RUNGATE_CLI_CAPTURE_ASK_H
#define RUNGATE_CLI_CAPTURE_ASK_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/http/client.h"
#include "rungate/measure/attempt.h"

/* Progress, shown on a terminal. Set `expected`. */
struct capture_progress {
    size_t expected; /* queries; not shown for only a few */
    size_t finished;
    FILE *terminal;
    bool is_shown;
};

/*
 * To a server, or with `accept` to a page that is asked for so. `progress` must outlive the client. NULL: *err is set.
 * Errors: those of rg_client_new(), with the URL in front of all but USAGE.
 */
struct rg_client *capture_connect(const struct rg_tool *tool, const struct capture_arguments *arguments,
                                  const char *url, const char *accept, struct capture_progress *progress,
                                  struct rg_error *err);

/* Clear the line, once what it counts is answered. */
void capture_end_progress(struct capture_progress *progress);

/* Enough keys have a value. */
bool capture_is_complete(const struct capture_arguments *arguments, const struct rg_attempt *attempt);

/*
 * Attempts, until one is complete, the server refuses, or the time of --wait is up. *ret is the last. The
 * context of `input` is the client. Errors: those of rg_attempt_make(), with the URL in front, as of a failure.
 */
bool capture_attempt(const struct capture_arguments *arguments, const struct rg_attempt_input *input,
                     struct capture_progress *progress, struct rg_attempt *ret, struct rg_error *err);

#endif
