#include "cli/compare_output.h"

#include "rungate/base/file.h"
#include "rungate/report/compare_forms.h"
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

struct compare_style compare_style(const struct rg_tool *tool, const struct compare_arguments *a)
{
    const char *term = getenv("TERM");
    const char *github = getenv("GITHUB_ACTIONS");
    bool terminal = isatty(fileno(tool->out)) == 1 && term != NULL && strcmp(term, "dumb") != 0;
    bool in_github = github != NULL && strcmp(github, "true") == 0;

    return (struct compare_style){
        .tool = tool,
        .form = (enum rg_form)a->format,
        .text = {.color = a->color == COMPARE_ALWAYS ||
                          (a->color == COMPARE_AUTO && terminal && variable("NO_COLOR") == NULL),
                 .bars = terminal && locale_is_utf8(),
                 .prefix = rg_tool_prefix(tool)},
        .annotates =
            a->annotate == COMPARE_ANNOTATE_GITHUB || (a->annotate == COMPARE_ANNOTATE_AUTO && in_github),
        .report = a->report,
        .junit = a->junit,
        .html = a->html,
        .summary = a->summary,
    };
}

bool compare_render_verdict(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                            struct rg_buffer *out, struct rg_error *err)
{
    return rg_report_print(subject, form, style, limit, out, err);
}

static bool render(const struct compare_style *style, const struct compare_result *result, enum rg_form form,
                   size_t limit, struct rg_buffer *ret, struct rg_error *err)
{
    rg_buffer_init(ret, RG_OUTPUT_MAX);
    return result->render(result->subject, form, style->text, limit, ret, err);
}

bool compare_print(const struct compare_style *style, const struct compare_result *result,
                   struct rg_error *err)
{
    struct rg_buffer text;
    bool ok = render(style, result, style->form, RG_OUTPUT_MAX, &text, err) &&
              rg_tool_print(style->tool, &text, err);

    rg_buffer_release(&text);
    return ok;
}

/* Write one form to its own file. */
static bool write_form(const struct compare_style *style, const struct compare_result *result,
                       const char *path, enum rg_form form, struct rg_error *err)
{
    struct rg_buffer text;

    if (path == NULL)
        return true;
    bool ok = render(style, result, form, RG_OUTPUT_MAX, &text, err) &&
              rg_file_write(path, text.data, text.length, err);
    rg_buffer_release(&text);
    return ok;
}

bool compare_write_html(const struct compare_style *style, const struct compare_result *result,
                        struct rg_error *err)
{
    return write_form(style, result, style->html, RG_FORM_TEXT, err);
}

bool compare_append_summary(const struct compare_style *style, const struct compare_result *result,
                            struct rg_error *err)
{
    struct rg_buffer text;

    if (style->summary == NULL)
        return true;
    size_t there = rg_file_size(style->summary);
    size_t room = there < RG_SUMMARY_MAX ? RG_SUMMARY_MAX - there : 0;
    bool ok = render(style, result, RG_FORM_MARKDOWN, room, &text, err) &&
              rg_file_append(style->summary, text.data, text.length, err);
    rg_buffer_release(&text);
    return ok;
}

bool compare_write(const struct compare_style *style, const struct compare_result *result,
                   struct rg_error *err)
{
    return write_form(style, result, style->report, RG_FORM_JSON, err) &&
           write_form(style, result, style->junit, RG_FORM_JUNIT, err) &&
           compare_append_summary(style, result, err);
}

bool compare_annotate(const struct compare_style *style, const struct compare_result *result,
                      struct rg_error *err)
{
    struct rg_buffer text;

    if (!style->annotates)
        return true;
    bool ok = render(style, result, RG_FORM_ANNOTATIONS, RG_OUTPUT_MAX, &text, err);
    if (ok)
        (void)fputs(rg_buffer_text(&text), style->tool->err);
    rg_buffer_release(&text);
    return ok;
}
