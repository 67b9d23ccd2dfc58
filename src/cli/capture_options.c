/*
 * The options of capture.
 */
#include "cli/capture.h"

#include "rungate/base/sorted.h"
#include "rungate/model/paths.h"

#include <string.h>

#define AT(field) offsetof(struct capture_arguments, field)

/* name, kind, target, value, default, help, choices, letter, required */
static const struct rg_option options[] = {
    {"output", RG_OPTION_STRING, AT(output), "FILE", RG_PATH_TIMINGS, "the file to write", NULL, 0, false},
    {"prometheus", RG_OPTION_STRING, AT(prometheus), "URL", "http://localhost:9090",
     "the base URL of the server's API", NULL, 0, false},
    {"metrics", RG_OPTION_STRING, AT(metrics), "FILE", RG_PATH_SURFACE, "what to capture", NULL, 0, false},
    {"ladders", RG_OPTION_LIST, AT(ladders), "[NAME=]FILE[#PART]", RG_PATH_LADDERS,
     "the declared bucket edges: a ladders.json, or an OpenTelemetry Collector configuration, of which PART "
     "chooses the component; NAME: of this ladder alone",
     NULL, 0, false},
    {"window", RG_OPTION_DURATION, AT(window), "DURATION", "3m", "the time that {window} stands for", NULL, 0,
     false},
    {"time", RG_OPTION_TIMESTAMP, AT(time), "TIME", NULL,
     "the instant to evaluate at, instead of the server's present", NULL, 0, false},
    {"wait", RG_OPTION_DURATION, AT(wait), "DURATION", NULL,
     "capture again, each time at a new instant, until it is complete, the server refuses, or this time is "
     "up",
     NULL, 0, false},
    {"min-capture-ratio", RG_OPTION_RATIO, AT(min_ratio), "RATIO", "0.5",
     "the share of the keys that must have a value", NULL, 0, false},
    {"allow-partial", RG_OPTION_FLAG, AT(allow_partial), NULL, NULL,
     "keep a value whose only fault is a warning of the server", NULL, 0, false},
    {"profile", RG_OPTION_STRING, AT(profile), "NAME", "default", "the name of the workload", NULL, 0, false},
    {"label", RG_OPTION_LIST, AT(labels), "NAME=VALUE", NULL, "a condition that the numbers are taken under",
     NULL, 0, false},
    {"git-sha", RG_OPTION_STRING, AT(git_sha), "SHA", NULL,
     "the commit that is measured, instead of the CI's variable or 'git rev-parse HEAD'", NULL, 0, false},
    {"timeout", RG_OPTION_DURATION, AT(timeout), "DURATION", "30s",
     "the time that one request may take; the whole may take 20 times that", NULL, 0, false},
    {"retries", RG_OPTION_COUNT, AT(retries), "N", "3",
     "how often a request is repeated that found no connection or was answered 429, 502, 503 or 504", NULL, 0,
     false},
    {"parallel", RG_OPTION_COUNT, AT(parallel), "N", "8", "how many requests run side by side", NULL, 0,
     false},
    {"header", RG_OPTION_LIST, AT(headers), "'NAME: VALUE'", NULL,
     "a header to send, such as 'X-Scope-OrgID: team'; not for secrets", NULL, 0, false},
    {"header-file", RG_OPTION_STRING, AT(header_file), "FILE", NULL,
     "headers to send, one a line, also secret ones", NULL, 0, false},
    {"bearer-token-file", RG_OPTION_STRING, AT(bearer_token_file), "FILE", NULL, "a bearer token", NULL, 0,
     false},
    {"basic-auth-file", RG_OPTION_STRING, AT(basic_auth_file), "FILE", NULL, "one line, 'user:password'",
     NULL, 0, false},
    {"aws-sigv4", RG_OPTION_STRING, AT(aws_sigv4), "REGION[:SERVICE]", NULL,
     "sign for AWS (service aps unless given), with the keys in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and "
     "AWS_SESSION_TOKEN",
     NULL, 0, false},
    {"ca-file", RG_OPTION_STRING, AT(ca_file), "FILE", NULL,
     "the certificates to trust, in place of the system's", NULL, 0, false},
    {"cert-file", RG_OPTION_STRING, AT(cert_file), "FILE", NULL, "the client's certificate, PEM", NULL, 0,
     false},
    {"key-file", RG_OPTION_STRING, AT(key_file), "FILE", NULL, "the key of the client's certificate, PEM",
     NULL, 0, false},
    {"write-ladders", RG_OPTION_STRING, AT(write_ladders), "FILE", NULL,
     "write the bucket edges that the server returned, in the form of ladders.json", NULL, 0, false},
    {"begin", RG_OPTION_STRING, AT(begin), "FILE", NULL,
     "before a workload: write only the server's time and this host's load, and capture nothing", NULL, 0,
     false},
    {"since", RG_OPTION_STRING, AT(since), "FILE", NULL,
     "after a workload: what --begin wrote; a window that reaches back before it is no capture (2)", NULL, 0,
     false},
    {"dry-run", RG_OPTION_FLAG, AT(dry_run), NULL, NULL, "print each key and its query, and ask nothing",
     NULL, 0, false},
    {"quiet", RG_OPTION_FLAG, AT(quiet), NULL, NULL, "say only what is wrong with the capture as a whole",
     NULL, 'q', false},
    {"verbose", RG_OPTION_FLAG, AT(verbose), NULL, NULL, "say each query with its time and size", NULL, 'v',
     false},
};

const struct rg_command rg_capture_command = {
    .name = "capture",
    .summary = "Ask a Prometheus-compatible server for every latency quantile of the surface, all at one "
               "instant, and write them, with what is known of their buckets, to a file.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .notes =
        "The file is written in any case but bad usage and unreadable configuration: status 1 means that "
        "too few keys have a value, status 2 that the server could not be asked. Loopback is never asked "
        "through a proxy; for other hosts http_proxy, https_proxy, all_proxy and no_proxy hold.",
};

bool capture_check_arguments(const struct capture_arguments *a, struct rg_error *err)
{
    const char *fault = NULL;

    if (a->parallel < 1)
        fault = "'--parallel 0': expected a whole number from 1 to 1000";
    else if (a->wait.text != NULL && a->time.given)
        fault = "'--wait' asks at ever new instants, and '--time' fixes one; give one of them";
    else if (a->begin != NULL && (a->since != NULL || a->dry_run))
        fault = "'--begin' captures nothing, so '--since' and '--dry-run' have no place";
    else if (a->quiet && a->verbose)
        fault = "'--quiet' and '--verbose' contradict each other";
    else if ((a->cert_file == NULL) != (a->key_file == NULL))
        fault = "'--cert-file' and '--key-file' belong together";
    return fault == NULL || rg_error_set(err, RG_ERROR_USAGE, "%s; see 'capture --help'", fault);
}

bool capture_read_labels(const struct rg_list *list, struct rg_arena *arena, struct capture *capture,
                         struct rg_error *err)
{
    capture->labels = rg_arena_array(arena, list->count, sizeof *capture->labels);
    if (capture->labels == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < list->count; i++) {
        const char *equals = strchr(list->items[i], '=');
        if (equals == NULL || equals == list->items[i])
            return rg_error_set(err, RG_ERROR_USAGE,
                                "'--label %s': expected NAME=VALUE; see 'capture --help'", list->items[i]);
        struct rg_condition *label = &capture->labels[capture->label_count++];
        label->name = rg_arena_strndup(arena, list->items[i], (size_t)(equals - list->items[i]));
        label->value = equals + 1;
        if (label->name == NULL)
            return rg_error_memory(err);
    }
    rg_sort(capture->labels, capture->label_count, sizeof *capture->labels);
    for (size_t i = 1; i < capture->label_count; i++) {
        if (strcmp(capture->labels[i - 1].name, capture->labels[i].name) == 0)
            return rg_error_set(err, RG_ERROR_USAGE, "'--label %s' is given twice", capture->labels[i].name);
    }
    return true;
}
