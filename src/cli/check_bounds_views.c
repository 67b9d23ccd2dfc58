#include "cli/check_bounds.h"
#include "rungate/base/file.h"
#include "rungate/judge/derive.h"
#include "rungate/report/check_diff.h"
#include "rungate/report/check_edges.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/check_sensitivity.h"
#include "rungate/report/check_table.h"

static bool render_findings(const struct check_bounds_work *w, struct rg_buffer *out, struct rg_error *err)
{
    const struct check_bounds_arguments *a = &w->arguments;
    struct rg_check_paths paths = {.path = {
                                       [RG_CHECK_BASELINE] = a->baseline.path,
                                       [RG_CHECK_THRESHOLDS] = a->thresholds.path,
                                       [RG_CHECK_SURFACE] = a->metrics.path,
                                   }};

    return rg_check_print(&w->findings, &paths, (enum rg_form)a->format, out, err);
}

/* A view in place of the findings; these are counted on the error stream, since they set the status. */
static bool render_view(const struct check_bounds_work *w, struct rg_buffer *out, int *ret_exit,
                        struct rg_error *err)
{
    const struct check_bounds_arguments *a = &w->arguments;
    enum rg_form form = (enum rg_form)a->format;
    bool ok = true;
    bool all = true;

    if (a->table)
        ok = rg_check_table(&w->input, &w->findings, form, out, err);
    else if (a->sensitivity > 0)
        ok = rg_check_sensitivity(&w->input, &w->findings, a->sensitivity, form, out, err);
    else if (a->suggest_edges > 0)
        ok = rg_check_edges(&w->input, &w->findings, a->suggest_edges, form, out, &all, err);
    else if (a->diff != NULL)
        ok = rg_check_diff(&w->input, &w->findings, &w->old, form, out, err);
    else
        return render_findings(w, out, err);
    if (ok && w->findings.count > 0)
        rg_tool_say(w->tool, "%zu finding%s; run it without the view to see %s", w->findings.count,
                    w->findings.count == 1 ? "" : "s", w->findings.count == 1 ? "it" : "them");
    if (ok && !all) {
        rg_tool_say(w->tool, "some keys stay above %.15gx, whatever edges are added", a->suggest_edges);
        *ret_exit = *ret_exit == RG_EXIT_PASS ? RG_EXIT_FAIL : *ret_exit;
    }
    return ok;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void say_derivation(const struct check_bounds_work *w, const struct rg_derivation *done)
{
    for (size_t i = 0; i < w->findings.gate_count; i++) {
        const struct rg_gate *gate = &w->findings.gates[i];
        if (rg_gate_is_derived(gate) && rg_gate_is_unbounded(gate))
            rg_tool_say(w->tool, "no bound for '%s': rule %s", gate->key->key,
                        rg_rule_letter(gate->stopped_by));
    }
    for (size_t i = 0; i < done->lowered_count; i++) {
        const struct rg_lowered *l = &done->lowered[i];
        rg_tool_say(w->tool,
                    "the percentage of '%s' is lowered from %.15g to %.15g: its trip point is only %.4g %% above "
                    "the baseline, and the percentage would decide",
                    l->key, l->from, l->to, l->limit);
    }
    if (done->left > 0)
        rg_tool_say(w->tool,
                    "%zu finding%s about something else than bounds %s; run it without --derive to see",
                    done->left, done->left == 1 ? "" : "s", done->left == 1 ? "is left" : "are left");
    rg_tool_say(w->tool, "%zu bound%s derived, %zu override%s changed or added, %zu key%s without a bound",
                done->derived, plural(done->derived), done->changed, plural(done->changed), done->unbounded,
                plural(done->unbounded));
}

/*
 * What it prints is judged, not what it read: findings about the bounds that it has mended are gone.
 */
static bool derive(const struct check_bounds_work *w, int *ret_exit, struct rg_error *err)
{
    const char *path = w->arguments.output;
    struct rg_derivation done = {0};
    struct rg_buffer text;

    if (w->findings.placeholder)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "nothing to derive bounds from: the baseline '%s' is a placeholder",
                            w->arguments.baseline.path);
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = rg_derive(&w->input, &w->findings, w->document, &text, &done, err) &&
              (path == NULL ? rg_tool_print(w->tool, &text, err)
                            : rg_file_write(path, text.data, text.length, err));
    rg_buffer_release(&text);
    if (ok) {
        say_derivation(w, &done);
        if (*ret_exit != RG_EXIT_CANNOT_JUDGE)
            *ret_exit = done.unbounded > 0 || done.left > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
    }
    rg_derivation_release(&done);
    return ok;
}

bool rg_check_bounds_print(const struct check_bounds_work *w, int *ret_exit, struct rg_error *err)
{
    struct rg_buffer text;

    if (w->arguments.derive)
        return derive(w, ret_exit, err);
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = render_view(w, &text, ret_exit, err) && rg_tool_print(w->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}
