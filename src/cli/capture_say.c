/*
 * What capture tells: while it works, and in the end.
 */
#include "cli/capture.h"

#include "rungate/base/timestamp.h"

#include <stdio.h>
#include <unistd.h>

/* Below this many queries nobody has to wait. */
enum { PROGRESS_FROM = 50 };

static bool shows_progress(const struct capture *capture)
{
    return !capture->arguments->quiet && isatty(fileno(capture->tool->err)) == 1;
}

void capture_progress(void *context, size_t done, size_t total)
{
    const struct capture *capture = *(const struct capture **)context;

    if (total < PROGRESS_FROM || !shows_progress(capture))
        return;
    (void)fprintf(capture->tool->err, "\rcapture: %zu of %zu queries", done, total);
    (void)fflush(capture->tool->err);
}

void capture_progress_end(const struct capture *capture)
{
    if (shows_progress(capture))
        (void)fputs("\r\033[K", capture->tool->err);
}

/* " (2 no_data, 1 saturated, 6 excluded)", in the order of the status table. */
static void count_statuses(const struct capture *capture, const struct attempt *a, struct rg_buffer *out)
{
    size_t counts[RG_STATUS_COUNT] = {0};

    for (size_t i = 0; i < capture->plan->key_count; i++)
        counts[a->readings[i].status]++;
    for (int s = RG_STATUS_GOOD + 1; s < RG_STATUS_COUNT; s++) {
        if (counts[s] > 0)
            rg_buffer_printf(out, "%s%zu %s", out->length == 0 ? " (" : ", ", counts[s],
                             rg_status_name((enum rg_status)s));
    }
    if (capture->excluded > 0)
        rg_buffer_printf(out, "%s%zu excluded", out->length == 0 ? " (" : ", ", capture->excluded);
    if (out->length > 0)
        rg_buffer_putc(out, ')');
}

static void say_summary(const struct capture *capture, const struct attempt *a)
{
    struct rg_buffer statuses;
    char at[RG_TIMESTAMP_SIZE];
    size_t captured = 0;
    size_t declared = capture->plan->key_count;

    for (size_t i = 0; i < declared; i++)
        captured += a->readings[i].has_value;
    rg_buffer_init(&statuses, RG_BUFFER_UNLIMITED);
    count_statuses(capture, a, &statuses);
    rg_timestamp_format(a->unix_s, at);
    rg_tool_say(capture->tool, "captured %zu of %zu%s at %s in %lld ms", captured, declared,
                rg_buffer_text(&statuses), at, a->elapsed_ms);
    rg_buffer_release(&statuses);
}

static void say_query(const struct capture *capture, const char *what, const struct rg_question *q)
{
    rg_tool_say(capture->tool, "%s: %.1f ms, %zu bytes: %s", what, (double)q->elapsed_us / 1000, q->bytes,
                q->query);
}

static void say_queries(const struct capture *capture, const struct attempt *a)
{
    const struct rg_plan *plan = capture->plan;

    for (size_t i = 0; i < plan->key_count; i++)
        say_query(capture, plan->keys[i].key->key, &a->questions[i]);
    for (size_t s = 0; s < plan->series_count; s++) {
        if (a->evidence_of[s] != NO_QUESTION)
            say_query(capture, plan->series[s].series->base, &a->questions[a->evidence_of[s]]);
    }
}

/* Series that are captured on trust. */
static void say_unproven(const struct capture *capture, const struct attempt *a)
{
    const struct rg_plan *plan = capture->plan;

    for (size_t s = 0; s < plan->series_count; s++) {
        if (a->evidence[s].kind == RG_EVIDENCE_NONE && !plan->series[s].series->group->is_value)
            rg_tool_say(capture->tool, "%s: captured without evidence: %s", plan->series[s].series->base,
                        plan->series[s].evidence == NULL
                            ? "the template is not one call of histogram_quantile({quantile}, ...)"
                            : "the histogram is a native one");
    }
}

/* Why there is no capture, and, when there is a file, what that says. */
static void say_why(const struct capture *capture, const struct attempt *a)
{
    const struct capture_arguments *arguments = capture->arguments;
    struct rg_buffer line;

    rg_buffer_init(&line, RG_BUFFER_UNLIMITED);
    if (!a->ours)
        rg_buffer_printf(&line, "cannot ask '%s': ", arguments->prometheus);
    rg_buffer_puts(&line, a->why);
    if (a->written)
        rg_buffer_printf(&line, "; '%s' %s", arguments->output,
                         a->ours ? "has a value for no key" : "says so for every key");
    rg_tool_say(capture->tool, "%s", line.failed == RG_ERROR_NONE ? rg_buffer_text(&line) : a->why);
    rg_buffer_release(&line);
}

/* A line for each key that is not good: what is the matter, and what to do. */
static void say_keys(const struct capture *capture, const struct attempt *a)
{
    for (size_t i = 0; i < capture->plan->key_count; i++) {
        const struct rg_reading *reading = &a->readings[i];
        const char *advice = rg_status_advice(reading->status);
        if (reading->status == RG_STATUS_GOOD)
            continue;
        if (reading->status == RG_STATUS_PARTIAL && capture->arguments->allow_partial)
            advice = reading->has_value
                         ? "kept, as --allow-partial asks"
                         : "mend the server; --allow-partial keeps a value that has no other fault";
        rg_tool_say(capture->tool, "%s: %s: %s; %s", capture->plan->keys[i].key->key,
                    rg_status_name(reading->status), reading->note, advice);
    }
}

static void say_incomplete(const struct capture *capture, const struct attempt *a)
{
    const struct capture_arguments *arguments = capture->arguments;

    if (a->written)
        rg_tool_say(capture->tool, "incomplete: '%s' has fewer values than --min-capture-ratio %g asks for",
                    arguments->output, arguments->min_ratio);
    else
        rg_tool_say(capture->tool, "incomplete: fewer values than --min-capture-ratio %g asks for",
                    arguments->min_ratio);
}

void attempt_say(const struct capture *capture, const struct attempt *a)
{
    if (a->why != NULL) {
        say_why(capture, a);
        return;
    }
    if (capture->arguments->verbose)
        say_queries(capture, a);
    if (!capture->arguments->quiet) {
        say_summary(capture, a);
        say_keys(capture, a);
        say_unproven(capture, a);
    }
    if (!attempt_complete(capture, a))
        say_incomplete(capture, a);
}
