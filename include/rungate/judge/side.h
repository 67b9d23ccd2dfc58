/*
 * side.h: what a capture or a baseline says of a key, and what is known of the key apart from that.
 */
#ifndef RUNGATE_JUDGE_SIDE_H
#define RUNGATE_JUDGE_SIDE_H

#include "rungate/model/key.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* What is known of a key apart from its readings. */
struct rg_key_context {
    const struct rg_surface_key *declared; /* NULL when no surface declares it */
    const char *policy;
    size_t policy_length;
    const char *label;              /* NULL when the key has not the form of one */
    const struct rg_ladder *ladder; /* the declared one, or NULL */
    enum rg_key_kind kind;          /* only a quantile has a ladder, whatever its prefix has */
    bool higher;                    /* more is better */
};

/* `surface` and `ladders` may be NULL: then the default prefix rules hold. The result points into its
 * arguments. */
struct rg_key_context rg_key_context(const char *key, const struct rg_surface *surface,
                                     const struct rg_ladders *ladders);

/* A key on one side. */
struct rg_side {
    const struct rg_metric *metric; /* NULL when the side does not have the key */
    const struct rg_ladder *ladder; /* the side's own, else the declared one, else NULL */
    double value;
    bool has_value;
    bool saturated; /* at least the top edge: above every finite edge */
};

struct rg_side rg_side_of(const struct rg_timings *timings, const char *key,
                          const struct rg_key_context *context);

/* The value is what a quantile comes to when every sample is in the first bucket: derived from the edge, not
 * measured. */
bool rg_is_first_bucket(const struct rg_ladder *ladder, double quantile, double value);

/* The share of the samples in the first bucket, where the value lies in it; else 0. */
double rg_first_bucket_share(const struct rg_ladder *ladder, double quantile, double value);

#endif
