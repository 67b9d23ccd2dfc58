#include "cli/compare.h"

#include "cli/compare_ab.h"
#include "cli/compare_block.h"
#include "cli/compare_page.h"
#include "cli/results.h"
#include "rungate/report/doubt.h"
#include "rungate/report/explain.h"
#include "rungate/report/html_replay.h"
#include "rungate/report/replay.h"

static bool print_explanation(const struct compare_style *style, const struct compare_arguments *a,
                              const struct compare_inputs *inputs, const struct rg_verdict *verdict,
                              struct rg_error *err)
{
    struct rg_explain_paths paths = compare_explain_paths(style, a, inputs);
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = rg_explain(verdict, compare_surface(inputs), &paths, a->explain, &text, err) &&
              rg_tool_print(style->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}

/*
 * Print and write the verdict in each form that was asked for: files first, so that the verdict stands last.
 */
static bool output(const struct compare_style *style, const struct compare_arguments *a,
                   const struct compare_inputs *inputs, const struct rg_verdict *verdict,
                   struct rg_error *err)
{
    const struct compare_result result = {verdict, compare_render_verdict};

    for (size_t i = 0; i < verdict->warning_count; i++)
        rg_tool_say(style->tool, "warning: %s", verdict->warnings[i]);
    return compare_write(style, &result, err) && compare_page(style, a, inputs, verdict, err) &&
           (a->explain != NULL ? print_explanation(style, a, inputs, verdict, err)
                               : compare_print(style, &result, err)) &&
           compare_annotate(style, &result, err);
}

static int judge(const struct compare_style *style, const struct compare_arguments *a,
                 const struct compare_inputs *inputs)
{
    struct rg_judge_input input = compare_judge_input(a, inputs);
    struct rg_verdict verdict = {0};
    struct rg_error error = {0};
    int status;

    if (rg_judge(&input, &verdict, &error) && output(style, a, inputs, &verdict, &error)) {
        if (rg_verdict_doubt(&verdict) != NULL)
            rg_tool_say(style->tool, "%s", rg_verdict_doubt(&verdict));
        status = (int)rg_verdict_exit(&verdict);
    } else {
        status = rg_tool_fail(style->tool, &error);
    }
    rg_verdict_release(&verdict);
    return status;
}

static void say_warnings(const struct rg_tool *tool, const char *name, const struct rg_verdict *verdict)
{
    for (size_t i = 0; i < verdict->warning_count; i++)
        rg_tool_say(tool, "warning: '%s': %s", name, verdict->warnings[i]);
}

static bool render_replay(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                          struct rg_buffer *out, struct rg_error *err)
{
    (void)style, (void)limit;
    return rg_replay_report(subject, form, out, err);
}

static bool render_replay_page(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                               struct rg_buffer *out, struct rg_error *err)
{
    (void)form, (void)style, (void)limit;
    return rg_html_replay(subject, out, err);
}

/* Judge each run by itself and print the matrix. */
static int replay(const struct compare_style *style, const struct compare_arguments *a,
                  const struct compare_inputs *inputs)
{
    struct rg_judge_input input = compare_judge_input(a, inputs);
    struct rg_replay done = {0};
    const struct compare_result result = {&done, render_replay};
    const struct compare_result page = {&done, render_replay_page};
    struct rg_error error = {0};
    int status;

    if (inputs->baseline.placeholder)
        (void)rg_error_set(&error, RG_ERROR_CONFLICT,
                           "'%s' is a placeholder: there is no gate to replay the runs against",
                           a->baseline.path);
    if (!inputs->baseline.placeholder && rg_replay(&input, &inputs->runs, &done, &error) &&
        compare_write_html(style, &page, &error) && compare_print(style, &result, &error)) {
        for (size_t i = 0; i < inputs->runs.count; i++)
            say_warnings(style->tool, inputs->runs.names[i], &done.verdicts[i]);
        status = (int)rg_replay_exit(&done);
    } else {
        status = rg_tool_fail(style->tool, &error);
    }
    rg_replay_release(&done);
    return status;
}

static int run(const struct rg_tool *tool, const struct compare_arguments *a, struct compare_inputs *inputs)
{
    struct compare_style style = compare_style(tool, a);
    struct rg_error error = {0};

    if (!compare_check_arguments(a, &error))
        return rg_tool_fail(tool, &error);
    if (a->print_void)
        return compare_void(tool, a);
    if (!results_remove(a->report, &error) || !results_remove(a->junit, &error) ||
        !results_remove(a->html, &error))
        return rg_tool_fail(tool, &error);
    bool read = compare_read(tool, a, inputs, &error);
    bool wants_block =
        a->ab.count == 0 && !a->replay && !a->require_baseline && (a->paste || inputs->baseline.placeholder);
    if (!read)
        /* What cannot be read cannot become a baseline either, and the summary must say so. */
        return wants_block && error.code == RG_ERROR_FORMAT ? compare_refuse_block(&style, error.message)
                                                            : rg_tool_fail(tool, &error);
    if (a->ab.count == 0 && !compare_check_runs(a, inputs, &error))
        return wants_block ? compare_refuse_block(&style, error.message) : rg_tool_fail(tool, &error);
    if (wants_block)
        return compare_block(&style, a, inputs);
    if (a->ab.count > 0)
        return compare_ab(&style, a, inputs);
    return a->replay ? replay(&style, a, inputs) : judge(&style, a, inputs);
}

int rg_compare_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &rg_compare_command, .out = out, .err = err};
    struct compare_arguments arguments = {0};
    struct compare_inputs inputs = {0};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &arguments, &status))
        status = run(&tool, &arguments, &inputs);
    compare_inputs_release(&inputs);
    rg_options_release(&rg_compare_command, &arguments);
    return status;
}
