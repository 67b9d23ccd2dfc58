/*
 * counts_instance.h: what one instance counted.
 */
#ifndef RUNGATE_COUNTS_INSTANCE_H
#define RUNGATE_COUNTS_INSTANCE_H

#include "rungate/measure/counts.h"

/* Did a counter fall? By more than servers that store fewer digits round. */
bool rg_count_fell(double old, double now);

struct rg_instance_counts {
    const struct rg_instance *instance;
    const char *group;           /* the labels that the query keeps, as text; counts.c sets it */
    struct rg_count_note reason; /* why it is not counted; NONE when it is */
    double *edges;
    double *counts;
    size_t edge_count;
    double unknown; /* observations before its first scrape that may lie inside the window */
    size_t restarts;
    long long from_ms; /* the interval that is counted */
    long long to_ms;
    double sum; /* the increment of `_sum`, over the same scrapes */
    struct rg_count_note no_sum;
};

/* Notes are added to `counts`, arrays are in its arena. Errors: MEMORY. */
bool rg_instance_count(const struct rg_samples *samples, const struct rg_instance *instance,
                       const struct rg_count_options *options, struct rg_counts *counts,
                       struct rg_instance_counts *ret, struct rg_error *err);

/* Append a note. Errors: MEMORY. */
bool rg_counts_note(struct rg_counts *counts, const struct rg_count_note *note, struct rg_error *err);

#endif
