#include "rungate/base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rg_buffer_init(struct rg_buffer *buffer, size_t limit)
{
    *buffer = (struct rg_buffer){.limit = limit};
}

void rg_buffer_release(struct rg_buffer *buffer)
{
    free(buffer->data);
    rg_buffer_init(buffer, buffer->limit);
}

void rg_buffer_clear(struct rg_buffer *buffer)
{
    buffer->length = 0;
    if (buffer->data != NULL)
        buffer->data[0] = '\0';
}

void rg_buffer_fail(struct rg_buffer *buffer, enum rg_error_code code)
{
    if (rg_buffer_ok(buffer))
        buffer->failed = code;
}

void rg_buffer_inherit(struct rg_buffer *buffer, const struct rg_buffer *part)
{
    rg_buffer_fail(buffer, part->failed);
}

/* Make room for `extra` bytes and the NUL. */
static bool reserve(struct rg_buffer *buffer, size_t extra)
{
    if (!rg_buffer_ok(buffer))
        return false;
    if (extra > buffer->limit - buffer->length) {
        buffer->failed = RG_ERROR_LIMIT;
        return false;
    }

    size_t need = buffer->length + extra + 1;
    if (need <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity * 2;
    if (capacity < need)
        capacity = need;
    char *data = realloc(buffer->data, capacity);
    if (data == NULL) {
        buffer->failed = RG_ERROR_MEMORY;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void rg_buffer_add(struct rg_buffer *buffer, const void *bytes, size_t length)
{
    if (!reserve(buffer, length))
        return;
    if (length > 0)
        memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
}

void rg_buffer_puts(struct rg_buffer *buffer, const char *text)
{
    rg_buffer_add(buffer, text, strlen(text));
}

void rg_buffer_putc(struct rg_buffer *buffer, char c)
{
    rg_buffer_add(buffer, &c, 1);
}

void rg_buffer_pad(struct rg_buffer *buffer, char c, size_t count)
{
    if (!reserve(buffer, count))
        return;
    memset(buffer->data + buffer->length, c, count);
    buffer->length += count;
    buffer->data[buffer->length] = '\0';
}

void rg_buffer_printf(struct rg_buffer *buffer, const char *format, ...)
{
    char small[256];
    va_list args;

    va_start(args, format);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length < 0) {
        rg_buffer_fail(buffer, RG_ERROR_MEMORY);
        return;
    }
    if ((size_t)length < sizeof small) {
        rg_buffer_add(buffer, small, (size_t)length);
        return;
    }
    if (!reserve(buffer, (size_t)length))
        return;
    va_start(args, format);
    (void)vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, args);
    va_end(args);
    buffer->length += (size_t)length;
}

const char *rg_buffer_text(const struct rg_buffer *buffer)
{
    return buffer->data == NULL ? "" : buffer->data;
}

bool rg_buffer_check(const struct rg_buffer *buffer, struct rg_error *err)
{
    if (rg_buffer_ok(buffer))
        return true;
    if (buffer->failed == RG_ERROR_LIMIT)
        return rg_error_set(err, RG_ERROR_LIMIT, "larger than the limit of %zu bytes", buffer->limit);
    return rg_error_memory(err);
}
