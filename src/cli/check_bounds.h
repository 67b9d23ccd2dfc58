/*
 * check_bounds.h: what the parts of the check-bounds command share: the arguments, and everything that was
 * read.
 */
#ifndef RUNGATE_CHECK_BOUNDS_H
#define RUNGATE_CHECK_BOUNDS_H

#include "cli/tool.h"
#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

struct check_bounds_arguments {
    struct rg_path baseline;
    struct rg_path thresholds;
    struct rg_path metrics;
    struct rg_list ladders;
    const char *output;
    const char *diff; /* the older baseline */
    double sensitivity;
    double suggest_edges;
    int format; /* enum rg_form */
    struct rg_instant today;
    struct rg_span max_placeholder_age;
    bool require_baseline;
    bool derive;
    bool table;
};

struct check_bounds_work {
    const struct rg_tool *tool;
    struct check_bounds_arguments arguments;
    struct rg_json_doc *document; /* of the thresholds, to derive from; else NULL */
    struct rg_timings baseline;
    struct rg_timings old; /* of --diff */
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_faults baseline_faults;
    struct rg_faults threshold_faults;
    struct rg_faults old_faults;
    struct rg_check_input input;
    struct rg_findings findings;
};

/* check_bounds_views.c */

/*
 * Print the findings, or the view that was asked for. *ret_exit, which holds what the findings come to,
 * becomes what the view makes of it.
 */
bool rg_check_bounds_print(const struct check_bounds_work *work, int *ret_exit, struct rg_error *err);

#endif
