/*
 * members.h: what the config readers share: which members an object may have, and where a fault goes.
 */
#ifndef RUNGATE_MEMBERS_H
#define RUNGATE_MEMBERS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

/* A name that starts with "_" is a comment, unless it is a known member. */
bool rg_is_comment(const char *name);

/*
 * Refuse `member`, which is none of `known`: "unknown member; did you mean 'x'?". Returns false.
 */
bool rg_unknown_member(const struct rg_json *member, const char *const *known, size_t count,
                       struct rg_error *err);

/*
 * A member of a surface group, which starts with "_" and is none of `known`: a comment, unless it is within
 * two edits of a known one, which is an error.
 */
bool rg_check_group_comment(const struct rg_json *member, const char *const *known, size_t count,
                            struct rg_error *err);

/*
 * A fault in one entry of a baseline or of the thresholds. compare refuses a file that has one; check-bounds
 * reads on and reports each as rule V. `key` is the metric key, or what the entry stands for.
 */
struct rg_fault {
    const char *key;
    const char *message;
    size_t line;
};

struct rg_faults {
    struct rg_fault *items;
    size_t count;
    size_t capacity;
};

/*
 * With `faults`, add one (its strings copied into `arena`) and return true. Without, make it an error at
 * `value` and return false. Errors: FORMAT, MEMORY.
 */
bool rg_fault_or_fail(struct rg_faults *faults, struct rg_arena *arena, const char *key,
                      const struct rg_json *value, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

void rg_faults_release(struct rg_faults *faults);

#endif
