/*
 * ab_notes.h: the meaning of a key's verdict, in words.
 */
#ifndef RUNGATE_JUDGE_AB_NOTES_H
#define RUNGATE_JUDGE_AB_NOTES_H

#include "rungate/judge/ab_verdict.h"

/* Set the key's note. Errors: MEMORY. */
bool rg_ab_note(struct rg_ab_verdict *verdict, struct rg_ab_row *key, struct rg_error *err);

#endif
