/*
 * capture.h: the command capture: from a Prometheus-compatible server, or from pages of targets, to timings.json.
 */
#ifndef RUNGATE_CLI_CAPTURE_H
#define RUNGATE_CLI_CAPTURE_H

#include <stdio.h>

int rg_capture_run(int argc, char **argv, FILE *out, FILE *err);

#endif
