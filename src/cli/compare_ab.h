/*
 * compare_ab.h: compare --ab, two builds in interleaved rounds.
 */
#ifndef RUNGATE_CLI_COMPARE_AB_H
#define RUNGATE_CLI_COMPARE_AB_H

#include "cli/compare_output.h"
#include "cli/compare_read.h"

/* Judge the rounds, print and write the verdict. Returns an exit status. */
int compare_ab(const struct compare_style *style, const struct compare_arguments *arguments,
               const struct compare_inputs *inputs);

#endif
