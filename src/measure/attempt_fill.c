#include "rungate/measure/attempt_fill.h"

#include "rungate/model/ladder_vote.h"

#include <string.h>

static bool fill_metrics(const struct rg_attempt *a, struct rg_timings *t, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;

    t->metrics = rg_arena_array(&t->arena, plan->key_count, sizeof *t->metrics);
    if (t->metrics == NULL)
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
    return true;
}

static bool fill_series(const struct rg_attempt *a, struct rg_timings *t, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    size_t count = plan->series_count;

    t->samples.items = rg_arena_array(&t->arena, count, sizeof *t->samples.items);
    t->covered.items = rg_arena_array(&t->arena, count, sizeof *t->covered.items);
    t->counts.items = rg_arena_array(&t->arena, count, sizeof *t->counts.items);
    t->uncounted.items = rg_arena_array(&t->arena, count, sizeof *t->uncounted.items);
    if (t->samples.items == NULL || t->covered.items == NULL || t->counts.items == NULL ||
        t->uncounted.items == NULL)
        return rg_error_memory(err);
    for (size_t s = 0; s < count; s++) {
        const struct rg_series_reading *series = &a->series[s];
        const char *base = plan->series[s].base;
        if (series->samples >= 0)
            t->samples.items[t->samples.count++] = (struct rg_series_number){base, series->samples};
        if (series->covered_s >= 0)
            t->covered.items[t->covered.count++] = (struct rg_series_number){base, series->covered_s};
        if (series->counts != NULL)
            t->counts.items[t->counts.count++] = (struct rg_named_text){base, series->counts};
        if (series->uncounted != NULL)
            t->uncounted.items[t->uncounted.count++] = (struct rg_named_text){base, series->uncounted};
    }
    return true;
}

/* A note that says no more than the status, and the ladder, do. */
static bool is_plain(const struct rg_reading *reading)
{
    return reading->status == RG_STATUS_GOOD || reading->status == RG_STATUS_SATURATED ||
           reading->status == RG_STATUS_BELOW_LADDER ||
           strcmp(reading->note, rg_status_meaning(reading->status)) == 0;
}

/* What there is to say of a key, in one line: what is the matter, then what is said of its series, then the rest. */
static bool note_key(const struct rg_reading *reading, const struct rg_series_reading *series,
                     struct rg_timings *t, const char *key)
{
    const char *parts[] = {is_plain(reading) ? "" : reading->note,
                           series->missing == NULL ? "" : series->missing,
                           series->note == NULL ? "" : series->note, reading->remark};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_TEXT_MAX);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        /* A reason is a note of its series, too. */
        if (parts[i][0] != '\0' && (i == 0 || strcmp(parts[i], parts[0]) != 0))
            rg_buffer_printf(&out, "%s%s", out.length == 0 ? "" : "; ", parts[i]);
    }
    bool ok = rg_buffer_ok(&out);
    if (ok && out.length > 0) {
        char *text = rg_arena_strdup(&t->arena, rg_buffer_text(&out));
        t->notes.items[t->notes.count++] = (struct rg_named_text){key, text};
        ok = text != NULL;
    }
    rg_buffer_release(&out);
    return ok;
}

static bool fill_notes(const struct rg_attempt *a, struct rg_timings *t, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;

    t->notes.items = rg_arena_array(&t->arena, plan->key_count, sizeof *t->notes.items);
    if (t->notes.items == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++) {
        if (!note_key(&a->readings[i], &a->series[plan->keys[i].series], t, plan->keys[i].key->key))
            return rg_error_memory(err);
    }
    return true;
}

bool rg_attempt_fill(const struct rg_attempt *a, struct rg_timings *t, struct rg_error *err)
{
    return fill_metrics(a, t, err) && fill_series(a, t, err) && fill_notes(a, t, err) &&
           rg_attempt_ladders(a, false, &t->ladders, err);
}

bool rg_attempt_ladders(const struct rg_attempt *a, bool by_ladder_name, struct rg_ladders *ret,
                        struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    struct rg_arena arena = {0};
    struct rg_seen_ladder *seen = rg_arena_array(&arena, plan->series_count, sizeof *seen);
    size_t count = 0;

    if (seen == NULL)
        return rg_error_memory(err);
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_series_reading *series = &a->series[s];
        const struct rg_group *group = plan->series[s].series->group;
        if (series->edge_count < 2)
            continue;
        seen[count++] = (struct rg_seen_ladder){
            .name = by_ladder_name ? group->ladder : group->prefix,
            .base = plan->series[s].base,
            .ladder = {.unit = group->unit, .edges = series->edges, .edge_count = series->edge_count},
        };
    }
    bool ok = rg_ladders_vote(seen, count, ret, err);
    rg_arena_release(&arena);
    return ok;
}
