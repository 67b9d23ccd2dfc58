#include "rungate/base/sorted.h"

#include <stdlib.h>
#include <string.h>

static const char *name_of(const void *record)
{
    return *(const char *const *)record;
}

static const void *at(const void *records, size_t size, size_t index)
{
    return (const char *)records + index * size;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(name_of(a), name_of(b));
}

void rg_sort(void *records, size_t count, size_t size)
{
    if (!rg_is_sorted(records, count, size))
        qsort(records, count, size, by_name);
}

bool rg_is_sorted(const void *records, size_t count, size_t size)
{
    for (size_t i = 1; i < count; i++) {
        if (by_name(at(records, size, i - 1), at(records, size, i)) > 0)
            return false;
    }
    return true;
}

size_t rg_sorted_unique(void *records, size_t count, size_t size)
{
    size_t kept = count > 0;

    for (size_t i = 1; i < count; i++) {
        if (by_name(at(records, size, kept - 1), at(records, size, i)) != 0)
            memmove((char *)records + kept++ * size, at(records, size, i), size);
    }
    return kept;
}

size_t rg_sorted_from(const void *records, size_t count, size_t size, const char *head, size_t length,
                      const char *tail)
{
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *name = name_of(at(records, size, middle));
        int order = strncmp(name, head, length);
        if (order < 0 || (order == 0 && strcmp(name + length, tail) < 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void *rg_sorted_find(const void *records, size_t count, size_t size, const char *name)
{
    return count == 0 ? NULL : bsearch(&name, records, count, size, by_name);
}

struct part {
    const char *text;
    size_t length;
};

static int compare_part(const void *part, const void *record)
{
    const struct part *p = part;
    const char *name = name_of(record);
    int order = strncmp(p->text, name, p->length);

    return order != 0 ? order : -(name[p->length] != '\0');
}

void *rg_sorted_find_part(const void *records, size_t count, size_t size, const char *text, size_t length)
{
    struct part part = {text, length};

    return count == 0 ? NULL : bsearch(&part, records, count, size, compare_part);
}
