/*
 * On a placeholder nothing is compared, and budgets hold all the same.
 */
#include "compare.h"
#include "rungate/report.h"

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

int rg_compare_budgets(struct compare_work *work)
{
    struct rg_error error = {0};
    struct rg_judge_input input = rg_compare_input(work);
    const struct rg_budget_result *budgets = &work->verdict.budgets;

    work->verdict.baseline = &work->baseline;
    work->verdict.current = &work->runs[0];
    work->verdict.placeholder = true;
    if (!rg_judge_budgets(&input, &work->verdict, &error) || !rg_compare_files(work, &error) ||
        !rg_compare_annotate(work, &error))
        return rg_tool_fail(work->tool, &error);
    for (size_t i = 0; i < budgets->count; i++) {
        const struct rg_budget_line *line = &budgets->lines[i];
        if ((line->exceeded || line->missing) && !say_line(work, line, &error))
            return rg_tool_fail(work->tool, &error);
    }
    if (budgets->missing > 0 || budgets->exceeded > 0)
        rg_tool_say(work->tool, "no block is printed: %zu of %zu budgets exceeded, %zu without a reading",
                    budgets->exceeded, budgets->count, budgets->missing);
    else
        rg_tool_say(work->tool, "all %zu budgets kept, tier %s", budgets->count, rg_tier_name(budgets->tier));
    return (int)rg_verdict_exit(&work->verdict);
}
