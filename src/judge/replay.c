#include "rungate/judge/replay.h"

#include "rungate/base/sorted.h"

#include <math.h>

static enum rg_replayed result_of(const struct rg_row *row)
{
    if (row->regressed)
        return RG_REPLAYED_FIRED;
    return row->kind >= RG_CASE_REGRESSION && !row->inconclusive ? RG_REPLAYED_PASSED
                                                                 : RG_REPLAYED_NOT_JUDGED;
}

static void note(struct rg_replay *replay, struct rg_replay_row *to, const struct rg_row *row, size_t run)
{
    enum rg_replayed result = result_of(row);

    to->unit = row->unit;
    to->results[run] = result;
    to->judged += result != RG_REPLAYED_NOT_JUDGED;
    replay->judged_in_run[run] += result != RG_REPLAYED_NOT_JUDGED;
    replay->judged += result != RG_REPLAYED_NOT_JUDGED && to->judged == 1;
    replay->fired += result == RG_REPLAYED_FIRED && to->fired == 0;
    to->fired += result == RG_REPLAYED_FIRED;
    if (row->current.has_value) {
        to->max = to->has_max ? fmax(to->max, row->current.value) : row->current.value;
        to->min = to->has_max ? fmin(to->min, row->current.value) : row->current.value;
        to->has_max = true;
    }
    if (row->limits.abs_source != RG_BOUND_NONE) {
        to->has_trip = true;
        to->trip = row->limits.trip;
        to->higher = row->limits.higher;
    }
}

/* A row for each key of the baseline that has a value and is not excluded. */
static bool make_rows(const struct rg_judge_input *input, struct rg_replay *replay, struct rg_error *err)
{
    const struct rg_timings *baseline = input->baseline;

    replay->rows = rg_arena_array(&replay->arena, baseline->metric_count, sizeof *replay->rows);
    replay->judged_in_run =
        rg_arena_array(&replay->arena, replay->runs->count, sizeof *replay->judged_in_run);
    replay->verdicts = rg_arena_array(&replay->arena, replay->runs->count, sizeof *replay->verdicts);
    if (replay->rows == NULL || replay->judged_in_run == NULL || replay->verdicts == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < baseline->metric_count; i++) {
        const struct rg_metric *metric = &baseline->metrics[i];
        if (!metric->has_value ||
            (input->surface != NULL && rg_surface_exclusion(input->surface, metric->key) != NULL))
            continue;
        struct rg_replay_row *row = &replay->rows[replay->row_count++];
        *row = (struct rg_replay_row){.key = metric->key, .unit = metric->unit, .baseline = metric->value};
        row->results = rg_arena_array(&replay->arena, replay->runs->count, sizeof *row->results);
        if (row->results == NULL)
            return rg_error_memory(err);
    }
    return true;
}

static bool judge_run(const struct rg_judge_input *input, size_t run, struct rg_replay *replay,
                      struct rg_error *err)
{
    struct rg_judge_input one = *input;
    struct rg_verdict *verdict = &replay->verdicts[run];

    one.current = &replay->runs->items[run];
    one.rerun_count = 0;
    if (!rg_judge(&one, verdict, err))
        return rg_error_prefix(err, "'%s'", replay->runs->names[run]);
    for (size_t i = 0; i < replay->row_count; i++) {
        struct rg_replay_row *row = &replay->rows[i];
        note(replay, row,
             rg_sorted_find(verdict->rows, verdict->summary.total, sizeof *verdict->rows, row->key), run);
    }
    return true;
}

bool rg_replay(const struct rg_judge_input *input, const struct rg_runs *runs, struct rg_replay *ret,
               struct rg_error *err)
{
    struct rg_replay replay = {.runs = runs};
    bool ok = make_rows(input, &replay, err);

    for (size_t i = 0; i < runs->count && ok; i++)
        ok = judge_run(input, i, &replay, err);
    if (ok)
        *ret = replay;
    else
        rg_replay_release(&replay);
    return ok;
}

void rg_replay_release(struct rg_replay *replay)
{
    for (size_t i = 0; replay->verdicts != NULL && i < replay->runs->count; i++)
        rg_verdict_release(&replay->verdicts[i]);
    rg_arena_release(&replay->arena);
    *replay = (struct rg_replay){0};
}

const char *rg_replay_doubt(const struct rg_replay *replay)
{
    for (size_t i = 0; i < replay->runs->count; i++) {
        if (replay->judged_in_run[i] == 0)
            return replay->runs->names[i];
    }
    return NULL;
}

enum rg_exit rg_replay_exit(const struct rg_replay *replay)
{
    if (rg_replay_doubt(replay) != NULL)
        return RG_EXIT_CANNOT_JUDGE;
    return replay->fired > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}
