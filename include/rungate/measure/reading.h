/*
 * reading.h: from the answer of a server to a value that a gate may trust, or to the reason for none.
 */
#ifndef RUNGATE_READING_H
#define RUNGATE_READING_H

#include "measure/evidence.h"
#include "rungate/measure/answer.h"
#include "rungate/model/ladder.h"
#include "rungate/model/status.h"

#include <stdbool.h>

enum { RG_READING_NOTE_SIZE = 256 };

struct rg_reading {
    double value; /* counted, or exactly the server's number; 0 when has_value is false */
    bool has_value;
    enum rg_status status;
    bool differs;       /* value and evidence contradict each other: worth asking both once more */
    bool is_undeclared; /* the edges are not the declared ones */
    const char *advice; /* what to do; NULL: what the status says */
    double server;      /* the server's own number; NaN when it gave none, or several */
    char note[RG_READING_NOTE_SIZE];   /* what is the matter, or "" */
    char remark[RG_READING_NOTE_SIZE]; /* what else there is to say of this key, or "" */
};

/*
 * `declared` can be NULL. The value is taken only from exactly one finite number that the evidence, where
 * there is some, does not contradict. With `allow_partial`, one whose only fault is PARTIAL is kept.
 */
struct rg_reading rg_reading_judge(double quantile, const struct rg_answer *answer,
                                   const struct rg_evidence *evidence, const struct rg_ladder *declared,
                                   bool allow_partial);

/* What is said of a native histogram. */
#define RG_NATIVE_MEANING                                                                                    \
    "it is a native histogram, which this version cannot read; let the server keep classic buckets, too"

/* Are the edges others than those declared? Then set status and note. */
bool rg_reading_differs(const struct rg_ladder *declared, const double *edges, size_t edge_count,
                        struct rg_reading *reading);

#endif
