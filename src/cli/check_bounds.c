/*
 * check-bounds: baseline × thresholds × surface × ladders → is this gate able to fail?
 */
#include "rungate/bounds.h"
#include "rungate/bounds_report.h"
#include "rungate/paths.h"
#include "tool.h"

#include <time.h>

enum format { FORMAT_TEXT, FORMAT_JSON };

static const char *const formats[] = {"text", "json", NULL};

struct arguments {
    struct rg_path baseline;
    struct rg_path thresholds;
    struct rg_path metrics;
    struct rg_path ladders;
    int format;
    struct rg_instant today;
    bool require_baseline;
};

#define AT(member) offsetof(struct arguments, member)

static const struct rg_option options[] = {
    {"baseline", RG_OPTION_PATH, AT(baseline), "FILE", RG_PATH_BASELINE, "the committed baseline", NULL, 0,
     false},
    {"thresholds", RG_OPTION_PATH, AT(thresholds), "FILE", RG_PATH_THRESHOLDS, "the bounds to check", NULL, 0,
     false},
    {"metrics", RG_OPTION_PATH, AT(metrics), "FILE", RG_PATH_SURFACE, "what is measured", NULL, 0, false},
    {"ladders", RG_OPTION_PATH, AT(ladders), "FILE", RG_PATH_LADDERS, "the declared bucket edges", NULL, 0,
     false},
    {"format", RG_OPTION_CHOICE, AT(format), NULL, "text", "how to print the findings", formats, 0, false},
    {"today", RG_OPTION_DATE, AT(today), "DAY", NULL, "the day to judge waivers by, in place of today in UTC",
     NULL, 0, false},
    {"require-baseline", RG_OPTION_FLAG, AT(require_baseline), NULL, NULL, "fail on a placeholder baseline",
     NULL, 0, false},
};

static const char notes[] = "rules:"
#define X(letter, text) "\n  " #letter "  " text
    RG_RULE_MAP(X)
#undef X
    ;

static const struct rg_command command = {
    .name = "check-bounds",
    .summary = "Prove, without a server, that the gate can fail: every gated key has a baseline, a bound, "
               "and a trip "
               "point that is an edge of its histogram's ladder.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes = notes,
};

/* Everything that was read, and the findings. */
struct work {
    const struct rg_tool *tool;
    struct arguments arguments;
    struct rg_timings baseline;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_faults baseline_faults;
    struct rg_faults threshold_faults;
    struct rg_findings findings;
};

static bool read_inputs(struct work *w, struct rg_error *err)
{
    const struct arguments *a = &w->arguments;

    return rg_timings_load(a->baseline.path, &w->baseline_faults, &w->baseline, err) &&
           rg_thresholds_load(a->thresholds.path, &w->threshold_faults, &w->thresholds, err) &&
           rg_surface_load(a->metrics.path, &w->surface, err) &&
           rg_ladders_load(a->ladders.path, &w->ladders, err);
}

static bool check(struct work *w, struct rg_error *err)
{
    enum { DAY_S = 86400 };
    struct rg_bounds_input input = {
        .baseline = &w->baseline,
        .baseline_faults = &w->baseline_faults,
        .thresholds = &w->thresholds,
        .threshold_faults = &w->threshold_faults,
        .surface = &w->surface,
        .ladders = &w->ladders,
        .today_s =
            w->arguments.today.given ? w->arguments.today.unix_s : (long long)time(NULL) / DAY_S * DAY_S,
        .require_baseline = w->arguments.require_baseline,
    };
    return rg_bounds_check(&input, &w->findings, err);
}

static bool print(struct work *w, struct rg_error *err)
{
    const struct arguments *a = &w->arguments;
    struct rg_bounds_paths paths = {.path = {
                                        [RG_BOUNDS_BASELINE] = a->baseline.path,
                                        [RG_BOUNDS_THRESHOLDS] = a->thresholds.path,
                                        [RG_BOUNDS_SURFACE] = a->metrics.path,
                                    }};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = (a->format == FORMAT_JSON ? rg_bounds_json(&w->findings, &paths, &text, err)
                                        : rg_bounds_text(&w->findings, &paths, &text, err)) &&
              rg_tool_print(w->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}

int rg_check_bounds_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &command, .out = out, .err = err};
    struct work w = {.tool = &tool};
    struct rg_error error = {0};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (!rg_tool_begin(&tool, argc, argv, &w.arguments, &status))
        goto cleanup;
    if (!read_inputs(&w, &error) || !check(&w, &error) || !print(&w, &error)) {
        status = rg_tool_fail(&tool, &error);
        goto cleanup;
    }
    if (w.findings.placeholder)
        rg_tool_say(&tool, "PLACEHOLDER baseline '%s': NOTHING IS GATED", w.arguments.baseline.path);
    if (w.findings.gated == 0)
        rg_tool_say(&tool, "every key that '%s' declares is excluded, so nothing is gated",
                    w.arguments.metrics.path);
    status = (int)rg_findings_exit(&w.findings);
cleanup:
    rg_findings_release(&w.findings);
    rg_faults_release(&w.baseline_faults);
    rg_faults_release(&w.threshold_faults);
    rg_timings_release(&w.baseline);
    rg_thresholds_release(&w.thresholds);
    rg_surface_release(&w.surface);
    rg_ladders_release(&w.ladders);
    rg_options_release(&command, &w.arguments);
    return status;
}
