/*
 * findings.h: what check-bounds looks at, and what it finds.
 *
 * A finding names the file and line to edit, the key, and the edit.
 */
#ifndef RUNGATE_JUDGE_FINDINGS_H
#define RUNGATE_JUDGE_FINDINGS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/format/json_members.h"
#include "rungate/judge/limits.h"
#include "rungate/judge/trip.h"
#include "rungate/model/ladder.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* The rules: letter, what fails. */
#define RG_RULE_MAP(X)                                                                                       \
    X(A, "the baseline's keys, overrides, defaults or ladders are not those of the declared surface")        \
    X(B, "a gated key has no override")                                                                      \
    X(C, "a bound is not the derived trip point less the baseline, or there is no edge to trip at")          \
    X(D, "the percentage is missing, or decides in place of the trip point, or no reading gets beyond it")   \
    X(E, "at least 99 % of the baseline's samples are in the first bucket: derived, not measured")           \
    X(F, "an exclusion that excludes nothing, has no reason, or left something behind")                      \
    X(G, "the ladder recorded in the baseline is not the declared one")                                      \
    X(H, "the baseline's runs spread too far for any trip point")                                            \
    X(S, "a budget that no key can be held to, that is no edge, or that is looser for the narrower tier")    \
    X(V, "an entry that no rule can judge, or that contradicts the rest of its file")                        \
    X(W, "a waiver that has expired, ends too late, has a wrong \"max\", or is on a key that is not gated")

enum rg_rule {
#define X(letter, text) RG_RULE_##letter,
    RG_RULE_MAP(X)
#undef X
        RG_RULE_COUNT
};

/* "A" … */
const char *rg_rule_letter(enum rg_rule rule);

/* The files that a finding can be in. Findings are sorted in this order. */
enum rg_check_file {
    RG_CHECK_BASELINE,
    RG_CHECK_THRESHOLDS,
    RG_CHECK_SURFACE,
    RG_CHECK_LADDERS,
    RG_CHECK_FILE_COUNT
};

struct rg_finding {
    enum rg_rule rule;
    enum rg_check_file file;
    size_t line;     /* 0 when it is not about one line */
    const char *key; /* "" when it is not about one key */
    const char *message;
    const char *path; /* of the ladders file that it is in; NULL: the one of `file` */
};

/* A gated key and the results of the rules: the input of every view of check-bounds. */
struct rg_gate {
    const struct rg_surface_key *key;
    struct rg_key_context context;
    const struct rg_metric *metric; /* NULL when the key is not in the baseline */
    const struct rg_ladder *ladder; /* of a quantile; NULL when rule A or V is against the baseline's entry */
    const struct rg_bound *override; /* NULL when there is none, or the rules did not come to it */
    struct rg_trip trip;             /* its rule is NONE when the rules did not come to it */
    struct rg_limits limits; /* as compare applies them; without sources when the rules stopped before */
    enum rg_rule stopped_by; /* the rule that stopped the check of this key; RG_RULE_COUNT: none */
    bool override_faulty;    /* rule V is against its override */
};

/* A note: not a fault, but worth knowing. */
struct rg_check_note {
    const char *key; /* "" when it is not about one key */
    const char *message;
};

enum { RG_CHECK_NOTES_MAX = 8 };

struct rg_findings {
    struct rg_finding *items; /* sorted by file, key and rule */
    size_t count;
    size_t capacity;
    size_t gated;          /* declared keys that are not excluded */
    size_t excluded;       /* declared keys that are */
    bool placeholder;      /* nothing is gated yet: only checks without a baseline were made */
    struct rg_gate *gates; /* sorted by key; none with a placeholder */
    size_t gate_count;
    struct rg_check_note notes[RG_CHECK_NOTES_MAX];
    size_t note_count;
    bool failed; /* out of memory: later ones are dropped, and rg_findings_finish() reports it */
    struct rg_arena arena;
};

struct rg_check_input {
    const struct rg_timings *baseline;
    const struct rg_faults *baseline_faults;
    const struct rg_thresholds *thresholds;
    const struct rg_faults *threshold_faults;
    const struct rg_surface *surface;
    const struct rg_ladders *ladders;
    bool require_baseline;            /* a placeholder is a finding */
    long long max_placeholder_age_ms; /* an older one is a finding; 0: none is too old */
    long long now_s;                  /* seconds since 1970: for the age of a placeholder */
    long long today_s;                /* the start of today, UTC, likewise: for waivers */
};

/* Add a finding; key and message are copied. */
void rg_finding_add(struct rg_findings *findings, enum rg_rule rule, enum rg_check_file file, size_t line,
                    const char *key, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The same for a ladder, in the file that it was read from; NULL: where ladders are by default. */
void rg_finding_add_ladder(struct rg_findings *findings, enum rg_rule rule, const struct rg_ladder *ladder,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sort the findings, which are all there. Errors: MEMORY when one of them could not be added. */
bool rg_findings_finish(struct rg_findings *findings, struct rg_error *err);

void rg_findings_release(struct rg_findings *findings);

/*
 * The bound of a gate is derived, so an override must be that bound. The bound of a value group is set by a
 * person, as is that of a mean with too few runs.
 */
bool rg_gate_is_derived(const struct rg_gate *gate);

/* The gate of that key, or NULL. */
const struct rg_gate *rg_findings_gate(const struct rg_findings *findings, const char *key);

/* FAIL on a finding; CANNOT_JUDGE when no key is gated; else PASS. */
enum rg_exit rg_findings_exit(const struct rg_findings *findings);

#endif
