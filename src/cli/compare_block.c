#include "cli/compare.h"
#include "rungate/judge/spread.h"
#include "rungate/model/runs.h"
#include "rungate/report/annotations.h"
#include "rungate/report/block.h"

#include <string.h>
#include <time.h>

/* The surface whose exclusions are left out: of a refresh, not of a first block, which is the capture as it
 * is. */
static const struct rg_surface *surface_of(const struct compare_work *work)
{
    return work->arguments.paste && work->has_surface ? &work->surface : NULL;
}

static bool render_block(const void *subject, size_t limit, struct rg_buffer *out, struct rg_error *err)
{
    rg_block_markdown(subject, limit, out);
    return rg_buffer_check(out, err);
}

static bool render_refusal(const void *subject, size_t limit, struct rg_buffer *out, struct rg_error *err)
{
    rg_block_refused_markdown(subject, limit, out);
    return rg_buffer_check(out, err);
}

/* Nothing on the standard output: `compare … > baseline-timings.json` must not leave a plausible file. */
int rg_compare_refuse_block(const struct compare_work *work, const char *why)
{
    struct rg_error error = {0};
    struct rg_buffer line;

    rg_tool_say(work->tool, "baseline NOT refreshable from this run: %s; mend that and run it again", why);
    rg_buffer_init(&line, RG_BUFFER_UNLIMITED);
    if (rg_compare_annotates(work)) {
        rg_annotation(RG_LEVEL_ERROR, "baseline NOT refreshable from this run", why, &line);
        (void)fputs(rg_buffer_text(&line), work->tool->err);
    }
    bool ok = rg_buffer_check(&line, &error) && rg_compare_append_summary(work, why, render_refusal, &error);
    rg_buffer_release(&line);
    return ok ? RG_EXIT_CANNOT_JUDGE : rg_tool_fail(work->tool, &error);
}

/* Whether the captures can become a baseline; when not, why is in *ret_why. */
static bool is_whole(const struct compare_work *work, struct rg_error *ret_why)
{
    const struct rg_surface *surface = surface_of(work);
    struct rg_runs runs = {.items = work->runs, .names = work->names, .count = work->run_count};

    return work->run_count > 1 ? rg_runs_agree(&runs, surface, ret_why)
                               : rg_run_is_whole(&work->runs[0], work->names[0], surface, ret_why);
}

/* What differs between runs that may still stand together, and what too few of them mean. */
static void warn(const struct compare_work *work)
{
    const char *first = work->runs[0].git_sha;

    if (work->run_count > 1 && work->run_count < RG_SPREAD_RUNS_MIN)
        rg_tool_say(work->tool,
                    "warning: %zu runs are too few to size the bounds by their spread; from %d on they are",
                    work->run_count, RG_SPREAD_RUNS_MIN);
    for (size_t i = 1; i < work->run_count; i++) {
        const char *sha = work->runs[i].git_sha;
        if (first != NULL && sha != NULL && strcmp(first, sha) != 0)
            rg_tool_say(work->tool, "warning: '%s' is of commit %s, '%s' of %s", work->names[0], first,
                        work->names[i], sha);
    }
}

static bool print_block(const struct compare_work *work, struct rg_error *err)
{
    const struct rg_surface *surface = surface_of(work);
    struct rg_runs runs = {.items = work->runs, .names = work->names, .count = work->run_count};
    struct rg_buffer block;

    rg_buffer_init(&block, RG_BUFFER_UNLIMITED);
    bool ok = (work->document != NULL ? rg_timings_canonical(work->document, surface, &block, err)
                                      : rg_runs_merge(&runs, surface, &block, err)) &&
              rg_compare_append_summary(work, &block, render_block, err) &&
              rg_tool_print(work->tool, &block, err);
    rg_buffer_release(&block);
    return ok;
}

int rg_compare_block(const struct compare_work *work)
{
    const struct rg_tool *tool = work->tool;
    const char *baseline = work->arguments.baseline.path;
    struct rg_error error = {0};

    if (!is_whole(work, &error))
        return error.code == RG_ERROR_CONFLICT ? rg_compare_refuse_block(work, error.message)
                                               : rg_tool_fail(tool, &error);
    if (!print_block(work, &error))
        return rg_tool_fail(tool, &error);
    warn(work);
    if (!work->arguments.paste)
        rg_tool_say(tool, "PLACEHOLDER baseline '%s': NOTHING WAS GATED", baseline);
    rg_tool_say(tool, "%sthe standard output is the baseline to review and commit as '%s'",
                work->arguments.paste ? "nothing was judged: " : "", baseline);
    return RG_EXIT_PASS;
}

int rg_compare_void(const struct compare_work *work)
{
    const struct rg_instant *today = &work->arguments.today;
    struct rg_error error = {0};
    struct rg_buffer block;

    rg_buffer_init(&block, RG_BUFFER_UNLIMITED);
    bool ok = rg_block_void(today->given ? today->unix_s : (long long)time(NULL), &block, &error) &&
              rg_tool_print(work->tool, &block, &error);
    rg_buffer_release(&block);
    if (!ok)
        return rg_tool_fail(work->tool, &error);
    rg_tool_say(work->tool, "the standard output is a PLACEHOLDER: committed as '%s', it gates NOTHING",
                work->arguments.baseline.path);
    return RG_EXIT_PASS;
}
