#include "rungate/report/check_diff.h"

#include "rungate/judge/trip.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative: a change of a baseline or of a floor below this is none. */
static const double SAME = 0.005;

/* One side of a key: what its baseline makes of the gate. */
struct state {
    bool gated; /* the side has the key */
    bool has_value;
    bool has_trip;
    bool has_bucket;
    bool has_floor;
    size_t runs;
    double value;
    double trip;
    struct rg_bucket bucket;
    struct rg_floor floor;
};

/* What a refresh does to the gate of a key, in the order in which they are shown. */
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
    struct rg_key_context context;
    enum change change;
    double loss;     /* how much worse the baseline got, as a share of the old one: above 0 is slower */
    bool has_loss;   /* both sides have a value, in one unit; the old one is above 0, or 0 and got worse */
    const char *was; /* the units of both sides, where they differ; else NULL */
    const char *now;
    bool is_slower; /* by SAME or more */
};

/*
 * A side with that baseline, which trips on `ladder`: at the derived trip point, a value that has an override
 * at that. `context` is NULL where nothing can be derived from the entry.
 */
static struct state state_of(const struct rg_check_input *in, const struct rg_metric *metric,
                             const struct rg_key_context *context, const struct rg_ladder *ladder)
{
    struct state state = {.gated = metric != NULL, .has_value = metric != NULL && metric->has_value};
    struct rg_trip trip;

    if (!state.has_value)
        return state;
    state.value = metric->value;
    state.runs = metric->spread_count > 0 ? metric->spread_count : 1;
    if (context == NULL)
        return state;
    const struct rg_bound *own = rg_thresholds_override(in->thresholds, metric->key);
    state.has_trip = rg_trip_derive(context, ladder, metric, &trip);
    state.trip = trip.edge;
    state.has_bucket = state.has_trip && context->kind == RG_KEY_QUANTILE;
    state.bucket = trip.bucket;
    if (context->kind == RG_KEY_VALUE && own != NULL && own->unit != NULL) {
        state.has_trip = true;
        state.trip = context->higher ? metric->value - own->abs : metric->value + own->abs;
    }
    state.has_floor = state.has_trip && rg_floor_find(context, ladder, state.value, state.trip, &state.floor);
    return state;
}

/* The old side, on its own ladder, else on the declared one. */
static struct state old_state(const struct rg_check_input *in, const struct rg_timings *old,
                              const struct rg_metric *metric, const struct rg_key_context *context)
{
    const struct rg_ladder *ladder;

    if (metric == NULL || metric->faulty || metric->unit == NULL || !metric->has_value ||
        (context->kind == RG_KEY_QUANTILE && !(metric->value > 0)))
        return state_of(in, metric, NULL, NULL);
    ladder = rg_side_of(old, metric->key, context).ladder;
    return state_of(in, metric, context,
                    ladder != NULL && strcmp(ladder->unit, metric->unit) == 0 ? ladder : NULL);
}

/* The new side, where rules A and V have nothing against the baseline's entry. */
static struct state new_state(const struct rg_check_input *in, const struct rg_gate *gate)
{
    bool is_sound;

    if (gate == NULL)
        return (struct state){0};
    is_sound = gate->stopped_by != RG_RULE_A && (gate->stopped_by != RG_RULE_V || gate->override_faulty);
    return state_of(in, gate->metric, is_sound ? &gate->context : NULL, gate->ladder);
}

/* Where `x` rose above `y`, by SAME or more: 1; fell: -1; else 0. No upper end is above every one. */
static int rose(bool has_x, double x, bool has_y, double y)
{
    if (!has_x || !has_y)
        return (int)has_y - (int)has_x;
    return x >= y * (1 + SAME) ? 1 : y >= x * (1 + SAME) ? -1 : 0;
}

/*
 * By the ranges of the floors, first by what is certain to fire. A baseline that is not above 0 has no floor: then by
 * how far the trip point is from it.
 */
static enum change change_of(const struct entry *e, const struct rg_check_input *in, bool gated)
{
    const struct rg_floor *before = &e->before.floor;
    const struct rg_floor *after = &e->after.floor;
    int weaker;

    if (!gated)
        return rg_surface_exclusion(in->surface, e->key) != NULL ? CHANGE_EXCLUDED : CHANGE_GONE;
    if (!e->after.has_trip)
        return e->before.has_trip ? CHANGE_LOST : CHANGE_NEVER;
    if (!e->before.has_trip)
        return CHANGE_NEW;
    if (!e->before.has_floor || !e->after.has_floor) {
        weaker =
            rose(true, fabs(e->after.trip - e->after.value), true, fabs(e->before.trip - e->before.value));
    } else {
        weaker = rose(after->has_max, after->max, before->has_max, before->max);
        if (weaker == 0)
            weaker = rose(true, after->min, true, before->min);
    }
    return weaker > 0 ? CHANGE_WEAKER : weaker < 0 ? CHANGE_STRONGER : CHANGE_SAME;
}

/* Arithmetic only between two readings of one unit. What grows from 0 grows beyond any percentage. */
static void find_loss(struct entry *e, const struct rg_metric *old, const struct rg_metric *new)
{
    if (old == NULL || new == NULL || old->unit == NULL || new->unit == NULL)
        return;
    if (strcmp(old->unit, new->unit) != 0) {
        e->was = old->unit;
        e->now = new->unit;
        return;
    }
    bool from_0 = e->before.has_value && e->before.value == 0 && !e->context.higher;
    e->has_loss = (e->before.value > 0 || from_0) && e->after.value > 0;
    if (!e->has_loss)
        return;
    e->loss = (e->after.value - e->before.value) / e->before.value * (e->context.higher ? -1 : 1);
    if (from_0)
        e->loss = HUGE_VAL;
    e->is_slower = e->loss >= SAME;
}

static int by_loss(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->is_slower != y->is_slower)
        return x->is_slower ? -1 : 1;
    if (x->is_slower && x->loss != y->loss)
        return x->loss > y->loss ? -1 : 1;
    if (x->change != y->change)
        return x->change < y->change ? -1 : 1;
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
        const struct rg_gate *gate = order <= 0 ? &f->gates[i++] : NULL;
        const struct rg_metric *metric = order >= 0 ? &old->metrics[j++] : NULL;
        const char *key = NULL;
        const char *unit = NULL;
        if (gate != NULL) {
            key = gate->key->key;
            unit = gate->key->series->group->unit;
        } else if (metric != NULL) {
            key = metric->key;
            unit = metric->unit;
        }
        struct entry *e = &entries[count++];
        *e = (struct entry){.key = key, .unit = unit == NULL ? "" : unit};
        e->context = rg_key_context(e->key, in->surface, in->ladders);
        e->before = old_state(in, old, metric, &e->context);
        e->after = new_state(in, gate);
        e->change = change_of(e, in, gate != NULL);
        find_loss(e, metric, gate != NULL ? gate->metric : NULL);
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

static struct rg_text runs_text(const struct state *s)
{
    if (s->runs == 0)
        return (struct rg_text){""};
    return rg_textf("%zu run%s", s->runs, s->runs == 1 ? "" : "s");
}

/* "none" where a side that is gated has no trip point and the other has one. */
static struct rg_text trip_text(const struct state *s, const struct state *other, bool higher)
{
    if (!s->has_trip && s->gated && other->has_trip)
        return rg_textf("none");
    return rg_text_trip(s->has_trip, higher, s->trip);
}

/* Both readings in one bucket of one ladder: where in it they lie is not known. */
static bool in_one_bucket(const struct entry *e)
{
    return e->before.has_bucket && e->after.has_bucket && e->before.bucket.lo == e->after.bucket.lo &&
           e->before.bucket.hi == e->after.bucket.hi;
}

/* "slower +312.5%", "same"; of a reading whose bucket did not change, that too. */
static struct rg_text loss_text(const struct entry *e)
{
    double pct = 100 * (e->context.higher ? -e->loss : e->loss);
    const char *word = e->context.kind == RG_KEY_VALUE ? (e->loss > 0 ? "worse" : "better")
                       : e->loss > 0                   ? "slower"
                                                       : "faster";

    if (e->was != NULL)
        return rg_textf("unit differs");
    if (!e->has_loss)
        return (struct rg_text){""};
    if (isinf(e->loss))
        return rg_textf("%s", word);
    if (fabs(e->loss) < SAME)
        return rg_textf("same");
    return rg_textf(fabs(pct) < 1e6 ? "%s %+.1f%%%s" : "%s %+.3g%%%s", word, pct,
                    in_one_bucket(e) ? ", in one bucket" : "");
}

static void put_entry(struct rg_table *table, const struct entry *e)
{
    const struct state *b = &e->before;
    const struct state *a = &e->after;

    rg_table_cell(table, e->key);
    put_pair(table, rg_text_number(b->has_value, b->value), rg_text_number(a->has_value, a->value));
    if (e->was != NULL)
        rg_buffer_printf(rg_table_begin(table), "%s -> %s", e->was, e->now);
    else
        rg_table_cell(table, e->unit);
    rg_table_cell(table, loss_text(e).text);
    put_pair(table, runs_text(b), runs_text(a));
    put_pair(table, rg_text_bucket(b->has_bucket, &b->bucket), rg_text_bucket(a->has_bucket, &a->bucket));
    put_pair(table, trip_text(b, a, e->context.higher), trip_text(a, b, e->context.higher));
    put_pair(table, rg_text_floor(b->has_floor, &b->floor), rg_text_floor(a->has_floor, &a->floor));
    rg_table_cell(table, changes[e->change].text);
}

static void write_state(struct rg_json_writer *w, const char *name, const struct state *s)
{
    if (!s->gated) {
        rg_json_member_string(w, name, NULL);
        return;
    }
    rg_json_member_open_object(w, name);
    rg_json_member_number(w, "baseline", s->has_value, s->value);
    rg_json_member_integer(w, "runs", (long long)s->runs);
    rg_view_bucket(w, "bucket", s->has_bucket, &s->bucket);
    rg_json_member_number(w, "trip", s->has_trip, s->trip);
    rg_json_floor(w, s->has_floor, &s->floor);
    rg_json_write_close_object(w);
}

static void write_json(const struct entry *entries, size_t count, const struct rg_findings *findings,
                       struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_view_open(&w, "diff", findings, out);
    rg_json_member_open_array(&w, "keys");
    for (size_t i = 0; i < count; i++) {
        const struct entry *e = &entries[i];
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", e->key);
        rg_json_member_string(&w, "unit", e->unit);
        write_state(&w, "before", &e->before);
        write_state(&w, "after", &e->after);
        rg_json_member_number(&w, "slower_pct", e->has_loss, 100 * e->loss);
        rg_json_member_bool(&w, "same_bucket", in_one_bucket(e));
        rg_json_member_string(&w, "change", changes[e->change].name);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_view_close(&w);
}

static void put_total(const struct entry *entries, size_t count, struct rg_buffer *out)
{
    size_t counts[CHANGE_COUNT] = {0};
    size_t slower = 0;

    for (size_t i = 0; i < count; i++) {
        counts[entries[i].change]++;
        slower += entries[i].is_slower;
    }
    rg_buffer_printf(out, "\n%zu slower; ", slower);
    for (int change = CHANGE_LOST; change <= CHANGE_NEW; change++)
        rg_buffer_printf(out, "%zu %s, ", counts[change], changes[change].name);
    rg_buffer_printf(out, "%zu no longer gated\n", counts[CHANGE_EXCLUDED] + counts[CHANGE_GONE]);
}

bool rg_check_diff(const struct rg_check_input *input, const struct rg_findings *findings,
                   const struct rg_timings *old, enum rg_form form, struct rg_buffer *out,
                   struct rg_check_slowest *ret, struct rg_error *err)
{
    static const struct rg_column columns[] = {{"key", 'l'},         {"baseline", 'r'}, {"", 'l'},
                                               {"change", 'l'},      {"runs", 'r'},     {"bucket", 'r'},
                                               {"trips above", 'r'}, {"floor", 'r'},    {"", 'l'}};
    struct rg_arena arena = {0};
    struct rg_table table;
    struct entry *entries = rg_arena_array(&arena, findings->gate_count + old->metric_count, sizeof *entries);

    if (entries == NULL)
        return rg_error_memory(err);
    size_t count = make(input, findings, old, entries);
    *ret = (struct rg_check_slowest){0};
    if (count > 0 && entries[0].is_slower)
        *ret = (struct rg_check_slowest){.key = entries[0].key, .pct = 100 * entries[0].loss};
    for (size_t i = 0; i < count; i++)
        ret->compared += entries[i].has_loss;
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
