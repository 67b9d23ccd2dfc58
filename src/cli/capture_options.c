#include "cli/capture_options.h"

#include "rungate/base/duration.h"
#include "rungate/base/name.h"
#include "rungate/base/sorted.h"

#include <stdlib.h>
#include <string.h>

#define OPTION(KIND, member) RG_OPTION(capture_arguments, KIND, member)

/* Defaults whose address tells that the option was not given. */
static const char PROMETHEUS[] = "http://localhost:9090";
static const char WINDOW[] = "3m";
static const char OUTPUT[] = RG_PATH_TIMINGS;
static const char PROFILE[] = "default";

static const struct rg_option options[] = {
    {"output", OPTION(STRING, output), .value_name = "FILE", .file = RG_FILE_OUTPUT, .fallback = OUTPUT,
     .help = "the file to write"},
    {"prometheus", OPTION(STRING, prometheus), .value_name = "URL", .fallback = PROMETHEUS,
     .help = "the base URL of the server's API; if it is not given, RUNGATE_PROMETHEUS, where that is set"},
    {"scrape", OPTION(LIST, scrape), .value_name = "URL|FILE|-", .file = RG_FILE_INPUT,
     .help =
         "read a target's own page in place of a server: what it counted since --since, or else since its process "
         "began; several are instances of one service"},
    {"target-label", OPTION(LIST, target_labels), .value_name = "NAME=VALUE",
     .help =
         "with --scrape: a label that a server gives the targets, such as job; matchers on job and instance are "
         "ignored unless it is set"},
    {"metrics", OPTION(STRING, metrics), .value_name = "FILE", .file = RG_FILE_INPUT,
     .fallback = RG_PATH_SURFACE, .help = "what to capture"},
    {RG_OPTION_LADDERS(capture_arguments)},
    {"window", OPTION(DURATION, window), .value_name = "DURATION", .fallback = WINDOW,
     .help = "the time that {window} stands for"},
    {"time", OPTION(TIMESTAMP, time), .value_name = "TIME",
     .help =
         "the instant to evaluate at, instead of the server's present; with --scrape FILE when the page was "
         "written, instead of now"},
    {"wait", OPTION(DURATION, wait), .value_name = "DURATION",
     .help = "capture again, each time at a new instant, until it is complete, the server refuses, or this "
             "time is up"},
    {"min-capture-ratio", OPTION(RATIO, min_ratio), .value_name = "RATIO", .fallback = "0.5",
     .help = "the share of the keys that must have a value"},
    {"allow-partial", OPTION(FLAG, allow_partial),
     .help = "keep a value whose only fault is a warning of the server"},
    {"profile", OPTION(STRING, profile), .value_name = "NAME", .fallback = PROFILE,
     .help = "the name of the workload"},
    {"like", OPTION(STRING, like), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "a baseline, also a placeholder, whose window and profile hold where they are not given"},
    {"label", OPTION(LIST, labels), .value_name = "NAME=VALUE",
     .help = "a condition that the numbers are taken under"},
    {"git-sha", OPTION(STRING, git_sha), .value_name = "SHA",
     .help = "the commit that is measured, instead of the CI's variable or 'git rev-parse HEAD'"},
    {"timeout", OPTION(DURATION, timeout), .value_name = "DURATION", .fallback = "30s",
     .help = "the time that one request may take; the whole capture may take 20 times that"},
    {"retries", OPTION(COUNT, retries), .value_name = "N", .fallback = "3",
     .help = "how often a request is repeated that found no connection or was answered 429, 502, 503 or 504"},
    {"parallel", OPTION(COUNT, parallel), .value_name = "N", .fallback = "8",
     .help = "how many requests run side by side"},
    {"header", OPTION(LIST, headers), .value_name = "'NAME: VALUE'",
     .help = "a header to send, such as 'X-Scope-OrgID: team'; not for secrets"},
    {"header-file", OPTION(STRING, header_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "headers to send, one a line, also secret ones"},
    {"bearer-token-file", OPTION(STRING, bearer_token_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "a bearer token"},
    {"basic-auth-file", OPTION(STRING, basic_auth_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "one line, 'user:password'"},
    {"aws-sigv4", OPTION(STRING, aws_sigv4), .value_name = "REGION[:SERVICE]",
     .help = "sign for AWS (service aps unless given), with the keys in AWS_ACCESS_KEY_ID, "
             "AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN"},
    {"ca-file", OPTION(STRING, ca_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "the certificates to trust, in place of the system's"},
    {"cert-file", OPTION(STRING, cert_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "the client's certificate, PEM"},
    {"key-file", OPTION(STRING, key_file), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "the key of the client's certificate, PEM"},
    {"write-ladders", OPTION(STRING, write_ladders), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .may_replace_default = "ladders",
     .help = "write the bucket edges that the server returned, in the form of ladders.json"},
    {"begin", OPTION(STRING, begin), .value_name = "FILE", .file = RG_FILE_OUTPUT,
     .help =
         "before a workload: write only the time and this host's load, with --scrape also what the targets have "
         "counted by then, and capture nothing"},
    {"since", OPTION(STRING, since), .value_name = "FILE", .file = RG_FILE_INPUT,
     .help = "after a workload: the file that --begin wrote; a window that starts before the workload is "
             "refused (2), and from --scrape what was counted before is subtracted"},
    {"discover", OPTION(FLAG, discover),
     .help =
         "print a surface of the histograms that have traffic now, or write it to a new file, --output, and "
         "capture nothing"},
    {"dry-run", OPTION(FLAG, dry_run), .help = "print each key and its query, and ask nothing"},
    {"quick", OPTION(FLAG, quick),
     .help =
         "do not search for missing series; otherwise up to 8 of them are searched for under other names, "
         "with other matchers and earlier"},
    {"quiet", OPTION(FLAG, quiet), .letter = 'q',
     .help = "print only what is wrong with the capture as a whole"},
    {"verbose", OPTION(FLAG, verbose), .letter = 'v', .help = "print each query with its time and size"},
};

const struct rg_command rg_capture_command = {
    .name = "capture",
    .summary =
        "Ask a Prometheus-compatible server for every latency quantile of the surface, all at one "
        "instant, or read them from the pages of the targets themselves, and write them, with what is known "
        "of their buckets, to a file.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes =
        "With options that cannot be read no file is touched. Otherwise an old file loses its values before anything else is done, "
        "and unless the configuration cannot be read a new one is written: status 1 means that too few keys have a "
        "value, status 2 that the server, or a target, could not be asked. With --scrape "
        "these have no meaning and are refused: --prometheus, --window, --wait, --allow-partial, --quick, --aws-sigv4. "
        "Loopback is never asked through "
        "a proxy; for other hosts http_proxy, https_proxy, all_proxy and no_proxy hold.",
};

bool capture_output_is_given(const struct capture_arguments *a)
{
    return a->output != OUTPUT;
}

/* Of the options that speak of a server only. */
static const char *servers_option(const struct capture_arguments *a)
{
    const struct {
        const char *name;
        bool is_given;
    } all[] = {
        {"--prometheus", a->prometheus != PROMETHEUS},
        {"--window", a->window.text != WINDOW},
        {"--wait", a->wait.text != NULL},
        {"--allow-partial", a->allow_partial},
        {"--quick", a->quick},
        {"--aws-sigv4", a->aws_sigv4 != NULL},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].is_given)
            return all[i].name;
    }
    return NULL;
}

static bool check_scrape(const struct capture_arguments *a, struct rg_error *err)
{
    const char *servers = servers_option(a);

    if (a->scrape.count == 0)
        return a->target_labels.count == 0 ||
               rg_error_set(err, RG_ERROR_USAGE, "'--target-label' is for '--scrape'; see 'capture --help'");
    if (servers != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'%s' has no meaning with '--scrape'; see 'capture --help'",
                            servers);
    for (size_t i = 0; i < a->scrape.count; i++) {
        if (a->time.given && strstr(a->scrape.items[i], "://") != NULL)
            return rg_error_set(err, RG_ERROR_USAGE,
                                "'--time' is for pages in files: '%s' is scraped now; see 'capture --help'",
                                a->scrape.items[i]);
    }
    return true;
}

/* What goes into the file must be such that it can be read again. */
static bool check_name(const char *option, const char *name, struct rg_error *err)
{
    const char *fault = rg_name_fault(name);

    return fault == NULL || rg_error_set(err, RG_ERROR_USAGE, "'--%s %.64s': %s", option, name, fault);
}

bool capture_check_arguments(const struct capture_arguments *a, struct rg_error *err)
{
    const char *fault = NULL;

    if (a->parallel < 1)
        fault = "'--parallel 0': expected a whole number from 1 to 1000";
    else if (a->wait.text != NULL && a->time.given)
        fault = "'--wait' and '--time' cannot be combined";
    else if (a->begin != NULL && (a->since != NULL || a->dry_run))
        fault = "'--begin' cannot be combined with '--since' or '--dry-run'";
    else if (a->discover && a->scrape.count > 0)
        fault = "'--discover' asks a server, and cannot be combined with '--scrape'";
    else if (a->discover && (a->begin != NULL || a->since != NULL || a->dry_run || a->write_ladders != NULL ||
                             a->wait.text != NULL))
        fault = "'--discover' cannot be combined with '--begin', '--since', '--dry-run', '--wait' or "
                "'--write-ladders'";
    else if (a->quiet && a->verbose)
        fault = "'--quiet' and '--verbose' cannot be combined";
    else if ((a->cert_file == NULL) != (a->key_file == NULL))
        fault = "'--cert-file' and '--key-file' must be given together";
    if (fault != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "%s; see 'capture --help'", fault);
    return check_scrape(a, err) && check_name("profile", a->profile, err) &&
           (a->git_sha == NULL || check_name("git-sha", a->git_sha, err));
}

/* A window that stands in a file. */
static bool set_window(const char *path, const char *text, struct rg_arena *arena, struct rg_span *ret,
                       struct rg_error *err)
{
    struct rg_span window = {.text = rg_arena_strdup(arena, text)};

    if (window.text == NULL)
        return rg_error_memory(err);
    if (!rg_duration_parse(window.text, &window.ms))
        return rg_error_set(err, RG_ERROR_FORMAT, "'%s': 'window' is '%s', which is no duration such as 3m",
                            path, text);
    *ret = window;
    return true;
}

static bool set_profile(const char *text, struct rg_arena *arena, const char **ret, struct rg_error *err)
{
    const char *profile = rg_arena_strdup(arena, text);

    if (profile == NULL)
        return rg_error_memory(err);
    *ret = profile;
    return true;
}

bool capture_complete_arguments(struct capture_arguments *a, struct rg_arena *arena, struct rg_error *err)
{
    const char *server = getenv("RUNGATE_PROMETHEUS");
    struct rg_timings like = {0};
    bool ok = true;

    if (a->prometheus == PROMETHEUS && server != NULL && server[0] != '\0')
        a->prometheus = server;
    if (a->like == NULL)
        return true;
    if (!rg_timings_load(a->like, NULL, &like, err))
        return false;
    if (a->window.text == WINDOW && like.window != NULL)
        ok = set_window(a->like, like.window, arena, &a->window, err);
    if (ok && a->profile == PROFILE && like.profile != NULL)
        ok = set_profile(like.profile, arena, &a->profile, err);
    rg_timings_release(&like);
    return ok;
}

bool capture_read_pairs(const struct rg_list *list, const char *option, struct rg_arena *arena,
                        struct rg_condition **ret, struct rg_error *err)
{
    struct rg_condition *labels = rg_arena_array(arena, list->count, sizeof *labels);

    if (labels == NULL)
        return rg_error_memory(err);
    if (list->count > RG_LABELS_MAX)
        return rg_error_set(err, RG_ERROR_USAGE, "'--%s': more than %d labels", option, RG_LABELS_MAX);
    for (size_t i = 0; i < list->count; i++) {
        const char *equals = strchr(list->items[i], '=');
        if (equals == NULL || equals == list->items[i])
            return rg_error_set(err, RG_ERROR_USAGE, "'--%s %s': expected NAME=VALUE; see 'capture --help'",
                                option, list->items[i]);
        labels[i].name = rg_arena_strndup(arena, list->items[i], (size_t)(equals - list->items[i]));
        labels[i].value = equals + 1;
        if (labels[i].name == NULL)
            return rg_error_memory(err);
        if (!check_name(option, labels[i].name, err) || !check_name(option, labels[i].value, err))
            return false;
    }
    rg_sort(labels, list->count, sizeof *labels);
    for (size_t i = 1; i < list->count; i++) {
        if (strcmp(labels[i - 1].name, labels[i].name) == 0)
            return rg_error_set(err, RG_ERROR_USAGE, "'--%s %s' is given twice", option, labels[i].name);
    }
    *ret = labels;
    return true;
}
