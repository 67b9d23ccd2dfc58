/*
 * evidence.h: the buckets that a quantile was made from, and what they show about it.
 */
#ifndef RUNGATE_EVIDENCE_H
#define RUNGATE_EVIDENCE_H

#include "rungate/base/error.h"
#include "rungate/measure/answer.h"
#include "rungate/model/ladder.h"

#include <stdbool.h>
#include <stddef.h>

/* One bucket: how many observations, per second or in the window, are at or below its edge. */
struct rg_bucket_rate {
    double le;
    double rate;
    double series;  /* the witnesses of query.h; 0 when not asked */
    double samples; /* the same */
};

enum rg_evidence_kind {
    RG_EVIDENCE_NONE,      /* not asked: the template has another shape */
    RG_EVIDENCE_NATIVE,    /* a native histogram, alone or beside classic buckets */
    RG_EVIDENCE_FAILED,    /* asked, and not answered */
    RG_EVIDENCE_EMPTY,     /* the series does not exist in the window */
    RG_EVIDENCE_AMBIGUOUS, /* buckets of several histograms */
    RG_EVIDENCE_NO_LE,     /* elements without an edge */
    RG_EVIDENCE_BUCKETS,
};

/* Initialise with `{0}`, which is RG_EVIDENCE_NONE. */
struct rg_evidence {
    enum rg_evidence_kind kind;
    char *failure;                  /* only with FAILED */
    char *warning;                  /* or NULL */
    const struct rg_note *note;     /* or NULL */
    struct rg_bucket_rate *buckets; /* by edge, each edge once */
    size_t bucket_count;
    double *edges; /* the ladder: finite, above 0, below RG_EDGE_OVERFLOW */
    size_t edge_count;
    double total; /* the rate of the last bucket */
    bool has_inf; /* there is a last bucket: +Inf, or an overflow edge */
    bool has_bad; /* a rate that is negative or not a number */
    /* The first bucket with each fault, or NULL: */
    const struct rg_bucket_rate *fall;    /* has less than the one before it, which a histogram's cannot */
    const struct rg_bucket_rate *mixed;   /* summed from fewer series than another */
    const struct rg_bucket_rate *changed; /* there for fewer samples than another */
};

/* Nothing of the answer is kept. Errors: MEMORY. */
bool rg_evidence_make(const struct rg_answer *answer, struct rg_evidence *ret, struct rg_error *err);
void rg_evidence_release(struct rg_evidence *evidence);

/* The rank is in the first bucket above 0, of a ladder without negative edges. */
bool rg_evidence_below_ladder(const struct rg_evidence *evidence, double share);

/* What histogram_quantile makes of these buckets for a rank of `share` × all observations; NaN as there. */
double rg_evidence_quantile(const struct rg_evidence *evidence, double share);

#endif
