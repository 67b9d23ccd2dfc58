/*
 * prometheus.h: the client of the Prometheus HTTP API,
 * https://prometheus.io/docs/prometheus/latest/querying/api/
 *
 * It asks many instant queries side by side over reused connections. It never prints, and never puts a secret
 * into a message. Only `capture` links it.
 */
#ifndef RUNGATE_PROMETHEUS_H
#define RUNGATE_PROMETHEUS_H

#include "rungate/base/error.h"
#include "rungate/measure/answer.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct rg_prometheus_options {
    const char *url;      /* the base, such as http://host:9090/prometheus */
    long long timeout_ms; /* of one request */
    long long retries;
    long long parallel;         /* requests at one time */
    const char *const *headers; /* "Name: value", without secrets */
    size_t header_count;
    const char *header_file; /* the rest may be NULL */
    const char *bearer_token_file;
    const char *basic_auth_file;
    const char *ca_file;
    const char *cert_file;
    const char *key_file;
    const char *aws_sigv4; /* REGION or REGION:SERVICE */
};

/* The whole of a capture may take this many times the timeout of one request. */
enum { RG_PROMETHEUS_BOUND = 20 };

/* One question and, afterwards, its answer. */
struct rg_question {
    const char *query;
    struct rg_answer answer; /* `failure` is set when there is none; to be released */
    bool refused;            /* the failure is one that asking later does not mend */
    long long elapsed_us;    /* of the last attempt */
    size_t bytes;            /* of the answer, decompressed */
    int attempts;
};

struct rg_prometheus;

/*
 * Errors: USAGE, options that cannot be or that would show a secret; INPUT, a file of a secret or of a
 * certificate; SERVER, libcurl cannot start; MEMORY.
 */
struct rg_prometheus *rg_prometheus_new(const struct rg_prometheus_options *options, struct rg_error *err);

/* NULL is allowed. */
void rg_prometheus_free(struct rg_prometheus *client);

/* Start the time that the whole may take, RG_PROMETHEUS_BOUND timeouts, anew. */
void rg_prometheus_restart(struct rg_prometheus *client);

/* Called as answers come in. */
typedef void rg_prometheus_progress(void *context, size_t done, size_t total);

/* The instant that stands for the server's own present. */
#define RG_PROMETHEUS_NOW LLONG_MIN

/*
 * Ask all questions, each evaluated at the same instant (Unix seconds). What goes wrong with one question is
 * the `failure` of its answer; false is for what ends all. Errors: SERVER, MEMORY.
 */
bool rg_prometheus_ask(struct rg_prometheus *client, struct rg_question *questions, size_t count,
                       long long unix_s, rg_prometheus_progress *progress, void *context,
                       struct rg_error *err);

#endif
