#include "rungate/report/check_table.h"

#include "rungate/judge/limits.h"
#include "rungate/judge/side.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const struct rg_gate *gate;
    struct rg_limits limits; /* in force; only with a trip point */
    struct rg_floor floor;   /* only with a floor */
    double baseline;         /* where there is a value */
    bool has_value;
    bool has_trip;
    bool has_floor;
};

/* Largest floor first; a key without one cannot fire where it should, so it stands above all. */
static int weakest_first(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->has_floor != y->has_floor)
        return x->has_floor ? 1 : -1;
    if (x->has_floor && x->floor.value != y->floor.value)
        return x->floor.value > y->floor.value ? -1 : 1;
    return strcmp(x->gate->key->key, y->gate->key->key);
}

static bool make_entry(const struct rg_check_input *in, const struct rg_gate *gate, struct entry *ret,
                       struct rg_error *err)
{
    bool is_examined = gate->stopped_by != RG_RULE_A && gate->stopped_by != RG_RULE_V;

    *ret = (struct entry){.gate = gate};
    if (gate->metric != NULL && gate->metric->has_value) {
        ret->has_value = true;
        ret->baseline = gate->metric->value;
    }
    /* Of a quantile only where the ladder has a trip point; the others need none. */
    if (!is_examined || !ret->has_value ||
        (gate->context.kind == RG_KEY_QUANTILE && gate->trip.rule == RG_TRIP_NONE))
        return true;
    if (!rg_limits_resolve(gate->metric, &gate->context, gate->ladder, in->thresholds, &ret->limits, err))
        return false;
    ret->has_trip = ret->limits.abs_source != RG_BOUND_NONE;
    ret->has_floor = ret->has_trip && rg_floor_find(&gate->context, gate->ladder, ret->baseline,
                                                    ret->limits.trip, &ret->floor);
    return true;
}

/* The rule that the trip in force comes from; an override that is not the derived bound stands for itself. */
static const char *deciding_rule(const struct entry *e)
{
    double derived = fabs(e->gate->trip.edge - e->baseline);

    if (e->gate->stopped_by == RG_RULE_H)
        return "not judged (rule H)";
    if (e->gate->trip.rule != RG_TRIP_NONE && rg_trip_is_bound(e->limits.abs, derived))
        return rg_trip_rule_name(e->gate->trip.rule);
    if (e->limits.abs_source == RG_BOUND_DEFAULT)
        return "default";
    return rg_gate_is_derived(e->gate) ? "override (rule C)" : "override";
}

static bool has_bucket(const struct entry *e)
{
    return e->has_trip && e->gate->context.kind == RG_KEY_QUANTILE;
}

/* What stands where a quantile has its bucket. */
static struct rg_text bucket_text(const struct entry *e)
{
    static const char *const kinds[] = {
        [RG_KEY_QUANTILE] = "", [RG_KEY_MEAN] = "mean", [RG_KEY_VALUE] = "value"};

    return has_bucket(e) ? rg_text_bucket(true, &e->gate->trip.bucket)
                         : rg_textf("%s", kinds[e->gate->context.kind]);
}

/* The edges that make the floor what it is: those around the baseline, and the trip point where it is none of
 * them. */
static size_t limiting_step(const struct entry *e, double ret[3])
{
    const struct rg_trip *trip = &e->gate->trip;
    size_t count = 0;

    if (!e->has_trip || !has_bucket(e))
        return 0;
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
    size_t count = limiting_step(e, step);

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
    rg_table_cell(table, bucket_text(e).text);
    rg_table_number(table, has_bucket(e), g->trip.bucket.hi_next);
    rg_table_number(table, e->has_trip, e->limits.abs);
    rg_table_number(table, e->has_trip, e->limits.trip);
    rg_table_cell(table, rg_text_floor(e->has_floor, &e->floor).text);
    put_step(table, e);
    cell = rg_table_begin(table);
    if (e->has_trip)
        rg_buffer_puts(cell, deciding_rule(e));
    else if (!rg_gate_is_derived(g) && g->context.kind == RG_KEY_MEAN)
        rg_buffer_puts(cell, "not judged: needs five runs");
    else if (g->stopped_by != RG_RULE_COUNT)
        rg_buffer_printf(cell, "rule %s", rg_rule_letter(g->stopped_by));
}

static void write_entry(struct rg_json_writer *w, const struct entry *e)
{
    const struct rg_gate *g = e->gate;
    double step[3];
    size_t steps = limiting_step(e, step);

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", g->key->key);
    rg_json_member_string(w, "unit", g->key->series->group->unit);
    rg_json_member_number(w, "baseline", e->has_value, e->baseline);
    rg_view_bucket(w, "bucket", has_bucket(e), &g->trip.bucket);
    rg_json_member_number(w, "hi_next", has_bucket(e), g->trip.bucket.hi_next);
    rg_json_member_number(w, "bound", e->has_trip, e->limits.abs);
    rg_json_member_number(w, "fires_at", e->has_trip, e->limits.trip);
    rg_json_floor(w, e->has_floor, &e->floor);
    rg_json_member_open_array(w, "limiting_step");
    for (size_t i = 0; i < steps; i++)
        rg_json_write_number(w, step[i]);
    rg_json_write_close_array(w);
    rg_json_member_string(w, "rule", e->has_trip ? deciding_rule(e) : NULL);
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
    bool ok = true;

    if (entries == NULL)
        return rg_error_memory(err);
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
