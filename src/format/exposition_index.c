#include "format/exposition_index.h"

#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 64 };

/* Multiply and fold: each bit of the input reaches each of the result. */
static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

uint64_t rg_exposition_hash(uint64_t hash, const char *bytes, size_t length)
{
    uint64_t word;

    hash = mix(hash + length + 1);
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash ^ word);
    }
    word = 0;
    memcpy(&word, bytes, length);
    return mix(hash ^ word);
}

size_t rg_exposition_index_next(const struct rg_exposition_index *index, uint64_t hash, size_t *at)
{
    if (index->capacity == 0)
        return SIZE_MAX;
    for (;; (*at)++) {
        const struct rg_exposition_slot *slot = &index->slots[(hash + *at) & (index->capacity - 1)];
        if (slot->number_plus_1 == 0)
            return SIZE_MAX;
        if (slot->hash == hash) {
            (*at)++;
            return slot->number_plus_1 - 1;
        }
    }
}

static void put(struct rg_exposition_slot *slots, size_t capacity, struct rg_exposition_slot slot)
{
    size_t at = slot.hash & (capacity - 1);

    while (slots[at].number_plus_1 != 0)
        at = (at + 1) & (capacity - 1);
    slots[at] = slot;
}

bool rg_exposition_index_add(struct rg_exposition_index *index, uint64_t hash, size_t number)
{
    if (index->count * 3 >= index->capacity * 2) {
        size_t capacity = index->capacity == 0 ? CAPACITY_MIN : index->capacity * 2;
        struct rg_exposition_slot *slots = calloc(capacity, sizeof *slots);
        if (slots == NULL)
            return false;
        for (size_t i = 0; i < index->capacity; i++) {
            if (index->slots[i].number_plus_1 != 0)
                put(slots, capacity, index->slots[i]);
        }
        free(index->slots);
        index->slots = slots;
        index->capacity = capacity;
    }
    put(index->slots, index->capacity, (struct rg_exposition_slot){hash, number + 1});
    index->count++;
    return true;
}

void rg_exposition_index_release(struct rg_exposition_index *index)
{
    free(index->slots);
    *index = (struct rg_exposition_index){0};
}
