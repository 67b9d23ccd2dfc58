/*
 * budgets.h: the budgets of a verdict in each form. Each appends nothing when no limit was judged.
 */
#ifndef RUNGATE_REPORT_BUDGETS_H
#define RUNGATE_REPORT_BUDGETS_H

#include "rungate/format/json_write.h"
#include "rungate/judge/budgets.h"
#include "rungate/report/annotations.h"
#include "rungate/report/table.h"

struct rg_junit;

/* "span.x.p95: 21 us, must be below 20 (max_us, tier dedicated): OVER BUDGET": on one line, unescaped. */
void rg_budget_sentence(const struct rg_budget_line *line, enum rg_tier tier, struct rg_buffer *out);

/* A table under a title. Order: exceeded, missing, kept. */
void rg_budgets_text(const struct rg_budget_result *result, bool color, struct rg_buffer *out);
void rg_budgets_markdown(const struct rg_budget_result *result, struct rg_page *page);

void rg_budgets_html(const struct rg_budget_result *result, struct rg_buffer *out);

/* The members of "summary" that count them. */
void rg_budgets_json_summary(const struct rg_budget_result *result, struct rg_json_writer *w);

/*
 * Entries of "metrics" with "kind": "budget", which have the members of the others as well: from *at on,
 * those whose key sorts before `before`, all when that is NULL.
 */
void rg_budgets_json(const struct rg_budget_result *result, size_t *at, const char *before,
                     struct rg_json_writer *w);

/* A test case for each limit. */
void rg_budgets_junit(const struct rg_budget_result *result, struct rg_junit *junit);

/* An ::error for each limit that is exceeded or has no reading. */
void rg_budgets_annotate(const struct rg_budget_result *result, struct rg_annotations *a);

/* ", 2 of 6 budgets exceeded": what a total ends in. */
void rg_budgets_total(const struct rg_budget_result *result, struct rg_buffer *out);

#endif
