#include "cli/capture_begin.h"

#include "cli/capture_host.h"
#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"

/* The server's present in seconds since 1970; of a time that is given nobody is asked. Errors: those of the attempt. */
static bool find_instant(const struct rg_attempt_input *input, long long *ret_s, struct rg_error *err)
{
    struct rg_attempt attempt = {0};

    if (input->time_s != NULL) {
        *ret_s = *input->time_s;
        return true;
    }
    if (!rg_attempt_find_instant(input, &attempt, err))
        return false;
    *ret_s = attempt.unix_s;
    return attempt.failure.code == RG_ERROR_NONE ||
           rg_error_set(err, attempt.failure.code, "%s", attempt.failure.message);
}

int capture_begin(const struct rg_tool *tool, const struct capture_arguments *a,
                  const struct rg_attempt_input *input, const struct rg_error *refusal)
{
    struct rg_host host = capture_host();
    struct rg_error err = *refusal;
    struct rg_buffer text;
    char began_at[RG_TIMESTAMP_SIZE];
    long long unix_s = 0;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = err.code == RG_ERROR_NONE &&
              (find_instant(input, &unix_s, &err) || rg_error_prefix(&err, "cannot ask '%s'", a->prometheus));
    if (ok) {
        /* The instant is a whole second; the next one is surely not before the workload. */
        rg_timestamp_format(unix_s + !a->time.given, began_at);
        ok = rg_begin_render(began_at, &host, &text, &err) &&
             rg_file_write(a->begin, text.data, text.length, &err);
    }
    if (ok && !a->quiet)
        rg_tool_say(tool, "workload start %s (from '%s')", began_at, a->begin);
    rg_buffer_release(&text);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &err);
}

bool capture_read_begin(const char *path, struct rg_arena *arena, struct rg_host *host, long long *ret_s,
                        struct rg_error *err)
{
    return rg_begin_load(path, false, arena, host, err) &&
           (rg_timestamp_parse(host->began_at, ret_s) ||
            rg_error_set(err, RG_ERROR_FORMAT, "cannot read '%s': 'began_at' is not a time", path));
}
