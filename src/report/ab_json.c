#include "report/ab_json.h"

#include "rungate/format/json_write.h"
#include "rungate/report/budgets.h"
#include "rungate/report/style.h"

static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "a", [RG_AB_B] = "b"};

/* The host's load over a minute, before the run and after it; null where it is not recorded. */
static void write_load(struct rg_json_writer *w, const char *name, const struct rg_host *host)
{
    rg_json_member_open_array(w, name);
    if (host->has_begin_load)
        rg_json_write_number(w, host->begin_load[0]);
    else
        rg_json_write_null(w);
    if (host->has_load)
        rg_json_write_number(w, host->load[0]);
    else
        rg_json_write_null(w);
    rg_json_write_close_array(w);
}

static void write_round(struct rg_json_writer *w, const struct rg_ab_round *round)
{
    size_t first = rg_ab_first(round);

    rg_json_write_open_object(w);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        rg_json_member_string(w, names[side], round->file[side].path);
    rg_json_member_string(w, "began_at", rg_text_time(round->begin_s).text);
    rg_json_member_string(w, "ended_at", rg_text_time(round->end_s).text);
    rg_json_member_string(w, "first", first == RG_AB_SIDES ? NULL : names[first]);
    write_load(w, "load_a", &round->file[RG_AB_A].timings->host);
    write_load(w, "load_b", &round->file[RG_AB_B].timings->host);
    rg_json_member_string(w, "slowed_a", round->slowed[RG_AB_A]);
    rg_json_member_string(w, "slowed_b", round->slowed[RG_AB_B]);
    rg_json_member_string(w, "dropped", round->dropped);
    rg_json_write_close_object(w);
}

static void write_values(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                         size_t side)
{
    rg_json_member_open_array(w, names[side]);
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *reading = &key->values[side][r].reading;
        if (reading->has_value)
            rg_json_write_number(w, reading->value);
        else
            rg_json_write_null(w);
    }
    rg_json_write_close_array(w);
}

/* The key has statistics. */
static bool is_measured(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    return key->counted >= RG_AB_ROUNDS_MIN && rg_ab_has_one_ladder(v, key);
}

static void write_count(struct rg_json_writer *w, const char *name, bool there, size_t count)
{
    if (there)
        rg_json_member_integer(w, name, (long long)count);
    else
        rg_json_member_string(w, name, NULL);
}

/* What the verdict rests on: of a quantile on a ladder the edge that its row speaks of, of all else the numbers. */
static void write_basis(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    static const char *const proofs[] = {
        [RG_AB_UNPROVEN] = NULL, [RG_AB_BY_INTERVAL] = "interval", [RG_AB_BY_RANKS] = "signed-rank"};
    const struct rg_ab_edge *e = &key->edge;
    bool measured = is_measured(v, key);
    bool sized = measured && key->ladder == NULL;
    const struct rg_ab_measure *m = &key->measure;

    rg_json_member_string(w, "basis", key->ladder != NULL ? "edge" : "change");
    rg_json_member_string(w, "proof", proofs[key->proof]);
    rg_json_member_number(w, "median", measured, m->median);
    rg_json_member_number(w, "change_pct", sized, 100 * rg_ab_change(key, m->median));
    rg_json_member_number(w, "change_pct_min", sized,
                          100 * rg_ab_change(key, key->context.higher ? m->upper : m->lower));
    rg_json_member_number(w, "change_pct_max", sized,
                          100 * rg_ab_change(key, key->context.higher ? m->lower : m->upper));
    write_count(w, "signed_rank", measured && m->worse.ranked > 0, m->worse.sum);
    write_count(w, "rounds_needed", key->needed > 0, key->needed);
    rg_json_member_number(w, "edge", e->there, e->edge);
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        bool is_a = side == RG_AB_A;
        write_count(w, is_a ? "rounds_above_a" : "rounds_above_b", e->there, e->above[side]);
        rg_json_member_number(w, is_a ? "share_above_a" : "share_above_b", e->there && e->share[side] >= 0,
                              e->share[side]);
        write_count(w, is_a ? "slow_a" : "slow_b", key->kind == RG_AB_UNSTABLE, key->slow[side]);
    }
    rg_json_member_bool(w, "judged", rg_ab_is_judged(key->kind));
    rg_json_member_open_array(w, "differences");
    for (size_t r = 0; r < v->round_count; r++) {
        if (rg_ab_counts(v, key, r))
            rg_json_write_number(w, rg_ab_difference(key, r));
        else
            rg_json_write_null(w);
    }
    rg_json_write_close_array(w);
}

static void write_key(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    bool measured = is_measured(v, key);

    rg_json_write_open_object(w);
    rg_json_member_string(w, "key", key->key);
    rg_json_member_string(w, "unit", key->unit);
    rg_json_member_string(w, "verdict", rg_ab_kind_text(key->kind));
    rg_json_member_string(w, "note", key->note);
    rg_json_member_bool(w, "regressed", key->kind == RG_AB_REGRESSION);
    rg_json_member_integer(w, "rounds", (long long)key->counted);
    rg_json_member_number(w, "mean", measured, key->measure.mean);
    rg_json_member_number(w, "deviation", measured, key->measure.deviation);
    rg_json_member_number(w, "lower", measured, key->measure.lower);
    rg_json_member_number(w, "upper", measured, key->measure.upper);
    write_basis(w, v, key);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        write_values(w, v, key, side);
    rg_json_member_open_array(w, "counts");
    for (size_t r = 0; r < v->round_count; r++)
        rg_json_write_bool(w, rg_ab_counts(v, key, r));
    rg_json_write_close_array(w);
    rg_json_write_close_object(w);
}

static void write_summary(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    static const char *const members[RG_AB_KIND_COUNT] = {
#define X(id, text, member) [RG_AB_##id] = (member),
        RG_AB_MAP(X)
#undef X
    };

    rg_json_member_open_object(w, "summary");
    rg_json_member_integer(w, "total", (long long)v->key_count);
    rg_json_member_integer(w, "judged", (long long)v->judged);
    rg_json_member_integer(w, "comparable", (long long)v->comparable);
    rg_json_member_integer(w, "no_traffic", (long long)v->idle);
    rg_json_member_integer(w, "rounds", (long long)v->round_count);
    rg_json_member_integer(w, "dropped", (long long)v->dropped);
    rg_json_member_integer(w, "excluded", (long long)v->excluded);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++)
        rg_json_member_integer(w, members[kind], (long long)v->kinds[kind]);
    rg_budgets_json_summary(&v->budgets, w);
    rg_json_write_close_object(w);
}

static void write_keys(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    size_t budget = 0;

    rg_json_member_open_array(w, "metrics");
    for (size_t k = 0; k < v->key_count; k++) {
        rg_budgets_json(&v->budgets, &budget, v->keys[k].key, w);
        write_key(w, v, &v->keys[k]);
    }
    rg_budgets_json(&v->budgets, &budget, NULL, w);
    rg_json_write_close_array(w);
}

bool rg_ab_json(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "kind", "ab");
    rg_json_member_string(&w, "build_a", v->build[RG_AB_A]);
    rg_json_member_string(&w, "build_b", v->build[RG_AB_B]);
    rg_json_member_string(&w, "window", v->rounds[0].file[RG_AB_A].timings->window);
    rg_json_member_string(&w, "profile", v->rounds[0].file[RG_AB_A].timings->profile);
    rg_json_member_number(&w, "margin", true, v->margin);
    rg_json_member_number(&w, "level", true, RG_AB_LEVEL);
    rg_json_member_number(&w, "gain", true, rg_ab_gain(v->margin));
    rg_json_member_number(&w, "min_compared", true, v->min_compared);
    rg_json_member_string(&w, "doubt", v->doubt);
    rg_json_member_open_array(&w, "warnings");
    for (size_t i = 0; i < v->warning_count; i++)
        rg_json_write_string(&w, v->warnings[i]);
    rg_json_write_close_array(&w);
    rg_json_member_open_array(&w, "rounds");
    for (size_t r = 0; r < v->round_count; r++)
        write_round(&w, &v->rounds[r]);
    rg_json_write_close_array(&w);
    write_summary(&w, v);
    write_keys(&w, v);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}
