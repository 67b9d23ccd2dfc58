#include "cli/compare_read.h"

#include "cli/tool.h"
#include "rungate/base/file.h"
#include "rungate/judge/sound.h"

#include <stdlib.h>

/* One capture. Only a block of a single one is made from the document; for all else the model is enough. */
static bool read_run(struct compare_inputs *inputs, const char *path, bool keep, struct rg_error *err)
{
    struct rg_json_doc *document = rg_json_read(path, err);

    if (document == NULL)
        return false;
    bool ok = rg_timings_read(document, NULL, &inputs->timings[inputs->runs.count], err);
    if (!ok)
        (void)rg_error_prefix(err, "cannot read '%s'", path);
    inputs->runs.count += ok;
    if (ok && keep)
        inputs->document = document;
    else
        rg_json_free(document);
    return ok;
}

static bool read_runs(const struct rg_tool *tool, const struct rg_list *given, bool wants_block,
                      struct compare_inputs *inputs, struct rg_error *err)
{
    static const char *const usual[] = {RG_PATH_TIMINGS};
    size_t count = given->count == 0 ? 1 : given->count;

    inputs->timings = calloc(count, sizeof *inputs->timings);
    if (inputs->timings == NULL)
        return rg_error_memory(err);
    inputs->runs.items = inputs->timings;
    inputs->runs.names = given->count == 0 ? usual : given->items;
    for (size_t i = 0; i < count; i++) {
        if (!rg_tool_expect(tool, inputs->runs.names[i], RG_TOOL_MAKES_TIMINGS, err) ||
            !read_run(inputs, inputs->runs.names[i], wants_block && count == 1, err))
            return false;
    }
    return true;
}

bool compare_read(const struct rg_tool *tool, const struct compare_arguments *a,
                  struct compare_inputs *inputs, struct rg_error *err)
{
    bool is_ab = a->ab.count > 0;

    if (!is_ab && !a->paste &&
        !(rg_tool_expect(tool, a->baseline.path, RG_TOOL_MAKES_BASELINE, err) &&
          rg_timings_load(a->baseline.path, NULL, &inputs->baseline, err)))
        return false;
    bool is_placeholder = inputs->baseline.placeholder;
    inputs->has_surface = rg_tool_present(&a->metrics);
    if (!read_runs(tool, is_ab ? &a->ab : &a->timings, a->paste || is_placeholder, inputs, err) ||
        (inputs->has_surface && !rg_surface_load(a->metrics.path, &inputs->surface, err)))
        return false;
    /* An experiment needs no bounds, and before the first baseline there is nothing to bound: then thresholds
     * may be absent that nobody named. */
    inputs->has_thresholds = !a->paste && ((!is_ab && !is_placeholder) || rg_tool_present(&a->thresholds));
    if (inputs->has_thresholds && !(rg_tool_expect(tool, a->thresholds.path, RG_TOOL_MAKES_THRESHOLDS, err) &&
                                    rg_thresholds_load(a->thresholds.path, NULL, &inputs->thresholds, err)))
        return false;
    return (!is_ab && !inputs->has_thresholds) ||
           rg_tool_ladders(tool, &a->ladders, compare_surface(inputs), false, &inputs->ladders,
                           &inputs->has_ladders, err);
}

void compare_inputs_release(struct compare_inputs *inputs)
{
    rg_json_free(inputs->document);
    for (size_t i = 0; i < inputs->runs.count; i++)
        rg_timings_release(&inputs->timings[i]);
    free(inputs->timings);
    rg_timings_release(&inputs->baseline);
    rg_thresholds_release(&inputs->thresholds);
    rg_surface_release(&inputs->surface);
    rg_ladders_release(&inputs->ladders);
    *inputs = (struct compare_inputs){0};
}

/* No run is the baseline itself. */
static bool check_files(const struct compare_arguments *a, const struct compare_inputs *inputs,
                        struct rg_error *err)
{
    for (size_t i = 0; i < inputs->runs.count; i++) {
        const char *name = inputs->runs.names[i];
        bool same = false;
        if (!rg_file_same(a->baseline.path, name, &same, err) ||
            !rg_sound_files(a->baseline.path, name, same, err))
            return false;
    }
    return true;
}

bool compare_check_runs(const struct compare_arguments *a, const struct compare_inputs *inputs,
                        struct rg_error *err)
{
    struct rg_clock clock = compare_clock(a);

    if (!rg_sound_clock(&inputs->runs, &clock, err) ||
        !rg_sound_readings(&inputs->runs, compare_surface(inputs), compare_ladders(inputs), err))
        return false;
    if (a->paste || inputs->baseline.placeholder)
        return true;
    if (!check_files(a, inputs, err))
        return false;
    if (!a->replay)
        return rg_sound_reruns(&inputs->runs, err);
    for (size_t i = 0; i < inputs->runs.count; i++) {
        if (!rg_sound_alone(&inputs->runs.items[i], inputs->runs.names[i], err))
            return false;
    }
    return rg_runs_apart(&inputs->runs, err);
}

const struct rg_surface *compare_surface(const struct compare_inputs *inputs)
{
    return inputs->has_surface ? &inputs->surface : NULL;
}

const struct rg_ladders *compare_ladders(const struct compare_inputs *inputs)
{
    return inputs->has_ladders ? &inputs->ladders : NULL;
}

struct rg_judge_input compare_judge_input(const struct compare_arguments *a,
                                          const struct compare_inputs *inputs)
{
    return (struct rg_judge_input){
        .baseline = &inputs->baseline,
        .current = &inputs->timings[0],
        .reruns = inputs->timings + 1,
        .rerun_count = inputs->runs.count - 1,
        .thresholds = &inputs->thresholds,
        .surface = compare_surface(inputs),
        .ladders = compare_ladders(inputs),
        .tier = (enum rg_tier)a->tier,
        .same_conditions = a->same_conditions,
        .require_baseline = a->require_baseline,
        .min_compared = a->min_compared,
        .today_s = compare_today(a),
    };
}
