#include "rungate/report/report.h"

#include "report/budget_rows.h"
#include "report/compare_cells.h"
#include "report/compare_order.h"
#include "rungate/base/escape.h"
#include "rungate/report/doubt.h"

/* GitHub shows ten annotations of a step and drops the others without a word. */
enum { ANNOTATIONS_MAX = 10 };

void rg_annotation(const char *level, const char *title, const char *message, struct rg_buffer *out)
{
    rg_buffer_printf(out, "::%s title=", level);
    rg_escape_annotation_property(out, title);
    rg_buffer_puts(out, "::");
    rg_escape_annotation(out, message);
    rg_buffer_putc(out, '\n');
}

static void annotate_row(const struct rg_row *row, struct rg_buffer *out)
{
    struct rg_buffer message;

    rg_buffer_init(&message, RG_BUFFER_UNLIMITED);
    rg_buffer_printf(&message, "%s: ", row->key);
    rg_row_sentence(row, &message);
    rg_annotation(row->regressed && row->waiver == NULL ? "error" : "warning", "performance gate",
                  rg_buffer_text(&message), out);
    if (message.failed != RG_ERROR_NONE)
        out->failed = message.failed;
    rg_buffer_release(&message);
}

bool rg_report_annotations(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    const char *doubt = rg_verdict_doubt(verdict);
    size_t said = 0;
    struct rg_order order;

    if (!rg_order_rows(verdict, &order, err))
        return false;
    if (doubt != NULL) {
        rg_annotation("error", "performance gate", doubt, out);
        said++;
    }
    size_t budgets = rg_budget_annotations(&verdict->budgets, ANNOTATIONS_MAX - said, out);
    size_t hidden = budgets > ANNOTATIONS_MAX - said ? budgets - (ANNOTATIONS_MAX - said) : 0;
    said += budgets - hidden;
    size_t rows = order.start[RG_SECTION_IMPROVED]; /* regressed, waived and not judged come before */
    size_t room = ANNOTATIONS_MAX - said;
    for (size_t i = 0; i < rows && i < room; i++)
        annotate_row(order.rows[i], out);
    bool hides_error = hidden > 0 || order.start[RG_SECTION_WAIVED] > room;
    hidden += rows > room ? rows - room : 0;
    if (hidden > 0) {
        struct rg_buffer rest;
        rg_buffer_init(&rest, RG_BUFFER_UNLIMITED);
        rg_buffer_printf(&rest, "and %zu more keys; see the report", hidden);
        rg_annotation(hides_error ? "error" : "warning", "performance gate", rg_buffer_text(&rest), out);
        rg_buffer_release(&rest);
    }
    rg_order_release(&order);
    return rg_buffer_check(out, err);
}
