/*
 * check_findings.h: the findings of check-bounds in each form, and the JSON that its views have in common.
 */
#ifndef RUNGATE_REPORT_CHECK_FINDINGS_H
#define RUNGATE_REPORT_CHECK_FINDINGS_H

#include "rungate/format/json_write.h"
#include "rungate/judge/findings.h"
#include "rungate/report/table.h"

/* The paths to name, by enum rg_check_file. */
struct rg_check_paths {
    const char *path[RG_CHECK_FILE_COUNT];
};

/*
 * Text: one line a finding, "file:line: rule C: key: message", then notes, then a total. Markdown: the total as
 * a heading, notes, a table. JSON: {"ok", "gated", "excluded", "failures": [{"rule", "key", "message", "file",
 * "line"}], "notes": [{"key", "message"}]}.
 * Errors: MEMORY.
 */
bool rg_check_print(const struct rg_findings *findings, const struct rg_check_paths *paths, enum rg_form form,
                    struct rg_buffer *out, struct rg_error *err);

/* Begin the JSON of a view, or with NULL of the findings: "view", "ok", "findings", "gated", …; and end it. */
void rg_view_open(struct rg_json_writer *w, const char *view, const struct rg_findings *findings,
                  struct rg_buffer *out);
void rg_view_close(struct rg_json_writer *w);

/* {"hi": 0.5, "lo": 0.25}; null when it is not there */
void rg_view_bucket(struct rg_json_writer *w, const char *name, bool there, const struct rg_bucket *bucket);

#endif
