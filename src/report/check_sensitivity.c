#include "rungate/report/check_sensitivity.h"

#include "rungate/judge/compare.h"
#include "rungate/report/check_findings.h"

struct trial {
    const struct rg_gate *gate;
    const char *why; /* of a miss */
    double baseline; /* where `has_baseline` */
    double slowed;   /* what was judged, where `judged` */
    double trip;     /* in force, where `has_trip` */
    bool has_baseline;
    bool judged;
    bool has_trip;
    bool caught;
    bool proven; /* caught, wherever in its bucket the baseline lies */
};

/* Both sides as compare would read them, less what it would refuse to read. */
struct sides {
    struct rg_metric *before; /* sorted by key */
    struct rg_metric *after;
    size_t count;
};

static struct rg_timings side_of(const struct rg_timings *baseline, struct rg_metric *metrics, size_t count)
{
    struct rg_timings side = *baseline;

    side.metrics = metrics;
    side.metric_count = count;
    side.value_count = count;
    return side;
}

static const char *why_missed(const struct rg_row *row)
{
    if (row->waiver != NULL && row->regressed)
        return "it fires, and is waived";
    double beyond = (row->current.value - row->limits.trip) * (row->limits.higher ? -1 : 1);

    if (row->baseline.has_value && !(row->baseline.value > 0))
        return "its baseline is not above 0: no factor makes it worse";
    if (row->kind == RG_CASE_WITHIN || row->kind == RG_CASE_IMPROVED)
        return beyond <= 0 || rg_edges_equal(row->current.value, row->limits.trip)
                   ? row->limits.higher ? "not below the trip point" : "not above the trip point"
                   : "not beyond the percentage";
    return row->kind == RG_CASE_MISMATCH ? "the baseline cannot be compared with anything" : row->note;
}

static const char *why_not_judged(const struct rg_gate *gate)
{
    if (gate->stopped_by == RG_RULE_A)
        return "not in the baseline";
    return gate->stopped_by == RG_RULE_V ? "an entry that no rule can judge" : NULL;
}

static bool make_sides(const struct rg_findings *findings, double factor, struct rg_arena *arena,
                       struct sides *ret, struct rg_error *err)
{
    ret->before = rg_arena_array(arena, findings->gate_count, sizeof *ret->before);
    ret->after = rg_arena_array(arena, findings->gate_count, sizeof *ret->after);
    if (ret->before == NULL || ret->after == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < findings->gate_count; i++) {
        const struct rg_gate *gate = &findings->gates[i];
        if (why_not_judged(gate) != NULL)
            continue;
        struct rg_metric *after = &ret->after[ret->count];
        ret->before[ret->count++] = *after = *gate->metric;
        after->value = gate->context.higher ? after->value / factor : after->value * factor;
        after->status = RG_STATUS_GOOD;
    }
    return true;
}

static void take_row(struct trial *t, const struct rg_row *row, double factor)
{
    struct rg_floor floor;

    t->judged = true;
    t->slowed = row->current.value;
    t->has_trip = row->limits.abs_source != RG_BOUND_NONE;
    t->trip = row->limits.trip;
    t->caught = row->kind == RG_CASE_REGRESSION && row->waiver == NULL;
    t->proven = t->caught && rg_row_floor(row, &floor) && floor.has_max &&
                factor >= floor.max * (1 - RG_EDGE_TOLERANCE);
    t->why = t->caught ? "" : why_missed(row);
}

/*
 * Judge as compare would. No row of a verdict depends on another, so all keys can be slowed in one: each row
 * is what it would be with the other keys as they were.
 */
static bool try_keys(const struct rg_check_input *in, const struct rg_findings *findings, double factor,
                     struct trial *trials, struct rg_verdict *verdict, struct rg_arena *arena,
                     struct rg_error *err)
{
    struct sides sides = {0};

    if (!make_sides(findings, factor, arena, &sides, err))
        return false;
    struct rg_timings baseline = side_of(in->baseline, sides.before, sides.count);
    struct rg_timings current = side_of(in->baseline, sides.after, sides.count);
    struct rg_judge_input input = {
        .baseline = &baseline,
        .current = &current,
        .thresholds = in->thresholds,
        .surface = in->surface,
        .ladders = in->ladders,
        .today_s = in->today_s,
    };
    if (!rg_judge(&input, verdict, err))
        return false;
    for (size_t i = 0, row = 0; i < findings->gate_count; i++) {
        const struct rg_gate *gate = &findings->gates[i];
        trials[i] = (struct trial){.gate = gate, .why = why_not_judged(gate)};
        trials[i].has_baseline = gate->metric != NULL && gate->metric->has_value;
        if (trials[i].has_baseline)
            trials[i].baseline = gate->metric->value;
        if (trials[i].why == NULL)
            take_row(&trials[i], &verdict->rows[row++], factor);
    }
    return true;
}

static void put_trial(struct rg_table *s, const struct trial *t)
{
    rg_table_cell(s, t->gate->key->key);
    rg_table_number(s, t->has_baseline, t->baseline);
    rg_table_number(s, t->judged, t->slowed);
    rg_table_cell(s, t->gate->key->series->group->unit);
    rg_table_cell(s, rg_text_trip(t->has_trip, t->gate->context.higher, t->trip).text);
    rg_table_cell(s, t->proven ? "caught, proven" : t->caught ? "caught" : "MISSED");
    rg_table_cell(s, t->why);
}

static void write_trial(struct rg_json_writer *w, const struct trial *t)
{
    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", t->gate->key->key);
    rg_json_member_string(w, "unit", t->gate->key->series->group->unit);
    rg_json_member_number(w, "baseline", t->has_baseline, t->baseline);
    rg_json_member_number(w, "slowed", t->judged, t->slowed);
    rg_json_member_number(w, "trip_point", t->has_trip, t->trip);
    rg_json_member_bool(w, "caught", t->caught);
    rg_json_member_bool(w, "proven", t->proven);
    rg_json_member_string(w, "why", t->caught ? NULL : t->why);
    rg_json_write_close_object(w);
}

static void print(const struct trial *trials, size_t count, double factor, const struct rg_findings *findings,
                  enum rg_form form, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {{"key", 'l'}, {"baseline", 'r'},    {"slowed", 'r'},
                                               {"", 'l'},    {"trips above", 'r'}, {"", 'l'},
                                               {"", 'l'}};
    struct rg_json_writer w;
    struct rg_table table;
    size_t caught = 0;
    size_t proven = 0;

    for (size_t i = 0; i < count; i++) {
        caught += trials[i].caught;
        proven += trials[i].proven;
    }
    if (form == RG_FORM_JSON) {
        rg_view_open(&w, "sensitivity", findings, out);
        rg_json_member_number(&w, "factor", true, factor);
        rg_json_member_integer(&w, "caught", (long long)caught);
        rg_json_member_integer(&w, "proven", (long long)proven);
        rg_json_member_integer(&w, "missed", (long long)(count - caught));
        rg_json_member_open_array(&w, "keys");
        for (size_t i = 0; i < count; i++)
            write_trial(&w, &trials[i]);
        rg_json_write_close_array(&w);
        rg_view_close(&w);
        return;
    }
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < 2 * count; i++) {
        if (trials[i % count].caught == (i >= count)) /* missed keys come first */
            put_trial(&table, &trials[i % count]);
    }
    rg_table_print(&table, form, out);
    rg_buffer_printf(out, "\n%zu of %zu are proven: caught wherever in its bucket the baseline lies\n",
                     proven, count);
    rg_buffer_printf(out, "%zu/%zu keys caught at %.15gx, %zu missed\n", caught, count, factor,
                     count - caught);
}

bool rg_check_sensitivity(const struct rg_check_input *input, const struct rg_findings *findings,
                          double factor, enum rg_form form, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_arena arena = {0};
    struct rg_verdict verdict = {0}; /* that the reasons point into */
    struct trial *trials = rg_arena_array(&arena, findings->gate_count, sizeof *trials);

    if (trials == NULL)
        return rg_error_memory(err);
    bool ok = try_keys(input, findings, factor, trials, &verdict, &arena, err);
    if (ok)
        print(trials, findings->gate_count, factor, findings, form, out);
    rg_verdict_release(&verdict);
    rg_arena_release(&arena);
    return ok && rg_buffer_check(out, err);
}
