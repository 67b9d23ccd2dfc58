/*
 * capture_host.h: where and on what commit a capture is made.
 */
#ifndef RUNGATE_CLI_CAPTURE_HOST_H
#define RUNGATE_CLI_CAPTURE_HOST_H

#include "rungate/model/host.h"

/* The commit that is measured: the flag, the CI's variable, git, "unknown". Free it. NULL: no memory. */
char *capture_git_sha(const char *flag);

/* Zeros where it cannot be known. */
struct rg_host capture_host(void);

#endif
