#include "compare.h"
#include "rungate/block.h"
#include "rungate/report.h"

#include <time.h>

static bool render_block(const struct compare_work *work, size_t limit, struct rg_buffer *out,
                         struct rg_error *err)
{
    const struct rg_surface *surface = work->arguments.paste && work->has_surface ? &work->surface : NULL;
    struct rg_buffer block;

    rg_buffer_init(&block, RG_BUFFER_UNLIMITED);
    bool ok = rg_timings_canonical(work->document, surface, &block, err);
    if (ok)
        rg_block_markdown(&block, limit, out);
    rg_buffer_release(&block);
    return ok && rg_buffer_check(out, err);
}

static bool render_refusal(const struct compare_work *work, size_t limit, struct rg_buffer *out,
                           struct rg_error *err)
{
    (void)limit;
    rg_block_refused_markdown(&work->timings, out);
    return rg_buffer_check(out, err);
}

/* Nothing on the standard output: `compare … > baseline-timings.json` must not leave a plausible file. */
static bool refuse(const struct compare_work *work, struct rg_error *err)
{
    struct rg_buffer why;
    struct rg_buffer line;

    rg_buffer_init(&why, RG_BUFFER_UNLIMITED);
    rg_buffer_init(&line, RG_BUFFER_UNLIMITED);
    rg_block_refusal(&work->timings, &why);
    rg_tool_say(work->tool, "baseline NOT refreshable from '%s': %s; mend the capture and run it again",
                work->arguments.timings.path, rg_buffer_text(&why));
    if (rg_compare_annotates(work)) {
        rg_annotation("error", "baseline NOT refreshable from this run", rg_buffer_text(&why), &line);
        (void)fputs(rg_buffer_text(&line), work->tool->err);
    }
    bool ok = rg_buffer_check(&why, err) && rg_buffer_check(&line, err) &&
              rg_compare_append_summary(work, render_refusal, err);
    rg_buffer_release(&why);
    rg_buffer_release(&line);
    return ok;
}

static bool print_block(const struct compare_work *work, struct rg_error *err)
{
    const struct rg_surface *surface = work->arguments.paste && work->has_surface ? &work->surface : NULL;
    struct rg_buffer block;

    rg_buffer_init(&block, RG_BUFFER_UNLIMITED);
    bool ok = rg_timings_canonical(work->document, surface, &block, err) &&
              rg_compare_append_summary(work, render_block, err) && rg_tool_print(work->tool, &block, err);
    rg_buffer_release(&block);
    return ok;
}

int rg_compare_block(const struct compare_work *work)
{
    const struct rg_tool *tool = work->tool;
    const char *baseline = work->arguments.baseline.path;
    struct rg_error error = {0};

    if (!rg_timings_complete(&work->timings))
        return refuse(work, &error) ? RG_EXIT_CANNOT_JUDGE : rg_tool_fail(tool, &error);
    if (!print_block(work, &error))
        return rg_tool_fail(tool, &error);
    if (work->arguments.paste) {
        rg_tool_say(tool,
                    "nothing was judged: the standard output is the baseline to review and commit as '%s'",
                    baseline);
        return RG_EXIT_PASS;
    }
    rg_tool_say(tool, "PLACEHOLDER baseline '%s': NOTHING WAS GATED", baseline);
    rg_tool_say(tool, "the standard output is the baseline to review and commit as '%s'", baseline);
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
