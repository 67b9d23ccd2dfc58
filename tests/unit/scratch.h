/*
 * scratch.h: a directory of the test's own.
 *
 * scratch_enter() and scratch_leave() are cmocka group fixtures: between them the working directory is a new,
 * empty one, so that tests can use relative paths and see them in messages.
 */
#ifndef RUNGATE_SCRATCH_H
#define RUNGATE_SCRATCH_H

#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_path[] = "/tmp/rungate-test-XXXXXX";

static inline int scratch_enter(void **state)
{
    (void)state;
    return mkdtemp(scratch_path) != NULL && chdir(scratch_path) == 0 ? 0 : -1;
}

/* Remove the entries of the working directory, two levels deep at most. */
static inline int scratch_leave(void **state)
{
    (void)state;
    for (int pass = 0; pass < 2; pass++) {
        DIR *directory = opendir(".");
        if (directory == NULL)
            return -1;
        for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
            if (unlink(entry->d_name) != 0)
                (void)rmdir(entry->d_name);
        }
        (void)closedir(directory);
    }
    return chdir("/") == 0 && rmdir(scratch_path) == 0 ? 0 : -1;
}

static inline void scratch_write(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");

    if (file == NULL) {
        fail_msg("'%s' cannot be written", name);
        return;
    }
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    int closed = fclose(file);
    assert_int_equal(closed, 0);
}

static inline void scratch_puts(const char *name, const char *text)
{
    scratch_write(name, text, strlen(text));
}

/* How many entries the working directory has. */
static inline size_t scratch_count(void)
{
    size_t count = 0;
    DIR *directory = opendir(".");

    if (directory == NULL) {
        fail_msg("the directory cannot be read");
        return 0;
    }
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(directory);
    return count;
}

#endif
