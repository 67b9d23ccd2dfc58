/*
 * check_notes.h: what is no fault of a gate, but costs something and should be known.
 */
#ifndef RUNGATE_JUDGE_CHECK_NOTES_H
#define RUNGATE_JUDGE_CHECK_NOTES_H

#include "rungate/judge/findings.h"

/* Add the notes about a baseline and its gates, which have been examined. Errors: MEMORY. */
bool rg_check_notes(const struct rg_check_input *input, struct rg_findings *findings, struct rg_error *err);

#endif
