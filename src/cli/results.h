/*
 * results.h: what an earlier run left never looks like a result of this one.
 *
 * A command takes old results away as soon as its options are parsed, before it reads anything else, so that
 * whatever happens to it later, SIGKILL included, no old file can be taken for a new one. A timings file and a
 * begin are replaced, atomically, by one that no reader accepts as good; where not even that can be written, and
 * for every other result, the old file is removed. A file that is not there, is empty, or is no regular file
 * (/dev/null, a pipe) is left alone. Configuration is no result: thresholds and ladders stand until a whole new
 * file replaces them.
 */
#ifndef RUNGATE_CLI_RESULTS_H
#define RUNGATE_CLI_RESULTS_H

#include "rungate/base/error.h"

#include <stdbool.h>

/*
 * Replace the timings file `path` by one with the same keys, all null, that is not complete. `min_ratio` is what the
 * new capture demands. Errors: CONFLICT when the file is no timings file, which is left as it is; OUTPUT; MEMORY.
 */
bool results_mark_timings(const char *path, double min_ratio, struct rg_error *err);

/* Replace the begin `path` by an empty one. Errors: likewise. */
bool results_mark_begin(const char *path, struct rg_error *err);

/* Remove the report `path`; NULL: there is none to write. Errors: OUTPUT. */
bool results_remove(const char *path, struct rg_error *err);

/* A file that ladders are to be written to holds ladders already, or nothing; NULL: none is. Errors: CONFLICT, MEMORY. */
bool results_expect_ladders(const char *path, struct rg_error *err);

/* There is no regular file yet: what is written is for people to go on with. Errors: CONFLICT. */
bool results_expect_none(const char *path, struct rg_error *err);

#endif
