#include "rungate/report/check_edges.h"

#include "rungate/judge/edges.h"
#include "rungate/report/check_findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The keys on one ladder, and what it lacks. */
struct plan {
    const struct rg_ladder *ladder;
    struct rg_edges_added add;
};

/* A key, and why it stays above the floor; NULL: it need not. */
struct rest {
    const struct rg_gate *gate;
    const char *why;
};

struct work {
    const struct rg_findings *findings;
    struct plan *plans; /* by the ladder's name */
    size_t plan_count;
    struct rest *rests; /* by key */
    size_t rest_count;
    struct rg_edges_need *needs; /* scratch, as is the next */
    bool *reachable;
    size_t added;
    double floor;
    struct rg_arena arena;
};

/* Why no edge helps a key, whatever the series holds; NULL when one may. */
static const char *hopeless(const struct rg_gate *gate)
{
    if (gate->ladder == NULL)
        return gate->stopped_by == RG_RULE_A ? "it is not in the baseline"
                                             : "its baseline is an entry that no rule can judge";
    if (gate->stopped_by == RG_RULE_E)
        return "its baseline is arithmetic (rule E): edges below the first, and a new capture, come first";
    if (gate->stopped_by == RG_RULE_H && gate->trip.spread.count < RG_SPREAD_RUNS_MIN)
        return "its runs come too near the trip point of a single one (rule H): more runs come first";
    if (rg_ladder_saturated(gate->ladder, gate->metric->value))
        return "its baseline is saturated: edges above the top one, and a new capture, come first";
    return NULL;
}

static void leave(struct work *w, const struct rg_gate *gate, const char *why)
{
    w->rests[w->rest_count++] = (struct rest){.gate = gate, .why = why};
}

/* What brings the floor of a key to at most `floor`. */
static struct rg_edges_need need_of(const struct rg_gate *gate, double floor)
{
    const struct rg_ladder *ladder = gate->ladder;
    double baseline = gate->metric->value;
    struct rg_trip trip;

    (void)rg_trip_derive(&gate->context, ladder, gate->metric, &trip);
    const struct rg_spread *spread = &trip.spread;
    if (spread->count < RG_SPREAD_RUNS_MIN)
        return (struct rg_edges_need){.low = baseline, .high = baseline * floor, .edges = 2};
    /* Neither the first edge nor the top one can be its trip point, and an added one must not become either.
     */
    double low = fmax(rg_spread_low(spread), nextafter(ladder->edges[0], HUGE_VAL));
    double high = fmin(rg_spread_high(spread), baseline * floor);
    double top = ladder->edges[ladder->edge_count - 1];
    return (struct rg_edges_need){
        .low = low, .high = fmin(high, top * (1 - 2 * RG_EDGE_TOLERANCE)), .edges = 1, .exact = true};
}

/* Plan for `count` keys on one ladder. */
static bool plan_ladder(struct work *w, const struct rest *keys, size_t count, struct rg_error *err)
{
    struct plan *plan = &w->plans[w->plan_count];

    for (size_t i = 0; i < count; i++)
        w->needs[i] = need_of(keys[i].gate, w->floor);
    if (!rg_edges_add(keys[0].gate->ladder, w->needs, count, &w->arena, w->reachable, &plan->add, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!w->reachable[i])
            leave(w, keys[i].gate, "the series has no edge where its trip point would have to be");
    }
    if (plan->add.count > 0) {
        plan->ladder = keys[0].gate->ladder;
        w->added += plan->add.count;
        w->plan_count++;
    }
    return true;
}

/* In the order of the ladders, which is that of their names. */
static int by_ladder(const void *a, const void *b)
{
    const struct rg_ladder *x = ((const struct rest *)a)->gate->ladder;
    const struct rg_ladder *y = ((const struct rest *)b)->gate->ladder;

    return x == y ? 0 : x < y ? -1 : 1;
}

static int by_key(const void *a, const void *b)
{
    const struct rest *x = a;
    const struct rest *y = b;

    return strcmp(x->gate->key->key, y->gate->key->key);
}

static bool make(struct work *w, const struct rg_ladders *ladders, struct rg_error *err)
{
    size_t count = w->findings->gate_count;
    struct rest *keys = rg_arena_array(&w->arena, count, sizeof *keys);
    size_t used = 0;

    w->plans = rg_arena_array(&w->arena, ladders->count, sizeof *w->plans);
    w->rests = rg_arena_array(&w->arena, count, sizeof *w->rests);
    w->needs = rg_arena_array(&w->arena, count, sizeof *w->needs);
    w->reachable = rg_arena_array(&w->arena, count, sizeof *w->reachable);
    if (keys == NULL || w->plans == NULL || w->rests == NULL || w->needs == NULL || w->reachable == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++) {
        const char *why = hopeless(&w->findings->gates[i]);
        if (why != NULL)
            leave(w, &w->findings->gates[i], why);
        else
            keys[used++].gate = &w->findings->gates[i];
    }
    if (used > 0)
        qsort(keys, used, sizeof *keys, by_ladder);
    for (size_t start = 0, end = 0; start < used; start = end) {
        while (end < used && keys[end].gate->ladder == keys[start].gate->ladder)
            end++;
        if (!plan_ladder(w, keys + start, end - start, err))
            return false;
    }
    if (w->rest_count > 0)
        qsort(w->rests, w->rest_count, sizeof *w->rests, by_key);
    return true;
}

/* The edges to add, or with them all of the ladder's, in order. */
static void write_edges(struct rg_json_writer *w, const struct plan *plan, bool all)
{
    size_t there = all ? plan->ladder->edge_count : 0;

    rg_json_write_open_array(w);
    for (size_t i = 0, j = 0; i < there || j < plan->add.count;) {
        if (j == plan->add.count || (i < there && plan->ladder->edges[i] < plan->add.edges[j]))
            rg_json_write_number(w, plan->ladder->edges[i++]);
        else
            rg_json_write_number(w, plan->add.edges[j++]);
    }
    rg_json_write_close_array(w);
}

static void write_json(const struct work *work, struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_view_open(&w, "suggest-edges", work->findings, out);
    rg_json_member_number(&w, "floor", true, work->floor);
    rg_json_member_array(&w, "ladders");
    for (size_t i = 0; i < work->plan_count; i++) {
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "name", work->plans[i].ladder->name);
        rg_json_member_string(&w, "unit", work->plans[i].ladder->unit);
        rg_json_write_name(&w, "add");
        write_edges(&w, &work->plans[i], false);
        rg_json_write_name(&w, "edges");
        write_edges(&w, &work->plans[i], true);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_member_array(&w, "unreachable");
    for (size_t i = 0; i < work->rest_count; i++) {
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", work->rests[i].gate->key->key);
        rg_json_member_string(&w, "why", work->rests[i].why);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_finish(&w);
}

static void put_tables(const struct work *work, enum rg_form form, struct rg_buffer *out)
{
    static const struct rg_column edges[] = {{"ladder", 'l'}, {"add", 'r'}, {"", 'l'}};
    static const struct rg_column rests[] = {{"key", 'l'}, {"stays above, because", 'l'}};
    struct rg_table table;

    if (work->plan_count > 0) {
        rg_table_init(&table, edges, 3);
        for (size_t i = 0; i < work->plan_count; i++) {
            for (size_t j = 0; j < work->plans[i].add.count; j++) {
                rg_table_cell(&table, work->plans[i].ladder->name);
                rg_table_number(&table, true, work->plans[i].add.edges[j]);
                rg_table_cell(&table, work->plans[i].ladder->unit);
            }
        }
        rg_table_print(&table, form, out);
        rg_buffer_putc(out, '\n');
    }
    if (work->rest_count > 0) {
        rg_table_init(&table, rests, 2);
        for (size_t i = 0; i < work->rest_count; i++) {
            rg_table_cell(&table, work->rests[i].gate->key->key);
            rg_table_cell(&table, work->rests[i].why);
        }
        rg_table_print(&table, form, out);
        rg_buffer_putc(out, '\n');
    }
    if (work->added == 0 && work->rest_count == 0) {
        rg_buffer_printf(out, "no edge is needed: every floor is at most %.15gx\n", work->floor);
        return;
    }
    rg_buffer_printf(out, "with %zu edge%s more, the floor of %zu of %zu keys is at most %.15gx\n",
                     work->added, work->added == 1 ? "" : "s", work->findings->gate_count - work->rest_count,
                     work->findings->gate_count, work->floor);
}

bool rg_check_edges(const struct rg_check_input *input, const struct rg_findings *findings, double floor,
                    enum rg_form form, struct rg_buffer *out, bool *ret_all, struct rg_error *err)
{
    struct work work = {.findings = findings, .floor = floor};
    bool ok = make(&work, input->ladders, err);

    if (ok) {
        if (form == RG_FORM_JSON)
            write_json(&work, out);
        else
            put_tables(&work, form, out);
        ok = rg_buffer_check(out, err);
    }
    if (ok)
        *ret_all = work.rest_count == 0;
    rg_arena_release(&work.arena);
    return ok;
}
