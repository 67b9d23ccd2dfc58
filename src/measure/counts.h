/*
 * counts.h: what a histogram counted inside a window, from its raw samples.
 *
 * A count of observations up to an edge is a fact that no server's extrapolation touches. Each instance is
 * counted by itself, between its first and its last scrape, and the instances are then added up edge by edge:
 *
 *  - A scrape is a time at which every edge that has begun has a sample. A lower edge that begins after +Inf
 *    counts as 0 until then where that is what leaving out empty buckets looks like. Up to two later times at
 *    which an edge lacks a sample are still arriving, and are left out; an edge seen only there is not part of
 *    the ladder yet. Any other edge that begins later or ends earlier is a changed ladder.
 *  - Where the process or the series began inside the window its first scrape counts from 0, which needs no
 *    second scrape; else from the first scrape.
 *  - An edge that falls, or a process start or `_created` that rises by more than a second, is a restart of the
 *    whole instance: what it counted since is added. Falls that nothing explains, and starts that go back, are
 *    several processes behind one target.
 *  - An edge below the one before it by at most 10, or 0.1 % of the instance's total, is a torn read, and is
 *    raised. The fall is measured from the edge below as raised.
 *
 * Decisions where the rules leave room:
 *
 *  - A process start is known at a scrape when it has a sample at that very time. `_created` is one value for
 *    the life of a series, so the latest up to that time stands, or else the first after it.
 *  - A value falls when it does so by more than 1e-12 of itself: servers that store fewer digits round.
 *  - An instance of which less than half the times are whole makes the histogram uncounted. A time is whole when
 *    each edge whose first sample is not later and whose last is not earlier has a sample there, so that a ladder
 *    that changed at one time is a changed ladder and not that.
 *  - An instance began inside the window, without it being known to have begun at 0, when nothing was there at
 *    the beginning of the window, or an earlier scrape of its target is in the window; without `up`, when its
 *    first scrape comes later than 1.5 times its longest interval after the beginning of the window. What it had
 *    counted by then is not counted, and is in a note.
 *  - A group has traffic when it is counted and its total is above 0. A fault in any group is the histogram's,
 *    unless two groups have traffic: whether the faulty one has is not known.
 *  - The time covered is the union of the instances' intervals, so that a rolling restart covers what its
 *    instances cover together. An interval begins at the first scrape; with base 0 at the process start or
 *    `_created`, or at the first scrape of the target that did not show the instance.
 *  - A sum that falls where no edge does is a restart, for buckets and sum alike, when every edge is above 0,
 *    the process start is not known and it is the only such fall in the window. Else there is no mean, and the
 *    buckets stand.
 *
 * Two scrapes of a page, before and after a workload, are counted by the same rules: from_ms is a millisecond
 * before the first of them, `up` is 1 at both, and what the first page has was present. What only the second
 * has then counts from 0. No third scrape shows what lies between, so nothing is made up for it: an instance that
 * restarted is not counted, one that is gone is an error, and an edge that is gone is a changed ladder.
 *
 * Notes and reasons are data, and point to the samples.
 */
#ifndef RUNGATE_COUNTS_H
#define RUNGATE_COUNTS_H

#include "measure/counts_notes.h"
#include "measure/samples.h"
#include "rungate/base/arena.h"
#include "rungate/model/status.h"

struct rg_counts {
    enum rg_status status;       /* GOOD, or what reason leads to */
    struct rg_count_note reason; /* NONE when it was counted and has traffic */
    bool is_uncounted;           /* read it otherwise; the reason says why */
    struct rg_count_note *notes; /* further notes, in the order of the instances */
    size_t note_count;
    /* Finite edges ascending, then +Inf. None where nothing could be counted; all counts are 0 without traffic: */
    const double *edges;
    const double *counts; /* observations up to that edge; they never fall */
    size_t edge_count;
    double total;          /* the last count */
    bool is_whole;         /* every count is a whole number: it was one within 1e-6 */
    size_t instance_count; /* that were counted */
    size_t restarts;
    long long covered_ms;
    /* The mean. */
    double mean;
    struct rg_count_note no_mean; /* NONE when there is one */
    size_t note_capacity;
    struct rg_arena arena;
};

struct rg_count_options {
    const char *const *by; /* the labels that the query keeps */
    size_t by_count;
    bool by_all;   /* it keeps all of them */
    bool of_pages; /* two scrapes of pages, before and after, or one: see above */
};

/* Count sealed samples. Errors: MEMORY. */
bool rg_counts_make(const struct rg_samples *samples, const struct rg_count_options *options,
                    struct rg_counts *ret, struct rg_error *err);
void rg_counts_release(struct rg_counts *counts);

#endif
