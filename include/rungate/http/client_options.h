/*
 * client_options.h: what the client is told.
 */
#ifndef RUNGATE_HTTP_CLIENT_OPTIONS_H
#define RUNGATE_HTTP_CLIENT_OPTIONS_H

#include <stddef.h>

/* Called as answers arrive, and at the end with `done` = `total`, even after a failure. */
typedef void rg_client_progress(void *context, size_t done, size_t total);

struct rg_client_options {
    const char *url;      /* the base, such as http://host:9090/prometheus; of a page the whole */
    const char *accept;   /* it is a page, and asked for with this `Accept`; NULL: an API */
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
    rg_client_progress *progress;
    void *progress_context;
};

#endif
