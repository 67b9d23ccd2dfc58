/*
 * capture: from a Prometheus-compatible server to timings.json.
 */
#include "cli/capture.h"
#include "cli/inputs.h"

#include "rungate/base/escape.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The longest rest between two attempts. */
enum { PAUSE_MAX_MS = 5000 };

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
        .retries = a->retries,
        .parallel = a->parallel,
        .headers = a->headers.items,
        .header_count = a->headers.count,
        .header_file = a->header_file,
        .bearer_token_file = a->bearer_token_file,
        .basic_auth_file = a->basic_auth_file,
        .ca_file = a->ca_file,
        .cert_file = a->cert_file,
        .key_file = a->key_file,
        .aws_sigv4 = a->aws_sigv4,
    };

    return rg_prometheus_new(&o, err);
}

/* Write, say, and tell the exit status. */
static int finish(const struct capture *capture, struct attempt *attempt)
{
    struct rg_error err = {0};
    bool ok = attempt_write(capture, attempt, &err);

    attempt_say(capture, attempt);
    if (!ok)
        return rg_tool_fail(capture->tool, &err);
    if (attempt->why != NULL)
        return RG_EXIT_CANNOT_JUDGE;
    return attempt_complete(capture, attempt) ? RG_EXIT_PASS : RG_EXIT_FAIL;
}

/* Attempts, until one is complete, the server refuses, or the time of --wait is up. *attempt is the last. */
static bool attempt_until_complete(const struct capture *capture, struct rg_prometheus *client,
                                   struct attempt *attempt, struct rg_error *err)
{
    long long wait_ms = capture->arguments->wait.text == NULL ? 0 : capture->arguments->wait.ms;
    long long end = rg_clock_ms() + wait_ms;
    long long pause = wait_ms / 20 < PAUSE_MAX_MS ? wait_ms / 20 : PAUSE_MAX_MS;

    for (;;) {
        if (!attempt_make(capture, client, attempt, err))
            return false;
        long long left = end - rg_clock_ms();
        if (attempt_complete(capture, attempt) || attempt->refused || left <= pause)
            return true;
        attempt_release(capture, attempt);
        struct timespec rest = {.tv_sec = pause / 1000, .tv_nsec = pause % 1000 * 1000000};
        (void)nanosleep(&rest, NULL);
        rg_prometheus_restart(client);
    }
}

/* The whole, from here on with a file at its end, whatever goes wrong with the server. */
static int run(const struct capture *capture)
{
    struct rg_error err = {0};
    struct attempt attempt = {0};
    struct rg_prometheus *client = connect(capture->arguments, &err);
    bool ok = true;

    if (client == NULL && err.code == RG_ERROR_USAGE)
        return rg_tool_fail(capture->tool, &err);
    if (capture->arguments->begin != NULL) {
        int status = capture_begin(capture, client, &err);
        rg_prometheus_free(client);
        return status;
    }
    if (client == NULL || !attempt_until_complete(capture, client, &attempt, &err)) {
        attempt_release(capture, &attempt);
        ok = attempt_fail(capture, err.message, &attempt, &err);
    }
    int status = ok ? finish(capture, &attempt) : rg_tool_fail(capture->tool, &err);
    attempt_release(capture, &attempt);
    rg_prometheus_free(client);
    return status;
}

/* No begin, no capture: a file that says so. */
static int refuse(const struct capture *capture, const struct rg_error *why)
{
    struct attempt attempt = {.ours = true};
    struct rg_error err = {0};
    int status = attempt_fail(capture, why->message, &attempt, &err) ? finish(capture, &attempt)
                                                                     : rg_tool_fail(capture->tool, &err);

    attempt_release(capture, &attempt);
    return status;
}

static bool make_plan(const struct capture_arguments *a, const struct rg_surface *surface,
                      const struct rg_ladders *ladders, struct rg_plan *ret, struct rg_error *err)
{
    return rg_plan_make(surface, ladders, a->window.text, ret, err) ||
           rg_error_prefix(err, "'%s'", a->metrics);
}

int rg_capture_run(int argc, char **argv, FILE *out, FILE *err_stream)
{
    struct rg_tool tool = {.command = &rg_capture_command, .out = out, .err = err_stream};
    struct capture_arguments arguments = {0};
    struct capture capture = {.tool = &tool, .arguments = &arguments};
    struct rg_surface surface = {0};
    struct rg_ladders ladders = {0};
    struct rg_plan plan = {0};
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    char *git_sha = NULL;
    int status = RG_EXIT_PASS;
    bool declared;

    if (!rg_tool_begin(&tool, argc, argv, &arguments, &status))
        goto cleanup;
    if (!capture_check_arguments(&arguments, &err) ||
        !capture_read_labels(&arguments.labels, &arena, &capture, &err) ||
        (arguments.begin == NULL &&
         (!rg_surface_load(arguments.metrics, &surface, &err) ||
          !rg_input_ladders(&arguments.ladders, &surface, false, &ladders, &declared, &err) ||
          !make_plan(&arguments, &surface, &ladders, &plan, &err)))) {
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
    capture.excluded = surface.excluded_count;
    capture.git_sha = git_sha;
    capture.host = find_host();
    status = capture_read_begin(&capture, &arena, &err) ? run(&capture) : refuse(&capture, &err);
cleanup:
    free(git_sha);
    rg_plan_release(&plan);
    rg_ladders_release(&ladders);
    rg_surface_release(&surface);
    rg_arena_release(&arena);
    rg_options_release(&rg_capture_command, &arguments);
    return status;
}
