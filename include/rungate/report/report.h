/*
 * report.h: a verdict in each form. Every renderer reads the same struct rg_verdict and appends to a buffer;
 * none decides anything.
 */
#ifndef RUNGATE_REPORT_H
#define RUNGATE_REPORT_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/judge/compare.h"

#include <stdbool.h>

/* What the reader's terminal can show. */
struct rg_style {
    bool color;
    bool bars; /* UTF-8: show where a reading stands as a bar */
    const char
        *prefix; /* of the commands' names in what is to be typed: "rungate-" when installed, else "" */
};

/* For people: regressions first, then what was not judged, improvements, the rest, and a total. Errors:
 * MEMORY. */
bool rg_report_text(const struct rg_verdict *verdict, struct rg_style style, struct rg_buffer *out,
                    struct rg_error *err);

/* A GitHub step summary holds this much, in bytes. */
#define RG_SUMMARY_MAX ((size_t)1024 * 1024)

/* GitHub-flavoured Markdown, at most `limit` bytes long: it says which rows it left out. Errors: MEMORY. */
bool rg_report_markdown(const struct rg_verdict *verdict, size_t limit, struct rg_buffer *out,
                        struct rg_error *err);

/* JUnit XML: one test case a key. What was not judged is skipped, a verdict in doubt an error. Errors:
 * MEMORY. */
bool rg_report_junit(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* GitHub's ::error and ::warning lines: at most ten, then one that counts the rest. Errors: MEMORY. */
bool rg_report_annotations(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

/* "span.x.p95: 21 us, must be below 20 (max_us, tier dedicated): OVER BUDGET": on one line, unescaped. */
void rg_budget_sentence(const struct rg_budget_line *line, enum rg_tier tier, struct rg_buffer *out);

/* One such line; `level` is "error" or "warning". */
void rg_annotation(const char *level, const char *title, const char *message, struct rg_buffer *out);

/* regression-report.json. Errors: MEMORY. */
bool rg_report_json(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
