/*
 * buffer.h: a growable run of bytes with a maximum.
 *
 * A failure is sticky: once an append fails (no memory, or past the limit) later ones do nothing, and
 * rg_buffer_check() reports it. So a renderer appends line by line and checks once.
 *
 * Invariant: data is NULL (nothing appended yet) or data[length] is a NUL, which length does not count.
 */
#ifndef RUNGATE_BUFFER_H
#define RUNGATE_BUFFER_H

#include "rungate/base/error.h"

#include <stddef.h>

struct rg_buffer {
    char *data;
    size_t length;
    size_t capacity;
    size_t limit;
    enum rg_error_code failed; /* RG_ERROR_NONE, RG_ERROR_MEMORY or RG_ERROR_LIMIT */
};

/* Limits for rg_buffer_init(): of a text made of one value (a query, a URL, a message), and of an output (a
 * report, a baseline) or what it is put together from. A file to read has RG_FILE_MAX. */
#define RG_TEXT_MAX ((size_t)64 * 1024 * 1024)
#define RG_OUTPUT_MAX ((size_t)1024 * 1024 * 1024)

/* Hold at most `limit` bytes. Allocates nothing. */
void rg_buffer_init(struct rg_buffer *buffer, size_t limit);

/* Free the bytes and forget a failure; the buffer can be used again. */
void rg_buffer_release(struct rg_buffer *buffer);

/* Forget the bytes and keep the room. */
void rg_buffer_clear(struct rg_buffer *buffer);

void rg_buffer_add(struct rg_buffer *buffer, const void *bytes, size_t length);
void rg_buffer_puts(struct rg_buffer *buffer, const char *text);
void rg_buffer_putc(struct rg_buffer *buffer, char c);
void rg_buffer_pad(struct rg_buffer *buffer, char c, size_t count);
void rg_buffer_printf(struct rg_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The bytes as a C string; never NULL. */
const char *rg_buffer_text(const struct rg_buffer *buffer);

/* No append has failed. */
static inline bool rg_buffer_ok(const struct rg_buffer *buffer)
{
    return buffer->failed == RG_ERROR_NONE;
}

/* Let the buffer fail, as if an append had: MEMORY or LIMIT. The first failure stays. */
void rg_buffer_fail(struct rg_buffer *buffer, enum rg_error_code code);

/* The failure of a part, when there is one, is that of the whole. */
void rg_buffer_inherit(struct rg_buffer *buffer, const struct rg_buffer *part);

/* Errors: MEMORY or LIMIT when an append failed. */
bool rg_buffer_check(const struct rg_buffer *buffer, struct rg_error *err);

#endif
