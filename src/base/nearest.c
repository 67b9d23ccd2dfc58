#include "rungate/base/nearest.h"

#include <string.h>

enum { NAME_MAX_BYTES = 63 };

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;

    return least < c ? least : c;
}

size_t rg_edit_distance(const char *a, const char *b, size_t limit)
{
    size_t row[NAME_MAX_BYTES + 1];
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);

    if (a_length > NAME_MAX_BYTES || b_length > NAME_MAX_BYTES)
        return limit + 1;
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
    return row[b_length] <= limit ? row[b_length] : limit + 1;
}

const char *rg_nearest(const char *name, const char *const *known, size_t count, size_t limit)
{
    const char *best = NULL;
    size_t best_distance = limit + 1;

    for (size_t i = 0; i < count; i++) {
        size_t distance = rg_edit_distance(name, known[i], limit);
        if (distance < best_distance) {
            best_distance = distance;
            best = known[i];
        }
    }
    return best;
}
