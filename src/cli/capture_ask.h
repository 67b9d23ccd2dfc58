/*
 * capture_ask.h: the server that capture asks, and how often.
 */
#ifndef RUNGATE_CLI_CAPTURE_ASK_H
#define RUNGATE_CLI_CAPTURE_ASK_H

#include "cli/capture_options.h"
#include "cli/tool.h"
#include "rungate/http/client.h"
#include "rungate/measure/attempt.h"

/* A connection, and where its progress is shown. Release with rg_client_free(). */
struct capture_server {
    struct rg_client *client;
    FILE *progress; /* a terminal; NULL for none */
};

/* Errors: those of rg_client_new(), with the URL in front of all but USAGE. */
bool capture_connect(const struct rg_tool *tool, const struct capture_arguments *arguments,
                     struct capture_server *ret, struct rg_error *err);

/* An rg_ask; `context` is a struct capture_server. */
bool capture_ask(void *context, struct rg_question *questions, size_t count, long long unix_s,
                 struct rg_error *err);

/* Enough keys have a value. */
bool capture_is_complete(const struct capture_arguments *arguments, const struct rg_attempt *attempt);

/*
 * Attempts, until one is complete, the server refuses, or the time of --wait is up. *ret is the last. The
 * context of `input` is a struct capture_server. Errors: those of rg_attempt_make(), with the URL in front,
 * as of a failure.
 */
bool capture_attempt(const struct capture_arguments *arguments, const struct rg_attempt_input *input,
                     struct rg_attempt *ret, struct rg_error *err);

#endif
