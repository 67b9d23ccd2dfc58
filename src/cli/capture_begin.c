/*
 * capture --begin and --since: the two ends of a workload.
 */
#include "cli/capture.h"

#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a begin that failed leaves: --since must not take the begin of another day for this one. */
static const char NO_BEGIN[] = "{}\n";

int capture_begin(const struct capture *capture, struct rg_prometheus *client, const struct rg_error *refusal)
{
    struct attempt attempt = {0};
    struct rg_error err = *refusal;
    struct rg_error ignored = {0};
    struct rg_buffer text;
    char began_at[RG_TIMESTAMP_SIZE];
    char *why = NULL;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = client != NULL && attempt_preflight(capture, client, &attempt, &why, &err);
    if (ok && why != NULL)
        ok = rg_error_set(&err, RG_ERROR_SERVER, "cannot ask '%s' for its time: %s",
                          capture->arguments->prometheus, why);
    if (ok) {
        /* The instant is a whole second; the next one is surely not before the workload. */
        rg_timestamp_format(attempt.unix_s + !capture->arguments->time.given, began_at);
        ok = rg_begin_render(began_at, &capture->host, &text, &err) &&
             rg_file_write(capture->arguments->begin, text.data, text.length, &err);
    }
    if (ok && !capture->arguments->quiet)
        rg_tool_say(capture->tool, "the workload begins at %s, says '%s'", began_at,
                    capture->arguments->begin);
    if (!ok)
        (void)rg_file_write(capture->arguments->begin, NO_BEGIN, sizeof NO_BEGIN - 1, &ignored);
    rg_buffer_release(&text);
    free(why);
    return ok ? RG_EXIT_PASS : rg_tool_fail(capture->tool, &err);
}

bool capture_read_begin(struct capture *capture, struct rg_arena *arena, struct rg_error *err)
{
    const char *path = capture->arguments->since;

    if (path == NULL)
        return true;
    if (!rg_begin_load(path, arena, &capture->host, err))
        return false;
    return rg_timestamp_parse(capture->host.began_at, &capture->began_s) ||
           rg_error_set(err, RG_ERROR_FORMAT, "cannot read '%s': 'began_at' is no time", path);
}

bool capture_check_window(const struct capture *capture, long long unix_s, char **ret_why,
                          struct rg_error *err)
{
    enum { MS = 1000, SIZE = 256 };
    const struct capture_arguments *a = capture->arguments;

    if (a->since == NULL || unix_s * MS - a->window.ms >= capture->began_s * MS)
        return true;
    *ret_why = malloc(SIZE);
    if (*ret_why == NULL)
        return rg_error_memory(err);
    (void)snprintf(
        *ret_why, SIZE,
        "the workload began %lld s before this capture, and the window of %s reaches back further; "
        "run it longer or give a shorter --window",
        unix_s - capture->began_s, a->window.text);
    return true;
}
