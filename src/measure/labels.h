/*
 * labels.h: sets of labels, which tell series apart.
 */
#ifndef RUNGATE_LABELS_H
#define RUNGATE_LABELS_H

#include "rungate/base/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* How many labels a series may have: they are compared with each other. */
enum { RG_SERIES_LABELS_MAX = 128 };

struct rg_label {
    const char *name;
    const char *value;
};

/* Sorted by name, each name once. No value is empty: for PromQL that is a label that is not there. */
struct rg_labels {
    const struct rg_label *items;
    size_t count;
};

/* An order: the set with more labels first, then by names, then by values. */
int rg_labels_compare(const struct rg_labels *a, const struct rg_labels *b);

/* Do the two have the same names? */
bool rg_labels_same_names(const struct rg_labels *a, const struct rg_labels *b);

/* Every name of `part` is one of `whole`. */
bool rg_labels_has_names(const struct rg_labels *whole, const struct rg_labels *part);

/* The values of `part` against those of the same names in `whole`, which must have them. */
int rg_labels_compare_values(const struct rg_labels *part, const struct rg_labels *whole);

/* Append a value, or a name that needs quotes, in quotes and escaped. */
void rg_label_quote(const char *text, struct rg_buffer *out);

/* Append the set as a server writes it: {instance="a:1",job="x"}. */
void rg_labels_text(const struct rg_labels *labels, struct rg_buffer *out);

#endif
