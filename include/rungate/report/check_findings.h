/*
 * bounds_report.h: the findings of check-bounds in each form.
 */
#ifndef RUNGATE_BOUNDS_REPORT_H
#define RUNGATE_BOUNDS_REPORT_H

#include "rungate/base/buffer.h"
#include "rungate/judge/findings.h"

/* The paths to name, by enum rg_bounds_file. */
struct rg_bounds_paths {
    const char *path[RG_BOUNDS_FILE_COUNT];
};

/* One line a finding, "file:line: rule C: key: message", then a total. Errors: MEMORY. */
bool rg_bounds_text(const struct rg_findings *findings, const struct rg_bounds_paths *paths,
                    struct rg_buffer *out, struct rg_error *err);

/* GitHub-flavoured Markdown: the total as a heading, a table of the findings. Errors: MEMORY. */
bool rg_bounds_markdown(const struct rg_findings *findings, const struct rg_bounds_paths *paths,
                        struct rg_buffer *out, struct rg_error *err);

/* {"ok", "gated", "excluded", "failures": [{"rule", "key", "message", "file", "line"}]}. Errors: MEMORY. */
bool rg_bounds_json(const struct rg_findings *findings, const struct rg_bounds_paths *paths,
                    struct rg_buffer *out, struct rg_error *err);

#endif
