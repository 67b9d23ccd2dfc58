/*
 * compare_output.h: a result of compare, printed in one form and written in others.
 */
#ifndef RUNGATE_CLI_COMPARE_OUTPUT_H
#define RUNGATE_CLI_COMPARE_OUTPUT_H

#include "cli/compare_options.h"
#include "cli/tool.h"
#include "rungate/report/style.h"
#include "rungate/report/table.h"

/* How to print, and where to write. */
struct compare_style {
    const struct rg_tool *tool;
    enum rg_form form;    /* that is printed: one of the first three */
    struct rg_style text; /* what the terminal can show, and is asked to */
    bool annotates;       /* asked for, or auto and in GitHub's CI */
    const char *report;   /* these four: a path, or NULL */
    const char *junit;
    const char *html;
    const char *summary;
};

/* The `render` of a struct rg_verdict. */
bool compare_render_verdict(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                            struct rg_buffer *out, struct rg_error *err);

struct compare_style compare_style(const struct rg_tool *tool, const struct compare_arguments *arguments);

/*
 * A result. `render` appends it in a form; Markdown has at most `limit` bytes. Errors: MEMORY, and its own.
 */
struct compare_result {
    const void *subject;
    bool (*render)(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                   struct rg_buffer *out, struct rg_error *err);
};

/* Print it in the requested form. Errors: OUTPUT, and those of the result. */
bool compare_print(const struct compare_style *style, const struct compare_result *result,
                   struct rg_error *err);

/* Write --report and --junit, and append to --summary. Errors: OUTPUT, and those of the result. */
bool compare_write(const struct compare_style *style, const struct compare_result *result,
                   struct rg_error *err);

/* Write --html, which `render` makes in any form. Errors: OUTPUT, and those of the result. */
bool compare_write_html(const struct compare_style *style, const struct compare_result *result,
                        struct rg_error *err);

/* Append to --summary what the result has for the room that is left there. Errors: as above. */
bool compare_append_summary(const struct compare_style *style, const struct compare_result *result,
                            struct rg_error *err);

/* Print the annotations on the error stream, where they are wanted. Errors: as above. */
bool compare_annotate(const struct compare_style *style, const struct compare_result *result,
                      struct rg_error *err);

#endif
