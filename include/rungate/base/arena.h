/*
 * arena.h: memory that is freed as a whole.
 *
 * A model read from a file keeps its strings and arrays in one arena, so releasing the model is one call and
 * a half-built one needs no cleanup of its own. Initialise with `{0}`.
 */
#ifndef RUNGATE_ARENA_H
#define RUNGATE_ARENA_H

#include <stddef.h>

struct rg_arena {
    struct rg_arena_chunk *chunks;
};

/* Zeroed memory, aligned for any object; NULL when there is none. */
void *rg_arena_alloc(struct rg_arena *arena, size_t size);

/* The same for an array; NULL also when count × size overflows. */
void *rg_arena_array(struct rg_arena *arena, size_t count, size_t size);

/* A copy of `length` bytes and a NUL. */
char *rg_arena_strndup(struct rg_arena *arena, const char *text, size_t length);
char *rg_arena_strdup(struct rg_arena *arena, const char *text);
char *rg_arena_printf(struct rg_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Free everything. */
void rg_arena_release(struct rg_arena *arena);

#endif
