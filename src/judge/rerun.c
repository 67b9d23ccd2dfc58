#include "judge/rerun.h"

#include "judge/row.h"
#include "rungate/judge/sound.h"

/* Nothing speaks against the reading; it does not matter which way. */
static bool is_usable(const struct rg_row *again)
{
    enum rg_status status = again->current.has_value ? again->current.metric->status : RG_STATUS_NO_DATA;

    return again->current.value > 0 && rg_row_differs(again) == RG_ROW_SAME && rg_row_has_bounds(again) &&
           (status == RG_STATUS_GOOD || status == RG_STATUS_SATURATED || status == RG_STATUS_BELOW_LADDER);
}

/*
 * A reading that does not fire clears only with observations behind it: at least half of the baseline's, or of the
 * run's when those are not known. When either are, it must say how many it has.
 */
static bool can_clear(const struct rg_row *row, const struct rg_row *again)
{
    double expected = row->baseline_samples >= 0 ? row->baseline_samples : row->current_samples;

    if (row->context.kind == RG_KEY_VALUE || expected < 0)
        return true;
    if (!(again->current_samples > 0) || rg_row_is_inconclusive(again))
        return false;
    return row->baseline_samples >= 0 || again->current_samples >= RG_CONCLUSIVE_SHARE * expected;
}

bool rg_is_confirmed(const struct rg_judge_input *input, struct rg_row *row)
{
    row->reruns_asked = input->rerun_count;
    for (size_t i = 0; i < input->rerun_count; i++) {
        struct rg_row again = *row;
        rg_row_read(&again, &input->reruns[i]);
        if (rg_rerun_unusable(&input->reruns[i]) != NULL || !is_usable(&again))
            continue;
        again.kind = rg_row_decide(&again);
        if (again.kind != RG_CASE_REGRESSION && !can_clear(row, &again))
            continue;
        row->reruns_usable++;
        row->reruns_fired += again.kind == RG_CASE_REGRESSION;
        row->reruns_beyond += again.kind == RG_CASE_REGRESSION && row->waiver != NULL &&
                              row->waiver->has_max && rg_row_is_beyond(&again, row->waiver);
    }
    return 2 * (1 + row->reruns_fired) > 1 + row->reruns_usable;
}
