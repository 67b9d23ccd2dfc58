/*
 * ab_notes.h: an experiment in words: the meaning of a key's verdict, warnings, and the doubt.
 */
#ifndef RUNGATE_JUDGE_AB_NOTES_H
#define RUNGATE_JUDGE_AB_NOTES_H

#include "rungate/judge/ab_verdict.h"

/* Set the key's note. Errors: MEMORY. */
bool rg_ab_note(struct rg_ab_verdict *verdict, struct rg_ab_row *key, struct rg_error *err);

/* Set the verdict's warnings: what makes the experiment weaker than it looks. Errors: MEMORY. */
bool rg_ab_warn(struct rg_ab_verdict *verdict, bool no_load_check, struct rg_error *err);

/* Set the verdict's doubt. Errors: MEMORY. */
bool rg_ab_note_doubt(struct rg_ab_verdict *verdict, struct rg_error *err);

#endif
