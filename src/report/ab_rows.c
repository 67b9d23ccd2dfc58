#include "report/ab_rows.h"

#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"

static const struct rg_ab_class classes[] = {
    [RG_AB_REGRESSION] = {RG_PAINT_RED, RG_JUNIT_FAILED, RG_LEVEL_ERROR},
    [RG_AB_LEAD] = {RG_PAINT_YELLOW, RG_JUNIT_PASSED, RG_LEVEL_WARNING},
    [RG_AB_UNSTABLE] = {RG_PAINT_PLAIN, RG_JUNIT_SKIPPED, RG_LEVEL_NONE},
    [RG_AB_CANNOT_JUDGE] = {RG_PAINT_PLAIN, RG_JUNIT_SKIPPED, RG_LEVEL_NONE},
    [RG_AB_IMPROVEMENT] = {RG_PAINT_GREEN, RG_JUNIT_PASSED, RG_LEVEL_NONE},
    [RG_AB_NO_DIFFERENCE] = {RG_PAINT_PLAIN, RG_JUNIT_PASSED, RG_LEVEL_NONE},
};

const struct rg_ab_class *rg_ab_class(enum rg_ab_kind kind)
{
    return &classes[kind];
}

const struct rg_ab_row *rg_ab_next(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    int kind = key == NULL ? 0 : (int)key->kind;
    size_t k = key == NULL ? 0 : (size_t)(key - v->keys) + 1;

    for (; kind < RG_AB_KIND_COUNT; kind++, k = 0) {
        for (; k < v->key_count && v->kinds[kind] > 0; k++) {
            if (v->keys[k].kind == (enum rg_ab_kind)kind)
                return &v->keys[k];
        }
    }
    return NULL;
}

struct rg_text rg_ab_reading(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side,
                             size_t round)
{
    const struct rg_side *reading = &key->values[side][round].reading;

    if (!reading->has_value)
        return rg_textf("-");
    return rg_textf(rg_ab_counts(v, key, round) ? "%s%s" : "(%s%s)", reading->saturated ? ">=" : "",
                    rg_text_number(true, reading->value).text);
}

void rg_ab_sentence(const struct rg_ab_row *key, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%s: %s", rg_ab_kind_text(key->kind), key->note);
}

void rg_ab_counts_line(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const char *between = ": ";

    rg_buffer_printf(out, "%zu keys in %zu of %zu rounds", v->key_count, v->round_count - v->dropped,
                     v->round_count);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++) {
        if (v->kinds[kind] == 0)
            continue;
        rg_buffer_printf(out, "%s%zu %s", between, v->kinds[kind], rg_ab_kind_text((enum rg_ab_kind)kind));
        between = ", ";
    }
    if (v->excluded > 0)
        rg_buffer_printf(out, "; %zu excluded", v->excluded);
}

void rg_ab_total(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t judged = v->key_count - v->kinds[RG_AB_CANNOT_JUDGE] - v->kinds[RG_AB_UNSTABLE];

    switch (rg_ab_exit(v)) {
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_printf(out, "CANNOT JUDGE: %s", rg_ab_doubt(v));
        return;
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu judged keys regressed", v->kinds[RG_AB_REGRESSION], judged);
        break;
    case RG_EXIT_PASS:
        if (judged > 0)
            rg_buffer_printf(out, "PASS: none of %zu judged keys is shown to have regressed", judged);
        else
            rg_buffer_puts(out, "PASS: budgets only; no key had enough rounds");
        break;
    }
    rg_budgets_total(&v->budgets, out);
}
