#include "rungate/base/nearest.h"

#include <string.h>

enum { NAME_MAX_BYTES = 63 };

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;

    return least < c ? least : c;
}

/* Levenshtein distance of names of at most NAME_MAX_BYTES. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[NAME_MAX_BYTES + 1];

    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, substitute);
        }
    }
    return row[b_length];
}

struct rg_near rg_near_to(const char *wanted, size_t limit)
{
    return (struct rg_near){.wanted = wanted, .distance = limit + 1};
}

bool rg_near_consider(struct rg_near *near, const char *known)
{
    size_t a = strlen(near->wanted);
    size_t b = strlen(known);

    if (a > NAME_MAX_BYTES || b > NAME_MAX_BYTES || (a > b ? a - b : b - a) >= near->distance)
        return false;
    size_t distance = edit_distance(near->wanted, a, known, b);
    if (distance >= near->distance)
        return false;
    near->name = known;
    near->distance = distance;
    return true;
}
