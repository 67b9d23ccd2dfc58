/*
 * credentials.h: the credentials sent with each request.
 */
#ifndef RUNGATE_HTTP_CREDENTIALS_H
#define RUNGATE_HTTP_CREDENTIALS_H

#include "http/secrets.h"
#include "rungate/http/client_options.h"

#include <curl/curl.h>

/* Release with credentials_release(). */
struct credentials {
    struct curl_slist *headers;
    char *user;
    char *password;
    char *sigv4;            /* "aws:amz:REGION:SERVICE", or NULL */
    struct secrets secrets; /* those of the proxies, too */
    bool are_sent;          /* any to the server */
};

/* Errors: USAGE, INPUT (a file of secrets, by its path only), MEMORY. */
bool credentials_load(const struct rg_client_options *options, struct credentials *ret, struct rg_error *err);
void credentials_release(struct credentials *credentials);

#endif
