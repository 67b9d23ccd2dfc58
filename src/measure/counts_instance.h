/*
 * counts_instance.h: what one instance counted.
 */
#ifndef RUNGATE_COUNTS_INSTANCE_H
#define RUNGATE_COUNTS_INSTANCE_H

#include "measure/counts_notes.h"
#include "measure/samples.h"
#include "rungate/base/arena.h"

/* Its base, restarts, arriving scrapes, a torn read. */
enum { RG_INSTANCE_NOTES_MAX = 4 };

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
    struct rg_count_note notes[RG_INSTANCE_NOTES_MAX];
    size_t note_count;
};

/*
 * ret->group stays. Edges and counts are in the arena. `of_pages` is that of rg_count_options. Errors: MEMORY.
 */
bool rg_instance_count(const struct rg_samples *samples, const struct rg_instance *instance, bool of_pages,
                       struct rg_arena *arena, struct rg_instance_counts *ret, struct rg_error *err);

#endif
