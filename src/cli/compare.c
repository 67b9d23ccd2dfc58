/*
 * compare: timings.json × baseline → verdict, report, paste block.
 */
#include "compare.h"
#include "inputs.h"
#include "rungate/paths.h"

#include <time.h>

static const char *const formats[] = {"text", "json", "markdown", NULL};
static const char *const annotators[] = {"auto", "github", "none", NULL};
static const char *const tiers[] = {[RG_TIER_DEDICATED] = "dedicated", [RG_TIER_CI] = "ci", NULL};
static const char *const whens[] = {"auto", "always", "never", NULL};

#define AT(member) offsetof(struct compare_arguments, member)

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
    {"format", RG_OPTION_CHOICE, AT(format), NULL, "text", "how to print the verdict", formats, 0, false},
    {"explain", RG_OPTION_STRING, AT(explain), "KEY", NULL,
     "print the arithmetic of one key in place of the verdict; the exit status is still the verdict's", NULL,
     0, false},
    {"report", RG_OPTION_STRING, AT(report), "FILE", NULL, "write the verdict as JSON", NULL, 0, false},
    {"summary", RG_OPTION_STRING, AT(summary), "FILE", NULL,
     "append the verdict as Markdown, for a CI's step summary", NULL, 0, false},
    {"junit", RG_OPTION_STRING, AT(junit), "FILE", NULL,
     "write the verdict as JUnit XML, one test case a key", NULL, 0, false},
    {"annotate", RG_OPTION_CHOICE, AT(annotate), NULL, "auto",
     "print CI annotations on the standard error; auto does so in GitHub's CI", annotators, 0, false},
    {"color", RG_OPTION_CHOICE, AT(color), NULL, "auto",
     "colour the text; auto does so on a terminal, without NO_COLOR", whens, 0, false},
    {"min-compared", RG_OPTION_RATIO, AT(min_compared), "R", NULL,
     "cannot judge (2) when less than this share of the baseline's keys is compared", NULL, 0, false},
    {"ab", RG_OPTION_FILES, AT(ab), "A1 B1 A2 B2 ...", NULL,
     "compare two builds on one machine, without a baseline: a capture of A and one of B for each round, up "
     "to the "
     "next option",
     NULL, 0, false},
    {"margin", RG_OPTION_RATIO, AT(margin), "R", NULL,
     "with --ab: the share that B may be worse; 0.05 unless given", NULL, 0, false},
    {"no-load-check", RG_OPTION_FLAG, AT(no_load_check), NULL, NULL,
     "with --ab: keep rounds in which the host was busy, for a container that shows its host's load", NULL, 0,
     false},
    {"tier", RG_OPTION_CHOICE, AT(tier), NULL, "ci", "the machine whose budgets hold", tiers, 0, false},
    {"today", RG_OPTION_DATE, AT(today), "DAY", NULL, "the day to judge waivers by, in place of today in UTC",
     NULL, 0, false},
    {"paste", RG_OPTION_FLAG, AT(paste), NULL, NULL,
     "judge nothing and read no baseline: print the capture as the block to commit, without excluded keys",
     NULL, 0, false},
    {"void", RG_OPTION_FLAG, AT(print_void), NULL, NULL, "print a placeholder baseline", NULL, 0, false},
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

static bool read_timings(struct compare_work *w, struct rg_error *err)
{
    const char *path = w->arguments.timings.path;

    w->document = rg_json_read(path, err);
    if (w->document == NULL)
        return false;
    if (!rg_timings_read(w->document, NULL, &w->timings, err))
        return rg_error_prefix(err, "cannot read '%s'", path);
    /* Only a block is made from the document; to judge, the model is enough. */
    if (!w->baseline.placeholder && !w->arguments.paste) {
        rg_json_free(w->document);
        w->document = NULL;
    }
    return true;
}

static bool read_inputs(struct compare_work *w, struct rg_error *err)
{
    const struct compare_arguments *a = &w->arguments;

    if (!a->paste && !rg_timings_load(a->baseline.path, NULL, &w->baseline, err))
        return false;
    if (!read_timings(w, err) || !rg_input_surface(&a->metrics, &w->surface, &w->has_surface, err))
        return false;
    return a->paste || (rg_thresholds_load(a->thresholds.path, NULL, &w->thresholds, err) &&
                        rg_input_ladders(&a->ladders, &w->ladders, &w->has_ladders, err));
}

struct rg_judge_input rg_compare_input(const struct compare_work *w)
{
    enum { DAY_S = 86400 };

    return (struct rg_judge_input){
        .baseline = &w->baseline,
        .current = &w->timings,
        .thresholds = &w->thresholds,
        .surface = w->has_surface ? &w->surface : NULL,
        .ladders = w->has_ladders ? &w->ladders : NULL,
        .tier = (enum rg_tier)w->arguments.tier,
        .min_compared = w->arguments.min_compared,
        .today_s =
            w->arguments.today.given ? w->arguments.today.unix_s : (long long)time(NULL) / DAY_S * DAY_S,
    };
}

static int judge(struct compare_work *w)
{
    struct rg_error error = {0};
    struct rg_judge_input input = rg_compare_input(w);

    if (!rg_judge(&input, &w->verdict, &error) || !rg_compare_output(w, &error))
        return rg_tool_fail(w->tool, &error);
    if (rg_verdict_doubt(&w->verdict) != NULL)
        rg_tool_say(w->tool, "%s", rg_verdict_doubt(&w->verdict));
    return (int)rg_verdict_exit(&w->verdict);
}

/* A placeholder, or --paste: the block, unless a budget says no. */
static int print_block(struct compare_work *w)
{
    int status = RG_EXIT_PASS;

    if (!w->arguments.paste && w->thresholds.budgets.count > 0 && rg_timings_complete(&w->timings))
        status = rg_compare_budgets(w);
    return status == RG_EXIT_PASS ? rg_compare_block(w) : status;
}

static int run(struct compare_work *w)
{
    struct rg_error error = {0};

    if (w->arguments.paste && w->arguments.print_void)
        (void)rg_error_set(&error, RG_ERROR_USAGE,
                           "'--paste' and '--void' exclude each other; see 'compare --help'");
    else if (w->arguments.ab.count > 0)
        return rg_compare_ab(w);
    else if (w->arguments.margin > 0 || w->arguments.no_load_check)
        (void)rg_error_set(&error, RG_ERROR_USAGE, "'--%s' belongs to '--ab'; see 'compare --help'",
                           w->arguments.margin > 0 ? "margin" : "no-load-check");
    else if (w->arguments.print_void)
        return rg_compare_void(w);
    else if (read_inputs(w, &error))
        return w->document != NULL ? print_block(w) : judge(w);
    return rg_tool_fail(w->tool, &error);
}

int rg_compare_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &command, .out = out, .err = err};
    struct compare_work w = {.tool = &tool};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &w.arguments, &status))
        status = run(&w);
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
