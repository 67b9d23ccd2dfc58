#include "cli/capture_ask.h"

#include "rungate/base/timestamp.h"
#include "rungate/http/client_options.h"
#include "rungate/measure/explain.h"
#include "rungate/model/timings_write.h"

#include <time.h>
#include <unistd.h>

/* PAUSE: the longest rest between two attempts. PROGRESS: below this many queries nobody has to wait. */
enum { PAUSE_MAX_MS = 5000, PROGRESS_MIN = 50 };

/* Queries are asked a few at a time; `expected` is how many there will be, but for those that answers call for. */
static void show_progress(void *context, size_t done, size_t total)
{
    struct capture_progress *p = context;
    size_t now = p->finished + done;

    if (done == total)
        p->finished += total;
    if (p->expected < PROGRESS_MIN || total <= 1)
        return;
    (void)fprintf(p->terminal, "\rcapture: %zu of %zu queries", now < p->expected ? now : p->expected,
                  p->expected);
    (void)fflush(p->terminal);
    p->is_shown = true;
}

void capture_end_progress(struct capture_progress *p)
{
    if (p->is_shown) {
        (void)fputs("\r\033[K", p->terminal);
        (void)fflush(p->terminal);
    }
    p->is_shown = false;
    p->finished = 0;
}

struct rg_client *capture_connect(const struct rg_tool *tool, const struct capture_arguments *a,
                                  const char *url, const char *accept, struct capture_progress *progress,
                                  struct rg_error *err)
{
    const struct rg_client_options options = {
        .url = url,
        .accept = accept,
        .timeout_ms = a->timeout.ms,
        .retries = a->retries,
        .parallel = accept != NULL ? 1 : a->parallel,
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
        .progress_context = progress,
    };
    progress->terminal = tool->err;
    struct rg_client *client = rg_client_new(&options, err);

    if (client == NULL && err->code != RG_ERROR_USAGE)
        (void)rg_error_prefix(err, "cannot ask '%s'", url);
    return client;
}

bool capture_is_complete(const struct capture_arguments *a, const struct rg_attempt *attempt)
{
    return rg_counts_are_complete(rg_attempt_captured(attempt), attempt->input->plan->key_count,
                                  a->min_ratio);
}

bool capture_attempt(const struct capture_arguments *a, const struct rg_attempt_input *input,
                     struct capture_progress *progress, struct rg_attempt *ret, struct rg_error *err)
{
    long long wait_ms = a->wait.text == NULL ? 0 : a->wait.ms;
    long long end_ms = rg_clock_ms() + wait_ms;
    long long pause_ms = wait_ms / 20 < PAUSE_MAX_MS ? wait_ms / 20 : PAUSE_MAX_MS;

    for (;;) {
        /* That of the server's time is not counted. */
        progress->finished = 0;
        bool made = rg_attempt_make(input, ret, err);
        capture_end_progress(progress);
        if (!made)
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
