#include "rungate/report/report.h"

#include "report/budget_rows.h"
#include "report/compare_cells.h"
#include "rungate/base/escape.h"
#include "rungate/base/timestamp.h"
#include "rungate/model/key.h"
#include "rungate/report/doubt.h"

#include <string.h>

/* What a test case comes to. */
enum result { PASSED, FAILED, SKIPPED };

static enum result result_of(const struct rg_row *row)
{
    if (row->regressed)
        return row->waiver == NULL ? FAILED : SKIPPED;
    if (row->inconclusive)
        return SKIPPED;
    return row->kind == RG_CASE_WITHIN || row->kind == RG_CASE_IMPROVED ? PASSED : SKIPPED;
}

static void put_message(const struct rg_row *row, struct rg_buffer *out)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    rg_row_sentence(row, &text);
    rg_escape_xml(out, rg_buffer_text(&text));
    if (text.failed != RG_ERROR_NONE)
        out->failed = text.failed;
    rg_buffer_release(&text);
}

/* The class is the base of the key, the name its label. */
static void put_names(const struct rg_row *row, struct rg_buffer *out)
{
    struct rg_key parts;
    struct rg_buffer base;

    rg_buffer_puts(out, "    <testcase classname=\"");
    if (rg_key_split(row->key, &parts)) {
        rg_buffer_init(&base, RG_BUFFER_UNLIMITED);
        rg_buffer_add(&base, row->key, parts.base_length);
        rg_escape_xml(out, rg_buffer_text(&base));
        if (base.failed != RG_ERROR_NONE)
            out->failed = base.failed;
        rg_buffer_release(&base);
        rg_buffer_puts(out, "\" name=\"");
        rg_escape_xml(out, parts.label);
    } else {
        rg_buffer_puts(out, "rungate\" name=\"");
        rg_escape_xml(out, row->key);
    }
    rg_buffer_puts(out, "\" time=\"0\"");
}

static void put_case(const struct rg_row *row, struct rg_buffer *out)
{
    enum result result = result_of(row);

    put_names(row, out);
    if (result == PASSED) {
        rg_buffer_puts(out, "/>\n");
        return;
    }
    rg_buffer_puts(out, result == FAILED ? ">\n      <failure type=\"regression\" message=\""
                                         : ">\n      <skipped message=\"");
    put_message(row, out);
    rg_buffer_puts(out, "\"/>\n    </testcase>\n");
}

/* The time of the capture without its zone, as the common schema wants it. */
static void put_timestamp(const struct rg_timings *t, struct rg_buffer *out)
{
    char text[RG_TIMESTAMP_SIZE];
    long long unix_s = 0;

    if (t->captured_at != NULL)
        (void)rg_timestamp_parse(t->captured_at, &unix_s);
    rg_timestamp_format(unix_s, text);
    rg_buffer_add(out, text, strlen(text) - 1);
}

bool rg_report_junit(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err)
{
    size_t counts[SKIPPED + 1] = {0};
    const char *doubt = rg_verdict_doubt(verdict);

    for (size_t i = 0; i < verdict->summary.total; i++)
        counts[result_of(&verdict->rows[i])]++;
    rg_buffer_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    rg_buffer_printf(
        out,
        "  <testsuite name=\"rungate\" package=\"rungate\" id=\"0\" tests=\"%zu\" failures=\"%zu\" "
        "errors=\"%zu\" skipped=\"%zu\" time=\"0\" hostname=\"localhost\" timestamp=\"",
        verdict->summary.total + verdict->budgets.count + (doubt != NULL),
        counts[FAILED] + verdict->budgets.exceeded, verdict->budgets.missing + (doubt != NULL),
        counts[SKIPPED]);
    put_timestamp(verdict->current, out);
    rg_buffer_puts(out, "\">\n    <properties/>\n");
    /* Skipped cases alone would be a green suite. */
    if (doubt != NULL) {
        rg_buffer_puts(out, "    <testcase classname=\"rungate\" name=\"verdict\" time=\"0\">\n"
                            "      <error type=\"cannot judge\" message=\"");
        rg_escape_xml(out, doubt);
        rg_buffer_puts(out, "\"/>\n    </testcase>\n");
    }
    for (size_t i = 0; i < verdict->summary.total; i++)
        put_case(&verdict->rows[i], out);
    rg_budget_junit(&verdict->budgets, out);
    rg_buffer_puts(out, "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
    return rg_buffer_check(out, err);
}
