/*
 * compare: timings.json × baseline → verdict, report, paste block.
 */
#include "cli/compare.h"
#include "cli/inputs.h"
#include "rungate/model/paths.h"
#include "rungate/model/runs.h"
#include "rungate/report/doubt.h"

#include <stdlib.h>
#include <time.h>

static const char *const formats[] = {"text", "json", "markdown", NULL};
static const char *const annotators[] = {"auto", "github", "none", NULL};
static const char *const tiers[] = {[RG_TIER_DEDICATED] = "dedicated", [RG_TIER_CI] = "ci", NULL};
static const char *const whens[] = {"auto", "always", "never", NULL};

#define AT(member) offsetof(struct compare_arguments, member)

static const struct rg_option options[] = {
    {"timings", RG_OPTION_LIST, AT(timings), "FILE", RG_PATH_TIMINGS,
     "the capture to judge, then its reruns: what fires must fire in one of them as well; for a block, the "
     "runs to make a "
     "baseline of",
     NULL, 0, false},
    {"baseline", RG_OPTION_PATH, AT(baseline), "FILE", RG_PATH_BASELINE, "what to judge it against", NULL, 0,
     false},
    {"thresholds", RG_OPTION_PATH, AT(thresholds), "FILE", RG_PATH_THRESHOLDS,
     "how much slower a key may get", NULL, 0, false},
    {"metrics", RG_OPTION_PATH, AT(metrics), "FILE", RG_PATH_SURFACE,
     "what is measured; without it the default prefix rules hold and exclusions are unknown", NULL, 0, false},
    {"ladders", RG_OPTION_LIST, AT(ladders), "[NAME=]FILE[#PART]", RG_PATH_LADDERS,
     "the declared bucket edges: a ladders.json, or an OpenTelemetry Collector configuration, of which PART "
     "chooses the component; NAME: of this ladder alone",
     NULL, 0, false},
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
    {"replay", RG_OPTION_FLAG, AT(replay), NULL, NULL,
     "judge each run by itself, of runs known to be healthy, and print which keys would have fired (1 when "
     "any did)",
     NULL, 0, false},
};

const struct rg_command rg_compare_command = {
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

static int judge(struct compare_work *w)
{
    struct rg_error error = {0};
    struct rg_runs runs = {.items = w->runs, .names = w->names, .count = w->run_count};
    struct rg_judge_input input = rg_compare_input(w);

    if ((w->run_count > 1 && !rg_runs_apart(&runs, &error)) || !rg_judge(&input, &w->verdict, &error) ||
        !rg_compare_output(w, &error))
        return rg_tool_fail(w->tool, &error);
    if (rg_verdict_doubt(&w->verdict) != NULL)
        rg_tool_say(w->tool, "%s", rg_verdict_doubt(&w->verdict));
    return (int)rg_verdict_exit(&w->verdict);
}

/* A placeholder, or --paste: the block, unless a budget says no. */
static int print_block(struct compare_work *w)
{
    int status = RG_EXIT_PASS;

    if (!w->arguments.paste && w->thresholds.budgets.count > 0 && rg_timings_complete(&w->runs[0]))
        status = rg_compare_budgets(w);
    return status == RG_EXIT_PASS ? rg_compare_block(w) : status;
}

static int run(struct compare_work *w)
{
    const struct compare_arguments *a = &w->arguments;
    struct rg_error error = {0};

    if (!rg_compare_check_arguments(a, &error))
        return rg_tool_fail(w->tool, &error);
    if (a->ab.count > 0)
        return rg_compare_ab(w);
    if (a->print_void)
        return rg_compare_void(w);
    if (!rg_compare_read(w, &error)) {
        /* What cannot be read cannot become a baseline either, and the summary must say so. */
        bool block = (a->paste || w->baseline.placeholder) && !a->replay && error.code == RG_ERROR_FORMAT;
        return block ? rg_compare_refuse_block(w, error.message) : rg_tool_fail(w->tool, &error);
    }
    if (a->paste || (w->baseline.placeholder && !a->replay))
        return print_block(w);
    return a->replay ? rg_compare_replay(w) : judge(w);
}

int rg_compare_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &rg_compare_command, .out = out, .err = err};
    struct compare_work w = {.tool = &tool};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &w.arguments, &status))
        status = run(&w);
    rg_verdict_release(&w.verdict);
    rg_json_free(w.document);
    for (size_t i = 0; i < w.run_count; i++)
        rg_timings_release(&w.runs[i]);
    free(w.runs);
    rg_timings_release(&w.baseline);
    rg_thresholds_release(&w.thresholds);
    rg_surface_release(&w.surface);
    rg_ladders_release(&w.ladders);
    rg_options_release(&rg_compare_command, &w.arguments);
    return status;
}
