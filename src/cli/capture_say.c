#include "cli/capture_say.h"

#include "rungate/base/timestamp.h"

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

static void say_queries(const struct rg_tool *tool, const struct rg_attempt *a)
{
    const struct rg_plan *plan = a->input->plan;

    for (size_t i = 0; i < plan->key_count; i++)
        say_query(tool, plan->keys[i].key->key, &a->questions[i]);
    for (size_t s = 0; s < plan->series_count; s++) {
        if (plan->series[s].evidence != NULL)
            say_query(tool, plan->series[s].base, &a->questions[plan->key_count + s]);
    }
}

/* Series that are captured on trust. */
static void say_unproven(const struct rg_tool *tool, const struct rg_attempt *a)
{
    const struct rg_plan *plan = a->input->plan;

    for (size_t s = 0; s < plan->series_count; s++) {
        if (a->evidence[s].kind == RG_EVIDENCE_NONE && !plan->series[s].series->group->is_value)
            rg_tool_say(tool, "%s: captured without evidence: %s", plan->series[s].base,
                        plan->series[s].evidence == NULL
                            ? "the template is not one call of histogram_quantile({quantile}, ...)"
                            : "the histogram is a native one");
    }
}

/* A line for each key that is not good: what is the matter, and what to do. */
static void say_keys(const struct rg_tool *tool, const struct rg_attempt *a)
{
    for (size_t i = 0; i < a->input->plan->key_count; i++) {
        const struct rg_reading *reading = &a->readings[i];
        const char *advice = rg_status_advice(reading->status);
        if (reading->status == RG_STATUS_GOOD)
            continue;
        if (reading->status == RG_STATUS_PARTIAL && a->input->allow_partial)
            advice = reading->has_value
                         ? "kept, as --allow-partial asks"
                         : "fix the server; --allow-partial keeps a value that has no other fault";
        rg_tool_say(tool, "%s: %s: %s; %s", a->input->plan->keys[i].key->key, rg_status_name(reading->status),
                    reading->note, advice);
    }
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
    if (a->verbose)
        say_queries(tool, attempt);
    if (!a->quiet) {
        say_summary(tool, result);
        say_keys(tool, attempt);
        say_unproven(tool, attempt);
    }
    if (!result->complete && result->written)
        rg_tool_say(tool, "incomplete: '%s' has fewer values than --min-capture-ratio %g asks for", a->output,
                    a->min_ratio);
    else if (!result->complete)
        rg_tool_say(tool, "incomplete: fewer values than --min-capture-ratio %g asks for", a->min_ratio);
}
