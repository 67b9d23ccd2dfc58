/*
 * exposition_index.h: numbers that are found by a hash. Private to the reader of expositions.
 *
 * What a number stands for, and whether it is the one that is looked for, the caller knows: several may have one
 * hash. Initialise with `{0}`.
 */
#ifndef RUNGATE_EXPOSITION_INDEX_H
#define RUNGATE_EXPOSITION_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rg_exposition_slot {
    uint64_t hash;
    size_t number_plus_1; /* 0: free */
};

struct rg_exposition_index {
    struct rg_exposition_slot *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

/* A hash of bytes, begun with 0 or with the hash of what stands before them. */
uint64_t rg_exposition_hash(uint64_t hash, const char *bytes, size_t length);

/* The next number of that hash, or SIZE_MAX. *at is 0 before the first. */
size_t rg_exposition_index_next(const struct rg_exposition_index *index, uint64_t hash, size_t *at);

/* False: no memory; the index is as it was. */
bool rg_exposition_index_add(struct rg_exposition_index *index, uint64_t hash, size_t number);

void rg_exposition_index_release(struct rg_exposition_index *index);

#endif
