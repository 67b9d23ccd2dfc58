#include "cli/compare_options.h"

#include "rungate/model/paths.h"
#include "rungate/model/thresholds.h"

#include <string.h>
#include <time.h>

static const char *const formats[] = {"text", "json", "markdown", NULL};
static const char *const annotators[] = {"auto", "github", "none", NULL};
static const char *const tiers[] = {[RG_TIER_DEDICATED] = "dedicated", [RG_TIER_CI] = "ci", NULL};
static const char *const whens[] = {"auto", "always", "never", NULL};

#define OPTION(KIND, member) RG_OPTION(compare_arguments, KIND, member)

static const struct rg_option options[] = {
    {"timings", OPTION(FILES, timings), .value_name = "FILE...", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_TIMINGS,
     .help = "the capture to judge, then its reruns: a key regresses when it fires in more than half of "
             "all; for a block, the runs to make a baseline from"},
    {"baseline", OPTION(PATH, baseline), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_BASELINE, .help = "what to judge it against"},
    {"thresholds", OPTION(PATH, thresholds), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_THRESHOLDS, .help = "how much slower a key may get"},
    {"metrics", OPTION(PATH, metrics), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_SURFACE,
     .help = "what is measured; without it the default prefixes apply and there are no exclusions"},
    {RG_OPTION_LADDERS(compare_arguments)},
    {"format", OPTION(CHOICE, format), .choices = formats, .fallback = "text",
     .help = "how to print the verdict"},
    {"explain", OPTION(STRING, explain), .value_name = "KEY",
     .help = "print the arithmetic of one key, with --ab its rounds, in place of the verdict; the exit "
             "status is still the verdict's"},
    {"report", OPTION(STRING, report), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .help = "write the verdict as JSON"},
    {"summary", OPTION(STRING, summary), .value_name = "FILE", .file = RG_FILE_APPENDED,
     .help = "append the verdict as Markdown, for a CI's step summary"},
    {"junit", OPTION(STRING, junit), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .help = "write the verdict as JUnit XML, one test case a key"},
    {"html", OPTION(STRING, html), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .help = "write the verdict as an HTML page that shows the distributions: one file, without scripts"},
    {"annotate", OPTION(CHOICE, annotate), .choices = annotators, .fallback = "auto",
     .help = "print CI annotations on the standard error; auto does so in GitHub's CI"},
    {"color", OPTION(CHOICE, color), .choices = whens, .fallback = "auto",
     .help = "colour the text; auto does so on a terminal, without NO_COLOR"},
    {"min-compared", OPTION(RATIO, min_compared), .value_name = "R",
     .help =
         "cannot judge (2) when less than this share of the keys that can be judged was judged, and none fired; "
         "a key without traffic does not count against it; with --ab one inside a bucket does not either, and "
         "0.8 is asked for unless given"},
    {"require-baseline", OPTION(FLAG, require_baseline),
     .help = "cannot judge (2) on a placeholder, in place of printing the block to commit"},
    {"same-conditions", OPTION(FLAG, same_conditions),
     .help = "cannot judge (2) under another profile or window than the baseline's, in place of a warning"},
    {"max-age", OPTION(DURATION, max_age), .value_name = "DURATION",
     .help =
         "cannot judge (2) when the newest capture is older than this, or more than 10 minutes ahead of the clock"},
    {"not-before", OPTION(TIMESTAMP, not_before), .value_name = "TIME",
     .help =
         "cannot judge (2) when the newest capture is from before this time (RFC 3339, or seconds since 1970), or "
         "more than 10 minutes ahead of the clock"},
    {"ab", OPTION(FILES, ab), .value_name = "A1 B1 A2 B2 ...", .file = RG_FILE_INPUT,
     .help = "compare two builds on one machine, without a baseline: a capture of A and one of B for each "
             "round, up to the next option"},
    {"margin", OPTION(RATIO, margin), .value_name = "R",
     .help = "with --ab: the share that B may be worse; 0.05 unless given"},
    {"no-load-check", OPTION(FLAG, no_load_check),
     .help = "with --ab: keep rounds in which the host was busy, for a container that shows its host's load"},
    {"tier", OPTION(CHOICE, tier), .choices = tiers, .fallback = "ci",
     .help = "the machine whose budgets hold"},
    {"today", OPTION(DATE, today), .value_name = "DAY",
     .help = "the day to judge waivers by, in place of today in UTC"},
    {"paste", OPTION(FLAG, paste),
     .help = "judge nothing: print the capture as the block to commit, without excluded keys"},
    {"void", OPTION(FLAG, print_void), .help = "print a placeholder baseline"},
    {"replay", OPTION(FLAG, replay),
     .help = "judge each run by itself, of runs known to be healthy, and print which keys would have fired "
             "(1 when any did)"},
};

const struct rg_command rg_compare_command = {
    .name = "compare",
    .summary = "Judge a capture against a baseline. A key regresses when it is above its trip point, which "
               "is an edge of its histogram's ladder, and above its percentage. With a placeholder "
               "baseline nothing is judged: a complete capture is printed as the block to commit.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes = "The metrics and ladders files may be absent where they are not named.",
};

/* An option that says what a verdict must rest on, or NULL. */
static const char *demand_given(const struct compare_arguments *a)
{
    return a->require_baseline       ? "--require-baseline"
           : a->same_conditions      ? "--same-conditions"
           : a->max_age.text != NULL ? "--max-age"
           : a->not_before.given     ? "--not-before"
                                     : NULL;
}

/* What makes no sense together with --ab. */
static bool check_ab(const struct compare_arguments *a, struct rg_error *err)
{
    const char *other = a->timings.count > 0 ? "--timings"
                        : a->baseline.named  ? "--baseline"
                        : a->paste           ? "--paste"
                        : a->print_void      ? "--void"
                        : a->replay          ? "--replay"
                        : a->today.given     ? "--today"
                                             : demand_given(a);

    if (other != NULL)
        return rg_error_set(
            err, RG_ERROR_USAGE,
            "'%s' cannot be combined with '--ab', which uses no baseline; see 'compare --help'", other);
    if (a->ab.count % 2 != 0)
        return rg_error_set(
            err, RG_ERROR_USAGE,
            "'--ab' takes an A and a B for each round, and %zu files are given; see 'compare --help'",
            a->ab.count);
    return true;
}

/* With --paste a capture can still be too old. */
static const char *unused_demand(const struct compare_arguments *a)
{
    struct compare_arguments other = *a;

    if (a->replay)
        return NULL;
    if (a->paste) {
        other.max_age.text = NULL;
        other.not_before.given = false;
    }
    return demand_given(&other);
}

bool compare_check_arguments(const struct compare_arguments *a, struct rg_error *err)
{
    const char *mode = a->replay ? "--replay" : a->print_void ? "--void" : a->paste ? "--paste" : NULL;
    const char *unused = a->report != NULL                 ? "--report"
                         : a->junit != NULL                ? "--junit"
                         : a->explain != NULL              ? "--explain"
                         : a->min_compared > 0             ? "--min-compared"
                         : a->html != NULL && !a->replay   ? "--html"
                         : a->summary != NULL && !a->paste ? "--summary"
                                                           : unused_demand(a);

    if (a->paste + a->print_void + a->replay > 1)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--paste', '--void' and '--replay' cannot be combined; see 'compare --help'");
    if (a->ab.count > 0)
        return check_ab(a, err);
    if (mode != NULL && unused != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'%s' cannot be combined with '%s'; see 'compare --help'",
                            unused, mode);
    if (a->margin > 0 || a->no_load_check)
        return rg_error_set(err, RG_ERROR_USAGE, "'--%s' needs '--ab'; see 'compare --help'",
                            a->margin > 0 ? "margin" : "no-load-check");
    return true;
}

long long compare_today(const struct compare_arguments *a)
{
    enum { DAY_S = 86400 };

    return a->today.given ? a->today.unix_s : (long long)time(NULL) / DAY_S * DAY_S;
}

struct rg_clock compare_clock(const struct compare_arguments *a)
{
    return (struct rg_clock){
        .now_s = (long long)time(NULL),
        .max_age_s = a->max_age.ms / 1000,
        .not_before_s = a->not_before.unix_s,
        .has_max_age = a->max_age.text != NULL,
        .has_not_before = a->not_before.given,
    };
}
