/*
 * unquote.h: strings of PromQL, without their quotes and escapes.
 */
#ifndef RUNGATE_UNQUOTE_H
#define RUNGATE_UNQUOTE_H

#include "measure/slice.h"
#include "rungate/base/buffer.h"

#include <stdbool.h>

/*
 * Append what stands between two quotes `"` or `'`, with the escapes of Go, or between backquotes, without any.
 * False for an escape that is none, or that makes a NUL or what is not UTF-8.
 */
bool rg_promql_unescape(const struct rg_slice *inside, char quote, struct rg_buffer *out);

/* The same for a string with its quotes. */
bool rg_promql_unquote(const struct rg_slice *quoted, struct rg_buffer *out);

#endif
