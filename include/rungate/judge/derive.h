/*
 * derive.h: thresholds with every bound re-derived.
 */
#ifndef RUNGATE_JUDGE_DERIVE_H
#define RUNGATE_JUDGE_DERIVE_H

#include "rungate/base/buffer.h"
#include "rungate/format/json.h"
#include "rungate/judge/findings.h"

#include <stdbool.h>
#include <stddef.h>

/* A percentage that was lowered, since the trip point is only `limit` per cent above the baseline. */
struct rg_lowered {
    const char *key;
    double from;
    double to;
    double limit;
};

/* What a derivation did. */
struct rg_derivation {
    size_t derived;   /* keys with a trip point */
    size_t changed;   /* of these, whose override changed */
    size_t added;     /* of these, that had none */
    size_t unbounded; /* keys that no bound can be derived for */
    size_t left;      /* findings about other things than the bounds that were derived */
    struct rg_lowered *lowered;
    size_t lowered_count;
    struct rg_arena arena;
};

/*
 * The thresholds with every bound re-derived, all else kept, in canonical form. `thresholds` is the document
 * that input->thresholds was read from. Release *ret, which points to the keys of the surface. Errors: MEMORY.
 */
bool rg_derive(const struct rg_check_input *input, const struct rg_findings *findings,
               const struct rg_json_doc *thresholds, struct rg_buffer *out, struct rg_derivation *ret,
               struct rg_error *err);
void rg_derivation_release(struct rg_derivation *derivation);

/* The key gets no bound from rg_derive(). */
bool rg_gate_is_unbounded(const struct rg_gate *gate);

#endif
