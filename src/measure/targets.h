/*
 * targets.h: what a server knows about the targets of series, asked once per job.
 */
#ifndef RUNGATE_TARGETS_H
#define RUNGATE_TARGETS_H

#include "measure/matrix.h"
#include "measure/round.h"
#include "measure/samples.h"

/* Initialise with `{0}`, and set the first three. */
struct rg_targets {
    const char *window;
    long long from_ms;
    long long to_ms;
    const char **jobs; /* that were asked for, sorted */
    size_t job_count;
    const char **fresh; /* that were seen since */
    size_t fresh_count;
    size_t fresh_capacity;
    struct rg_samples *facts; /* sealed; one for each time that there were new jobs */
    size_t fact_count;
    struct rg_arena arena;
};

/* Note the jobs of these series. Errors: MEMORY. */
bool rg_targets_see(struct rg_targets *targets, const struct rg_matrix *series, struct rg_error *err);

/*
 * Ask for `up` and the process start of the targets of the jobs that are new. What a server does not answer is not
 * known. Errors: those of rg_round_ask().
 */
bool rg_targets_ask(struct rg_targets *targets, struct rg_round *round, rg_ask *ask, void *context,
                    long long unix_s, struct rg_error *err);

/* Point the instances to their targets. */
void rg_targets_attach(const struct rg_targets *targets, struct rg_samples *samples);

void rg_targets_release(struct rg_targets *targets);

#endif
