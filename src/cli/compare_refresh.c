#include "cli/compare_refresh.h"

#include "rungate/base/number.h"

#include <sys/stat.h>

/* The block and what it is judged by, read for this alone. */
struct refresh {
    struct rg_timings committed;
    struct rg_timings block;
    struct rg_thresholds thresholds;
    struct rg_ladders ladders;
    struct rg_verdict verdict;
};

/* A redirection into the baseline has emptied it before it could be read. */
static bool has_content(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
}

static bool read_block(const struct rg_buffer *text, struct rg_timings *ret, struct rg_error *err)
{
    struct rg_json_doc *document = rg_json_parse(rg_buffer_text(text), text->length, err);
    bool ok = document != NULL && rg_timings_read(document, NULL, ret, err);

    rg_json_free(document);
    return ok;
}

static bool judge(const struct rg_tool *tool, const struct compare_arguments *a,
                  const struct compare_inputs *inputs, const struct rg_buffer *block, struct refresh *r,
                  struct rg_error *err)
{
    bool has_ladders = false;

    if (!rg_timings_load(a->baseline.path, NULL, &r->committed, err) || r->committed.placeholder)
        return r->committed.placeholder;
    if (!read_block(block, &r->block, err) ||
        (rg_tool_present(&a->thresholds) &&
         !rg_thresholds_load(a->thresholds.path, NULL, &r->thresholds, err)) ||
        !rg_tool_ladders(tool, &a->ladders, compare_surface(inputs), false, &r->ladders, &has_ladders, err))
        return false;
    struct rg_judge_input input = {
        .baseline = &r->committed,
        .current = &r->block,
        .thresholds = &r->thresholds,
        .surface = compare_surface(inputs),
        .ladders = has_ladders ? &r->ladders : NULL,
        .today_s = compare_today(a),
    };
    return rg_judge(&input, &r->verdict, err);
}

static void say_row(const struct rg_tool *tool, const struct rg_row *row)
{
    char before[RG_NUMBER_SIZE] = "nothing";
    char after[RG_NUMBER_SIZE] = "nothing";

    if (row->baseline.has_value)
        rg_number_format_short(row->baseline.value, before);
    if (row->current.has_value)
        rg_number_format_short(row->current.value, after);
    rg_tool_say(tool, "warning: '%s' of this block fires against the committed baseline: %s -> %s %s; %s",
                row->key, before, after, row->unit, row->note);
}

void compare_warn_of_refresh(const struct rg_tool *tool, const struct compare_arguments *a,
                             const struct compare_inputs *inputs, const struct rg_buffer *block)
{
    enum { SHOWN = 5 };
    struct refresh r = {0};
    struct rg_error err = {0};
    size_t fired = 0;

    if (!has_content(a->baseline.path))
        return;
    if (!judge(tool, a, inputs, block, &r, &err))
        rg_tool_say(tool, "warning: the block cannot be held against the committed baseline: %s",
                    err.message);
    for (size_t i = 0; i < r.verdict.summary.total; i++) {
        if (r.verdict.rows[i].regressed && fired++ < SHOWN)
            say_row(tool, &r.verdict.rows[i]);
    }
    if (fired > 0)
        rg_tool_say(tool,
                    "warning: %zu key%s of this block would fail against '%s': is that on purpose? See "
                    "check-bounds --diff",
                    fired, fired == 1 ? "" : "s", a->baseline.path);
    rg_verdict_release(&r.verdict);
    rg_timings_release(&r.committed);
    rg_timings_release(&r.block);
    rg_thresholds_release(&r.thresholds);
    rg_ladders_release(&r.ladders);
}
