/*
 * counts_notes.h: notes and reasons about a counted histogram, as data and in words.
 */
#ifndef RUNGATE_COUNTS_NOTES_H
#define RUNGATE_COUNTS_NOTES_H

#include "measure/samples.h"
#include "rungate/base/buffer.h"
#include "rungate/model/status.h"

/*
 * Notes and reasons: enumerator; the status that a reason leads to, GOOD for a mere note; the words, which
 * name the members of the note that they need.
 */
#define RG_COUNT_MAP(X)                                                                                      \
    X(SCATTERED, GOOD, "less than half of its times have a sample of every bucket")                          \
    X(GROUPS, AMBIGUOUS, "{number} groups of series have traffic")                                           \
    X(EDGE_BEGINS, LADDER_MISMATCH, "the ladder changed: edge {edge} begins at {time}")                      \
    X(EDGE_ENDS, LADDER_MISMATCH, "the ladder changed: edge {edge} ends at {time}")                          \
    X(EDGES_DIFFER, LADDER_MISMATCH,                                                                         \
      "instances with different edges cannot be added: edge {edge} is not in all of them")                   \
    X(LE_JUNK, BAD_HISTOGRAM, "a bucket has le='{text}', which is not an edge")                              \
    X(LE_MISSING, BAD_HISTOGRAM, "a bucket has no label 'le'")                                               \
    X(LE_VMRANGE, BAD_HISTOGRAM,                                                                             \
      "its buckets have 'vmrange' and not 'le'; put prometheus_buckets() around them")                       \
    X(CLASH, BAD_HISTOGRAM, "edge {edge} has two values at {time}")                                          \
    X(BAD_VALUE, BAD_HISTOGRAM, "edge {edge} has the count {number} at {time}")                              \
    X(NO_INF, BAD_HISTOGRAM, "there is no bucket with le='+Inf'")                                            \
    X(ONLY_INF, BAD_HISTOGRAM, "the only bucket is le='+Inf'")                                               \
    X(START_BACK, BAD_HISTOGRAM, "the process start went back at {time}: {several}")                         \
    X(FALL, BAD_HISTOGRAM, "edge {edge} fell at {time} though the process did not start again: {several}")   \
    X(FALLS, BAD_HISTOGRAM, "edge {edge} fell at {time}, and not for the first time: {several}")             \
    X(NOT_CUMULATIVE, BAD_HISTOGRAM, "edge {edge} has {number} fewer observations than the edge below it")   \
    X(NO_SERIES, NO_DATA, "there is no sample in the window")                                                \
    X(ONE_SCRAPE, NO_DATA,                                                                                   \
      "only one scrape lies in the window, at {time} with {number} observation{s}; widen the window")        \
    X(APPEARED, NO_DATA, "appeared at {time} with {number} observation{s}, not counted")                     \
    X(RESTART_REFUSED, RESTARTED, "began anew before {time}, and what it had counted is lost")               \
    X(GONE, ERROR, "was there at {time} and is gone, with what it counted since")                            \
    X(NOT_BEFORE, NO_DATA,                                                                                   \
      "was not scraped at the beginning, and its {number} observation{s} by {time} are not counted")         \
    X(NOTHING, NO_TRAFFIC, "no observation was counted")                                                     \
    X(IDLE, NO_TRAFFIC, "no observation in the window")                                                      \
    X(SUM_MISSING, NO_DATA, "there is no '_sum'")                                                            \
    X(SUM_GAP, NO_DATA, "the scrape at {time} has no '_sum'")                                                \
    X(SUM_FELL, BAD_HISTOGRAM, "'_sum' fell at {time}, and the buckets did not")                             \
    X(SUM_INFINITE, BAD_HISTOGRAM, "'_sum' is infinite at {time}")                                           \
    X(FROM_ZERO, GOOD, "has begun since: counted from 0, with {number} observation{s} at {time}")            \
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

/*
 * Append the words of a note, such as "appeared at 12:03:15 with 50 observations, not counted". Times are UTC.
 * With `with_instance` the labels of its instance stand in front. Text from outside is not escaped.
 */
void rg_count_note_text(const struct rg_count_note *note, bool with_instance, struct rg_buffer *out);

#endif
