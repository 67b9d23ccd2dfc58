#include "rungate/judge/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool rg_verdict_warn(struct rg_verdict *v, struct rg_error *err, const char *format, ...)
{
    char text[RG_ERROR_SIZE];
    va_list args;

    if (v->warning_count == v->warning_capacity) {
        size_t capacity = v->warning_capacity == 0 ? 8 : v->warning_capacity * 2;
        const char **warnings = realloc(v->warnings, capacity * sizeof *warnings);
        if (warnings == NULL)
            return rg_error_memory(err);
        v->warnings = warnings;
        v->warning_capacity = capacity;
    }
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    v->warnings[v->warning_count] = rg_arena_strdup(&v->arena, text);
    return v->warnings[v->warning_count++] != NULL || rg_error_memory(err);
}

void rg_verdict_release(struct rg_verdict *verdict)
{
    free(verdict->warnings);
    rg_arena_release(&verdict->arena);
    *verdict = (struct rg_verdict){0};
}

static const struct {
    const char *name;
    const char *text;
} others[] = {
#define X(id, name, text) {name, text},
    RG_UNJUDGED_MAP(X)
#undef X
};

const char *rg_unjudged_name(enum rg_unjudged why)
{
    if (why == RG_UNJUDGED_STATUS)
        return "missing";
    return why <= RG_UNJUDGED_OTHER ? rg_status_name((enum rg_status)why)
                                    : others[why - RG_UNJUDGED_OTHER - 1].name;
}

const char *rg_unjudged_text(enum rg_unjudged why)
{
    if (why == RG_UNJUDGED_STATUS)
        return "not captured";
    return why <= RG_UNJUDGED_OTHER ? rg_status_name((enum rg_status)why)
                                    : others[why - RG_UNJUDGED_OTHER - 1].text;
}

/*
 * Fewer than asked for were judged, of the keys that can be. A workload without traffic for a key is a fact and
 * no fault of the capture.
 */
static bool are_few(const struct rg_verdict *verdict)
{
    const struct rg_summary *s = &verdict->summary;
    size_t idle = s->unjudged[(size_t)RG_UNJUDGED_STATUS + (size_t)RG_STATUS_NO_TRAFFIC];

    return s->regressions == 0 && s->judgeable > idle &&
           (double)s->judged < verdict->min_compared * (double)(s->judgeable - idle);
}

enum rg_doubt rg_verdict_unsound(const struct rg_verdict *verdict)
{
    const struct rg_summary *s = &verdict->summary;

    if (verdict->baseline->placeholder && verdict->require_baseline)
        return RG_DOUBT_PLACEHOLDER;
    if (verdict->budgets.missing > 0)
        return RG_DOUBT_BUDGET;
    if (verdict->baseline->placeholder)
        return RG_DOUBT_NONE;
    if (s->compared == 0)
        return RG_DOUBT_NOTHING;
    if (s->inconclusive > 0 && s->decided == 0)
        return RG_DOUBT_INCONCLUSIVE;
    return are_few(verdict) ? RG_DOUBT_FEW : RG_DOUBT_NONE;
}

enum rg_exit rg_verdict_exit(const struct rg_verdict *verdict)
{
    if (rg_verdict_unsound(verdict) != RG_DOUBT_NONE)
        return RG_EXIT_CANNOT_JUDGE;
    return verdict->summary.regressions > 0 || verdict->budgets.exceeded > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}

bool rg_row_is_comparable(const struct rg_row *row)
{
    return row->baseline.has_value && row->current.has_value && row->kind != RG_CASE_MISMATCH;
}

bool rg_row_is_no_reading(const struct rg_row *row)
{
    bool above_0 = row->current.ladder != NULL || row->context.kind == RG_KEY_MEAN;

    return row->current.has_value && above_0 && !(row->current.value > 0) && row->baseline.value > 0;
}

bool rg_row_pct(const struct rg_row *row, double *ret_pct)
{
    if (!rg_row_is_comparable(row) || !(row->baseline.value > 0))
        return false;
    *ret_pct = 100 * (row->current.value - row->baseline.value) / row->baseline.value;
    return isfinite(*ret_pct);
}

bool rg_row_same_bucket(const struct rg_row *row, struct rg_bucket *ret)
{
    const struct rg_ladder *ladder = row->baseline.ladder;
    struct rg_bucket current;

    if (!rg_row_is_comparable(row) || ladder == NULL || row->current.saturated ||
        !rg_ladder_bucket(ladder, row->baseline.value, ret) ||
        !rg_ladder_bucket(ladder, row->current.value, &current))
        return false;
    return current.hi == ret->hi;
}

bool rg_row_floor(const struct rg_row *row, struct rg_floor *ret)
{
    return row->baseline.has_value && row->limits.abs_source != RG_BOUND_NONE &&
           rg_floor_find(&row->context, row->baseline.ladder, row->baseline.value, row->limits.trip, ret);
}
