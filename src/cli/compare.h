/*
 * compare.h: the command compare: captures × baseline → verdict, reports, block to paste.
 */
#ifndef RUNGATE_CLI_COMPARE_H
#define RUNGATE_CLI_COMPARE_H

#include <stdio.h>

int rg_compare_run(int argc, char **argv, FILE *out, FILE *err);

#endif
