#include "cli/capture_host.h"

#include "rungate/base/file.h"
#include "rungate/base/name.h"
#include "rungate/base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* GitHub, GitLab, Buildkite, CircleCI, Jenkins, Bitbucket, Azure. */
static const char *const variables[] = {"GITHUB_SHA", "CI_COMMIT_SHA",    "BUILDKITE_COMMIT",   "CIRCLE_SHA1",
                                        "GIT_COMMIT", "BITBUCKET_COMMIT", "BUILD_SOURCEVERSION"};

enum { SHA_MIN = 40, SHA_MAX = 64 };

/* Start "git rev-parse HEAD" without a shell, its output on a pipe. */
static bool spawn_git(int *ret_fd, pid_t *ret_pid)
{
    char *const argv[] = {(char[]){"git"}, (char[]){"rev-parse"}, (char[]){"HEAD"}, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    bool ok = false;

    if (pipe(ends) != 0)
        return false;
    if (posix_spawn_file_actions_init(&actions) == 0) {
        ok = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
             posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
             posix_spawn_file_actions_addclose(&actions, ends[0]) == 0 &&
             posix_spawn_file_actions_addclose(&actions, ends[1]) == 0 &&
             posix_spawnp(ret_pid, argv[0], &actions, NULL, argv, environ) == 0;
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    (void)close(ends[1]);
    if (!ok)
        (void)close(ends[0]);
    *ret_fd = ends[0];
    return ok;
}

static char *ask_git(void)
{
    char text[SHA_MAX + 2];
    size_t length = 0;
    ssize_t got = 1;
    int fd;
    int status;
    pid_t pid;

    if (!spawn_git(&fd, &pid))
        return NULL;
    while (length < sizeof text && (got > 0 || (got < 0 && errno == EINTR))) {
        got = read(fd, text + length, sizeof text - length);
        length += got > 0 ? (size_t)got : 0;
    }
    (void)close(fd);
    pid_t ended;
    do {
        ended = waitpid(pid, &status, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return NULL;
    size_t digits = 0;
    while (digits < length && strchr("0123456789abcdef", text[digits]) != NULL)
        digits++;
    if (digits < SHA_MIN || digits > SHA_MAX || digits + 1 != length)
        return NULL;
    return strndup(text, digits);
}

char *capture_git_sha(const char *flag)
{
    if (flag != NULL)
        return strdup(flag);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0' && rg_name_fault(value) == NULL)
            return strdup(value);
    }
    char *sha = ask_git();
    return sha != NULL ? sha : strdup("unknown");
}

/* "0.52 0.58 0.59 2/1234 5678" */
static bool read_load(double ret[3])
{
    struct rg_error ignored = {0};
    struct rg_buffer text;

    rg_buffer_init(&text, 256);
    bool ok = rg_file_read("/proc/loadavg", &text, &ignored);
    char *p = text.data;
    for (int i = 0; ok && i < 3; i++) {
        char *end = strchr(p, ' ');
        ok = end != NULL;
        if (ok) {
            *end = '\0';
            ok = rg_number_parse(p, &ret[i]);
            p = end + 1;
        }
    }
    rg_buffer_release(&text);
    return ok;
}

struct rg_host capture_host(void)
{
    struct rg_host host = {.processors = sysconf(_SC_NPROCESSORS_ONLN)};

    host.has_load = read_load(host.load);
    return host;
}
