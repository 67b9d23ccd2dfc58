#include "cli/capture_say.h"

#include "rungate/base/timestamp.h"
#include "rungate/model/ladder_sources.h"
#include "rungate/model/paths.h"

/* " (2 no_data, 1 saturated, 6 excluded)", in the order of the status table. */
static void count_statuses(const struct capture_result *result, struct rg_buffer *out)
{
    const struct rg_attempt *a = result->attempt;
    size_t counts[RG_STATUS_COUNT] = {0};

    for (size_t i = 0; i < a->input->plan->key_count; i++)
        counts[a->readings[i].status]++;
    for (int s = RG_STATUS_GOOD + 1; s < RG_STATUS_COUNT; s++) {
        if (counts[s] > 0)
            rg_buffer_printf(out, "%s%zu %s", out->length == 0 ? " (" : ", ", counts[s],
                             rg_status_name((enum rg_status)s));
    }
    if (result->excluded > 0)
        rg_buffer_printf(out, "%s%zu excluded", out->length == 0 ? " (" : ", ", result->excluded);
    if (out->length > 0)
        rg_buffer_putc(out, ')');
}

static void say_summary(const struct rg_tool *tool, const struct capture_result *result)
{
    const struct rg_attempt *a = result->attempt;
    struct rg_buffer statuses;
    char at[RG_TIMESTAMP_SIZE];

    rg_buffer_init(&statuses, RG_OUTPUT_MAX);
    count_statuses(result, &statuses);
    rg_timestamp_format(a->unix_s, at);
    rg_tool_say(tool, "captured %zu of %zu%s at %s in %lld ms", rg_attempt_captured(a),
                a->input->plan->key_count, rg_buffer_text(&statuses), at, a->elapsed_ms);
    rg_buffer_release(&statuses);
}

static void say_query(const struct rg_tool *tool, const char *what, const struct rg_question *q)
{
    rg_tool_say(tool, "%s: %.1f ms, %zu bytes: %s", what, (double)q->elapsed_us / 1000, q->bytes, q->query);
}

/* What only those read of the counting who want to know all. */
static void say_details(const struct rg_tool *tool, const struct rg_attempt *a)
{
    for (size_t s = 0; s < a->input->plan->series_count; s++) {
        if (a->series[s].detail != NULL)
            rg_tool_say(tool, "%s: %s", a->input->plan->series[s].base, a->series[s].detail);
    }
}

static void say_queries(const struct rg_tool *tool, const struct rg_attempt *a)
{
    const struct rg_plan *plan = a->input->plan;

    for (size_t i = 0; i < plan->key_count; i++)
        say_query(tool, plan->keys[i].key->key, &a->questions[i]);
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_question *q = &a->questions[plan->key_count + s];
        if (q->query != NULL)
            say_query(tool, plan->series[s].base, q);
    }
    say_details(tool, a);
    rg_tool_say(tool, "%zu queries in all", a->asked);
}

/* What there is to say of whole series: those that are not counted, and how the others were. */
static void say_series(const struct rg_tool *tool, const struct rg_attempt *a)
{
    const struct rg_plan *plan = a->input->plan;

    for (size_t s = 0; s < plan->series_count; s++) {
        if (a->series[s].missing != NULL)
            rg_tool_say(tool, "%s: %s; asked: %s", plan->series[s].base, a->series[s].missing,
                        plan->series[s].raw);
        if (a->series[s].note != NULL)
            rg_tool_say(tool, "%s: %s", plan->series[s].base, a->series[s].note);
        if (a->series[s].uncounted != NULL)
            rg_tool_say(tool, "%s: uncounted, read as the server's quantile: %s", plan->series[s].base,
                        a->series[s].uncounted);
    }
}

/* The files that declare ladders, to be brought into line with the server. */
static void put_ladder_files(const struct capture_arguments *a, struct rg_buffer *out)
{
    rg_buffer_puts(out, "make ");
    if (a->ladders.count == 0 || rg_ladder_sources_want_default(a->ladders.items, a->ladders.count))
        rg_buffer_puts(out, RG_PATH_LADDERS);
    else
        rg_buffer_printf(out, "'%s'", a->ladders.items[0]);
    for (size_t i = 1; i < a->ladders.count; i++)
        rg_buffer_printf(out, ", '%s'", a->ladders.items[i]);
    rg_buffer_puts(out, " and the instrumentation agree");
}

/* What to do about a reading. */
static void put_advice(const struct capture_arguments *a, const struct rg_reading *reading,
                       struct rg_buffer *out)
{
    if (reading->is_undeclared)
        put_ladder_files(a, out);
    else if (reading->status == RG_STATUS_PARTIAL && a->allow_partial)
        rg_buffer_puts(out, reading->has_value
                                ? "kept, as --allow-partial asks"
                                : "fix the server; --allow-partial keeps a value that has no other fault");
    else
        rg_buffer_puts(out, reading->advice != NULL ? reading->advice : rg_status_advice(reading->status));
}

/* A line for each key that is not good: what is the matter, and what to do; and what else there is to say. */
static void say_keys(const struct rg_tool *tool, const struct capture_arguments *a,
                     const struct rg_attempt *attempt)
{
    struct rg_buffer advice;

    rg_buffer_init(&advice, RG_OUTPUT_MAX);
    for (size_t i = 0; i < attempt->input->plan->key_count; i++) {
        const struct rg_reading *reading = &attempt->readings[i];
        const char *key = attempt->input->plan->keys[i].key->key;
        if (reading->remark[0] != '\0')
            rg_tool_say(tool, "%s: %s", key, reading->remark);
        if (reading->status == RG_STATUS_GOOD)
            continue;
        rg_buffer_clear(&advice);
        put_advice(a, reading, &advice);
        rg_tool_say(tool, "%s: %s: %s%s%s", key, rg_status_name(reading->status), reading->note,
                    advice.length == 0 ? "" : "; ", rg_buffer_text(&advice));
    }
    rg_buffer_release(&advice);
}

void capture_say(const struct rg_tool *tool, const struct capture_arguments *a,
                 const struct capture_result *result)
{
    const struct rg_attempt *attempt = result->attempt;

    if (attempt->failure.code != RG_ERROR_NONE) {
        if (result->written)
            rg_tool_say(tool, "%s; every key in '%s' is null", attempt->failure.message, a->output);
        else
            rg_tool_say(tool, "%s", attempt->failure.message);
        return;
    }
    if (a->verbose && a->scrape.count == 0)
        say_queries(tool, attempt);
    else if (a->verbose)
        say_details(tool, attempt);
    if (!a->quiet) {
        say_summary(tool, result);
        say_keys(tool, a, attempt);
        say_series(tool, attempt);
    }
    if (!result->complete && result->written)
        rg_tool_say(tool, "incomplete: '%s' has fewer values than --min-capture-ratio %g asks for", a->output,
                    a->min_ratio);
    else if (!result->complete)
        rg_tool_say(tool, "incomplete: fewer values than --min-capture-ratio %g asks for", a->min_ratio);
}
