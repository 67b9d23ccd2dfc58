#include "cli/compare_block.h"

#include "cli/compare_page.h"
#include "cli/compare_refresh.h"
#include "rungate/judge/days.h"
#include "rungate/judge/spread.h"
#include "rungate/model/timings_copy.h"
#include "rungate/report/annotations.h"
#include "rungate/report/block.h"
#include "rungate/report/budgets.h"

#include <string.h>
#include <time.h>

/* A block, and the captures that it is made of. */
struct block {
    struct rg_buffer text;
    const struct rg_runs *runs;
    const struct rg_surface *surface;
};

static bool render_block(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                         struct rg_buffer *out, struct rg_error *err)
{
    const struct block *block = subject;

    (void)form, (void)style; /* only the summary has it */
    rg_block_markdown(&block->text, limit, out);
    rg_block_without_reading(block->runs, block->surface, limit, out);
    return rg_buffer_check(out, err);
}

/* Markdown, and one annotation. */
static bool render_refusal(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                           struct rg_buffer *out, struct rg_error *err)
{
    (void)style;
    if (form == RG_FORM_ANNOTATIONS)
        rg_annotation(RG_LEVEL_ERROR, "baseline NOT refreshable from this run", subject, out);
    else
        rg_block_refused_markdown(subject, limit, out);
    return rg_buffer_check(out, err);
}

/* Nothing on the standard output: `compare … > baseline-timings.json` must not leave a plausible file. */
int compare_refuse_block(const struct compare_style *style, const char *why)
{
    const struct compare_result result = {why, render_refusal};
    struct rg_error error = {0};

    rg_tool_say(style->tool, "baseline NOT refreshable from this run: %s; fix that and run it again", why);
    return compare_annotate(style, &result, &error) && compare_append_summary(style, &result, &error)
               ? RG_EXIT_CANNOT_JUDGE
               : rg_tool_fail(style->tool, &error);
}

/* Judge the budgets on every run; the verdict is that of the worst, whose index is set. */
static bool judge_runs(const struct compare_arguments *a, const struct compare_inputs *inputs,
                       struct rg_verdict *ret, size_t *ret_worst, struct rg_error *err)
{
    struct rg_judge_input input = compare_judge_input(a, inputs);

    input.rerun_count = 0;
    for (size_t i = 0; i < inputs->runs.count; i++) {
        struct rg_verdict one = {0};
        input.current = &inputs->runs.items[i];
        if (!rg_judge(&input, &one, err))
            return rg_error_prefix(err, "'%s'", inputs->runs.names[i]);
        if (i > 0 && rg_verdict_exit(&one) <= rg_verdict_exit(ret)) {
            rg_verdict_release(&one);
            continue;
        }
        rg_verdict_release(ret);
        *ret = one;
        *ret_worst = i;
    }
    return true;
}

/* A line for each budget that is not kept. */
static bool say_lines(const struct rg_tool *tool, const struct rg_budget_result *budgets,
                      struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    for (size_t i = 0; i < budgets->count; i++) {
        const struct rg_budget_line *line = &budgets->lines[i];
        if (!line->exceeded && !line->missing)
            continue;
        rg_buffer_clear(&text);
        rg_budget_sentence(line, budgets->tier, &text);
        if (rg_buffer_ok(&text))
            rg_tool_say(tool, "%s", rg_buffer_text(&text));
    }
    bool ok = rg_buffer_check(&text, err);
    rg_buffer_release(&text);
    return ok;
}

/* On a placeholder nothing is compared, and each form says so; budgets hold all the same. */
static int judge_budgets(const struct compare_style *style, const struct compare_arguments *a,
                         const struct compare_inputs *inputs)
{
    struct rg_verdict verdict = {0};
    struct compare_result result = {&verdict, compare_render_verdict};
    const struct rg_budget_result *budgets = &verdict.budgets;
    struct rg_error error = {0};
    size_t worst = 0;
    int status;

    if (judge_runs(a, inputs, &verdict, &worst, &error) && compare_write(style, &result, &error) &&
        compare_annotate(style, &result, &error) && say_lines(style->tool, budgets, &error)) {
        status = (int)rg_verdict_exit(&verdict);
        if (budgets->missing > 0 || budgets->exceeded > 0)
            rg_tool_say(
                style->tool,
                "no block is printed: of %zu budgets, in '%s' %zu are exceeded and %zu have no reading",
                budgets->count, inputs->runs.names[worst], budgets->exceeded, budgets->missing);
        else if (budgets->count > 0)
            rg_tool_say(style->tool, "all %zu budgets kept, tier %s", budgets->count,
                        rg_tier_name(budgets->tier));
    } else {
        status = rg_tool_fail(style->tool, &error);
    }
    rg_verdict_release(&verdict);
    return status;
}

/* Too few runs, and runs of several commits, still make a baseline. */
static void warn(const struct rg_tool *tool, const struct rg_runs *runs)
{
    const char *first = runs->items[0].git_sha;
    struct rg_days days = {0};

    if (runs->count > 1 && runs->count < RG_SPREAD_RUNS_MIN)
        rg_tool_say(tool,
                    "warning: %zu runs are too few to derive the bounds from their spread; %d are enough",
                    runs->count, RG_SPREAD_RUNS_MIN);
    for (size_t i = 0; i < runs->count; i++)
        rg_days_add(&days, runs->items[i].captured_at);
    if (rg_days_are_few(&days))
        rg_tool_say(tool, "warning: " RG_DAYS_NOTE, days.runs, days.count, days.count == 1 ? "" : "s");
    for (size_t i = 1; i < runs->count; i++) {
        const char *sha = runs->items[i].git_sha;
        if (first != NULL && sha != NULL && strcmp(first, sha) != 0)
            rg_tool_say(tool, "warning: '%s' is from commit %s, '%s' from %s", runs->names[0], first,
                        runs->names[i], sha);
    }
}

/* Whether the captures can become a baseline. Errors: CONFLICT when they cannot; MEMORY. */
static bool are_whole(const struct rg_runs *runs, const struct rg_surface *surface, struct rg_error *err)
{
    return runs->count > 1 ? rg_runs_agree(runs, surface, err)
                           : rg_run_is_whole(&runs->items[0], runs->names[0], surface, err);
}

static bool print_block(const struct compare_style *style, const struct compare_arguments *a,
                        const struct compare_inputs *inputs, const struct rg_surface *surface,
                        struct rg_error *err)
{
    struct block block = {.runs = &inputs->runs, .surface = surface};
    const struct compare_result result = {&block, render_block};

    rg_buffer_init(&block.text, RG_OUTPUT_MAX);
    bool ok = (inputs->document != NULL ? rg_timings_copy(inputs->document, surface, &block.text, err)
                                        : rg_runs_merge(&inputs->runs, surface, &block.text, err)) &&
              compare_append_summary(style, &result, err) && rg_tool_print(style->tool, &block.text, err);
    if (ok && a->paste)
        compare_warn_of_refresh(style->tool, a, inputs, &block.text);
    rg_buffer_release(&block.text);
    return ok;
}

/* On a placeholder: what was measured, and why it cannot become the baseline when it cannot. */
static bool write_page(const struct compare_style *style, const struct compare_arguments *a,
                       const struct compare_inputs *inputs, const struct rg_surface *surface,
                       struct rg_error *err)
{
    struct rg_verdict verdict = {0};
    struct rg_error why = {0};
    size_t worst = 0;

    if (a->paste || style->html == NULL)
        return true;
    bool ok = judge_runs(a, inputs, &verdict, &worst, err) &&
              (are_whole(&inputs->runs, surface, &why) ||
               rg_verdict_warn(&verdict, err, "this run cannot become a baseline: %s", why.message)) &&
              compare_page(style, a, inputs, &verdict, err);
    rg_verdict_release(&verdict);
    return ok;
}

int compare_block(const struct compare_style *style, const struct compare_arguments *a,
                  const struct compare_inputs *inputs)
{
    /* Excluded keys are left out of a refresh, not of a first block, which is the capture as it is. */
    const struct rg_surface *surface = a->paste ? compare_surface(inputs) : NULL;
    struct rg_error error = {0};

    if (!write_page(style, a, inputs, surface, &error))
        return rg_tool_fail(style->tool, &error);
    if (!are_whole(&inputs->runs, surface, &error))
        return error.code == RG_ERROR_CONFLICT ? compare_refuse_block(style, error.message)
                                               : rg_tool_fail(style->tool, &error);
    int status = a->paste ? RG_EXIT_PASS : judge_budgets(style, a, inputs);
    if (status != RG_EXIT_PASS)
        return status;
    if (!print_block(style, a, inputs, surface, &error))
        return rg_tool_fail(style->tool, &error);
    warn(style->tool, &inputs->runs);
    if (!a->paste)
        rg_tool_say(style->tool, "PLACEHOLDER baseline '%s': NOTHING WAS GATED", a->baseline.path);
    rg_tool_say(style->tool, "%sthe standard output is the baseline to review and commit as '%s'",
                a->paste ? "nothing was judged: " : "", a->baseline.path);
    return RG_EXIT_PASS;
}

int compare_void(const struct rg_tool *tool, const struct compare_arguments *a)
{
    struct rg_error error = {0};
    struct rg_buffer block;

    rg_buffer_init(&block, RG_OUTPUT_MAX);
    bool ok = rg_block_void(a->today.given ? a->today.unix_s : (long long)time(NULL), &block, &error) &&
              rg_tool_print(tool, &block, &error);
    rg_buffer_release(&block);
    if (!ok)
        return rg_tool_fail(tool, &error);
    rg_tool_say(tool, "the standard output is a PLACEHOLDER: committed as '%s', it gates NOTHING",
                a->baseline.path);
    return RG_EXIT_PASS;
}
