/*
 * report_budget.h: the budgets of a verdict in each form. Private to the renderers. Each appends nothing when
 * no limit was judged.
 */
#ifndef RUNGATE_REPORT_BUDGET_H
#define RUNGATE_REPORT_BUDGET_H

#include "rungate/base/buffer.h"
#include "rungate/format/json_write.h"
#include "rungate/judge/budget_rules.h"

/* A section of the text: a table, exceeded and missing first. */
void rg_budget_text(const struct rg_budget_result *result, bool color, struct rg_buffer *out);

/* At most `limit` bytes of `out` are used, and what is cut is counted. */
void rg_budget_markdown(const struct rg_budget_result *result, size_t limit, struct rg_buffer *out);

/*
 * Entries of "metrics" with "kind": "budget", which have the members of the others as well: from *at on,
 * those whose key sorts before `before`, all when that is NULL.
 */
void rg_budget_json(const struct rg_budget_result *result, size_t *at, const char *before,
                    struct rg_json_writer *w);

/* One test case a limit. */
void rg_budget_junit(const struct rg_budget_result *result, struct rg_buffer *out);

/* An ::error a limit that is exceeded or has no reading, at most `room` lines. Returns how many there are to
 * say. */
size_t rg_budget_annotations(const struct rg_budget_result *result, size_t room, struct rg_buffer *out);

/* ", 2 of 6 budgets exceeded": what a total ends in. */
void rg_budget_total(const struct rg_budget_result *result, struct rg_buffer *out);

#endif
