/*
 * capture: from a Prometheus-compatible server to timings.json.
 */
#include "capture.h"

#include "rungate/escape.h"
#include "rungate/paths.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(struct capture_arguments, field)

static const struct rg_option options[] = {
    {"output", RG_OPTION_STRING, AT(output), "FILE", RG_PATH_TIMINGS, "the file to write", NULL, 0, false},
    {"prometheus", RG_OPTION_STRING, AT(prometheus), "URL", "http://localhost:9090",
     "the base URL of the server's API", NULL, 0, false},
    {"metrics", RG_OPTION_STRING, AT(metrics), "FILE", RG_PATH_SURFACE, "what to capture", NULL, 0, false},
    {"window", RG_OPTION_DURATION, AT(window), "DURATION", "3m", "the time that {window} stands for", NULL, 0,
     false},
    {"profile", RG_OPTION_STRING, AT(profile), "NAME", "default",
     "the name of the workload; captures of different ones do not compare", NULL, 0, false},
    {"min-capture-ratio", RG_OPTION_RATIO, AT(min_ratio), "RATIO", "0.5",
     "the share of the keys that must have a value", NULL, 0, false},
    {"time", RG_OPTION_TIMESTAMP, AT(time), "TIME", NULL,
     "the instant to evaluate at, instead of the server's present", NULL, 0, false},
    {"timeout", RG_OPTION_DURATION, AT(timeout), "DURATION", "30s",
     "the time that one request may take; the whole may take 20 times that", NULL, 0, false},
    {"label", RG_OPTION_LIST, AT(labels), "NAME=VALUE", NULL, "a condition that the numbers are taken under",
     NULL, 0, false},
    {"git-sha", RG_OPTION_STRING, AT(git_sha), "SHA", NULL,
     "the commit that is measured, instead of the CI's variable or 'git rev-parse HEAD'", NULL, 0, false},
    {"ladders", RG_OPTION_PATH, AT(ladders), "FILE", RG_PATH_LADDERS, "the declared bucket edges", NULL, 0,
     false},
    {"dry-run", RG_OPTION_FLAG, AT(dry_run), NULL, NULL, "print each key and its query, and ask nothing",
     NULL, 0, false},
};

static const struct rg_command command = {
    .name = "capture",
    .summary = "Ask a Prometheus-compatible server for every latency quantile of the surface, all at one "
               "instant, and write them with what is known of their buckets to a file.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

static int print_queries(const struct rg_tool *tool, const struct rg_plan *plan)
{
    struct rg_error err = {0};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    for (size_t i = 0; i < plan->key_count; i++) {
        rg_escape_terminal(&out, plan->keys[i].key->key);
        rg_buffer_putc(&out, '\t');
        rg_escape_terminal(&out, plan->keys[i].query);
        rg_buffer_putc(&out, '\n');
    }
    bool ok = rg_tool_print(tool, &out, &err);
    rg_buffer_release(&out);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &err);
}

static struct rg_prometheus *connect(const struct capture_arguments *a, struct rg_error *err)
{
    struct rg_prometheus_options o = {
        .url = a->prometheus,
        .timeout_ms = a->timeout.ms,
        .retries = 3,
        .parallel = 8,
    };

    return rg_prometheus_new(&o, err);
}

/* Write, say, and tell the exit status. */
static int finish(const struct capture *capture, const struct attempt *attempt)
{
    struct rg_error err = {0};
    bool complete;

    if (!attempt_write(capture, attempt, &complete, &err))
        return rg_tool_fail(capture->tool, &err);
    attempt_say(capture, attempt, complete);
    if (!attempt->asked)
        return RG_EXIT_CANNOT_JUDGE;
    return complete ? RG_EXIT_PASS : RG_EXIT_FAIL;
}

/* The whole, from here on with a file at its end, whatever happens. */
static int run(const struct capture *capture)
{
    struct rg_error err = {0};
    struct attempt attempt = {0};
    int status;
    struct rg_prometheus *client = connect(capture->arguments, &err);

    if (client == NULL && err.code == RG_ERROR_USAGE)
        return rg_tool_fail(capture->tool, &err);
    bool ok = client == NULL ? attempt_fail(capture, err.message, &attempt, &err)
                             : attempt_make(capture, client, &attempt, &err);
    status = ok ? finish(capture, &attempt) : rg_tool_fail(capture->tool, &err);
    attempt_release(capture, &attempt);
    rg_prometheus_free(client);
    return status;
}

static int by_name(const void *a, const void *b)
{
    const struct rg_condition *x = a;
    const struct rg_condition *y = b;

    return strcmp(x->name, y->name);
}

/* --label NAME=VALUE, each name once. */
static bool read_labels(const struct rg_list *list, struct rg_arena *arena, struct capture *capture,
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
    qsort(capture->labels, capture->label_count, sizeof *capture->labels, by_name);
    for (size_t i = 1; i < capture->label_count; i++) {
        if (by_name(&capture->labels[i - 1], &capture->labels[i]) == 0)
            return rg_error_set(err, RG_ERROR_USAGE, "'--label %s' is given twice", capture->labels[i].name);
    }
    return true;
}

/* The declared ladders; the file may be absent when it was not named. */
static bool load_ladders(const struct rg_path *path, struct rg_ladders *ret, struct rg_error *err)
{
    if (!path->named && access(path->path, F_OK) != 0)
        return true;
    return rg_ladders_load(path->path, ret, err);
}

int rg_capture_run(int argc, char **argv, FILE *out, FILE *err_stream)
{
    struct rg_tool tool = {&command, out, err_stream};
    struct capture_arguments arguments = {0};
    struct capture capture = {.tool = &tool, .arguments = &arguments};
    struct rg_surface surface = {0};
    struct rg_ladders ladders = {0};
    struct rg_plan plan = {0};
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    char *git_sha = NULL;
    int status = RG_EXIT_PASS;

    if (!rg_tool_begin(&tool, argc, argv, &arguments, &status))
        goto cleanup;
    if (!read_labels(&arguments.labels, &arena, &capture, &err) ||
        !rg_surface_load(arguments.metrics, &surface, &err) ||
        !load_ladders(&arguments.ladders, &ladders, &err) ||
        !rg_plan_make(&surface, &ladders, arguments.window.text, &plan, &err)) {
        status = rg_tool_fail(&tool, &err);
        goto cleanup;
    }
    if (arguments.dry_run) {
        status = print_queries(&tool, &plan);
        goto cleanup;
    }
    git_sha = find_git_sha(arguments.git_sha);
    if (git_sha == NULL) {
        (void)rg_error_memory(&err);
        status = rg_tool_fail(&tool, &err);
        goto cleanup;
    }
    capture.plan = &plan;
    capture.git_sha = git_sha;
    capture.host = find_host();
    status = run(&capture);
cleanup:
    free(git_sha);
    rg_plan_release(&plan);
    rg_ladders_release(&ladders);
    rg_surface_release(&surface);
    rg_arena_release(&arena);
    rg_options_release(&command, &arguments);
    return status;
}
