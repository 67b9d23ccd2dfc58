/*
 * nearest.h: "did you mean": the known name that a misspelt one is closest to.
 */
#ifndef RUNGATE_NEAREST_H
#define RUNGATE_NEAREST_H

#include <stddef.h>

/*
 * Insertions, deletions and substitutions that turn `a` into `b` (Levenshtein distance), or `limit` + 1 when
 * there are more than `limit`. Names over 63 bytes are never near.
 */
size_t rg_edit_distance(const char *a, const char *b, size_t limit);

/* The first of the nearest known names within `limit` edits, or NULL. */
const char *rg_nearest(const char *name, const char *const *known, size_t count, size_t limit);

#endif
