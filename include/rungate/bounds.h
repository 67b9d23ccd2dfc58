/*
 * bounds.h: check-bounds' rules: can this gate fail at all?
 *
 * Each rule looks at one way for a gate to die silently. A finding names the file and line to edit, the key,
 * and the edit. Every finding is made in one run.
 */
#ifndef RUNGATE_BOUNDS_H
#define RUNGATE_BOUNDS_H

#include "rungate/arena.h"
#include "rungate/error.h"
#include "rungate/ladder.h"
#include "rungate/members.h"
#include "rungate/surface.h"
#include "rungate/thresholds.h"
#include "rungate/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* The rules: letter, what fails. */
#define RG_RULE_MAP(X)                                                                                       \
    X(A, "the baseline's keys, or an override, are not those of the declared surface")                       \
    X(B, "a gated key has no override")                                                                      \
    X(C, "a bound is not the derived trip point less the baseline, or there is no edge to trip at")          \
    X(D, "the percentage is missing, or so large that it would decide")                                      \
    X(E, "the baseline is all samples in the first bucket: arithmetic, not a latency")                       \
    X(F, "an exclusion that excludes nothing, has no reason, or left something behind")                      \
    X(G, "the ladder recorded in the baseline is not the declared one")                                      \
    X(S, "a budget that no key can be held to, or that is looser for the narrower tier")                     \
    X(V, "an entry that no rule can judge")                                                                  \
    X(W, "a waiver that has expired, or is on a key that is not gated")

enum rg_rule {
#define X(letter, text) RG_RULE_##letter,
    RG_RULE_MAP(X)
#undef X
        RG_RULE_COUNT
};

/* "A" … */
const char *rg_rule_letter(enum rg_rule rule);

/* The files that a finding can be in. Findings are sorted in this order. */
enum rg_bounds_file { RG_BOUNDS_BASELINE, RG_BOUNDS_THRESHOLDS, RG_BOUNDS_SURFACE, RG_BOUNDS_FILE_COUNT };

struct rg_finding {
    enum rg_rule rule;
    enum rg_bounds_file file;
    size_t line;     /* 0 when it is about no one line */
    const char *key; /* "" when it is about no one key */
    const char *message;
};

struct rg_findings {
    struct rg_finding *items; /* sorted by file, key and rule */
    size_t count;
    size_t capacity;
    size_t gated;     /* declared keys that are not excluded */
    size_t excluded;  /* declared keys that are */
    bool placeholder; /* nothing is gated yet: only what needs no baseline was checked */
    struct rg_arena arena;
};

struct rg_bounds_input {
    const struct rg_timings *baseline;
    const struct rg_faults *baseline_faults;
    const struct rg_thresholds *thresholds;
    const struct rg_faults *threshold_faults;
    const struct rg_surface *surface;
    const struct rg_ladders *ladders;
    bool require_baseline; /* a placeholder is a finding */
    long long today_s;     /* the start of today, UTC, in seconds since 1970: for waivers */
};

/* Errors: MEMORY. */
bool rg_bounds_check(const struct rg_bounds_input *input, struct rg_findings *ret, struct rg_error *err);
void rg_findings_release(struct rg_findings *findings);

/* FAIL on a finding; CANNOT_JUDGE when no key is gated; else PASS. */
enum rg_exit rg_findings_exit(const struct rg_findings *findings);

#endif
