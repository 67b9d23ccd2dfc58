/*
 * check_bounds_views.h: what check-bounds prints.
 */
#ifndef RUNGATE_CLI_CHECK_BOUNDS_VIEWS_H
#define RUNGATE_CLI_CHECK_BOUNDS_VIEWS_H

#include "cli/tool.h"
#include "rungate/judge/check.h"
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
    struct rg_percent max_slower;
    int format; /* enum rg_form */
    struct rg_instant today;
    struct rg_span max_placeholder_age;
    bool require_baseline;
    bool derive;
    bool table;
};

/* What a view is made from. */
struct check_bounds_subject {
    const struct rg_check_input *input;
    const struct rg_findings *findings;
    const struct rg_timings *old;         /* of --diff */
    const struct rg_json_doc *thresholds; /* to derive from */
};

/*
 * Print the findings, or the view that was asked for. *ret_exit, which holds what the findings come to,
 * becomes what the view makes of it. Errors: CONFLICT, a placeholder to derive from; OUTPUT; those of the
 * view.
 */
bool check_bounds_print(const struct rg_tool *tool, const struct check_bounds_arguments *arguments,
                        const struct check_bounds_subject *subject, int *ret_exit, struct rg_error *err);

#endif
