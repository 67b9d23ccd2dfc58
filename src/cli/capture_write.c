#include "cli/capture_write.h"

#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"
#include "rungate/measure/attempt_fill.h"
#include "rungate/model/timings_write.h"

bool capture_write(const struct capture_arguments *a, const struct capture_origin *origin,
                   const struct rg_attempt *attempt, struct rg_error *err)
{
    char captured_at[RG_TIMESTAMP_SIZE];
    struct rg_timings t = {
        .captured_at = captured_at,
        .git_sha = origin->git_sha,
        .window = a->window.text,
        .profile = a->profile,
        .source = origin->source,
        .began_at = origin->began_at,
        .labels = origin->labels,
        .label_count = origin->label_count,
    };
    struct rg_buffer out;

    rg_timestamp_format(attempt->unix_s, captured_at);
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    bool ok = rg_attempt_fill(attempt, &t, err);
    if (ok) {
        rg_timings_count(&t, a->min_ratio);
        ok = rg_timings_write(&t, &origin->host, &out, err) &&
             rg_file_write(a->output, out.data, out.length, err);
    }
    rg_buffer_release(&out);
    rg_timings_release(&t);
    return ok;
}

bool capture_write_ladders(const struct rg_tool *tool, const struct capture_arguments *a,
                           const struct rg_attempt *attempt, struct rg_error *err)
{
    struct rg_ladders ladders = {0};
    struct rg_buffer out;
    bool ok = true;

    if (a->write_ladders == NULL)
        return true;
    if (!rg_attempt_ladders(attempt, true, &ladders, err))
        return false;
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    if (ladders.count == 0)
        rg_tool_say(tool, "no ladder was found: '%s' is not written", a->write_ladders);
    else
        ok = rg_ladders_write(&ladders, &out, err) &&
             rg_file_write(a->write_ladders, out.data, out.length, err);
    rg_buffer_release(&out);
    rg_ladders_release(&ladders);
    return ok;
}
