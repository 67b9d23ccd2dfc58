/*
 * html_chart.h: a chart on an HTML page: inline SVG on a logarithmic axis, with the shares of one or two
 * distributions, and below them a lane of marks for each reading.
 *
 * Text keeps its size and everything else follows the width of the page: what has a shape is placed in per
 * cent, and lines and areas lie in an inner picture that is stretched. Marks differ by shape as well as by
 * colour; html_page.c has the shapes and what they mean.
 */
#ifndef RUNGATE_REPORT_HTML_CHART_H
#define RUNGATE_REPORT_HTML_CHART_H

#include "report/html_axis.h"
#include "rungate/base/buffer.h"
#include "rungate/model/series_counts.h"

#include <stdbool.h>
#include <stddef.h>

/* A ladder with more edges than this between the ends of an axis is drawn without its distributions. */
enum { RG_CHART_EDGES_MAX = 400 };

enum rg_mark {
    RG_MARK_BEFORE,   /* the baseline's reading, or A's */
    RG_MARK_AFTER,    /* the current reading, or B's */
    RG_MARK_FIRED,    /* the same, beyond its trip point */
    RG_MARK_AT_LEAST, /* beside another: it is this or more */
    RG_MARK_AT_MOST,  /* it is this or less */
    RG_MARK_VOID,     /* a reading that counts for nothing */
    RG_MARK_TRIP
};

struct rg_chart {
    struct rg_buffer *out;
    const struct rg_axis *axis;
    size_t number;     /* of the chart on its page */
    size_t lane_count; /* that follow */
    /* Of these two `above` is NULL where there is nothing to draw; NULL when neither is drawn. */
    const struct rg_series_counts *before;
    const struct rg_series_counts *after;
    size_t lanes; /* that were drawn */
};

/*
 * Append the beginning, with the title and the description for those who do not see it, the distributions and
 * the axis. `unit` and the texts are outside text.
 */
void rg_chart_begin(const struct rg_chart *chart, const char *title, const char *description,
                    const char *unit);

/* The next lane, and what is in it. A label that is too long for its place is cut. */
void rg_chart_lane(struct rg_chart *chart, const char *label);
void rg_chart_band(const struct rg_chart *chart, double low, double high);
void rg_chart_link(const struct rg_chart *chart, double from, double to);
void rg_chart_mark(const struct rg_chart *chart, enum rg_mark mark, double value);

/* A short line for each value: the runs of a baseline, the rounds of an experiment. */
void rg_chart_runs(const struct rg_chart *chart, const double *values, size_t count);

/* A trip point that holds for all lanes. */
void rg_chart_line(const struct rg_chart *chart, double value);

void rg_chart_end(const struct rg_chart *chart);

/* Append a coordinate: a tenth is enough, and "-0" is "0". */
void rg_chart_number(struct rg_buffer *out, double value);

/* The top of the scale of shares: the least of 1 %, 2 %, 5 %, … 100 % that is not below `share`. */
double rg_chart_top(double share);

/* The counts have something to draw on that ladder. */
bool rg_chart_draws(const struct rg_series_counts *counts);

/* Let the range hold each bucket in which there are observations. */
void rg_chart_range(struct rg_range *range, const struct rg_ladder *ladder,
                    const struct rg_series_counts *counts);

#endif
