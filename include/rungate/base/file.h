/*
 * file.h: reading and writing whole files.
 */
#ifndef RUNGATE_FILE_H
#define RUNGATE_FILE_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

/* The largest input file, in bytes. */
#define RG_FILE_MAX ((size_t)64 * 1024 * 1024)

/* The path is "-": the standard input where it is read, the standard output where it is written. */
bool rg_file_is_standard(const char *path);

/*
 * Append a file's bytes to `out`, as far as the limit of `out` allows. A pipe is read only by the name of an open
 * descriptor (/dev/stdin, /dev/fd/63, which is the shell's <(…)): one in the file system may have no writer.
 * Errors: INPUT (with errno's text), LIMIT, MEMORY. Messages do not hold the path: the caller names it.
 */
bool rg_file_read(const char *path, struct rg_buffer *out, struct rg_error *err);

/*
 * Write `length` bytes to `path`, whole or not at all: beside the target, fsync, rename. Symbolic links are
 * resolved first, where the kernel follows them. A target that exists and is not a regular file (/dev/null, a pipe
 * with a reader) is written in place. The
 * mode is the old file's, or 0666 less the umask. On failure the old file is as it was and no temporary file
 * is left, nor when SIGHUP, SIGINT or SIGTERM end the program. Errors: OUTPUT, with the path; MEMORY.
 */
bool rg_file_write(const char *path, const void *bytes, size_t length, struct rg_error *err);

/*
 * Append to `path` with one write, so that lines of several writers do not mix; create it when it is not
 * there. Errors: OUTPUT, with the path.
 */
bool rg_file_append(const char *path, const void *bytes, size_t length, struct rg_error *err);

/*
 * Remove the regular file that a path leads to; where the directory does not allow that, empty it. Anything else is
 * left alone. Errors: OUTPUT, with the path.
 */
bool rg_file_remove(const char *path, struct rg_error *err);

/*
 * Whether two paths lead to one regular file, or would once it is written: by device and inode, through
 * links; of a file that is not there yet, by its directory and its name in it. Anything that is not a regular
 * file (/dev/null, a pipe), or cannot be written, is never the same. Errors: MEMORY.
 */
bool rg_file_same(const char *a, const char *b, bool *ret_same, struct rg_error *err);

/* The size of a regular file in bytes; 0 for anything else. */
size_t rg_file_size(const char *path);

#endif
