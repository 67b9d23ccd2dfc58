#include "rungate/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* End a cut message in "..." without leaving half a UTF-8 sequence before it. */
static void mark_cut(char message[RG_ERROR_SIZE])
{
    size_t end = RG_ERROR_SIZE - sizeof "...";

    while (end > 0 && ((unsigned char)message[end] & 0xC0U) == 0x80U)
        end--;
    memcpy(message + end, "...", sizeof "...");
}

bool rg_error_set(struct rg_error *err, enum rg_error_code code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int length = vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    if (length >= (int)sizeof err->message)
        mark_cut(err->message);
    err->code = code;
    return false;
}

bool rg_error_prefix(struct rg_error *err, const char *format, ...)
{
    char old[RG_ERROR_SIZE];
    va_list args;

    memcpy(old, err->message, sizeof old);
    va_start(args, format);
    int length = vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    if (length >= 0 && length < (int)sizeof err->message)
        length += snprintf(err->message + length, sizeof err->message - (size_t)length, ": %s", old);
    if (length >= (int)sizeof err->message)
        mark_cut(err->message);
    return false;
}

bool rg_error_memory(struct rg_error *err)
{
    return rg_error_set(err, RG_ERROR_MEMORY, "out of memory");
}
