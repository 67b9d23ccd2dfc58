/*
 * sorted.h: arrays of records in the order of their names.
 *
 * A record begins with its name: the first member of the struct is a `const char *` (an array of plain names
 * is such an array, too). Names are in byte order, which for UTF-8 is code point order. `size` is that of a
 * record; an array of no records may be NULL.
 */
#ifndef RUNGATE_SORTED_H
#define RUNGATE_SORTED_H

#include <stdbool.h>
#include <stddef.h>

void rg_sort(void *records, size_t count, size_t size);

/* They are in order already; a name may occur twice. */
bool rg_is_sorted(const void *records, size_t count, size_t size);

/* Of sorted records, keep the first of each name. Returns how many are left. */
size_t rg_sorted_unique(void *records, size_t count, size_t size);

/*
 * The index of the first record whose name is not less than `head`'s first `length` bytes followed by `tail`;
 * `count` when there is none. So records whose names begin with that text start there.
 */
size_t rg_sorted_from(const void *records, size_t count, size_t size, const char *head, size_t length,
                      const char *tail);

/* A record of that name, or NULL; of several any. */
void *rg_sorted_find(const void *records, size_t count, size_t size, const char *name);

/* The same for a name that is the first `length` bytes of `text`. */
void *rg_sorted_find_part(const void *records, size_t count, size_t size, const char *text, size_t length);

#endif
