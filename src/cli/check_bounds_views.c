#include "cli/check_bounds_views.h"

#include "rungate/base/file.h"
#include "rungate/judge/derive.h"
#include "rungate/report/check_diff.h"
#include "rungate/report/check_edges.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/check_sensitivity.h"
#include "rungate/report/check_table.h"

#include <math.h>

static bool render_findings(const struct check_bounds_arguments *a, const struct rg_findings *findings,
                            struct rg_buffer *out, struct rg_error *err)
{
    struct rg_check_paths paths = {.path = {
                                       [RG_CHECK_BASELINE] = a->baseline.path,
                                       [RG_CHECK_THRESHOLDS] = a->thresholds.path,
                                       [RG_CHECK_SURFACE] = a->metrics.path,
                                       [RG_CHECK_LADDERS] = RG_PATH_LADDERS,
                                   }};

    return rg_check_print(findings, &paths, (enum rg_form)a->format, out, err);
}

/* --max-slower: 1 when a baseline got slower by more, 2 when there is none of which that could be said. */
static void judge_slowest(const struct rg_tool *tool, double max_slower,
                          const struct rg_check_slowest *slowest, int *ret_exit)
{
    if (slowest->compared == 0) {
        rg_tool_say(tool,
                    "'--max-slower' has nothing to judge: no key has a value in both baselines, in one unit");
        *ret_exit = RG_EXIT_CANNOT_JUDGE;
        return;
    }
    if (slowest->key == NULL || !(slowest->pct > max_slower))
        return;
    if (isinf(slowest->pct))
        rg_tool_say(tool, "the baseline of '%s' got slower beyond any percentage that '--max-slower' allows",
                    slowest->key);
    else
        rg_tool_say(
            tool,
            "the baseline of '%s' got slower by %.4g %%, more than the %.15g %% that '--max-slower' allows",
            slowest->key, slowest->pct, max_slower);
    *ret_exit = *ret_exit == RG_EXIT_PASS ? RG_EXIT_FAIL : *ret_exit;
}

/* A view in place of the findings; these are counted on the error stream, since they set the status. */
static bool render_view(const struct rg_tool *tool, const struct check_bounds_arguments *a,
                        const struct check_bounds_subject *s, struct rg_buffer *out, int *ret_exit,
                        struct rg_error *err)
{
    enum rg_form form = (enum rg_form)a->format;
    struct rg_check_slowest slowest = {0};
    bool ok = true;
    bool all = true;

    if (a->table)
        ok = rg_check_table(s->input, s->findings, form, out, err);
    else if (a->sensitivity > 0)
        ok = rg_check_sensitivity(s->input, s->findings, a->sensitivity, form, out, err);
    else if (a->suggest_edges > 0)
        ok = rg_check_edges(s->input, s->findings, a->suggest_edges, form, out, &all, err);
    else if (a->diff != NULL)
        ok = rg_check_diff(s->input, s->findings, s->old, form, out, &slowest, err);
    else
        return render_findings(a, s->findings, out, err);
    if (ok && s->findings->count > 0)
        rg_tool_say(tool, "%zu finding%s; run it without the view to see %s", s->findings->count,
                    s->findings->count == 1 ? "" : "s", s->findings->count == 1 ? "it" : "them");
    if (ok && !all) {
        rg_tool_say(tool, "no set of added edges brings every key down to %.15gx", a->suggest_edges);
        *ret_exit = *ret_exit == RG_EXIT_PASS ? RG_EXIT_FAIL : *ret_exit;
    }
    if (ok && a->max_slower.given)
        judge_slowest(tool, a->max_slower.value, &slowest, ret_exit);
    return ok;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void say_derivation(const struct rg_tool *tool, const struct rg_findings *findings,
                           const struct rg_derivation *done)
{
    for (size_t i = 0; i < findings->gate_count; i++) {
        const struct rg_gate *gate = &findings->gates[i];
        if (rg_gate_is_derived(gate) && rg_gate_is_unbounded(gate))
            rg_tool_say(tool, "no bound for '%s': rule %s", gate->key->key, rg_rule_letter(gate->stopped_by));
    }
    for (size_t i = 0; i < done->lowered_count; i++) {
        const struct rg_lowered *l = &done->lowered[i];
        rg_tool_say(tool,
                    "the percentage of '%s' is lowered from %.15g to %.15g: its trip point is only %.4g %% "
                    "above the baseline, and the percentage would decide",
                    l->key, l->from, l->to, l->limit);
    }
    if (done->left > 0)
        rg_tool_say(tool, "%zu other finding%s; run without --derive to list %s", done->left,
                    done->left == 1 ? " remains" : "s remain", done->left == 1 ? "it" : "them");
    rg_tool_say(tool, "%zu bound%s derived, %zu override%s changed or added, %zu key%s without a bound",
                done->derived, plural(done->derived), done->changed, plural(done->changed), done->unbounded,
                plural(done->unbounded));
}

/* The status is that of what is printed: findings about the bounds that were derived anew are gone. */
static bool derive(const struct rg_tool *tool, const struct check_bounds_arguments *a,
                   const struct check_bounds_subject *s, int *ret_exit, struct rg_error *err)
{
    struct rg_derivation done = {0};
    struct rg_buffer text;

    if (s->findings->placeholder)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "nothing to derive bounds from: the baseline '%s' is a placeholder",
                            a->baseline.path);
    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = rg_derive(s->input, s->findings, s->thresholds, &text, &done, err) &&
              (a->output == NULL ? rg_tool_print(tool, &text, err)
                                 : rg_file_write(a->output, text.data, text.length, err));
    rg_buffer_release(&text);
    if (ok) {
        say_derivation(tool, s->findings, &done);
        if (*ret_exit != RG_EXIT_CANNOT_JUDGE)
            *ret_exit = done.unbounded > 0 || done.left > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
    }
    rg_derivation_release(&done);
    return ok;
}

bool check_bounds_print(const struct rg_tool *tool, const struct check_bounds_arguments *a,
                        const struct check_bounds_subject *s, int *ret_exit, struct rg_error *err)
{
    struct rg_buffer text;

    if (a->derive)
        return derive(tool, a, s, ret_exit, err);
    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = render_view(tool, a, s, &text, ret_exit, err) && rg_tool_print(tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}
