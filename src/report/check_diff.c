#include "rungate/report/check_diff.h"

#include "rungate/judge/limits.h"
#include "rungate/judge/side.h"
#include "rungate/report/check_findings.h"

#include <stdlib.h>
#include <string.h>

/* A floor is another one beyond this, relative. */
static const double FLOOR_TOLERANCE = 1e-9;

/* One side of a key: what its baseline makes of the gate. */
struct state {
    const struct rg_metric *metric; /* NULL when the side does not gate the key */
    struct rg_trip trip;            /* its rule is NONE when there is none */
    double floor;                   /* trip / baseline, where there is a trip */
};

/* What a refresh does to a key, in the order in which they are shown. */
enum change {
    CHANGE_LOST,
    CHANGE_WEAKER,
    CHANGE_SAME,
    CHANGE_STRONGER,
    CHANGE_NEW,
    CHANGE_NEVER,
    CHANGE_EXCLUDED,
    CHANGE_GONE,
    CHANGE_COUNT
};

static const struct {
    const char *name;
    const char *text;
} changes[] = {
    [CHANGE_LOST] = {"lost", "lost: it cannot fire any more"},
    [CHANGE_WEAKER] = {"weaker", "weaker"},
    [CHANGE_SAME] = {"same", "same"},
    [CHANGE_STRONGER] = {"stronger", "stronger"},
    [CHANGE_NEW] = {"new", "new"},
    [CHANGE_NEVER] = {"never", "cannot fire, before and after"},
    [CHANGE_EXCLUDED] = {"excluded", "excluded now"},
    [CHANGE_GONE] = {"gone", "not declared now"},
};

struct entry {
    const char *key;
    const char *unit;
    struct state before;
    struct state after;
    enum change change;
    double ratio; /* of the floors, after to before */
};

static bool has_trip(const struct state *s)
{
    return s->trip.rule != RG_TRIP_NONE;
}

/* The old side, on its own ladder, else on the declared one. */
static struct state old_state(const struct rg_check_input *in, const struct rg_timings *old,
                              const struct rg_metric *metric)
{
    struct state state = {.metric = metric};

    if (metric == NULL || metric->faulty || metric->unit == NULL || !metric->has_value ||
        !(metric->value > 0))
        return state;
    struct rg_key_context context = rg_key_context(metric->key, in->surface, in->ladders);
    const struct rg_ladder *ladder = rg_side_of(old, metric->key, &context).ladder;
    if ((ladder == NULL || strcmp(ladder->unit, metric->unit) == 0) &&
        rg_trip_derive(&context, ladder, metric, &state.trip))
        state.floor = state.trip.edge / metric->value;
    return state;
}

/* The new side, where rules A and V have nothing against the baseline's entry. */
static struct state new_state(const struct rg_gate *gate)
{
    struct state state = {0};

    if (gate == NULL)
        return state;
    state.metric = gate->metric;
    if (gate->ladder != NULL && rg_trip_derive(&gate->context, gate->ladder, gate->metric, &state.trip))
        state.floor = state.trip.edge / gate->metric->value;
    return state;
}

static enum change change_of(struct entry *e, const struct rg_check_input *in, bool gated)
{
    if (!gated)
        return rg_surface_exclusion(in->surface, e->key) != NULL ? CHANGE_EXCLUDED : CHANGE_GONE;
    if (!has_trip(&e->after))
        return has_trip(&e->before) ? CHANGE_LOST : CHANGE_NEVER;
    if (!has_trip(&e->before))
        return CHANGE_NEW;
    e->ratio = e->after.floor / e->before.floor;
    if (e->ratio > 1 + FLOOR_TOLERANCE)
        return CHANGE_WEAKER;
    return e->ratio < 1 - FLOOR_TOLERANCE ? CHANGE_STRONGER : CHANGE_SAME;
}

static int by_loss(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->change != y->change)
        return x->change < y->change ? -1 : 1;
    if (x->ratio != y->ratio)
        return x->ratio > y->ratio ? -1 : 1;
    return strcmp(x->key, y->key);
}

/* Walk the gates and the old baseline, both sorted, together. */
static size_t make(const struct rg_check_input *in, const struct rg_findings *f, const struct rg_timings *old,
                   struct entry *entries)
{
    size_t count = 0;

    for (size_t i = 0, j = 0; i < f->gate_count || j < old->metric_count;) {
        int order = i == f->gate_count       ? 1
                    : j == old->metric_count ? -1
                                             : strcmp(f->gates[i].key->key, old->metrics[j].key);
        const char *key = order <= 0 ? f->gates[i].key->key : old->metrics[j].key;
        const char *unit = order <= 0 ? f->gates[i].key->series->group->unit : old->metrics[j].unit;
        const struct rg_gate *gate = order <= 0 ? &f->gates[i++] : NULL;
        const struct rg_metric *metric = order >= 0 ? &old->metrics[j++] : NULL;
        struct entry *e = &entries[count++];
        *e = (struct entry){
            .key = key,
            .unit = unit == NULL ? "" : unit,
            .before = old_state(in, old, metric),
            .after = new_state(gate),
        };
        e->change = change_of(e, in, gate != NULL);
    }
    if (count > 0)
        qsort(entries, count, sizeof *entries, by_loss);
    return count;
}

/* "before -> after", or one of them where they are the same or there is only one. */
static void put_pair(struct rg_table *table, struct rg_text before, struct rg_text after)
{
    bool differ = before.text[0] != '\0' && after.text[0] != '\0' && strcmp(before.text, after.text) != 0;

    if (differ)
        rg_buffer_printf(rg_table_begin(table), "%s -> %s", before.text, after.text);
    else
        rg_table_cell(table, before.text[0] == '\0' ? after.text : before.text);
}

static void put_entry(struct rg_table *table, const struct entry *e)
{
    const struct state *sides[] = {&e->before, &e->after};
    struct rg_text value[2];
    struct rg_text bucket[2] = {{""}, {""}};
    struct rg_text trip[2];
    struct rg_text floor[2] = {{""}, {""}};

    for (int i = 0; i < 2; i++) {
        bool has_value = sides[i]->metric != NULL && sides[i]->metric->has_value;
        value[i] = rg_text_number(has_value, has_value ? sides[i]->metric->value : 0);
        trip[i] = rg_text_number(has_trip(sides[i]), sides[i]->trip.edge);
        if (!has_trip(sides[i]))
            continue;
        bucket[i] = rg_text_bucket(&sides[i]->trip.bucket);
        floor[i] = rg_text_floor(sides[i]->floor);
    }
    rg_table_cell(table, e->key);
    put_pair(table, value[0], value[1]);
    rg_table_cell(table, e->unit);
    put_pair(table, bucket[0], bucket[1]);
    put_pair(table, trip[0], trip[1]);
    put_pair(table, floor[0], floor[1]);
    rg_table_cell(table, changes[e->change].text);
}

static void write_state(struct rg_json_writer *w, const char *name, const struct state *s)
{
    bool has_value = s->metric != NULL && s->metric->has_value;

    rg_json_write_name(w, name);
    if (s->metric == NULL) {
        rg_json_write_null(w);
        return;
    }
    rg_json_write_open_object(w);
    rg_json_member_number(w, "baseline", has_value, has_value ? s->metric->value : 0);
    rg_view_bucket(w, "bucket", has_trip(s), &s->trip.bucket);
    rg_json_member_number(w, "trip", has_trip(s), s->trip.edge);
    rg_json_member_number(w, "floor", has_trip(s), s->floor);
    rg_json_write_close_object(w);
}

static void write_json(const struct entry *entries, size_t count, const struct rg_findings *findings,
                       struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_view_open(&w, "diff", findings, out);
    rg_json_member_array(&w, "keys");
    for (size_t i = 0; i < count; i++) {
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", entries[i].key);
        rg_json_member_string(&w, "unit", entries[i].unit);
        write_state(&w, "before", &entries[i].before);
        write_state(&w, "after", &entries[i].after);
        rg_json_member_string(&w, "change", changes[entries[i].change].name);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_finish(&w);
}

static void put_total(const struct entry *entries, size_t count, struct rg_buffer *out)
{
    size_t counts[CHANGE_COUNT] = {0};

    for (size_t i = 0; i < count; i++)
        counts[entries[i].change]++;
    rg_buffer_putc(out, '\n');
    for (int change = CHANGE_LOST; change <= CHANGE_NEW; change++)
        rg_buffer_printf(out, "%zu %s, ", counts[change], changes[change].name);
    rg_buffer_printf(out, "%zu no longer gated\n", counts[CHANGE_EXCLUDED] + counts[CHANGE_GONE]);
}

bool rg_check_diff(const struct rg_check_input *input, const struct rg_findings *findings,
                   const struct rg_timings *old, enum rg_form form, struct rg_buffer *out,
                   struct rg_error *err)
{
    static const struct rg_column columns[] = {{"key", 'l'},    {"baseline", 'r'},    {"", 'l'},
                                               {"bucket", 'r'}, {"trips above", 'r'}, {"floor", 'r'},
                                               {"", 'l'}};
    struct rg_arena arena = {0};
    struct rg_table table;
    struct entry *entries = rg_arena_array(&arena, findings->gate_count + old->metric_count, sizeof *entries);

    if (entries == NULL)
        return rg_error_memory(err);
    size_t count = make(input, findings, old, entries);
    if (form == RG_FORM_JSON) {
        write_json(entries, count, findings, out);
    } else {
        rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
        for (size_t i = 0; i < count; i++)
            put_entry(&table, &entries[i]);
        rg_table_print(&table, form, out);
        put_total(entries, count, out);
    }
    rg_arena_release(&arena);
    return rg_buffer_check(out, err);
}
