#include "rungate/base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rg_arena_chunk {
    struct rg_arena_chunk *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

enum { CHUNK_MIN = 1024, CHUNK_MAX = 256 * 1024 };

static void *alloc_aligned(struct rg_arena *arena, size_t size, size_t align)
{
    struct rg_arena_chunk *chunk = arena->chunks;

    if (size > SIZE_MAX / 2)
        return NULL;
    size_t start = chunk == NULL ? 0 : (chunk->used + align - 1) / align * align;
    if (chunk == NULL || start > chunk->size || size > chunk->size - start) {
        /* Chunks double, so that a small model stays small and a large one is not made of thousands. */
        size_t room = chunk == NULL ? CHUNK_MIN : chunk->size * 2;
        if (room > CHUNK_MAX)
            room = CHUNK_MAX;
        if (room < size)
            room = size;
        chunk = malloc(sizeof *chunk + room);
        if (chunk == NULL)
            return NULL;
        chunk->next = arena->chunks;
        chunk->size = room;
        arena->chunks = chunk;
        start = 0;
    }
    chunk->used = start + size;
    return chunk->bytes + start;
}

void *rg_arena_alloc(struct rg_arena *arena, size_t size)
{
    void *memory = alloc_aligned(arena, size, alignof(max_align_t));

    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

void *rg_arena_array(struct rg_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return rg_arena_alloc(arena, count * size);
}

char *rg_arena_strndup(struct rg_arena *arena, const char *text, size_t length)
{
    char *copy = alloc_aligned(arena, length + 1, 1);

    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *rg_arena_strdup(struct rg_arena *arena, const char *text)
{
    return rg_arena_strndup(arena, text, strlen(text));
}

char *rg_arena_printf(struct rg_arena *arena, const char *format, ...)
{
    char small[256];
    va_list args;

    va_start(args, format);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length < 0)
        return NULL;
    if ((size_t)length < sizeof small)
        return rg_arena_strndup(arena, small, (size_t)length);
    char *text = alloc_aligned(arena, (size_t)length + 1, 1);
    if (text == NULL)
        return NULL;
    va_start(args, format);
    (void)vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

void rg_arena_release(struct rg_arena *arena)
{
    while (arena->chunks != NULL) {
        struct rg_arena_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
}
