/*
 * ab_note.h: the parts of an A/B verdict that are not its statistics. Private to judging.
 */
#ifndef RUNGATE_AB_NOTE_H
#define RUNGATE_AB_NOTE_H

#include "rungate/judge/ab.h"

/* The round counts for the key: it is not dropped, and both readings can be used. */
bool rg_ab_counts(const struct rg_ab_verdict *verdict, const struct rg_ab_key *key, size_t round);

/* The largest over the smallest reading of a side, in the rounds that count. */
double rg_ab_span(const struct rg_ab_verdict *verdict, const struct rg_ab_key *key, size_t side);

/* Say what the verdict of a key means. Errors: MEMORY. */
bool rg_ab_note(struct rg_ab_verdict *verdict, struct rg_ab_key *key, bool has_one_ladder,
                struct rg_error *err);

/* The budgets, on the medians of the rounds that are not dropped. Errors: CONFLICT, MEMORY. */
bool rg_ab_judge_budgets(const struct rg_ab_input *input, struct rg_ab_verdict *verdict,
                         struct rg_error *err);

#endif
