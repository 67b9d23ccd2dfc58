/*
 * failure.h: what went wrong with a request, in words, and whether it can go better later.
 */
#ifndef RUNGATE_HTTP_FAILURE_H
#define RUNGATE_HTTP_FAILURE_H

#include "http/request.h"

/* Append what the server says, or libcurl in its words: this is where secrets are hidden. */
void transfer_add_said(const struct transfer *transfer, const char *text, struct rg_buffer *out);

/* Append the failure of a transfer that gave no response, or a status other than 200. */
void transfer_explain(const struct transfer *transfer, CURLcode result, long status, struct rg_buffer *out);

/* Whether asking again at any later time is in vain: who asks, or what is asked there, must change first. */
bool transfer_refused(const struct transfer *transfer, CURLcode result, long status);

#endif
