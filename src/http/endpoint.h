/*
 * endpoint.h: the base URL of an API, or the URL of a page, checked.
 */
#ifndef RUNGATE_HTTP_ENDPOINT_H
#define RUNGATE_HTTP_ENDPOINT_H

#include "rungate/base/error.h"

#include <stdbool.h>

/* The variables of the environment that can name a proxy; NULL at the end. */
extern const char *const rg_proxy_variables[];

/* Strings are owned; release with endpoint_release(). */
struct endpoint {
    char *base;  /* without a slash at its end; of a page as it was given */
    char *query; /* base + "/api/v1/query"; of a page the same as base */
    bool is_loopback;
};

/* With a proxy in the environment the host's name is resolved. Errors: USAGE, MEMORY. A URL that holds a user never gets
 * into a message. */
bool endpoint_parse(const char *url, bool is_page, struct endpoint *ret, struct rg_error *err);
void endpoint_release(struct endpoint *endpoint);

#endif
