#include "rungate/report/ab_ci.h"

#include "report/ab_rows.h"
#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"

bool rg_ab_report_junit(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_junit junit;

    rg_junit_begin(&junit, rg_ab_doubt(v));
    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_row *key = &v->keys[k];
        rg_ab_sentence(key, &junit.text);
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            rg_buffer_puts(&junit.text, side == RG_AB_A ? "; A" : "; B");
            for (size_t r = 0; r < v->round_count; r++)
                rg_buffer_printf(&junit.text, " %s", rg_ab_reading(v, key, side, r).text);
        }
        rg_junit_case(&junit, NULL, key->key, NULL, rg_ab_class(key->kind)->junit);
    }
    rg_budgets_junit(&v->budgets, &junit);
    rg_junit_end(&junit, v->rounds[v->round_count - 1].end_s, out);
    return rg_buffer_check(out, err);
}

bool rg_ab_report_annotations(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_annotations a;

    rg_annotations_begin(&a, "A/B", rg_ab_doubt(v), out);
    rg_budgets_annotate(&v->budgets, &a);
    for (const struct rg_ab_row *key = NULL; (key = rg_ab_next(v, key)) != NULL;) {
        rg_buffer_printf(&a.text, "%s: ", key->key);
        rg_ab_sentence(key, &a.text);
        rg_annotations_add(&a, rg_ab_class(key->kind)->level);
    }
    rg_annotations_end(&a);
    return rg_buffer_check(out, err);
}
