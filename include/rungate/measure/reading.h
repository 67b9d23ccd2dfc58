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
    double value; /* exactly the server's number; 0 when has_value is false */
    bool has_value;
    enum rg_status status;
    bool differs; /* value and evidence contradict each other: worth asking both once more */
    char note[RG_READING_NOTE_SIZE]; /* what is the matter, or "" */
};

/*
 * `declared` can be NULL. The value is taken only from exactly one finite number that the evidence, where
 * there is some, does not contradict. With `allow_partial`, one whose only fault is PARTIAL is kept.
 */
struct rg_reading rg_reading_judge(double quantile, const struct rg_answer *answer,
                                   const struct rg_evidence *evidence, const struct rg_ladder *declared,
                                   bool allow_partial);

#endif
