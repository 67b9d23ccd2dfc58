/*
 * compare_rows.h: the rows of a verdict: their class, their order and the text of their cells. Every form
 * prints these.
 */
#ifndef RUNGATE_REPORT_COMPARE_ROWS_H
#define RUNGATE_REPORT_COMPARE_ROWS_H

#include "report/junit.h"
#include "rungate/judge/compare.h"
#include "rungate/report/annotations.h"
#include "rungate/report/table.h"

/* The classes of rows, in the order in which they are shown. */
enum rg_row_kind {
    RG_ROW_REGRESSED,
    RG_ROW_WAIVED,
    RG_ROW_UNCONFIRMED,
    RG_ROW_NOT_JUDGED,
    RG_ROW_IMPROVED,
    RG_ROW_WITHIN,
    RG_ROW_KIND_COUNT
};

/* What a class is in each form. */
struct rg_row_class {
    const char *title;
    enum rg_paint paint;
    enum rg_junit_result junit;
    enum rg_level level;
    bool folded; /* in Markdown */
};

enum rg_row_kind rg_row_kind(const struct rg_row *row);
const struct rg_row_class *rg_row_class(enum rg_row_kind kind);

/* The rows of a verdict by class, in each the most telling first. */
struct rg_order {
    const struct rg_row **rows;
    size_t start[RG_ROW_KIND_COUNT + 1];
};

/* Errors: MEMORY. Free with rg_order_release(). */
bool rg_order_rows(const struct rg_verdict *verdict, struct rg_order *ret, struct rg_error *err);
void rg_order_release(struct rg_order *order);

/*
 * The table of the rows, a section for each class. The text shows of a long section only the first rows,
 * Markdown no more than can be in `limit` bytes.
 */
void rg_rows_table(const struct rg_order *order, enum rg_form form, size_t limit, bool bars,
                   struct rg_table *ret);

/* The note, and what is known of why: status, waiver, observations. Appended unescaped. */
void rg_row_note(const struct rg_row *row, struct rg_buffer *out);

/* The cells of a row from its baseline to how far it is from its trip point, with a bar for that where it can be
 * shown. */
void rg_row_cells(const struct rg_row *row, bool bars, struct rg_table *table);

/* "0.21391 -> 4.2781 ms (+1900.0%), trips above 0.5", appended unescaped. */
void rg_row_readings(const struct rg_row *row, struct rg_buffer *out);

/* The same, and the note. Appended unescaped. */
void rg_row_sentence(const struct rg_row *row, struct rg_buffer *out);

#endif
