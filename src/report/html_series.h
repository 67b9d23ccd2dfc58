/*
 * html_series.h: the rows of a verdict by series: the quantiles and the mean of one histogram together.
 */
#ifndef RUNGATE_REPORT_HTML_SERIES_H
#define RUNGATE_REPORT_HTML_SERIES_H

#include "report/compare_rows.h"

/* Keys that differ only in what follows their last dot. */
struct rg_html_series {
    const char *base; /* the beginning of a key, `base_length` bytes of it */
    size_t base_length;
    const struct rg_row **rows; /* the quantiles, then the mean */
    size_t count;
    const struct rg_row *worst; /* that comes first in the order of the verdict */
    size_t place;               /* its place there */
};

/* Worst first. */
struct rg_html_series_list {
    struct rg_html_series *items;
    size_t count;
    const struct rg_row **rows; /* of all series */
};

/* Errors: MEMORY. Free with rg_html_series_release(). */
bool rg_html_series_find(const struct rg_order *order, size_t row_count, struct rg_html_series_list *ret,
                         struct rg_error *err);
void rg_html_series_release(struct rg_html_series_list *list);

/* What follows the base in a key of the series: "p95"; the key itself when it has no dot. */
const char *rg_html_series_label(const struct rg_html_series *series, const struct rg_row *row);

#endif
