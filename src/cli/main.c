/*
 * main.c: the same for all three commands; RG_TOOL_HEADER, RG_TOOL_RUN and RG_TOOL_NAME say which one this
 * program is.
 */
#include RG_TOOL_HEADER

#include "rungate/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * With a standard stream closed, the next file opened would take its number and receive what is meant for the
 * stream. A descriptor that can only be read keeps the place, and a write to it fails as one to a closed
 * stream should.
 */
static bool hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (!hold_standard_streams())
        return RG_EXIT_CANNOT_JUDGE;
    /* A reader that goes away, and a file above its limit, is a write error, which is reported; not a death
     * by signal, which is not. */
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);

    int status = RG_TOOL_RUN(argc, argv, stdout, stderr);
    bool printed = fflush(stdout) == 0 && !ferror(stdout);
    printed = fclose(stdout) == 0 && printed;
    /* A full disk must never give a green build. The command has said so itself when it noticed. */
    if (!printed && status != RG_EXIT_CANNOT_JUDGE) {
        (void)fprintf(stderr, RG_TOOL_NAME ": cannot write the standard output: %s\n", strerror(errno));
        status = RG_EXIT_CANNOT_JUDGE;
    }
    return status;
}
