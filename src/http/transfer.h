/*
 * transfer.h: one request: how it is made, and what its end means.
 */
#ifndef RUNGATE_HTTP_TRANSFER_H
#define RUNGATE_HTTP_TRANSFER_H

#include "http/request.h"

/* Make the handle, with all that is the same for each request. Errors: MEMORY, SERVER. */
bool transfer_init(struct transfer *transfer, struct server *server, const struct rg_client_options *options,
                   struct rg_error *err);
void transfer_release(struct transfer *transfer);

/* Give it a question, and start. Errors: MEMORY, SERVER. */
bool transfer_ask(struct transfer *transfer, struct rg_question *question, long long unix_s,
                  struct rg_error *err);

/* Start, or start again. */
bool transfer_start(struct transfer *transfer, struct rg_error *err);

enum transfer_end {
    TRANSFER_DONE,  /* the question has its answer or its failure; the transfer is free */
    TRANSFER_AGAIN, /* to be started again at retry_at_ms */
    TRANSFER_ERROR, /* *err is set: no memory */
};

/* Take what came in. */
enum transfer_end transfer_finish(struct transfer *transfer, CURLcode result, struct rg_error *err);

/* Give the question up with that failure. Errors: MEMORY. */
bool transfer_abandon(struct transfer *transfer, const char *why, struct rg_error *err);

#endif
