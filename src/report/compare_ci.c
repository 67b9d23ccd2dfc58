#include "rungate/report/compare_ci.h"

#include "report/compare_rows.h"
#include "rungate/base/timestamp.h"
#include "rungate/report/budgets.h"
#include "rungate/report/doubt.h"

bool rg_report_junit(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    const char *captured_at = verdict->current->captured_at;
    long long time_s = 0;
    struct rg_junit junit;

    if (captured_at != NULL)
        (void)rg_timestamp_parse(captured_at, &time_s);
    rg_junit_begin(&junit, rg_verdict_doubt(verdict));
    for (size_t i = 0; i < verdict->summary.total; i++) {
        const struct rg_row *row = &verdict->rows[i];
        enum rg_junit_result result = rg_row_class(rg_row_kind(row))->junit;
        if (result != RG_JUNIT_PASSED)
            rg_row_sentence(row, &junit.text);
        rg_junit_case(&junit, NULL, row->key, NULL, result);
    }
    rg_budgets_junit(&verdict->budgets, &junit);
    rg_junit_end(&junit, time_s, out);
    return rg_buffer_check(out, err);
}

bool rg_report_annotations(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_annotations a;
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    rg_annotations_begin(&a, "performance gate", rg_verdict_doubt(verdict), out);
    rg_budgets_annotate(&verdict->budgets, &a);
    for (size_t i = 0; i < verdict->summary.total; i++) {
        enum rg_level level = rg_row_class(rg_row_kind(order.rows[i]))->level;
        if (level == RG_LEVEL_NONE)
            continue;
        rg_buffer_printf(&a.text, "%s: ", order.rows[i]->key);
        rg_row_sentence(order.rows[i], &a.text);
        rg_annotations_add(&a, level);
    }
    rg_annotations_end(&a);
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}
