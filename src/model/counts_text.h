/*
 * counts_text.h: the counted observations of a series as a file holds them, "18234 18011 12002 300 2": the total,
 * and how many of them lie above each edge of the series' ladder.
 */
#ifndef RUNGATE_MODEL_COUNTS_TEXT_H
#define RUNGATE_MODEL_COUNTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A total and falling counts with one space between them: each a number of at least 0, none above the one before.
 */
bool rg_counts_text_is_valid(const char *text);

/* Add those of a valid text. False, and nothing is added, when it has another number of edges. */
bool rg_counts_text_add(const char *text, double *total, double *above, size_t edge_count);

#endif
