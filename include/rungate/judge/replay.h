/*
 * replay.h: what a gate would have said of runs that are known to be healthy. A key that fires on one of them
 * gives false alarms.
 */
#ifndef RUNGATE_JUDGE_REPLAY_H
#define RUNGATE_JUDGE_REPLAY_H

#include "rungate/judge/compare.h"
#include "rungate/model/runs.h"

/* What a run came to for a key. */
enum rg_replayed { RG_REPLAYED_NOT_JUDGED, RG_REPLAYED_PASSED, RG_REPLAYED_FIRED };

struct rg_replay_row {
    const char *key;
    const char *unit;
    double baseline;
    double trip;
    double max; /* of the runs' values */
    double min;
    enum rg_replayed *results; /* one a run */
    size_t fired;
    size_t judged;
    bool has_trip;
    bool has_max; /* and `min` */
    bool higher;  /* more is better: it fires below the trip point */
};

/* Points into its inputs, which must outlive it. */
struct rg_replay {
    const struct rg_runs *runs;
    struct rg_replay_row *rows; /* a key of the baseline each, sorted by key */
    size_t row_count;
    size_t fired;                /* keys that fired in some run */
    size_t judged;               /* keys that were judged in some run */
    size_t *judged_in_run;       /* how many, by run */
    struct rg_verdict *verdicts; /* by run */
    struct rg_arena arena;
};

/*
 * Judge each run by itself; `input` is as for rg_judge(), less `current` and reruns. Waivers do not count.
 * Errors: those of rg_judge(), with the run's name in front.
 */
bool rg_replay(const struct rg_judge_input *input, const struct rg_runs *runs, struct rg_replay *ret,
               struct rg_error *err);
void rg_replay_release(struct rg_replay *replay);

/* The name of a run of which no key could be judged, or NULL. */
const char *rg_replay_doubt(const struct rg_replay *replay);

/* CANNOT_JUDGE when a run could not be judged at all, FAIL when a key fired, else PASS. */
enum rg_exit rg_replay_exit(const struct rg_replay *replay);

#endif
