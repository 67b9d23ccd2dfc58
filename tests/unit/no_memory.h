/*
 * no_memory.h: allocations that fail when a test says so. For one program; it is linked with --wrap for
 * malloc, calloc, realloc, strdup and strndup, so that the project's own calls come here.
 */
#ifndef RUNGATE_NO_MEMORY_H
#define RUNGATE_NO_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/* The linker's names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);

static size_t allocations; /* since the last start */
static size_t fail_at;     /* the one that fails; 0: none */
static bool fail_after;    /* and all after it */

static bool fails(void)
{
    allocations++;
    if (fail_at == 0 || (allocations != fail_at && !(fail_after && allocations > fail_at)))
        return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t length)
{
    return fails() ? NULL : __real_strndup(text, length);
}

#endif
