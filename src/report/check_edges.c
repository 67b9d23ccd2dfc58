#include "rungate/report/check_edges.h"

#include "rungate/judge/edges.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/floor.h"

#include <math.h>
#include <stdlib.h>

/* The keys on one ladder, what it lacks, and what it becomes. */
struct plan {
    const struct rg_ladder *ladder;
    struct rg_edges_added add;
    struct rg_ladder joined;
};

struct work {
    const struct rg_findings *findings;
    struct plan *plans; /* by the ladder's name */
    size_t plan_count;
    const char **whys;       /* by gate: why it stays above the floor; NULL: it need not */
    struct rg_floor *floors; /* by gate, with the edges added, where the value is above 0 */
    size_t stay_count;
    size_t quantile_count;
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
        return "its baseline is derived from the first edge (rule E): first add edges below it and capture "
               "again";
    if (gate->stopped_by == RG_RULE_H && gate->trip.spread.count < RG_SPREAD_RUNS_MIN)
        return "its runs come too near a single-run trip point (rule H): first capture more runs";
    if (rg_ladder_saturated(gate->ladder, gate->metric->value))
        return "its baseline is saturated: first add edges above the top one and capture again";
    return NULL;
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

/* The edges of the ladder and those to add, in order. */
static bool join(struct plan *plan, struct rg_arena *arena, struct rg_error *err)
{
    size_t count = plan->ladder->edge_count + plan->add.count;
    double *edges = rg_arena_array(arena, count, sizeof *edges);

    if (edges == NULL)
        return rg_error_memory(err);
    for (size_t i = 0, j = 0; i + j < count;) {
        bool is_added = i == plan->ladder->edge_count ||
                        (j < plan->add.count && plan->add.edges[j] < plan->ladder->edges[i]);
        double edge = is_added ? plan->add.edges[j] : plan->ladder->edges[i];
        edges[i + j] = edge;
        i += !is_added;
        j += is_added;
    }
    plan->joined = *plan->ladder;
    plan->joined.edges = edges;
    plan->joined.edge_count = count;
    return true;
}

/* What the floor of a key becomes. */
static void find_floor(struct work *w, const struct plan *plan, const struct rg_gate *gate)
{
    struct rg_trip trip;

    if (rg_trip_derive(&gate->context, &plan->joined, gate->metric, &trip))
        (void)rg_floor_find(&gate->context, &plan->joined, gate->metric->value, trip.edge,
                            &w->floors[gate - w->findings->gates]);
}

/* Plan for `count` gates on one ladder. */
static bool plan_ladder(struct work *w, const struct rg_gate *const *gates, size_t count,
                        struct rg_error *err)
{
    struct rg_edges_need *needs = rg_arena_array(&w->arena, count, sizeof *needs);
    bool *reachable = rg_arena_array(&w->arena, count, sizeof *reachable);
    struct plan plan = {.ladder = gates[0]->ladder};

    if (needs == NULL || reachable == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++)
        needs[i] = need_of(gates[i], w->floor);
    if (!rg_edges_add(plan.ladder, needs, count, &w->arena, reachable, &plan.add, err))
        return false;
    if (!join(&plan, &w->arena, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        find_floor(w, &plan, gates[i]);
        if (!reachable[i])
            w->whys[gates[i] - w->findings->gates] =
                "no edge of the series 1, 2, 3, 5, 10 lies where its trip point would have to be";
    }
    if (plan.add.count > 0)
        w->plans[w->plan_count++] = plan;
    w->added += plan.add.count;
    return true;
}

/* In the order of the ladders, which is that of their names. */
static int by_ladder(const void *a, const void *b)
{
    const struct rg_gate *const *x = a;
    const struct rg_gate *const *y = b;

    return (*x)->ladder == (*y)->ladder ? 0 : (*x)->ladder < (*y)->ladder ? -1 : 1;
}

static bool make(struct work *w, const struct rg_ladders *ladders, struct rg_error *err)
{
    size_t count = w->findings->gate_count;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the gates are pointers */
    const struct rg_gate **gates = rg_arena_array(&w->arena, count, sizeof *gates);
    size_t used = 0;

    w->plans = rg_arena_array(&w->arena, ladders->count, sizeof *w->plans);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the texts are pointers */
    w->whys = rg_arena_array(&w->arena, count, sizeof *w->whys);
    w->floors = rg_arena_array(&w->arena, count, sizeof *w->floors);
    if (gates == NULL || w->plans == NULL || w->whys == NULL || w->floors == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (w->findings->gates[i].context.kind != RG_KEY_QUANTILE)
            continue; /* edges make no difference to it */
        w->quantile_count++;
        w->whys[i] = hopeless(&w->findings->gates[i]);
        if (w->whys[i] == NULL)
            gates[used++] = &w->findings->gates[i];
    }
    if (used > 0)
        qsort(gates, used, sizeof *gates, by_ladder); /* NOLINT(bugprone-sizeof-expression) */
    for (size_t start = 0, end = 0; start < used; start = end) {
        while (end < used && gates[end]->ladder == gates[start]->ladder)
            end++;
        if (!plan_ladder(w, gates + start, end - start, err))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        w->stay_count += w->whys[i] != NULL;
    return true;
}

static void write_edges(struct rg_json_writer *w, const char *name, const double *edges, size_t count)
{
    rg_json_member_open_array(w, name);
    for (size_t i = 0; i < count; i++)
        rg_json_write_number(w, edges[i]);
    rg_json_write_close_array(w);
}

static void write_json(const struct work *work, struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_view_open(&w, "suggest-edges", work->findings, out);
    rg_json_member_number(&w, "floor", true, work->floor);
    rg_json_member_open_array(&w, "ladders");
    for (size_t i = 0; i < work->plan_count; i++) {
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "name", work->plans[i].ladder->name);
        rg_json_member_string(&w, "unit", work->plans[i].ladder->unit);
        write_edges(&w, "add", work->plans[i].add.edges, work->plans[i].add.count);
        write_edges(&w, "edges", work->plans[i].joined.edges, work->plans[i].joined.edge_count);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_member_open_array(&w, "keys");
    for (size_t i = 0; i < work->findings->gate_count; i++) {
        if (!(work->floors[i].value > 0))
            continue;
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", work->findings->gates[i].key->key);
        rg_json_floor(&w, true, &work->floors[i]);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_member_open_array(&w, "unreachable");
    for (size_t i = 0; i < work->findings->gate_count; i++) {
        if (work->whys[i] == NULL)
            continue;
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", work->findings->gates[i].key->key);
        rg_json_member_string(&w, "why", work->whys[i]);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_view_close(&w);
}

/* The range of each floor, with the edges added. */
static void put_floors(const struct work *work, enum rg_form form, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {{"key", 'l'}, {"floor", 'r'}};
    struct rg_table table;

    rg_table_init(&table, columns, 2);
    for (size_t i = 0; i < work->findings->gate_count; i++) {
        if (!(work->floors[i].value > 0))
            continue;
        rg_table_cell(&table, work->findings->gates[i].key->key);
        rg_table_cell(&table, rg_text_floor(true, &work->floors[i]).text);
    }
    rg_table_print(&table, form, out);
    rg_buffer_putc(out, '\n');
}

static void put_tables(const struct work *work, enum rg_form form, struct rg_buffer *out)
{
    static const struct rg_column edges[] = {{"ladder", 'l'}, {"add", 'r'}, {"", 'l'}};
    static const struct rg_column stays[] = {{"key", 'l'}, {"stays above, because", 'l'}};
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
    if (work->stay_count > 0) {
        rg_table_init(&table, stays, 2);
        for (size_t i = 0; i < work->findings->gate_count; i++) {
            if (work->whys[i] == NULL)
                continue;
            rg_table_cell(&table, work->findings->gates[i].key->key);
            rg_table_cell(&table, work->whys[i]);
        }
        rg_table_print(&table, form, out);
        rg_buffer_putc(out, '\n');
    }
    if (work->added > 0)
        put_floors(work, form, out);
    if (work->quantile_count == 0)
        rg_buffer_puts(out, "no quantile is gated, so there is no edge to suggest\n");
    else if (work->added == 0 && work->stay_count == 0)
        rg_buffer_printf(out, "no edge is needed: every floor is at most %.15gx\n", work->floor);
    else
        rg_buffer_printf(out, "with %zu edge%s more, the floor of %zu of %zu keys is at most %.15gx\n",
                         work->added, work->added == 1 ? "" : "s", work->quantile_count - work->stay_count,
                         work->quantile_count, work->floor);
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
        *ret_all = work.stay_count == 0;
    rg_arena_release(&work.arena);
    return ok;
}
