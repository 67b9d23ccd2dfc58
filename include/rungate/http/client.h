/*
 * client.h: the client of the Prometheus HTTP API,
 * https://prometheus.io/docs/prometheus/latest/querying/api/, and of pages that a target exports
 *
 * It asks many instant queries side by side over reused connections. It never prints, and never puts a secret
 * into a message. Only `capture` links it.
 */
#ifndef RUNGATE_HTTP_CLIENT_H
#define RUNGATE_HTTP_CLIENT_H

#include "rungate/http/client_options.h"
#include "rungate/measure/questions.h"

/* A whole capture may take this many times the timeout of one request. */
enum { RG_CLIENT_BOUND = 20 };

struct rg_client;

/*
 * Errors: USAGE, options that are impossible or would expose a secret; INPUT, a file of a secret or of a
 * certificate; SERVER, libcurl cannot start; MEMORY.
 */
struct rg_client *rg_client_new(const struct rg_client_options *options, struct rg_error *err);

/* NULL is allowed. */
void rg_client_free(struct rg_client *client);

/* Start the time that the whole may take, RG_CLIENT_BOUND timeouts, anew. */
void rg_client_restart(struct rg_client *client);

/* An rg_ask; `client` is a struct rg_client. Pages are the same at any instant. */
bool rg_client_ask(void *client, struct rg_question *questions, size_t count, long long unix_s,
                   struct rg_error *err);

#endif
