#include "report/compare_total.h"

#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"

void rg_total_counts(const struct rg_summary *summary, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%zu compared, %zu missing, %zu excluded, %zu new", summary->compared,
                     summary->missing, summary->excluded, summary->fresh);
    if (summary->no_threshold > 0)
        rg_buffer_printf(out, ", %zu without threshold", summary->no_threshold);
    if (summary->no_data > 0)
        rg_buffer_printf(out, ", %zu without data", summary->no_data);
    if (summary->inconclusive > 0)
        rg_buffer_printf(out, ", %zu inconclusive", summary->inconclusive);
    if (summary->waived > 0)
        rg_buffer_printf(out, ", %zu waived", summary->waived);
    rg_buffer_printf(out, "; %zu improved", summary->improvements);
}

/* "4 no_data, 2 without a threshold" */
static void put_reasons(const struct rg_summary *s, struct rg_buffer *out)
{
    const char *separator = "";

    for (enum rg_unjudged why = 0; why < RG_UNJUDGED_COUNT; why++) {
        if (s->unjudged[why] == 0)
            continue;
        rg_buffer_printf(out, "%s%zu %s", separator, s->unjudged[why], rg_unjudged_text(why));
        separator = ", ";
    }
}

bool rg_total_is_partial(const struct rg_verdict *verdict)
{
    const struct rg_summary *s = &verdict->summary;
    size_t chosen = s->judged + s->unjudged[RG_UNJUDGED_EXCLUDED];

    return rg_verdict_exit(verdict) == RG_EXIT_PASS && !verdict->baseline->placeholder &&
           (chosen < s->keys || verdict->other_profile || verdict->other_window);
}

bool rg_total_is_ungated(const struct rg_verdict *verdict)
{
    return rg_verdict_exit(verdict) == RG_EXIT_PASS && verdict->baseline->placeholder;
}

static void put_pass(const struct rg_verdict *verdict, struct rg_buffer *out)
{
    const struct rg_summary *s = &verdict->summary;
    bool all = s->judged == s->keys;

    rg_buffer_puts(out, "PASS");
    if (verdict->other_profile)
        rg_buffer_printf(out, ", under another profile%s than the baseline's",
                         verdict->other_window ? " and window" : "");
    else if (verdict->other_window)
        rg_buffer_puts(out, ", under another window than the baseline's");
    if (!all)
        rg_buffer_printf(out, ", with %zu of %zu keys NOT judged: %zu judged", s->keys - s->judged, s->keys,
                         s->judged);
    else if (s->keys == 1)
        rg_buffer_puts(out, ": the only key of the baseline judged");
    else
        rg_buffer_printf(out, ": all %zu keys of the baseline judged", s->keys);
    if (s->forgiven > 0)
        rg_buffer_printf(out, ", %zu regressed but waived", s->forgiven);
    else
        rg_buffer_puts(out, ", none regressed");
}

static void put_placeholder(const struct rg_verdict *verdict, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%s: NOTHING WAS GATED%s, the baseline is a placeholder",
                     rg_verdict_exit(verdict) == RG_EXIT_FAIL ? "FAIL" : "NOT GATED",
                     verdict->budgets.count > 0 ? " but the budgets" : "");
    rg_budgets_total(&verdict->budgets, out);
}

void rg_total_verdict(const struct rg_verdict *verdict, struct rg_buffer *out)
{
    const struct rg_summary *s = &verdict->summary;

    if (verdict->baseline->placeholder && rg_verdict_doubt(verdict) == NULL) {
        put_placeholder(verdict, out);
        return;
    }
    switch (rg_verdict_exit(verdict)) {
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_printf(out, "CANNOT JUDGE: %s", rg_verdict_doubt(verdict));
        break;
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu keys regressed", s->regressions, s->keys);
        rg_budgets_total(&verdict->budgets, out);
        break;
    case RG_EXIT_PASS:
        put_pass(verdict, out);
        rg_budgets_total(&verdict->budgets, out);
        break;
    }
    if (s->judged == s->keys)
        return;
    if (rg_verdict_exit(verdict) == RG_EXIT_PASS)
        rg_buffer_puts(out, "; not judged: ");
    else
        rg_buffer_printf(out, "; %zu of %zu keys NOT judged: ", s->keys - s->judged, s->keys);
    put_reasons(s, out);
}
