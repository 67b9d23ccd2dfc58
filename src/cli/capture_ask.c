#include "cli/capture_ask.h"

#include "rungate/base/timestamp.h"
#include "rungate/http/client_options.h"
#include "rungate/measure/explain.h"
#include "rungate/model/timings_write.h"

#include <time.h>
#include <unistd.h>

/* PAUSE: the longest rest between two attempts. PROGRESS: below this many queries nobody has to wait. */
enum { PAUSE_MAX_MS = 5000, PROGRESS_MIN = 50 };

static void show_progress(void *context, size_t done, size_t total)
{
    FILE *terminal = context;

    if (total < PROGRESS_MIN)
        return;
    (void)fprintf(terminal, "\rcapture: %zu of %zu queries", done, total);
    if (done == total)
        (void)fputs("\r\033[K", terminal);
    (void)fflush(terminal);
}

struct rg_client *capture_connect(const struct rg_tool *tool, const struct capture_arguments *a,
                                  struct rg_error *err)
{
    const struct rg_client_options options = {
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
        .progress = !a->quiet && isatty(fileno(tool->err)) == 1 ? show_progress : NULL,
        .progress_context = tool->err,
    };
    struct rg_client *client = rg_client_new(&options, err);

    if (client == NULL && err->code != RG_ERROR_USAGE)
        (void)rg_error_prefix(err, "cannot ask '%s'", a->prometheus);
    return client;
}

bool capture_is_complete(const struct capture_arguments *a, const struct rg_attempt *attempt)
{
    return rg_counts_are_complete(rg_attempt_captured(attempt), attempt->input->plan->key_count,
                                  a->min_ratio);
}

bool capture_attempt(const struct capture_arguments *a, const struct rg_attempt_input *input,
                     struct rg_attempt *ret, struct rg_error *err)
{
    long long wait_ms = a->wait.text == NULL ? 0 : a->wait.ms;
    long long end_ms = rg_clock_ms() + wait_ms;
    long long pause_ms = wait_ms / 20 < PAUSE_MAX_MS ? wait_ms / 20 : PAUSE_MAX_MS;

    for (;;) {
        if (!rg_attempt_make(input, ret, err))
            return rg_error_prefix(err, "cannot ask '%s'", a->prometheus);
        if (ret->failure.code == RG_ERROR_SERVER)
            (void)rg_error_prefix(&ret->failure, "cannot ask '%s'", a->prometheus);
        if (capture_is_complete(a, ret) || ret->refused || end_ms - rg_clock_ms() <= pause_ms)
            return a->quick || ret->failure.code != RG_ERROR_NONE || rg_attempt_explain(ret, err) ||
                   rg_error_prefix(err, "cannot ask '%s'", a->prometheus);
        rg_attempt_release(ret);
        struct timespec rest = {.tv_sec = pause_ms / 1000, .tv_nsec = pause_ms % 1000 * 1000000};
        (void)nanosleep(&rest, NULL);
        rg_client_restart(input->context);
    }
}
