#include "cli/compare.h"
#include "rungate/report/replay.h"

static int finish(const struct compare_work *work, const struct rg_replay *replay)
{
    for (size_t i = 0; i < replay->runs->count; i++) {
        const struct rg_verdict *verdict = &replay->verdicts[i];
        for (size_t j = 0; j < verdict->warning_count; j++)
            rg_tool_say(work->tool, "warning: '%s': %s", replay->runs->names[i], verdict->warnings[j]);
    }
    return (int)rg_replay_exit(replay);
}

int rg_compare_replay(const struct compare_work *work)
{
    struct rg_runs runs = {.items = work->runs, .names = work->names, .count = work->run_count};
    struct rg_judge_input input = {
        .baseline = &work->baseline,
        .thresholds = &work->thresholds,
        .surface = work->has_surface ? &work->surface : NULL,
        .ladders = work->has_ladders ? &work->ladders : NULL,
        .today_s = rg_compare_today(work),
    };
    struct rg_replay replay = {0};
    struct rg_error error = {0};
    struct rg_buffer text;
    int status;

    if (work->baseline.placeholder) {
        (void)rg_error_set(&error, RG_ERROR_CONFLICT,
                           "'%s' is a placeholder: there is no gate to replay the runs against",
                           work->arguments.baseline.path);
        return rg_tool_fail(work->tool, &error);
    }
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    if (rg_runs_apart(&runs, &error) && rg_replay(&input, &runs, &replay, &error) &&
        rg_replay_report(&replay, (enum rg_form)work->arguments.format, &text, &error) &&
        rg_tool_print(work->tool, &text, &error))
        status = finish(work, &replay);
    else
        status = rg_tool_fail(work->tool, &error);
    rg_buffer_release(&text);
    rg_replay_release(&replay);
    return status;
}
