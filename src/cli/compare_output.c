#include "cli/compare.h"
#include "rungate/base/file.h"
#include "rungate/report/compare_ci.h"
#include "rungate/report/compare_json.h"
#include "rungate/report/compare_text.h"
#include "rungate/report/explain.h"
#include "rungate/report/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value of a variable that is set and not empty, or NULL. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The first of the usual three that is set names the character set. */
static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = variable(names[i]);
        if (value != NULL)
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL ||
                   strstr(value, "utf-8") != NULL;
    }
    return false;
}

struct rg_style rg_compare_style(const struct compare_work *work)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(fileno(work->tool->out)) == 1 && term != NULL && strcmp(term, "dumb") != 0;

    return (struct rg_style){
        .color = work->arguments.color == COMPARE_ALWAYS ||
                 (work->arguments.color == COMPARE_AUTO && terminal && variable("NO_COLOR") == NULL),
        .bars = terminal && locale_is_utf8(),
        .prefix = rg_tool_prefix(work->tool),
    };
}

bool rg_compare_annotates(const struct compare_work *work)
{
    const char *github = getenv("GITHUB_ACTIONS");

    if (work->arguments.annotate != COMPARE_ANNOTATE_AUTO)
        return work->arguments.annotate == COMPARE_ANNOTATE_GITHUB;
    return github != NULL && strcmp(github, "true") == 0;
}

bool rg_compare_append_summary(const struct compare_work *work, const void *subject,
                               bool (*render)(const void *subject, size_t limit, struct rg_buffer *out,
                                              struct rg_error *err),
                               struct rg_error *err)
{
    const char *path = work->arguments.summary;
    struct rg_buffer text;
    bool ok;

    if (path == NULL)
        return true;
    size_t there = rg_file_size(path);
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    ok = render(subject, there < RG_SUMMARY_MAX ? RG_SUMMARY_MAX - there : 0, &text, err) &&
         rg_file_append(path, text.data, text.length, err);
    rg_buffer_release(&text);
    return ok;
}

static bool render_markdown(const void *subject, size_t limit, struct rg_buffer *out, struct rg_error *err)
{
    return rg_report_markdown(subject, limit, out, err);
}

/* Write one form to its own file. */
static bool write_form(const struct compare_work *work, const char *path,
                       bool (*render)(const struct rg_verdict *, struct rg_buffer *, struct rg_error *),
                       struct rg_error *err)
{
    struct rg_buffer text;
    bool ok;

    if (path == NULL)
        return true;
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    ok = render(&work->verdict, &text, err) && rg_file_write(path, text.data, text.length, err);
    rg_buffer_release(&text);
    return ok;
}

bool rg_compare_annotate(const struct compare_work *work, struct rg_error *err)
{
    struct rg_buffer text;
    bool ok;

    if (!rg_compare_annotates(work))
        return true;
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    ok = rg_report_annotations(&work->verdict, &text, err);
    if (ok)
        (void)fputs(rg_buffer_text(&text), work->tool->err);
    rg_buffer_release(&text);
    return ok;
}

static bool render_verdict(const struct compare_work *work, struct rg_buffer *out, struct rg_error *err)
{
    const struct compare_arguments *a = &work->arguments;
    struct rg_explain_paths paths = {
        .timings = work->names[0],
        .baseline = a->baseline.path,
        .thresholds = a->thresholds.path,
        .surface = a->metrics.path,
        .ladders = a->ladders.items,
        .ladder_count = a->ladders.count,
        .prefix = rg_tool_prefix(work->tool),
    };

    if (a->explain != NULL)
        return rg_explain(&work->verdict, work->has_surface ? &work->surface : NULL, &paths, a->explain, out,
                          err);
    return rg_report_print(&work->verdict, (enum rg_form)a->format, rg_compare_style(work), out, err);
}

static bool print_verdict(const struct compare_work *work, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = render_verdict(work, &text, err) && rg_tool_print(work->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}

bool rg_compare_files(const struct compare_work *work, struct rg_error *err)
{
    return write_form(work, work->arguments.report, rg_report_json, err) &&
           write_form(work, work->arguments.junit, rg_report_junit, err) &&
           rg_compare_append_summary(work, &work->verdict, render_markdown, err);
}

bool rg_compare_output(const struct compare_work *work, struct rg_error *err)
{
    for (size_t i = 0; i < work->verdict.warning_count; i++)
        rg_tool_say(work->tool, "warning: %s", work->verdict.warnings[i]);
    return rg_compare_files(work, err) && print_verdict(work, err) && rg_compare_annotate(work, err);
}
