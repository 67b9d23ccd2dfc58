/*
 * series_reading.h: what a capture knows about a series, apart from the readings of its keys. Types only.
 */
#ifndef RUNGATE_SERIES_READING_H
#define RUNGATE_SERIES_READING_H

#include <stdbool.h>
#include <stddef.h>

/* Texts are NULL when there is none. */
struct rg_series_reading {
    const char *uncounted; /* it was read as the server's quantile, and why */
    const char *counts;    /* the total, then how many lie above each edge */
    const char *reason;    /* why nothing was counted */
    const char *missing;   /* what the server has in its place; see explain.h */
    const char *note;      /* what else there is to say of the counting */
    const char *detail;    /* the same in full, for --verbose */
    double samples;        /* observations; below 0 when not known */
    double covered_s;      /* between the first and the last scrape that count; below 0 when not counted */
    const double *edges;   /* its ladder, as the server has it; none when it shows none, or several */
    size_t edge_count;
    bool is_absent; /* no sample at all */
};

#endif
