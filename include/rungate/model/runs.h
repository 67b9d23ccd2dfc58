/*
 * runs.h: several captures of one thing: whether they can be combined, and the resulting baseline.
 */
#ifndef RUNGATE_RUNS_H
#define RUNGATE_RUNS_H

#include "rungate/base/arena.h"
#include "rungate/base/buffer.h"
#include "rungate/model/surface.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* Captures, and what to call each in a message: its path. */
struct rg_runs {
    const struct rg_timings *items;
    const char *const *names;
    size_t count;
};

/*
 * The capture can become a baseline: it says that it is complete, is not a placeholder, and has a value that
 * `surface` does not exclude (NULL excludes none). Errors: CONFLICT, with the name and the counts.
 */
bool rg_run_is_whole(const struct rg_timings *run, const char *name, const struct rg_surface *surface,
                     struct rg_error *err);

/*
 * No two intervals overlap, so that no observation counts twice; they may touch.
 * Errors: CONFLICT, with the names; MEMORY.
 */
bool rg_runs_apart(const struct rg_runs *runs, struct rg_error *err);

/*
 * The runs can make one baseline: each is complete, they agree on window, profile, labels, units and ladders,
 * and are apart. Errors: CONFLICT, with the names; MEMORY.
 */
bool rg_runs_agree(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_error *err);

/*
 * Every key of any run once, sorted, less those that `surface` excludes (NULL excludes none). The array is in
 * the arena, the keys are the runs'. Errors: MEMORY.
 */
bool rg_runs_keys(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_arena *arena,
                  const char *const **ret, size_t *ret_count, struct rg_error *err);

/*
 * The baseline of several runs, in canonical form: the median as value, every value in `spread`, every origin
 * in `runs`; captured_at, git_sha, window and profile of the last. Keys that `surface` excludes are left out;
 * NULL leaves out none. The runs must agree. Errors: CONFLICT when too few keys have a value, LIMIT, MEMORY.
 */
bool rg_runs_merge(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_buffer *out,
                   struct rg_error *err);

#endif
