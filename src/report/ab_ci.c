/*
 * An A/B verdict for a CI: Markdown, JUnit, annotations.
 */
#include "rungate/report/ab_text.h"

#include "report/ab_rows.h"
#include "report/budget_rows.h"
#include "rungate/base/escape.h"
#include "rungate/report/doubt.h"
#include "rungate/base/timestamp.h"
#include "rungate/model/key.h"

#include <string.h>

/* Room that is kept for the line that says what was cut. */
enum { RESERVE = 1024, ANNOTATIONS_MAX = 10 };

/* "10 / 11 / (9.5)" */
static void put_values(const struct rg_ab_verdict *v, const struct rg_ab_key *key, size_t side,
                       struct rg_buffer *out)
{
    char cell[RG_AB_CELL_SIZE];

    for (size_t r = 0; r < v->round_count; r++) {
        rg_ab_cell(v, key, side, r, cell);
        rg_buffer_puts(out, r > 0 ? " / " : "");
        rg_escape_markdown(out, cell);
    }
}

static void put_row(const struct rg_ab_verdict *v, const struct rg_ab_key *key, struct rg_buffer *out)
{
    rg_buffer_puts(out, "| ");
    rg_escape_markdown(out, key->key);
    rg_buffer_puts(out, " | ");
    rg_escape_markdown(out, key->unit);
    rg_buffer_printf(out, " | %s | ", rg_ab_kind_text(key->kind));
    rg_escape_markdown(out, key->note);
    rg_buffer_puts(out, " | ");
    put_values(v, key, RG_AB_A, out);
    rg_buffer_puts(out, " | ");
    put_values(v, key, RG_AB_B, out);
    rg_buffer_puts(out, " |\n");
}

static void put_head(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    rg_buffer_puts(out, "### ");
    rg_ab_total(v, out);
    rg_buffer_puts(out, "\n\nA is build ");
    rg_escape_markdown(out, v->build[RG_AB_A]);
    rg_buffer_puts(out, ", B is build ");
    rg_escape_markdown(out, v->build[RG_AB_B]);
    rg_buffer_puts(out, "; ");
    rg_ab_counts_line(v, out);
    rg_buffer_puts(out, "\n\n");
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped == NULL)
            continue;
        rg_buffer_printf(out, "- round %zu is dropped: ", r + 1);
        rg_escape_markdown(out, v->rounds[r].dropped);
        rg_buffer_putc(out, '\n');
    }
    rg_buffer_puts(out, v->dropped > 0 ? "\n" : "");
}

bool rg_ab_report_markdown(const struct rg_ab_verdict *v, size_t limit, struct rg_buffer *out,
                           struct rg_error *err)
{
    struct rg_buffer row;
    size_t cut = 0;

    rg_buffer_init(&row, RG_BUFFER_UNLIMITED);
    put_head(v, out);
    rg_budget_markdown(&v->budgets, limit, out);
    rg_buffer_puts(out, "| key |  | verdict |  | A | B |\n|---|---|---|---|---|---|\n");
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++) {
        for (size_t k = 0; k < v->key_count; k++) {
            if (v->keys[k].kind != (enum rg_ab_kind)kind)
                continue;
            rg_buffer_clear(&row);
            put_row(v, &v->keys[k], &row);
            if (cut == 0 && out->length + row.length + RESERVE <= limit)
                rg_buffer_add(out, rg_buffer_text(&row), row.length);
            else
                cut++;
        }
    }
    if (cut > 0)
        rg_buffer_printf(
            out, "\n%zu keys were cut to stay below the size limit of a summary; the JSON report has all.\n",
            cut);
    rg_buffer_putc(out, '\n');
    if (row.failed != RG_ERROR_NONE)
        out->failed = row.failed;
    rg_buffer_release(&row);
    return rg_buffer_check(out, err);
}

/* The class is the base of the key, the name its label. */
static void put_names(const struct rg_ab_key *key, struct rg_buffer *out)
{
    struct rg_key parts;
    struct rg_buffer base;

    rg_buffer_init(&base, RG_BUFFER_UNLIMITED);
    if (rg_key_split(key->key, &parts))
        rg_buffer_add(&base, key->key, parts.base_length);
    else
        rg_buffer_puts(&base, "rungate");
    rg_buffer_puts(out, "    <testcase classname=\"");
    rg_escape_xml(out, rg_buffer_text(&base));
    rg_buffer_puts(out, "\" name=\"");
    rg_escape_xml(out, rg_key_split(key->key, &parts) ? parts.label : key->key);
    rg_buffer_puts(out, "\" time=\"0\"");
    if (base.failed != RG_ERROR_NONE)
        out->failed = base.failed;
    rg_buffer_release(&base);
}

/* The readings of all rounds, for the message of a case. */
static void put_rounds(const struct rg_ab_verdict *v, const struct rg_ab_key *key, struct rg_buffer *out)
{
    char cell[RG_AB_CELL_SIZE];

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_buffer_puts(out, side == RG_AB_A ? "; A" : "; B");
        for (size_t r = 0; r < v->round_count; r++) {
            rg_ab_cell(v, key, side, r, cell);
            rg_buffer_putc(out, ' ');
            rg_escape_xml(out, cell);
        }
    }
}

static void put_case(const struct rg_ab_verdict *v, const struct rg_ab_key *key, struct rg_buffer *out)
{
    bool skipped = key->kind == RG_AB_CANNOT_JUDGE || key->kind == RG_AB_UNSTABLE;

    put_names(key, out);
    rg_buffer_puts(out, ">\n      ");
    rg_buffer_puts(out, key->kind == RG_AB_REGRESSION ? "<failure type=\"regression\" message=\""
                        : skipped                     ? "<skipped message=\""
                                                      : "<system-out>");
    rg_buffer_printf(out, "%s: ", rg_ab_kind_text(key->kind));
    rg_escape_xml(out, key->note);
    put_rounds(v, key, out);
    rg_buffer_puts(out, skipped || key->kind == RG_AB_REGRESSION ? "\"/>" : "</system-out>");
    rg_buffer_puts(out, "\n    </testcase>\n");
}

bool rg_ab_report_junit(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    const char *doubt = rg_ab_doubt(v);
    char end[RG_TIMESTAMP_SIZE];

    rg_timestamp_format(v->rounds[v->round_count - 1].end_s, end);
    end[strlen(end) - 1] = '\0';
    rg_buffer_printf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"rungate\" package=\"rungate\" id=\"0\" tests=\"%zu\" failures=\"%zu\" "
        "errors=\"%zu\" skipped=\"%zu\" time=\"0\" hostname=\"localhost\" timestamp=\"%s\">\n"
        "    <properties/>\n",
        v->key_count + v->budgets.count + (doubt != NULL), v->kinds[RG_AB_REGRESSION] + v->budgets.exceeded,
        v->budgets.missing + (doubt != NULL), v->kinds[RG_AB_CANNOT_JUDGE] + v->kinds[RG_AB_UNSTABLE], end);
    if (doubt != NULL) {
        rg_buffer_puts(out, "    <testcase classname=\"rungate\" name=\"verdict\" time=\"0\">\n"
                            "      <error type=\"cannot judge\" message=\"");
        rg_escape_xml(out, doubt);
        rg_buffer_puts(out, "\"/>\n    </testcase>\n");
    }
    for (size_t k = 0; k < v->key_count; k++)
        put_case(v, &v->keys[k], out);
    rg_budget_junit(&v->budgets, out);
    rg_buffer_puts(out, "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
    return rg_buffer_check(out, err);
}

static void annotate(const struct rg_ab_key *key, struct rg_buffer *out)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    rg_buffer_printf(&text, "%s: %s: %s", key->key, rg_ab_kind_text(key->kind), key->note);
    rg_annotation(key->kind == RG_AB_REGRESSION ? "error" : "warning", "A/B", rg_buffer_text(&text), out);
    if (text.failed != RG_ERROR_NONE)
        out->failed = text.failed;
    rg_buffer_release(&text);
}

bool rg_ab_report_annotations(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    size_t said = 0;
    size_t all;

    if (rg_ab_doubt(v) != NULL) {
        rg_annotation("error", "A/B", rg_ab_doubt(v), out);
        said++;
    }
    all = said + rg_budget_annotations(&v->budgets, ANNOTATIONS_MAX - said, out);
    said = all < ANNOTATIONS_MAX ? all : ANNOTATIONS_MAX;
    for (int kind = RG_AB_REGRESSION; kind <= RG_AB_LEAD; kind++) {
        for (size_t k = 0; k < v->key_count; k++) {
            if (v->keys[k].kind != (enum rg_ab_kind)kind)
                continue;
            all++;
            if (said >= ANNOTATIONS_MAX)
                continue;
            annotate(&v->keys[k], out);
            said++;
        }
    }
    if (all > said) {
        struct rg_buffer rest;
        rg_buffer_init(&rest, RG_BUFFER_UNLIMITED);
        rg_buffer_printf(&rest, "and %zu more; see the report", all - said);
        rg_annotation(rg_ab_exit(v) == RG_EXIT_FAIL ? "error" : "warning", "A/B", rg_buffer_text(&rest), out);
        rg_buffer_release(&rest);
    }
    return rg_buffer_check(out, err);
}
