/*
 * From the readings of an attempt to its files.
 */
#include "cli/capture.h"

#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"

#include <string.h>

/* The metrics and, where the evidence counts them, the samples. */
static bool add_readings(const struct capture *capture, const struct attempt *a, struct rg_timings *t,
                         struct rg_error *err)
{
    const struct rg_plan *plan = capture->plan;

    t->metrics = rg_arena_array(&t->arena, plan->key_count, sizeof *t->metrics);
    t->samples.items = rg_arena_array(&t->arena, plan->series_count, sizeof *t->samples.items);
    if (t->metrics == NULL || t->samples.items == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++) {
        const struct rg_surface_key *key = plan->keys[i].key;
        t->metrics[t->metric_count++] = (struct rg_metric){
            .key = key->key,
            .unit = key->series->group->unit,
            .value = a->readings[i].value,
            .has_value = a->readings[i].has_value,
            .status = a->readings[i].status,
        };
    }
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_evidence *e = &a->evidence[s];
        enum rg_rates_kind kind = plan->series[s].kind;
        if (e->kind != RG_EVIDENCE_BUCKETS || !e->has_inf || e->has_bad || kind == RG_RATES_OTHER)
            continue;
        double window_s = (double)capture->arguments->window.ms / 1000;
        t->samples.items[t->samples.count++] = (struct rg_sample){
            .base = plan->series[s].series->base,
            .count = kind == RG_RATES_INCREASE ? e->total : e->total * window_s,
        };
    }
    return true;
}

/* The ladders of all series that show one; under the key prefix, or under the name in ladders.json. */
static bool collect(const struct capture *capture, const struct attempt *a, bool by_ladder_name,
                    struct rg_ladders *ret, struct rg_error *err)
{
    const struct rg_plan *plan = capture->plan;
    struct rg_arena arena = {0};
    struct rg_seen_ladder *seen = rg_arena_array(&arena, plan->series_count, sizeof *seen);
    size_t count = 0;

    if (seen == NULL)
        return rg_error_memory(err);
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_evidence *e = &a->evidence[s];
        const struct rg_group *group = plan->series[s].series->group;
        /* A sum over different ladders shows a ladder that nobody has. */
        if (e->kind != RG_EVIDENCE_BUCKETS || e->edge_count < 2 || e->mixed != NULL || e->changed != NULL)
            continue;
        seen[count++] = (struct rg_seen_ladder){
            .name = by_ladder_name ? group->ladder : group->prefix,
            .base = plan->series[s].series->base,
            .ladder = {.unit = group->unit, .edges = e->edges, .edge_count = e->edge_count},
        };
    }
    bool ok = rg_ladders_collect(seen, count, ret, err);
    rg_arena_release(&arena);
    return ok;
}

static bool write_ladders(const struct capture *capture, const struct attempt *a, struct rg_error *err)
{
    struct rg_ladders ladders = {0};
    struct rg_buffer out;

    if (!collect(capture, a, true, &ladders, err))
        return false;
    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    bool ok = true;
    if (ladders.count == 0)
        rg_tool_say(capture->tool, "no ladder was seen: '%s' is not written",
                    capture->arguments->write_ladders);
    else
        ok = rg_ladders_render(&ladders, &out, err) &&
             rg_file_write(capture->arguments->write_ladders, out.data, out.length, err);
    rg_buffer_release(&out);
    rg_ladders_release(&ladders);
    return ok;
}

bool attempt_complete(const struct capture *capture, const struct attempt *a)
{
    size_t captured = 0;

    for (size_t i = 0; i < capture->plan->key_count; i++)
        captured += a->readings[i].has_value;
    return rg_capture_is_complete(captured, capture->plan->key_count, capture->arguments->min_ratio);
}

bool attempt_write(const struct capture *capture, struct attempt *a, struct rg_error *err)
{
    char captured_at[RG_TIMESTAMP_SIZE];
    struct rg_timings t = {
        .captured_at = captured_at,
        .git_sha = capture->git_sha,
        .window = capture->arguments->window.text,
        .profile = capture->arguments->profile,
        .labels = capture->labels,
        .label_count = capture->label_count,
    };
    struct rg_buffer out;

    rg_timestamp_format(a->unix_s, captured_at);
    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    bool ok = add_readings(capture, a, &t, err) && collect(capture, a, false, &t.ladders, err);
    if (ok) {
        rg_capture_count(&t, capture->arguments->min_ratio);
        ok = rg_capture_render(&t, &capture->host, &out, err) &&
             rg_file_write(capture->arguments->output, out.data, out.length, err);
    }
    a->written = ok;
    rg_buffer_release(&out);
    rg_timings_release(&t);
    return ok && (capture->arguments->write_ladders == NULL || write_ladders(capture, a, err));
}
