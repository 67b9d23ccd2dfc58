#include "cli/check_bounds.h"

#include "cli/check_bounds_views.h"

#include <time.h>

static const char *const formats[] = {"text", "json", "markdown", NULL};

#define OPTION(KIND, member) RG_OPTION(check_bounds_arguments, KIND, member)

static const struct rg_option options[] = {
    {"baseline", OPTION(PATH, baseline), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_BASELINE, .help = "the committed baseline"},
    {"thresholds", OPTION(PATH, thresholds), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_THRESHOLDS, .help = "the bounds to check"},
    {"metrics", OPTION(PATH, metrics), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_SURFACE, .help = "what is measured"},
    {RG_OPTION_LADDERS(check_bounds_arguments)},
    {"format", OPTION(CHOICE, format), .choices = formats, .fallback = "text",
     .help = "how to print the findings or the view"},
    {"derive", OPTION(FLAG, derive),
     .help = "print the thresholds with every bound re-derived from the baseline, all else kept"},
    {"output", OPTION(STRING, output), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .may_replace = "thresholds", .help = "with --derive: write them here, whole or not at all"},
    {"table", OPTION(FLAG, table),
     .help = "print where each key fires and its detection floor, trip / baseline, weakest first"},
    {"sensitivity", OPTION(FACTOR, sensitivity), .value_name = "FACTOR",
     .help = "make each key in turn this many times slower, judge it as compare does, print what is caught"},
    {"suggest-edges", OPTION(FACTOR, suggest_edges), .value_name = "FLOOR",
     .help = "print the fewest edges to add so that no detection floor is above this"},
    {"diff", OPTION(STRING, diff), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "print what the refresh from this older baseline does to each key, slower "
             "baselines first"},
    {"max-slower", OPTION(PERCENT, max_slower), .value_name = "PCT",
     .help = "with --diff: fail when a baseline got slower by more than this"},
    {"require-baseline", OPTION(FLAG, require_baseline), .help = "fail on a placeholder baseline"},
    {"max-placeholder-age", OPTION(DURATION, max_placeholder_age), .value_name = "DUR",
     .help = "fail on a placeholder baseline that is older, by its captured_at"},
    {"today", OPTION(DATE, today), .value_name = "DAY",
     .help = "the day to judge waivers and placeholders by, in place of today in UTC"},
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
               "and a trip point that is an edge of its histogram's ladder.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes = notes,
};

static bool check_usage(const struct check_bounds_arguments *a, struct rg_error *err)
{
    int views = a->derive + a->table + (a->sensitivity > 0) + (a->suggest_edges > 0) + (a->diff != NULL);

    if (views > 1)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--derive', '--table', '--sensitivity', '--suggest-edges' and '--diff' cannot "
                            "be combined; see 'check-bounds --help'");
    if (a->max_slower.given && a->diff == NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'--max-slower' needs '--diff'; see 'check-bounds --help'");
    if (a->output != NULL && !a->derive)
        return rg_error_set(err, RG_ERROR_USAGE, "'--output' needs '--derive'; see 'check-bounds --help'");
    if (a->derive && a->format == RG_FORM_MARKDOWN)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--derive' prints a thresholds file, which is JSON; see 'check-bounds --help'");
    return true;
}

/* Everything that is read. */
struct inputs {
    struct rg_json_doc *document; /* of the thresholds, to derive from */
    struct rg_timings baseline;
    struct rg_timings old; /* of --diff */
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_faults baseline_faults;
    struct rg_faults threshold_faults;
    struct rg_faults old_faults;
};

/* Bounds that are to be derived may have none to begin with. */
static bool read_thresholds(const struct rg_tool *tool, const struct check_bounds_arguments *a,
                            struct inputs *in, struct rg_error *err)
{
    static const char none[] = "{}";
    const char *path = a->thresholds.path;

    if (a->derive && !rg_tool_present(&a->thresholds)) {
        in->document = rg_json_parse(none, sizeof none - 1, err);
    } else if (rg_tool_expect(tool, path, RG_TOOL_MAKES_THRESHOLDS, err)) {
        in->document = rg_json_read(path, err);
    }
    if (in->document == NULL)
        return false;
    return rg_thresholds_read(in->document, path, &in->threshold_faults, &in->thresholds, err) ||
           rg_error_prefix(err, "cannot read '%s'", path);
}

static bool has_quantiles(const struct rg_surface *surface)
{
    bool found = false;

    for (size_t i = 0; i < surface->group_count && !found; i++)
        found = !surface->groups[i].is_value;
    return found;
}

static bool read_inputs(const struct rg_tool *tool, const struct check_bounds_arguments *a, struct inputs *in,
                        struct rg_error *err)
{
    bool present;

    return rg_tool_expect(tool, a->baseline.path, RG_TOOL_MAKES_BASELINE, err) &&
           rg_timings_load(a->baseline.path, &in->baseline_faults, &in->baseline, err) &&
           (a->diff == NULL || rg_timings_load(a->diff, &in->old_faults, &in->old, err)) &&
           read_thresholds(tool, a, in, err) &&
           rg_tool_expect(tool, a->metrics.path, RG_TOOL_MAKES_SURFACE, err) &&
           rg_surface_load(a->metrics.path, &in->surface, err) &&
           rg_tool_ladders(tool, &a->ladders, &in->surface, has_quantiles(&in->surface), &in->ladders,
                           &present, err);
}

static void release_inputs(struct inputs *in)
{
    rg_faults_release(&in->baseline_faults);
    rg_faults_release(&in->threshold_faults);
    rg_faults_release(&in->old_faults);
    rg_timings_release(&in->baseline);
    rg_timings_release(&in->old);
    rg_thresholds_release(&in->thresholds);
    rg_json_free(in->document);
    rg_surface_release(&in->surface);
    rg_ladders_release(&in->ladders);
}

static struct rg_check_input bounds_input(const struct check_bounds_arguments *a, const struct inputs *in)
{
    enum { DAY_S = 86400 };
    long long now_s = a->today.given ? a->today.unix_s : (long long)time(NULL);

    return (struct rg_check_input){
        .baseline = &in->baseline,
        .baseline_faults = &in->baseline_faults,
        .thresholds = &in->thresholds,
        .threshold_faults = &in->threshold_faults,
        .surface = &in->surface,
        .ladders = &in->ladders,
        .require_baseline = a->require_baseline,
        .max_placeholder_age_ms = a->max_placeholder_age.ms,
        .now_s = now_s,
        .today_s = now_s / DAY_S * DAY_S,
    };
}

static int run(const struct rg_tool *tool, const struct check_bounds_arguments *a, struct inputs *in,
               struct rg_findings *findings)
{
    struct rg_check_input input = bounds_input(a, in);
    struct rg_error error = {0};

    if (!check_usage(a, &error) || !read_inputs(tool, a, in, &error) || !rg_check(&input, findings, &error))
        return rg_tool_fail(tool, &error);
    const struct check_bounds_subject subject = {&input, findings, &in->old, in->document};
    int status = (int)rg_findings_exit(findings);
    if (!check_bounds_print(tool, a, &subject, &status, &error))
        return rg_tool_fail(tool, &error);
    if (findings->placeholder)
        rg_tool_say(tool, "PLACEHOLDER baseline '%s': NOTHING IS GATED", a->baseline.path);
    if (findings->gated == 0)
        rg_tool_say(tool, "every key that '%s' declares is excluded, so nothing is gated", a->metrics.path);
    return status;
}

int rg_check_bounds_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &rg_check_bounds_command, .out = out, .err = err};
    struct check_bounds_arguments arguments = {0};
    struct inputs inputs = {0};
    struct rg_findings findings = {0};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &arguments, &status))
        status = run(&tool, &arguments, &inputs, &findings);
    rg_findings_release(&findings);
    release_inputs(&inputs);
    rg_options_release(&rg_check_bounds_command, &arguments);
    return status;
}
