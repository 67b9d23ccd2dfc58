/*
 * request.h: the server, and one request to it. Types only.
 */
#ifndef RUNGATE_HTTP_REQUEST_H
#define RUNGATE_HTTP_REQUEST_H

#include "http/credentials.h"
#include "http/endpoint.h"
#include "rungate/base/buffer.h"
#include "rungate/measure/questions.h"

#include <curl/curl.h>

/* What all requests share. */
struct server {
    struct endpoint endpoint;
    struct credentials credentials;
    long long timeout_ms;
    long long retries;
    CURLM *multi;
    bool is_page;           /* there is one page, and no queries */
    bool use_get;           /* it refused POST */
    bool lacks_certificate; /* https without a client certificate */
};

/* One request at a time on one handle. */
struct transfer {
    struct server *server;
    CURL *easy;
    struct rg_question *question; /* NULL: free */
    char *form;                   /* the parameters, encoded; NULL for a page */
    struct rg_buffer body;
    char curl_message[CURL_ERROR_SIZE];
    long long retry_at_ms; /* waiting until then; 0: running */
    int retries;
    bool used_get;
};

#endif
