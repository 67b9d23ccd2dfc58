/*
 * report_order.h: which rows a report for people shows, and in which order. Private to the renderers.
 */
#ifndef RUNGATE_REPORT_ORDER_H
#define RUNGATE_REPORT_ORDER_H

#include "rungate/judge/compare.h"

#include <stddef.h>

enum rg_section {
    RG_SECTION_REGRESSED,
    RG_SECTION_WAIVED,
    RG_SECTION_NOT_JUDGED,
    RG_SECTION_IMPROVED,
    RG_SECTION_WITHIN,
    RG_SECTION_COUNT
};

/* "regressed", … */
const char *rg_section_title(enum rg_section section);

/* The rows of each section, most telling first. */
struct rg_order {
    const struct rg_row **rows; /* all rows, section after section */
    size_t start[RG_SECTION_COUNT + 1];
};

/* How many rows a section of the text shows; the Markdown has room for more. */
size_t rg_section_shown(enum rg_section section, size_t total);

/* Errors: MEMORY. Free with rg_order_release(). */
bool rg_order_rows(const struct rg_verdict *verdict, struct rg_order *ret, struct rg_error *err);
void rg_order_release(struct rg_order *order);

/*
 * How far a reading has gone from its baseline (0) to its trip point (1); more when it is past. False when it
 * is undefined.
 */
bool rg_row_reach(const struct rg_row *row, double *ret_reach);

#endif
