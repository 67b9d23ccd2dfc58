#include "report/ab_rows.h"

#include "rungate/report/budgets.h"

#include <math.h>

static const struct rg_ab_class classes[] = {
    [RG_AB_REGRESSION] = {RG_PAINT_RED, RG_JUNIT_FAILED, RG_LEVEL_ERROR},
    [RG_AB_UNSTABLE] = {RG_PAINT_YELLOW, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING},
    [RG_AB_LEAD] = {RG_PAINT_YELLOW, RG_JUNIT_PASSED, RG_LEVEL_WARNING},
    [RG_AB_TOO_NOISY] = {RG_PAINT_YELLOW, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING},
    [RG_AB_CANNOT_JUDGE] = {RG_PAINT_PLAIN, RG_JUNIT_SKIPPED, RG_LEVEL_WARNING},
    [RG_AB_IMPROVEMENT] = {RG_PAINT_GREEN, RG_JUNIT_PASSED, RG_LEVEL_NONE},
    [RG_AB_NO_DIFFERENCE] = {RG_PAINT_PLAIN, RG_JUNIT_PASSED, RG_LEVEL_NONE},
    [RG_AB_SAME_BUCKET] = {RG_PAINT_PLAIN, RG_JUNIT_SKIPPED, RG_LEVEL_NONE},
};

const struct rg_ab_class *rg_ab_class(enum rg_ab_kind kind)
{
    return &classes[kind];
}

struct rg_text rg_ab_reading(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side,
                             size_t round)
{
    const struct rg_ab_reading *value = &key->values[side][round];
    const char *bound = value->reading.saturated ? ">=" : value->below ? "<=" : "";

    if (!value->reading.has_value)
        return rg_textf("-");
    return rg_textf(rg_ab_counts(v, key, round) ? "%s%s" : "(%s%s)", bound,
                    rg_text_number(true, value->value).text);
}

struct rg_text rg_ab_change_text(const struct rg_ab_row *key, double d)
{
    static const double FACTOR_FROM = 9;
    double change = rg_ab_change(key, d);

    if (change < FACTOR_FROM)
        return rg_textf("%+.1f %%", 100 * change);
    return rg_textf(change < 10 * FACTOR_FROM ? "%.1fx" : "%.0fx", change + 1);
}

struct rg_text rg_ab_interval_text(const struct rg_ab_row *key)
{
    const struct rg_ab_measure *m = &key->measure;
    bool higher = key->context.higher;

    return rg_textf("%.50s to %.50s", rg_ab_change_text(key, higher ? m->upper : m->lower).text,
                    rg_ab_change_text(key, higher ? m->lower : m->upper).text);
}

void rg_ab_sentence(const struct rg_ab_row *key, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%s: %s", rg_ab_kind_text(key->kind), key->note);
}

/* "B slow in 4 of 10, A in 0" */
static struct rg_text slow_text(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};
    size_t most = key->slow[RG_AB_A] > key->slow[RG_AB_B] ? RG_AB_A : RG_AB_B;

    if (key->slow[most] == 0)
        return rg_textf("varies %.2gx in A, %.2gx in B", rg_ab_span(v, key, RG_AB_A),
                        rg_ab_span(v, key, RG_AB_B));
    return rg_textf("%s slow in %zu of %zu, %s in %zu", names[most], key->slow[most],
                    v->lopsided ? v->round_count : key->counted, names[1 - most], key->slow[1 - most]);
}

/* "above 5: A 0.81 %, B 7.1 %", of observations where they are counted, else of rounds. */
static struct rg_text edge_text(const struct rg_ab_row *key)
{
    const struct rg_ab_edge *e = &key->edge;
    struct rg_text edge = rg_text_number(true, e->edge);

    if (e->share[RG_AB_A] >= 0 && e->share[RG_AB_B] >= 0)
        return rg_textf("above %.30s: A %.3g %%, B %.3g %%", edge.text, 100 * e->share[RG_AB_A],
                        100 * e->share[RG_AB_B]);
    return key->counted == 0 ? rg_textf("%s", "")
                             : rg_textf("above %.30s: A %zu, B %zu rounds", edge.text, e->above[RG_AB_A],
                                        e->above[RG_AB_B]);
}

/* What a key lacks that cannot be judged. */
static struct rg_text lack_text(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    const char *fault = rg_ab_first_fault(v, key);

    if (!rg_ab_has_one_ladder(v, key))
        return rg_textf("edges differ");
    if (key->counted >= RG_AB_ROUNDS_MIN)
        return rg_textf("off the ladder");
    return rg_textf("%zu of %zu rounds count%s%.60s", key->counted, v->round_count, fault == NULL ? "" : ": ",
                    fault == NULL ? "" : fault);
}

/* What was found, in few words. */
static struct rg_text found_text(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    if (key->kind == RG_AB_UNSTABLE)
        return slow_text(v, key);
    if (key->kind == RG_AB_CANNOT_JUDGE)
        return lack_text(v, key);
    if (key->edge.there)
        return edge_text(key);
    return rg_textf(key->proof == RG_AB_BY_RANKS ? "%.100s (by ranks)" : "%s", rg_ab_interval_text(key).text);
}

/* The change in the median round; of a quantile on a ladder only the edge that is crossed is known. */
static struct rg_text size_text(const struct rg_ab_row *key)
{
    bool proven = key->kind == RG_AB_REGRESSION || key->kind == RG_AB_IMPROVEMENT;
    bool up = (key->kind == RG_AB_REGRESSION) != key->context.higher;

    if (key->kind == RG_AB_SAME_BUCKET)
        return rg_text_bucket(true, &key->bucket);
    if (key->edge.there)
        return proven
                   ? rg_textf("%s %.100s", up ? "over" : "under", rg_text_number(true, key->edge.edge).text)
                   : rg_textf("%s", "");
    return key->kind == RG_AB_CANNOT_JUDGE ? rg_textf("%s", "") : rg_ab_change_text(key, key->measure.median);
}

static void add_row(const struct rg_ab_verdict *v, const struct rg_ab_row *key, enum rg_form form,
                    struct rg_table *table)
{
    rg_table_cell(table, key->key);
    rg_table_paint(table, rg_ab_class(key->kind)->paint);
    rg_table_cell(table, key->unit);
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        rg_table_number(table, key->typical[side] > 0, key->typical[side]);
    rg_table_cell(table, size_text(key).text);
    rg_table_cell(table, form == RG_FORM_MARKDOWN ? key->note : found_text(v, key).text);
}

void rg_ab_table(const struct rg_ab_verdict *v, enum rg_form form, struct rg_table *ret)
{
    static const struct rg_column columns[] = {{"key", 'l'}, {"", 'l'},       {"A", 'r'},
                                               {"B", 'r'},   {"B vs A", 'r'}, {"each end 99.9 %", 'l'}};

    rg_table_init(ret, columns, sizeof columns / sizeof columns[0]);
    for (size_t k = 0; k < v->key_count; k++) {
        enum rg_ab_kind kind = v->shown[k]->kind;
        if (k == 0 || kind != v->shown[k - 1]->kind)
            rg_table_section(ret, rg_ab_kind_text(kind), v->kinds[kind], false);
        add_row(v, v->shown[k], form, ret);
    }
}

void rg_ab_counts_line(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const char *between = ": ";

    rg_buffer_printf(out, "%zu %s in %zu of %zu rounds", v->key_count, v->key_count == 1 ? "key" : "keys",
                     v->round_count - v->dropped, v->round_count);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++) {
        if (v->kinds[kind] == 0)
            continue;
        rg_buffer_printf(out, "%s%zu %s", between, v->kinds[kind], rg_ab_kind_text((enum rg_ab_kind)kind));
        between = ", ";
    }
    if (v->idle > 0)
        rg_buffer_printf(out, "; %zu without traffic", v->idle);
    if (v->excluded > 0)
        rg_buffer_printf(out, "; %zu excluded", v->excluded);
}

void rg_ab_total(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    switch (rg_ab_exit(v)) {
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_printf(out, "CANNOT JUDGE: %s", v->doubt);
        return;
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu judged keys regressed", v->kinds[RG_AB_REGRESSION],
                         v->judged);
        break;
    case RG_EXIT_PASS:
        if (v->judged > 0)
            rg_buffer_printf(out, "PASS: none of %zu judged keys is shown to have regressed", v->judged);
        else
            rg_buffer_puts(out, "PASS: budgets only; no key had enough rounds");
        break;
    }
    if (v->judged > 0 && v->judged < v->key_count)
        rg_buffer_printf(out, ", %zu of %zu keys NOT judged", v->key_count - v->judged, v->key_count);
    rg_budgets_total(&v->budgets, out);
}
