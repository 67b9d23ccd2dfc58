/*
 * html_axis.h: the logarithmic axis of a chart on an HTML page. Positions are from 0 to RG_AXIS_WIDTH.
 */
#ifndef RUNGATE_REPORT_HTML_AXIS_H
#define RUNGATE_REPORT_HTML_AXIS_H

#include "rungate/model/ladder.h"

#include <stdbool.h>
#include <stddef.h>

enum { RG_AXIS_WIDTH = 1000, RG_AXIS_TICKS_MAX = 32 };

/* What an axis must show. Initialise with `{0}`. Only values above 0 have a place on it. */
struct rg_range {
    double min;
    double max;
    bool any;
};

void rg_range_add(struct rg_range *range, double value);

struct rg_axis {
    const struct rg_ladder *ladder; /* NULL: the ticks are round numbers */
    double low;                     /* the ends, above 0 */
    double high;
    size_t first; /* of the ladder's edges, those in [first, last) lie on the axis, the ends included */
    size_t last;
    double
        step; /* without a ladder: the distance of ticks; 0 where the range is wide, then they are 1, 2, 5, 10, … */
};

/*
 * An axis that shows the range, which is not empty. With a ladder its ends are edges, a bucket more than is
 * needed on each side; beyond the ladder's own ends it goes on for one usual step.
 */
void rg_axis_init(struct rg_axis *axis, const struct rg_ladder *ladder, const struct rg_range *range);

/* The position of a value; what lies beyond an end is there. */
double rg_axis_at(const struct rg_axis *axis, double value);

/* A place on the axis that has a label. */
struct rg_tick {
    double value;
    double at;
    bool wide; /* there is no room for it where the page is narrow */
};

/* The labels that do not touch each other. Returns how many there are. */
size_t rg_axis_ticks(const struct rg_axis *axis, struct rg_tick ret[RG_AXIS_TICKS_MAX]);

#endif
