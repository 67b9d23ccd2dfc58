/*
 * ab_rows.h: the rows of an A/B verdict: the class of each key, and its text in every form.
 */
#ifndef RUNGATE_REPORT_AB_ROWS_H
#define RUNGATE_REPORT_AB_ROWS_H

#include "report/junit.h"
#include "rungate/judge/ab_verdict.h"
#include "rungate/report/annotations.h"
#include "rungate/report/table.h"

struct rg_ab_class {
    enum rg_paint paint;
    enum rg_junit_result junit;
    enum rg_level level;
};

const struct rg_ab_class *rg_ab_class(enum rg_ab_kind kind);

/* "12.4", ">=30000", "<=5", "-"; in parentheses where it counts for nothing. */
struct rg_text rg_ab_reading(const struct rg_ab_verdict *verdict, const struct rg_ab_row *key, size_t side,
                             size_t round);

/* A difference d as a change: "+4.2 %"; from ten times on as a factor: "12.3x". */
struct rg_text rg_ab_change_text(const struct rg_ab_row *key, double d);

/* "-3.3 % to +5.8 %": the interval of the mean difference. */
struct rg_text rg_ab_interval_text(const struct rg_ab_row *key);

/* "REGRESSION: B is 50.2 % slower in the median round, …" */
void rg_ab_sentence(const struct rg_ab_row *key, struct rg_buffer *out);

/* All keys, a row each, in a section for each kind. Text has what was found in few words, Markdown the whole note. */
void rg_ab_table(const struct rg_ab_verdict *verdict, enum rg_form form, struct rg_table *ret);

/* "20 keys in 9 of 10 rounds: 1 REGRESSION, 19 no difference shown" */
void rg_ab_counts_line(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

/* "FAIL: 1 of 20 judged keys regressed" */
void rg_ab_total(const struct rg_ab_verdict *verdict, struct rg_buffer *out);

#endif
