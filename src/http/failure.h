/*
 * failure.h: the message for a failed request, and whether a later one can succeed.
 */
#ifndef RUNGATE_HTTP_FAILURE_H
#define RUNGATE_HTTP_FAILURE_H

#include "http/request.h"

/* Append what the server says, or libcurl in its words: this is where secrets are hidden. */
void transfer_add_said(const struct transfer *transfer, const char *text, struct rg_buffer *out);

/* Append the failure of a transfer that gave no response, or a status other than 200. */
void transfer_explain(const struct transfer *transfer, CURLcode result, long status, struct rg_buffer *out);

/* True when asking again cannot help until the credentials or the question change. */
bool transfer_refused(const struct transfer *transfer, CURLcode result, long status);

#endif
