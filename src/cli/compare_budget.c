/*
 * On a placeholder nothing is compared, and budgets hold all the same.
 */
#include "cli/compare.h"
#include "rungate/report/budgets.h"

static bool say_line(const struct compare_work *work, const struct rg_budget_line *line, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    rg_budget_sentence(line, work->verdict.budgets.tier, &text);
    bool ok = rg_buffer_check(&text, err);
    if (ok)
        rg_tool_say(work->tool, "%s", rg_buffer_text(&text));
    rg_buffer_release(&text);
    return ok;
}

/* Judge one run, in place of what was judged before. */
static bool judge_run(struct compare_work *work, size_t run, struct rg_error *err)
{
    struct rg_judge_input input = rg_compare_input(work);

    input.current = &work->runs[run];
    rg_verdict_release(&work->verdict);
    return rg_judge(&input, &work->verdict, err);
}

/* Judge all runs; the verdict is that of the worst, whose index is set. */
static bool judge_runs(struct compare_work *work, size_t *ret_worst, struct rg_error *err)
{
    enum rg_exit worst = RG_EXIT_PASS;

    *ret_worst = 0;
    for (size_t i = 0; i < work->run_count; i++) {
        if (!judge_run(work, i, err))
            return rg_error_prefix(err, "'%s'", work->names[i]);
        if (rg_verdict_exit(&work->verdict) > worst) {
            worst = rg_verdict_exit(&work->verdict);
            *ret_worst = i;
        }
    }
    return judge_run(work, *ret_worst, err);
}

int rg_compare_budgets(struct compare_work *work)
{
    struct rg_error error = {0};
    const struct rg_budget_result *budgets = &work->verdict.budgets;
    size_t worst;

    if (!judge_runs(work, &worst, &error) || !rg_compare_files(work, &error) ||
        !rg_compare_annotate(work, &error))
        return rg_tool_fail(work->tool, &error);
    for (size_t i = 0; i < budgets->count; i++) {
        const struct rg_budget_line *line = &budgets->lines[i];
        if ((line->exceeded || line->missing) && !say_line(work, line, &error))
            return rg_tool_fail(work->tool, &error);
    }
    if (budgets->missing > 0 || budgets->exceeded > 0)
        rg_tool_say(work->tool,
                    "no block is printed: of %zu budgets, in '%s' %zu are exceeded and %zu have no reading",
                    budgets->count, work->names[worst], budgets->exceeded, budgets->missing);
    else
        rg_tool_say(work->tool, "all %zu budgets kept, tier %s", budgets->count, rg_tier_name(budgets->tier));
    return (int)rg_verdict_exit(&work->verdict);
}
