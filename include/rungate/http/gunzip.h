/*
 * gunzip.h: a page that was saved as it was sent, compressed. (Of a reply, libcurl undoes that itself.)
 */
#ifndef RUNGATE_GUNZIP_H
#define RUNGATE_GUNZIP_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The bytes begin as every gzip file does. */
bool rg_gunzip_wanted(const char *bytes, size_t length);

/*
 * Append what the gzip file holds to `out`, as far as the limit of `out` allows: a small file can hold much.
 * Several members one after the other are one text, as for gunzip. Errors: FORMAT (damaged, cut short, something
 * after the end), LIMIT, MEMORY.
 */
bool rg_gunzip(const char *bytes, size_t length, struct rg_buffer *out, struct rg_error *err);

#endif
