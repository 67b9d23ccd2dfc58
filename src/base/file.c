#include "rungate/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, TEMPORARY_TRIES = 100, READ_STEP = 64 * 1024 };

bool rg_file_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/*
 * A path that names an open descriptor of this process: the shell's <(…) and /dev/stdin. Somebody opened it, so
 * there is, or was, a writer.
 */
static bool is_descriptor(const char *path)
{
    static const char *const names[] = {"/dev/fd/", "/dev/stdin", "/proc/self/fd/", "/proc/thread-self/fd/"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(path, names[i], strlen(names[i])) == 0)
            return true;
    }
    return false;
}

/*
 * A pipe or a device in the file system can hang for ever, or never end: /dev/null alone is one that does neither.
 * O_NONBLOCK is for opening only: a pipe without a writer would hang there.
 */
static int open_input(const char *path, struct rg_error *err)
{
    struct stat st;
    bool is_standard = rg_file_is_standard(path);
    bool may_wait = is_standard || is_descriptor(path);
    int fd = is_standard ? dup(STDIN_FILENO)
                         : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (may_wait ? 0 : O_NONBLOCK));
    const char *fault = NULL;

    if (fd < 0 || fstat(fd, &st) != 0)
        fault = strerror(errno);
    else if (S_ISDIR(st.st_mode))
        fault = strerror(EISDIR);
    else if (S_ISFIFO(st.st_mode) && !may_wait)
        fault = "it is a pipe; give a file, or <(command) to a shell that has it";
    else if (S_ISBLK(st.st_mode) || S_ISSOCK(st.st_mode))
        fault = "it is a device or a socket";
    if (fault == NULL)
        return fd;
    (void)rg_error_set(err, RG_ERROR_INPUT, "%s", fault);
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

bool rg_file_read(const char *path, struct rg_buffer *out, struct rg_error *err)
{
    bool ok = false;
    char *step = NULL;

    int fd = open_input(path, err);
    if (fd < 0)
        return false;
    step = malloc(READ_STEP);
    if (step == NULL) {
        (void)rg_error_memory(err);
        goto cleanup;
    }
    for (;;) {
        ssize_t got = read(fd, step, READ_STEP);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            (void)rg_error_set(err, RG_ERROR_INPUT, "%s", strerror(errno));
            goto cleanup;
        }
        if (got == 0)
            break;
        rg_buffer_add(out, step, (size_t)got);
        if (!rg_buffer_check(out, err))
            goto cleanup;
    }
    ok = true;
cleanup:
    free(step);
    (void)close(fd);
    return ok;
}

/* The length of the directory part, with its slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Replace *path, a link, by what it points to. False with errno set. */
static bool follow_link(char **path)
{
    char target[4096];
    ssize_t length = readlink(*path, target, sizeof target);

    if (length < 0)
        return false;
    if ((size_t)length == sizeof target) {
        errno = ENAMETOOLONG;
        return false;
    }
    size_t keep = target[0] == '/' ? 0 : directory_length(*path);
    char *next = malloc(keep + (size_t)length + 1);
    if (next == NULL) {
        errno = ENOMEM;
        return false;
    }
    memcpy(next, *path, keep);
    memcpy(next + keep, target, (size_t)length);
    next[keep + (size_t)length] = '\0';
    free(*path);
    *path = next;
    return true;
}

enum target { TARGET_NEW, TARGET_REGULAR, TARGET_SPECIAL, TARGET_ERROR };

/*
 * Follow symbolic links, also to a file that is not there yet. TARGET_ERROR with errno set. Whether the
 * target is special is asked of the kernel first: the text of a link such as /dev/stdout, "pipe:[123]", is no
 * path.
 */
static enum target resolve(char **path, struct stat *ret_st)
{
    if (stat(*path, ret_st) == 0) {
        if (!S_ISREG(ret_st->st_mode))
            return TARGET_SPECIAL;
    } else if (errno != ENOENT) {
        /* What the kernel does not follow (a loop, a link in /tmp of somebody else) is not followed here. */
        return TARGET_ERROR;
    }
    for (int links = 0; links < LINKS_MAX; links++) {
        if (lstat(*path, ret_st) != 0)
            return errno == ENOENT ? TARGET_NEW : TARGET_ERROR;
        if (S_ISREG(ret_st->st_mode))
            return TARGET_REGULAR;
        if (!S_ISLNK(ret_st->st_mode))
            return TARGET_SPECIAL;
        if (!follow_link(path))
            return TARGET_ERROR;
    }
    errno = ELOOP;
    return TARGET_ERROR;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t put = write(fd, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

/* Open for writing what may be a pipe that nobody reads: ENXIO, where it would hang. -1 with errno set. */
static int open_output(const char *path, int flags)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0666);
    int status = fd < 0 ? -1 : fcntl(fd, F_GETFL);

    if (fd < 0 || (status >= 0 && fcntl(fd, F_SETFL, status & ~O_NONBLOCK) == 0))
        return fd;
    int saved = errno;
    (void)close(fd);
    errno = saved;
    return -1;
}

/* Write to something that must not be replaced. False with errno set. */
static bool write_in_place(const char *path, const void *bytes, size_t length)
{
    int fd = open_output(path, 0);

    if (fd < 0)
        return false;
    bool ok = write_all(fd, bytes, length);
    int saved = errno;
    if (close(fd) != 0 && ok)
        return false;
    errno = saved;
    return ok;
}

/* A new file beside `path`, under a name of its own; never one that exists. -1 with errno set. */
static int open_beside(const char *path, char **ret_name)
{
    size_t size = directory_length(path) + sizeof ".rungate--.tmp" + sizeof "-2147483648" +
                  sizeof "-9223372036854775808";
    char *name = malloc(size);

    if (name == NULL) {
        errno = ENOMEM;
        return -1;
    }
    for (int i = 0; i < TEMPORARY_TRIES; i++) {
        (void)snprintf(name, size, "%.*s.rungate-%ld-%d.tmp", (int)directory_length(path), path,
                       (long)getpid(), i);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            *ret_name = name;
            return fd;
        }
        if (errno != EEXIST)
            break;
    }
    int saved = errno;
    free(name);
    errno = saved;
    return -1;
}

/* Make a rename survive a crash. A file system that cannot sync a directory (EINVAL) has no more to give. */
static bool sync_directory(const char *path)
{
    size_t length = directory_length(path);
    char *name = length == 0 ? strdup(".") : strndup(path, length);

    if (name == NULL)
        return false;
    int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(name);
    if (fd < 0)
        return errno == EACCES;
    bool ok = fsync(fd) == 0 || errno == EINVAL;
    int saved = errno;
    (void)close(fd);
    errno = saved;
    return ok;
}

/* False with errno set, the old file as it was and nothing left beside it. */
static bool replace(const char *path, const struct stat *old, const void *bytes, size_t length)
{
    char *name = NULL;
    bool ok = false;
    int fd = open_beside(path, &name);

    if (fd < 0)
        return false;
    if (!write_all(fd, bytes, length) || (old != NULL && fchmod(fd, old->st_mode & 07777) != 0) ||
        fsync(fd) != 0)
        goto cleanup;
    int closed = close(fd);
    fd = -1;
    ok = closed == 0 && rename(name, path) == 0;
cleanup:;
    int saved = errno;
    if (fd >= 0)
        (void)close(fd);
    if (!ok)
        (void)unlink(name);
    free(name);
    errno = saved;
    return ok && sync_directory(path);
}

/*
 * The same with the signals that end a job held back: one that comes meanwhile takes effect when the
 * temporary file is gone, and no handler has to know its name. O_TMPFILE would not do, as a file without a
 * name cannot replace another.
 */
static bool replace_undisturbed(const char *path, const struct stat *old, const void *bytes, size_t length)
{
    sigset_t ending;
    sigset_t before;

    (void)sigemptyset(&ending);
    (void)sigaddset(&ending, SIGHUP);
    (void)sigaddset(&ending, SIGINT);
    (void)sigaddset(&ending, SIGTERM);
    if (sigprocmask(SIG_BLOCK, &ending, &before) != 0)
        return false;
    bool ok = replace(path, old, bytes, length);
    int saved = errno;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return ok;
}

static bool write_standard(const void *bytes, size_t length, struct rg_error *err)
{
    return write_all(STDOUT_FILENO, bytes, length) ||
           rg_error_set(err, RG_ERROR_OUTPUT, "cannot write the standard output: %s", strerror(errno));
}

bool rg_file_write(const char *path, const void *bytes, size_t length, struct rg_error *err)
{
    if (rg_file_is_standard(path))
        return write_standard(bytes, length, err);
    bool ok = false;
    struct stat st;
    char *real = strdup(path);

    if (real == NULL)
        return rg_error_memory(err);
    switch (resolve(&real, &st)) {
    case TARGET_NEW:
        ok = replace_undisturbed(real, NULL, bytes, length);
        break;
    case TARGET_REGULAR:
        ok = replace_undisturbed(real, &st, bytes, length);
        break;
    case TARGET_SPECIAL:
        ok = write_in_place(real, bytes, length);
        break;
    case TARGET_ERROR:
        break;
    }
    if (!ok)
        (void)rg_error_set(err, errno == ENOMEM ? RG_ERROR_MEMORY : RG_ERROR_OUTPUT, "cannot write '%s': %s",
                           path, strerror(errno));
    free(real);
    return ok;
}

bool rg_file_append(const char *path, const void *bytes, size_t length, struct rg_error *err)
{
    if (rg_file_is_standard(path))
        return write_standard(bytes, length, err);
    int fd = open_output(path, O_APPEND | O_CREAT);

    if (fd < 0)
        return rg_error_set(err, RG_ERROR_OUTPUT, "cannot write '%s': %s", path, strerror(errno));
    bool ok = write_all(fd, bytes, length);
    int saved = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        saved = errno;
    }
    return ok || rg_error_set(err, RG_ERROR_OUTPUT, "cannot write '%s': %s", path, strerror(saved));
}

bool rg_file_remove(const char *path, struct rg_error *err)
{
    struct stat st;

    if (rg_file_is_standard(path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    char *real = strdup(path);
    bool removed = real != NULL && resolve(&real, &st) == TARGET_REGULAR && unlink(real) == 0;
    free(real);
    /* The kernel follows links without memory of ours. */
    return removed || truncate(path, 0) == 0 ||
           rg_error_set(err, RG_ERROR_OUTPUT, "cannot remove '%s': %s", path, strerror(errno));
}

/* Where a path leads: a file that is there, or a name in a directory that is. */
struct place {
    enum target kind; /* TARGET_SPECIAL when there is no such place */
    dev_t device;
    ino_t inode; /* of the file, or of the directory */
    char *path;  /* without links at its end */
};

static bool find_place(const char *path, struct place *ret, struct rg_error *err)
{
    struct stat st = {0};

    ret->path = strdup(path);
    if (ret->path == NULL)
        return rg_error_memory(err);
    ret->kind = rg_file_is_standard(path) ? TARGET_SPECIAL : resolve(&ret->path, &st);
    if (ret->kind == TARGET_ERROR && errno == ENOMEM)
        return rg_error_memory(err);
    if (ret->kind == TARGET_NEW) {
        size_t length = directory_length(ret->path);
        char *directory = length == 0 ? strdup(".") : strndup(ret->path, length);
        if (directory == NULL)
            return rg_error_memory(err);
        if (stat(directory, &st) != 0)
            ret->kind = TARGET_SPECIAL;
        free(directory);
    }
    ret->device = st.st_dev;
    ret->inode = st.st_ino;
    return true;
}

bool rg_file_same(const char *a, const char *b, bool *ret_same, struct rg_error *err)
{
    struct place x = {0};
    struct place y = {0};
    bool ok = find_place(a, &x, err) && find_place(b, &y, err);

    if (ok)
        *ret_same = x.kind == y.kind && (x.kind == TARGET_REGULAR || x.kind == TARGET_NEW) &&
                    x.device == y.device && x.inode == y.inode &&
                    (x.kind == TARGET_REGULAR ||
                     strcmp(x.path + directory_length(x.path), y.path + directory_length(y.path)) == 0);
    free(x.path);
    free(y.path);
    return ok;
}

size_t rg_file_size(const char *path)
{
    struct stat st;

    bool is_file = !rg_file_is_standard(path) && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    return is_file ? (size_t)st.st_size : 0;
}
