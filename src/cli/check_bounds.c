/*
 * check-bounds: baseline × thresholds × surface × ladders → is this gate able to fail?
 */
#include "cli/check_bounds.h"
#include "cli/inputs.h"
#include "rungate/judge/check.h"
#include "rungate/model/paths.h"

#include <time.h>

static const char *const formats[] = {"text", "json", "markdown", NULL};

#define AT(member) offsetof(struct check_bounds_arguments, member)

static const struct rg_option options[] = {
    {"baseline", RG_OPTION_PATH, AT(baseline), "FILE", RG_PATH_BASELINE, "the committed baseline", NULL, 0,
     false},
    {"thresholds", RG_OPTION_PATH, AT(thresholds), "FILE", RG_PATH_THRESHOLDS, "the bounds to check", NULL, 0,
     false},
    {"metrics", RG_OPTION_PATH, AT(metrics), "FILE", RG_PATH_SURFACE, "what is measured", NULL, 0, false},
    {"ladders", RG_OPTION_LIST, AT(ladders), "[NAME=]FILE[#PART]", RG_PATH_LADDERS,
     "the declared bucket edges: a ladders.json, or an OpenTelemetry Collector configuration, of which PART "
     "chooses the component; NAME: of this ladder alone",
     NULL, 0, false},
    {"format", RG_OPTION_CHOICE, AT(format), NULL, "text", "how to print the findings or the view", formats,
     0, false},
    {"derive", RG_OPTION_FLAG, AT(derive), NULL, NULL,
     "print the thresholds with every bound re-derived from the baseline, all else kept", NULL, 0, false},
    {"output", RG_OPTION_STRING, AT(output), "FILE", NULL,
     "with --derive: write them here, whole or not at all", NULL, 0, false},
    {"table", RG_OPTION_FLAG, AT(table), NULL, NULL,
     "print where each key fires and its detection floor, trip / baseline, weakest first", NULL, 0, false},
    {"sensitivity", RG_OPTION_FACTOR, AT(sensitivity), "FACTOR", NULL,
     "make each key in turn this many times slower, judge it as compare does, print what is caught", NULL, 0,
     false},
    {"suggest-edges", RG_OPTION_FACTOR, AT(suggest_edges), "FLOOR", NULL,
     "print the fewest edges to add so that no detection floor is above this", NULL, 0, false},
    {"diff", RG_OPTION_STRING, AT(diff), "FILE", NULL,
     "print what the refresh from this older baseline does to each key, lost sensitivity first", NULL, 0,
     false},
    {"require-baseline", RG_OPTION_FLAG, AT(require_baseline), NULL, NULL, "fail on a placeholder baseline",
     NULL, 0, false},
    {"max-placeholder-age", RG_OPTION_DURATION, AT(max_placeholder_age), "DUR", NULL,
     "fail on a placeholder baseline that is older, by its captured_at", NULL, 0, false},
    {"today", RG_OPTION_DATE, AT(today), "DAY", NULL,
     "the day to judge waivers and placeholders by, in place of today in UTC", NULL, 0, false},
};

static const char notes[] =
    "Each of --derive, --table, --sensitivity, --suggest-edges and --diff prints in place of the findings; "
    "the rules still run and set the exit status.\n\nrules:"
#define X(letter, text) "\n  " #letter "  " text
    RG_RULE_MAP(X)
#undef X
    ;

const struct rg_command rg_check_bounds_command = {
    .name = "check-bounds",
    .summary = "Prove, without a server, that the gate can fail: every gated key has a baseline, a bound, "
               "and a trip "
               "point that is an edge of its histogram's ladder.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes = notes,
};

static bool check_usage(const struct check_bounds_arguments *a, struct rg_error *err)
{
    int views = a->derive + a->table + (a->sensitivity > 0) + (a->suggest_edges > 0) + (a->diff != NULL);

    if (views > 1)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--derive', '--table', '--sensitivity', '--suggest-edges' and '--diff' exclude "
                            "each other; see 'check-bounds --help'");
    if (a->output != NULL && !a->derive)
        return rg_error_set(err, RG_ERROR_USAGE, "'--output' needs '--derive'; see 'check-bounds --help'");
    if (a->derive && a->format == RG_FORM_MARKDOWN)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--derive' prints a thresholds file, which is JSON; see 'check-bounds --help'");
    return true;
}

static bool read_thresholds(struct check_bounds_work *w, struct rg_error *err)
{
    const char *path = w->arguments.thresholds.path;

    w->document = rg_json_read(path, err);
    if (w->document == NULL)
        return false;
    return rg_thresholds_read(w->document, path, &w->threshold_faults, &w->thresholds, err) ||
           rg_error_prefix(err, "cannot read '%s'", path);
}

static bool read_inputs(struct check_bounds_work *w, struct rg_error *err)
{
    const struct check_bounds_arguments *a = &w->arguments;
    bool present;

    return rg_timings_load(a->baseline.path, &w->baseline_faults, &w->baseline, err) &&
           (a->diff == NULL || rg_timings_load(a->diff, &w->old_faults, &w->old, err)) &&
           read_thresholds(w, err) && rg_surface_load(a->metrics.path, &w->surface, err) &&
           rg_input_ladders(&a->ladders, &w->surface, true, &w->ladders, &present, err);
}

static bool check(struct check_bounds_work *w, struct rg_error *err)
{
    enum { DAY_S = 86400 };
    long long now_s = w->arguments.today.given ? w->arguments.today.unix_s : (long long)time(NULL);

    w->input = (struct rg_check_input){
        .baseline = &w->baseline,
        .baseline_faults = &w->baseline_faults,
        .thresholds = &w->thresholds,
        .threshold_faults = &w->threshold_faults,
        .surface = &w->surface,
        .ladders = &w->ladders,
        .require_baseline = w->arguments.require_baseline,
        .max_placeholder_age_ms = w->arguments.max_placeholder_age.ms,
        .now_s = now_s,
        .today_s = now_s / DAY_S * DAY_S,
    };
    return rg_check(&w->input, &w->findings, err);
}

static int run(struct check_bounds_work *w)
{
    struct rg_error error = {0};

    if (!check_usage(&w->arguments, &error) || !read_inputs(w, &error) || !check(w, &error))
        return rg_tool_fail(w->tool, &error);
    int status = (int)rg_findings_exit(&w->findings);
    if (!rg_check_bounds_print(w, &status, &error))
        return rg_tool_fail(w->tool, &error);
    if (w->findings.placeholder)
        rg_tool_say(w->tool, "PLACEHOLDER baseline '%s': NOTHING IS GATED", w->arguments.baseline.path);
    if (w->findings.gated == 0)
        rg_tool_say(w->tool, "every key that '%s' declares is excluded, so nothing is gated",
                    w->arguments.metrics.path);
    return status;
}

int rg_check_bounds_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &rg_check_bounds_command, .out = out, .err = err};
    struct check_bounds_work w = {.tool = &tool};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &w.arguments, &status))
        status = run(&w);
    rg_findings_release(&w.findings);
    rg_faults_release(&w.baseline_faults);
    rg_faults_release(&w.threshold_faults);
    rg_faults_release(&w.old_faults);
    rg_timings_release(&w.baseline);
    rg_timings_release(&w.old);
    rg_thresholds_release(&w.thresholds);
    rg_json_free(w.document);
    rg_surface_release(&w.surface);
    rg_ladders_release(&w.ladders);
    rg_options_release(&rg_check_bounds_command, &w.arguments);
    return status;
}
