#include "rungate/report/check_table.h"

#include "rungate/judge/limits.h"
#include "rungate/judge/side.h"
#include "rungate/report/check_findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const struct rg_gate *gate;
    struct rg_limits limits; /* in force; only with a floor */
    double baseline;         /* where there is a value */
    double floor;            /* trip / baseline */
    bool has_value;
    bool has_floor;
};

/* Largest floor first; a key without one cannot fire where it should, so it stands above all. */
static int weakest_first(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->has_floor != y->has_floor)
        return x->has_floor ? 1 : -1;
    if (x->has_floor && x->floor != y->floor)
        return x->floor > y->floor ? -1 : 1;
    return strcmp(x->gate->key->key, y->gate->key->key);
}

static bool make_entry(const struct rg_check_input *in, const struct rg_gate *gate, struct entry *ret,
                       struct rg_error *err)
{
    struct rg_key_context context = rg_key_context(gate->key->key, in->surface, in->ladders);

    *ret = (struct entry){.gate = gate, .has_floor = gate->metric != NULL && gate->trip.rule != RG_TRIP_NONE};
    if (gate->metric != NULL && gate->metric->has_value) {
        ret->has_value = true;
        ret->baseline = gate->metric->value;
    }
    if (!ret->has_floor)
        return true;
    if (!rg_limits_resolve(gate->metric, &context, gate->ladder, in->thresholds, &ret->limits, err))
        return false;
    ret->floor = ret->limits.trip / ret->baseline;
    return true;
}

/* The rule that the trip in force comes from; an override that is not the derived bound stands for itself. */
static const char *deciding_rule(const struct entry *e)
{
    double derived = e->gate->trip.edge - e->baseline;

    if (e->gate->stopped_by == RG_RULE_H)
        return "not judged (rule H)";
    return rg_trip_is_bound(e->limits.abs, derived) ? rg_trip_rule_name(e->gate->trip.rule)
                                                    : "override (rule C)";
}

/* The edges that make the floor what it is: those around the baseline, and the trip point where it is none of
 * them. */
static size_t limiting_step(const struct rg_trip *trip, double ret[3])
{
    size_t count = 0;

    ret[count++] = trip->bucket.lo;
    if (trip->bucket.hi != trip->edge)
        ret[count++] = trip->bucket.hi;
    ret[count++] = trip->edge;
    return count;
}

/* "0.25 -> 0.5 -> 1 ms". */
static void put_step(struct rg_table *table, const struct entry *e)
{
    struct rg_buffer *cell = rg_table_begin(table);
    double step[3];
    size_t count = e->has_floor ? limiting_step(&e->gate->trip, step) : 0;

    for (size_t i = 0; i < count; i++)
        rg_buffer_printf(cell, "%s%s", i > 0 ? " -> " : "", rg_text_number(true, step[i]).text);
    if (count > 0)
        rg_buffer_printf(cell, " %s", e->gate->key->series->group->unit);
}

static void put_entry(struct rg_table *table, const struct entry *e)
{
    const struct rg_gate *g = e->gate;
    struct rg_buffer *cell;

    rg_table_cell(table, g->key->key);
    rg_table_number(table, e->has_value, e->baseline);
    rg_table_cell(table, g->key->series->group->unit);
    rg_table_cell(table, rg_text_bucket(e->has_floor, &g->trip.bucket).text);
    rg_table_number(table, e->has_floor, g->trip.bucket.hi_next);
    rg_table_number(table, e->has_floor, e->limits.abs);
    rg_table_number(table, e->has_floor, e->limits.trip);
    rg_table_cell(table, rg_text_floor(e->has_floor, e->floor).text);
    put_step(table, e);
    cell = rg_table_begin(table);
    if (e->has_floor)
        rg_buffer_puts(cell, deciding_rule(e));
    else if (g->stopped_by != RG_RULE_COUNT)
        rg_buffer_printf(cell, "rule %s", rg_rule_letter(g->stopped_by));
}

static void write_entry(struct rg_json_writer *w, const struct entry *e)
{
    const struct rg_gate *g = e->gate;
    double step[3];
    size_t steps = e->has_floor ? limiting_step(&g->trip, step) : 0;

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", g->key->key);
    rg_json_member_string(w, "unit", g->key->series->group->unit);
    rg_json_member_number(w, "baseline", e->has_value, e->baseline);
    rg_view_bucket(w, "bucket", e->has_floor, &g->trip.bucket);
    rg_json_member_number(w, "hi_next", e->has_floor, g->trip.bucket.hi_next);
    rg_json_member_number(w, "bound", e->has_floor, e->limits.abs);
    rg_json_member_number(w, "fires_at", e->has_floor, e->limits.trip);
    rg_json_member_number(w, "floor", e->has_floor, e->floor);
    rg_json_member_open_array(w, "limiting_step");
    for (size_t i = 0; i < steps; i++)
        rg_json_write_number(w, step[i]);
    rg_json_write_close_array(w);
    rg_json_member_string(w, "rule", e->has_floor ? deciding_rule(e) : NULL);
    rg_json_member_string(w, "stopped_by",
                          g->stopped_by == RG_RULE_COUNT ? NULL : rg_rule_letter(g->stopped_by));
    rg_json_write_close_object(w);
}

bool rg_check_table(const struct rg_check_input *input, const struct rg_findings *findings, enum rg_form form,
                    struct rg_buffer *out, struct rg_error *err)
{
    static const struct rg_column columns[] = {
        {"key", 'l'},   {"baseline", 'r'}, {"", 'l'},      {"bucket", 'r'},        {"hi_next", 'r'},
        {"bound", 'r'}, {"fires at", 'r'}, {"floor", 'r'}, {"limiting step", 'l'}, {"rule", 'l'}};
    size_t count = findings->gate_count;
    struct rg_arena arena = {0};
    struct rg_table table;
    struct rg_json_writer w;
    struct entry *entries = rg_arena_array(&arena, count, sizeof *entries);
    bool ok = entries != NULL || rg_error_memory(err);

    for (size_t i = 0; i < count && ok; i++)
        ok = make_entry(input, &findings->gates[i], &entries[i], err);
    if (ok && count > 0)
        qsort(entries, count, sizeof *entries, weakest_first);
    if (ok && form == RG_FORM_JSON) {
        rg_view_open(&w, "table", findings, out);
        rg_json_member_open_array(&w, "keys");
        for (size_t i = 0; i < count; i++)
            write_entry(&w, &entries[i]);
        rg_json_write_close_array(&w);
        rg_view_close(&w);
    } else if (ok) {
        rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
        for (size_t i = 0; i < count; i++)
            put_entry(&table, &entries[i]);
        rg_table_print(&table, form, out);
    }
    rg_arena_release(&arena);
    return ok && rg_buffer_check(out, err);
}
