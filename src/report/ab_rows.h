/*
 * ab_rows.h: the rows of an A/B verdict: the class of each key, and its text in every form.
 */
#ifndef RUNGATE_REPORT_AB_ROWS_H
#define RUNGATE_REPORT_AB_ROWS_H

#include "report/junit.h"
#include "rungate/judge/ab.h"
#include "rungate/report/annotations.h"
#include "rungate/report/style.h"

struct rg_ab_class {
    enum rg_paint paint;
    enum rg_junit_result junit;
    enum rg_level level;
};

const struct rg_ab_class *rg_ab_class(enum rg_ab_kind kind);

/* The key that is shown after `key`, kind by kind, in each by name; NULL begins, and ends. */
const struct rg_ab_row *rg_ab_next(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key);

/* "12.4", ">=30000", "-"; in parentheses where it counts for nothing. */
struct rg_text rg_ab_reading(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t side,
                             size_t round);

/* "REGRESSION: B is at least 44.5 % slower, on average 50.2 %" */
void rg_ab_sentence(const struct rg_ab_row *key, struct rg_buffer *out);

/* "20 keys in 9 of 10 rounds: 1 REGRESSION, 19 no difference shown" */
void rg_ab_counts_line(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

/* "FAIL: 1 of 20 keys regressed" */
void rg_ab_total(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

#endif
