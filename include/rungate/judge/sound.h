/*
 * sound.h: what makes a verdict sound: what captures must have in common, and what follows when they do not. This is
 * the one definition of it; docs/compare.md shows its table.
 */
#ifndef RUNGATE_JUDGE_SOUND_H
#define RUNGATE_JUDGE_SOUND_H

#include "rungate/judge/verdict.h"
#include "rungate/model/runs.h"

#include <stdbool.h>

/* What follows from a breach. Enumerator, in words. */
#define RG_BREACH_MAP(X)                                                                                     \
    X(REFUSED, "exit status 2, naming both")                                                                 \
    X(OTHER, "a warning, and the last line says so; exit status 2 with `--same-conditions`")                 \
    X(NOTED, "a warning")                                                                                    \
    X(REGRESSES, "the key regresses")                                                                        \
    X(UNUSABLE, "the rerun has no say on the key; without any other the run decides")

enum rg_breach {
#define X(id, text) RG_BREACH_##id,
    RG_BREACH_MAP(X)
#undef X
        RG_BREACH_COUNT
};

/* Enumerator, between what, what must hold, what follows when it does not. */
#define RG_SOUND_MAP(X)                                                                                      \
    X(RUN_PLACEHOLDER, "run alone", "it is not a placeholder", REFUSED)                                      \
    X(RUN_TIME, "run alone", "it says when it was captured", REFUSED)                                        \
    X(RUN_ONE, "run alone", "it is one capture, not a baseline of several runs", REFUSED)                    \
    X(RUN_AGREES, "run alone", "its readings, samples and counts agree", REFUSED)                            \
    X(BASELINE_FILE, "baseline and run", "they are two files", REFUSED)                                      \
    X(BASELINE_LABEL, "baseline and run", "a label that both have is the same", REFUSED)                     \
    X(BASELINE_LABEL_ALONE, "baseline and run", "both have each label", NOTED)                               \
    X(BASELINE_PROFILE, "baseline and run", "the profile", OTHER)                                            \
    X(BASELINE_WINDOW, "baseline and run", "the window, of captures from servers", OTHER)                    \
    X(BASELINE_UNIT, "baseline and run", "the unit of a key", REGRESSES)                                     \
    X(BASELINE_LADDER, "baseline and run", "the ladder of a key", REGRESSES)                                 \
    X(RERUN_ORDER, "run and rerun", "captured in the order given, the run first", REFUSED)                   \
    X(RERUN_OVERLAP, "run and rerun", "no overlap in time", REFUSED)                                         \
    X(RERUN_BUILD, "run and rerun", "the build: the label `build`, else `git_sha`, if both are known",       \
      REFUSED)                                                                                               \
    X(RERUN_LABEL, "run and rerun", "the labels", REFUSED)                                                   \
    X(RERUN_PROFILE, "run and rerun", "the profile", REFUSED)                                                \
    X(RERUN_WINDOW, "run and rerun", "the window, of captures from servers", REFUSED)                        \
    X(RERUN_SOURCE, "run and rerun", "the source: a server, or the targets themselves", REFUSED)             \
    X(RERUN_UNIT, "run and rerun", "the unit of each key", REFUSED)                                          \
    X(RERUN_LADDER, "run and rerun", "the ladder of each key", REFUSED)                                      \
    X(RERUN_WHOLE, "run and rerun", "the rerun has a `capture` block, is complete and no placeholder",       \
      UNUSABLE)                                                                                              \
    X(RERUN_READING, "run and rerun",                                                                        \
      "the rerun's value is above 0, its status allows a verdict, and to clear it has at least half of the " \
      "observations",                                                                                        \
      UNUSABLE)                                                                                              \
    X(CLOCK_AGE, "run and clock", "with `--max-age`: the newest run is not older", REFUSED)                  \
    X(CLOCK_BEGIN, "run and clock", "with `--not-before`: the newest run is not from before that", REFUSED)  \
    X(CLOCK_AHEAD, "run and clock", "with either: at most 10 minutes ahead of the clock", REFUSED)

enum rg_sound {
#define X(id, between, must, otherwise) RG_SOUND_##id,
    RG_SOUND_MAP(X)
#undef X
        RG_SOUND_COUNT
};

/* What is demanded of the time of the newest run, in seconds since 1970. */
struct rg_clock {
    long long now_s;
    long long max_age_s;
    long long not_before_s;
    bool has_max_age;
    bool has_not_before;
};

/*
 * Each run is no placeholder and says when it was captured. Errors: CONFLICT, with the name.
 */
bool rg_sound_alone(const struct rg_timings *run, const char *name, struct rg_error *err);

/* The parts of each run agree with each other. Errors: CONFLICT, with the name and a key; MEMORY. */
bool rg_sound_readings(const struct rg_runs *runs, const struct rg_surface *surface,
                       const struct rg_ladders *ladders, struct rg_error *err);

/* The newest of the runs is as new as demanded. Errors: CONFLICT, with the name. */
bool rg_sound_clock(const struct rg_runs *runs, const struct rg_clock *clock, struct rg_error *err);

/*
 * The first of the runs and its reruns: their order, and for each rerun that can be used, all that it must have in
 * common with the run. Errors: CONFLICT, with both names; MEMORY.
 */
bool rg_sound_reruns(const struct rg_runs *runs, struct rg_error *err);

/* Baseline and run are not one file; whether they are is the caller's to find out. Errors: CONFLICT. */
bool rg_sound_files(const char *baseline, const char *run, bool same, struct rg_error *err);

/*
 * The conditions of baseline and run: warnings, and what was other, are set in the verdict. Errors: CONFLICT when a
 * label differs, with `same_conditions` also when profile or window do, or only one side says; MEMORY.
 */
bool rg_sound_baseline(const struct rg_judge_input *input, struct rg_verdict *verdict, struct rg_error *err);

/* Why a rerun can neither confirm nor clear anything, or NULL. */
const char *rg_rerun_unusable(const struct rg_timings *rerun);

#endif
