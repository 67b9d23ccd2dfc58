/*
 * compare: timings.json × baseline → verdict, report, paste block.
 */
#include "inputs.h"
#include "rungate/file.h"
#include "rungate/judge.h"
#include "rungate/paths.h"
#include "rungate/report.h"
#include "tool.h"

struct arguments {
    struct rg_path timings;
    struct rg_path baseline;
    struct rg_path thresholds;
    struct rg_path metrics;
    struct rg_path ladders;
    const char *report;
};

#define AT(member) offsetof(struct arguments, member)

static const struct rg_option options[] = {
    {"timings", RG_OPTION_PATH, AT(timings), "FILE", RG_PATH_TIMINGS, "the capture to judge", NULL, 0, false},
    {"baseline", RG_OPTION_PATH, AT(baseline), "FILE", RG_PATH_BASELINE, "what to judge it against", NULL, 0,
     false},
    {"thresholds", RG_OPTION_PATH, AT(thresholds), "FILE", RG_PATH_THRESHOLDS,
     "how much slower a key may get", NULL, 0, false},
    {"metrics", RG_OPTION_PATH, AT(metrics), "FILE", RG_PATH_SURFACE,
     "what is measured; without it the default prefix rules hold and exclusions are unknown", NULL, 0, false},
    {"ladders", RG_OPTION_PATH, AT(ladders), "FILE", RG_PATH_LADDERS, "the declared bucket edges", NULL, 0,
     false},
    {"report", RG_OPTION_STRING, AT(report), "FILE", NULL, "write the verdict as JSON", NULL, 0, false},
};

static const struct rg_command command = {
    .name = "compare",
    .summary = "Judge a capture against a baseline. A key regresses when it is above its trip point, which "
               "is an edge "
               "of its histogram's ladder, and above its percentage. With a placeholder baseline nothing is "
               "judged: a "
               "complete capture is printed as the block to commit.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes = "The metrics and ladders files may be absent where they are not named.",
};

/* Everything that was read, and the verdict on it. */
struct work {
    const struct rg_tool *tool;
    struct arguments arguments;
    struct rg_json_doc *document; /* of the timings: a block keeps what this version does not know */
    struct rg_timings timings;
    struct rg_timings baseline;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    bool has_surface;
    bool has_ladders;
    struct rg_verdict verdict;
};

static bool read_timings(struct work *w, struct rg_error *err)
{
    const char *path = w->arguments.timings.path;

    w->document = rg_json_read(path, err);
    if (w->document == NULL)
        return false;
    if (!rg_timings_read(w->document, NULL, &w->timings, err))
        return rg_error_prefix(err, "cannot read '%s'", path);
    /* Only a block is made from the document; to judge, the model is enough. */
    if (!w->baseline.placeholder) {
        rg_json_free(w->document);
        w->document = NULL;
    }
    return true;
}

static bool read_inputs(struct work *w, struct rg_error *err)
{
    const struct arguments *a = &w->arguments;

    return rg_timings_load(a->baseline.path, NULL, &w->baseline, err) && read_timings(w, err) &&
           rg_thresholds_load(a->thresholds.path, NULL, &w->thresholds, err) &&
           rg_input_surface(&a->metrics, &w->surface, &w->has_surface, err) &&
           rg_input_ladders(&a->ladders, &w->ladders, &w->has_ladders, err);
}

/* Why a capture cannot become a baseline, for people. */
static void explain_incomplete(struct work *w)
{
    const struct rg_timings *t = &w->timings;
    const char *path = w->arguments.timings.path;

    if (!t->has_capture)
        rg_tool_say(w->tool, "'%s' has no capture block, so nothing says that it is complete", path);
    else
        rg_tool_say(w->tool, "'%s' is not a complete capture: %zu of %zu keys have a value", path,
                    t->value_count, t->capture.has_counts ? (size_t)t->capture.declared : t->metric_count);
    rg_tool_say(w->tool, "baseline NOT refreshable from this run: mend the capture and run it again");
}

/* A placeholder baseline: print the block to commit, or say why there is none. */
static int print_block(struct work *w, struct rg_error *err)
{
    struct rg_buffer block;
    bool ok;

    if (!rg_timings_complete(&w->timings)) {
        explain_incomplete(w);
        return RG_EXIT_CANNOT_JUDGE;
    }
    rg_buffer_init(&block, RG_BUFFER_UNLIMITED);
    ok = rg_timings_canonical(w->document, &block, err) && rg_tool_print(w->tool, &block, err);
    rg_buffer_release(&block);
    if (!ok)
        return rg_tool_fail(w->tool, err);
    rg_tool_say(w->tool, "PLACEHOLDER baseline '%s': NOTHING WAS GATED", w->arguments.baseline.path);
    rg_tool_say(w->tool, "the standard output is the baseline to review and commit as '%s'",
                w->arguments.baseline.path);
    return RG_EXIT_PASS;
}

static bool write_report(const struct work *w, struct rg_error *err)
{
    struct rg_buffer report;
    bool ok;

    if (w->arguments.report == NULL)
        return true;
    rg_buffer_init(&report, RG_BUFFER_UNLIMITED);
    ok = rg_report_json(&w->verdict, &report, err) &&
         rg_file_write(w->arguments.report, report.data, report.length, err);
    rg_buffer_release(&report);
    return ok;
}

static bool print_text(const struct work *w, struct rg_error *err)
{
    struct rg_buffer text;
    bool ok;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    ok = rg_report_text(&w->verdict, (struct rg_style){0}, &text, err) && rg_tool_print(w->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}

static int judge(struct work *w, struct rg_error *err)
{
    struct rg_judge_input input = {
        .baseline = &w->baseline,
        .current = &w->timings,
        .thresholds = &w->thresholds,
        .surface = w->has_surface ? &w->surface : NULL,
        .ladders = w->has_ladders ? &w->ladders : NULL,
    };

    if (!rg_judge(&input, &w->verdict, err))
        return rg_tool_fail(w->tool, err);
    for (size_t i = 0; i < w->verdict.warning_count; i++)
        rg_tool_say(w->tool, "warning: %s", w->verdict.warnings[i]);
    if (!print_text(w, err) || !write_report(w, err))
        return rg_tool_fail(w->tool, err);
    if (w->verdict.summary.compared == 0)
        rg_tool_say(w->tool, "nothing was compared: no key has a usable value on both sides and a threshold");
    return (int)rg_verdict_exit(&w->verdict);
}

int rg_compare_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &command, .out = out, .err = err};
    struct work w = {.tool = &tool};
    struct rg_error error = {0};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (!rg_tool_begin(&tool, argc, argv, &w.arguments, &status))
        goto cleanup;
    if (!read_inputs(&w, &error))
        status = rg_tool_fail(&tool, &error);
    else if (w.baseline.placeholder)
        status = print_block(&w, &error);
    else
        status = judge(&w, &error);
cleanup:
    rg_verdict_release(&w.verdict);
    rg_json_free(w.document);
    rg_timings_release(&w.timings);
    rg_timings_release(&w.baseline);
    rg_thresholds_release(&w.thresholds);
    rg_surface_release(&w.surface);
    rg_ladders_release(&w.ladders);
    rg_options_release(&command, &w.arguments);
    return status;
}
