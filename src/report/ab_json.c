#include "rungate/report/ab_json.h"

#include "rungate/format/json_write.h"
#include "rungate/report/budgets.h"

static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "a", [RG_AB_B] = "b"};

static void write_round(struct rg_json_writer *w, const struct rg_ab_round *round)
{
    rg_json_write_open_object(w);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        rg_json_member_string(w, names[side], round->file[side].path);
    rg_json_member_string(w, "began_at", rg_text_time(round->begin_s).text);
    rg_json_member_string(w, "ended_at", rg_text_time(round->end_s).text);
    rg_json_member_string(w, "dropped", round->dropped);
    rg_json_write_close_object(w);
}

static void write_values(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                         size_t side)
{
    rg_json_member_array(w, names[side]);
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *reading = &key->values[side][r].reading;
        if (reading->has_value)
            rg_json_write_number(w, reading->value);
        else
            rg_json_write_null(w);
    }
    rg_json_write_close_array(w);
}

static void write_key(struct rg_json_writer *w, const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    bool measured = key->counted >= RG_AB_ROUNDS_MIN;

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
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        write_values(w, v, key, side);
    rg_json_member_array(w, "counts");
    for (size_t r = 0; r < v->round_count; r++)
        rg_json_write_bool(w, rg_ab_counts(v, key, r));
    rg_json_write_close_array(w);
    rg_json_write_close_object(w);
}

static void write_summary(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    static const char *const kinds[RG_AB_KIND_COUNT] = {
        [RG_AB_REGRESSION] = "regressions",   [RG_AB_LEAD] = "leads",
        [RG_AB_UNSTABLE] = "unstable",        [RG_AB_CANNOT_JUDGE] = "cannot_judge",
        [RG_AB_IMPROVEMENT] = "improvements", [RG_AB_NO_DIFFERENCE] = "no_difference",
    };

    rg_json_member_object(w, "summary");
    rg_json_member_integer(w, "total", (long long)v->key_count);
    rg_json_member_integer(w, "rounds", (long long)v->round_count);
    rg_json_member_integer(w, "dropped", (long long)v->dropped);
    rg_json_member_integer(w, "excluded", (long long)v->excluded);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++)
        rg_json_member_integer(w, kinds[kind], (long long)v->kinds[kind]);
    rg_budgets_json_summary(&v->budgets, w);
    rg_json_write_close_object(w);
}

static void write_keys(struct rg_json_writer *w, const struct rg_ab_verdict *v)
{
    size_t budget = 0;

    rg_json_member_array(w, "metrics");
    for (size_t k = 0; k < v->key_count; k++) {
        rg_budgets_json(&v->budgets, &budget, v->keys[k].key, w);
        write_key(w, v, &v->keys[k]);
    }
    rg_budgets_json(&v->budgets, &budget, NULL, w);
    rg_json_write_close_array(w);
}

bool rg_ab_report_json(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_begin(&w, out);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "kind", "ab");
    rg_json_member_string(&w, "build_a", v->build[RG_AB_A]);
    rg_json_member_string(&w, "build_b", v->build[RG_AB_B]);
    rg_json_member_string(&w, "window", v->rounds[0].file[RG_AB_A].timings->window);
    rg_json_member_string(&w, "profile", v->rounds[0].file[RG_AB_A].timings->profile);
    rg_json_member_number(&w, "margin", true, v->margin);
    rg_json_member_array(&w, "rounds");
    for (size_t r = 0; r < v->round_count; r++)
        write_round(&w, &v->rounds[r]);
    rg_json_write_close_array(&w);
    write_summary(&w, v);
    write_keys(&w, v);
    rg_json_finish(&w);
    return rg_buffer_check(out, err);
}
