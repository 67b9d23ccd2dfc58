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
 * Notes and reasons are data, and point to the samples.
 */
#ifndef RUNGATE_COUNTS_H
#define RUNGATE_COUNTS_H

#include "rungate/measure/samples.h"
#include "rungate/model/status.h"

/*
 * What there is to say: enumerator; the status that it leads to as a reason, GOOD for what is only a note; its
 * words, which name the members of the note that they need.
 */
#define RG_COUNT_MAP(X)                                                                                      \
    X(SCATTERED, GOOD, "less than half of its times have a sample of every bucket")                          \
    X(GROUPS, AMBIGUOUS, "{number} groups of series have traffic")                                           \
    X(EDGE_BEGINS, LADDER_MISMATCH, "the ladder changed inside the window: edge {edge} begins at {time}")    \
    X(EDGE_ENDS, LADDER_MISMATCH, "the ladder changed inside the window: edge {edge} ends at {time}")        \
    X(EDGES_DIFFER, LADDER_MISMATCH,                                                                         \
      "instances with different edges cannot be added: edge {edge} is not in all of them")                   \
    X(LE_JUNK, BAD_HISTOGRAM, "a bucket has le='{text}', which is no edge")                                  \
    X(LE_MISSING, BAD_HISTOGRAM, "a bucket has no label 'le'")                                               \
    X(LE_VMRANGE, BAD_HISTOGRAM,                                                                             \
      "its buckets have 'vmrange' and not 'le'; put prometheus_buckets() around them")                       \
    X(CLASH, BAD_HISTOGRAM, "edge {edge} has two values at {time}")                                          \
    X(BAD_VALUE, BAD_HISTOGRAM, "edge {edge} has the count {number} at {time}")                              \
    X(NO_INF, BAD_HISTOGRAM, "there is no bucket with le='+Inf'")                                            \
    X(ONLY_INF, BAD_HISTOGRAM, "there is no bucket but le='+Inf'")                                           \
    X(START_BACK, BAD_HISTOGRAM, "the process start went back at {time}: {several}")                         \
    X(FALL, BAD_HISTOGRAM, "edge {edge} fell at {time} though the process did not start again: {several}")   \
    X(FALLS, BAD_HISTOGRAM, "edge {edge} fell at {time}, and not for the first time: {several}")             \
    X(NOT_CUMULATIVE, BAD_HISTOGRAM, "edge {edge} has {number} fewer observations than the edge below it")   \
    X(NO_SERIES, NO_DATA, "there is no sample in the window")                                                \
    X(ONE_SCRAPE, NO_DATA,                                                                                   \
      "only one scrape lies in the window, at {time} with {number} observation{s}; widen the window")        \
    X(APPEARED, NO_DATA, "appeared at {time} with {number} observation{s}, not counted")                     \
    X(RESTART_REFUSED, NO_DATA, "the process started again before {time}, and what it had counted is lost")  \
    X(IDLE, NO_TRAFFIC, "no observation in the window")                                                      \
    X(SUM_MISSING, NO_DATA, "there is no '_sum'")                                                            \
    X(SUM_GAP, NO_DATA, "the scrape at {time} has no '_sum'")                                                \
    X(SUM_FELL, BAD_HISTOGRAM, "'_sum' fell at {time}, and the buckets did not")                             \
    X(SUM_INFINITE, BAD_HISTOGRAM, "'_sum' is infinite at {time}")                                           \
    X(FROM_ZERO, GOOD, "began inside the window: counted from 0, with {number} observation{s} at {time}")    \
    X(RESTARTS, GOOD, "started again {number} time{s}, first before {time}")                                 \
    X(ARRIVING, GOOD, "{number} scrape{s} from {time} on not complete yet, left out")                        \
    X(TORN, GOOD, "torn read: edge {edge} was raised by {number} to the edge below it")                      \
    X(FRACTIONS, GOOD, "{number} observations: its counters are not whole numbers")

enum rg_count_kind {
    RG_COUNT_NONE,
#define X(id, status, words) RG_COUNT_##id,
    RG_COUNT_MAP(X)
#undef X
};

/* The status of a histogram, or of a mean, that has this for a reason. */
enum rg_status rg_count_status(enum rg_count_kind kind);

struct rg_count_note {
    enum rg_count_kind kind;
    const struct rg_instance *instance; /* NULL: the whole */
    const char *text;
    double edge;
    double number;
    long long time_ms;
};

struct rg_counts {
    enum rg_status status;       /* GOOD, or what reason leads to */
    struct rg_count_note reason; /* NONE when it was counted and has traffic */
    bool is_uncounted;           /* read it otherwise; the reason says why */
    struct rg_count_note *notes; /* what else there is to say, in the order of the instances */
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
    bool by_all;          /* it keeps all of them */
    bool refuse_restarts; /* two scrapes, before and after: what lies between is lost with a restart */
};

/* Count sealed samples. Errors: MEMORY. */
bool rg_counts_make(const struct rg_samples *samples, const struct rg_count_options *options,
                    struct rg_counts *ret, struct rg_error *err);
void rg_counts_release(struct rg_counts *counts);

/*
 * Append the words of a note, such as "appeared at 12:03:15 with 50 observations, not counted". Times are UTC.
 * With `with_instance` the labels of its instance stand in front. Text from outside is not escaped.
 */
void rg_count_note_text(const struct rg_count_note *note, bool with_instance, struct rg_buffer *out);

/* A quantile of counts with traffic, interpolated as PromQL does. */
struct rg_count_quantile {
    double value;
    enum rg_status status; /* GOOD; SATURATED: at least the top edge; BELOW_LADDER: at most the first edge */
};

struct rg_count_quantile rg_counts_quantile(const struct rg_counts *counts, double quantile);

/*
 * Does the server's own number lie in another bucket? Each bucket takes both its edges in, and a rank that is
 * that of an edge within 1e-9 takes in the buckets on both sides: the last bit decides there. No number does.
 */
bool rg_counts_contradict(const struct rg_counts *counts, double quantile, double theirs);

/*
 * Append the total, then how many lie above each edge above 0: "18234 18011 12002 300 2". Whole numbers as
 * integers, others as the shortest decimals.
 */
void rg_counts_text(const struct rg_counts *counts, struct rg_buffer *out);

/* The edges above 0, which the ladder of a file has; *ret_count without +Inf. */
const double *rg_counts_ladder(const struct rg_counts *counts, size_t *ret_count);

#endif
