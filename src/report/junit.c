#include "report/junit.h"

#include "rungate/base/escape.h"
#include "rungate/model/key.h"
#include "rungate/report/style.h"

#include <string.h>

void rg_junit_begin(struct rg_junit *junit, const char *doubt)
{
    *junit = (struct rg_junit){0};
    rg_buffer_init(&junit->cases, RG_OUTPUT_MAX);
    rg_buffer_init(&junit->text, RG_TEXT_MAX);
    rg_buffer_init(&junit->said, RG_TEXT_MAX);
    rg_buffer_init(&junit->base, RG_TEXT_MAX);
    if (doubt == NULL)
        return;
    rg_buffer_puts(&junit->text, doubt);
    rg_junit_case(junit, "rungate", "verdict", NULL, RG_JUNIT_ERROR);
}

/* The base of a key is its class; a key that has none is in the class of the suite. */
static const char *class_of(struct rg_junit *junit, const char *key)
{
    struct rg_key parts;

    if (!rg_key_split(key, &parts))
        return "rungate";
    rg_buffer_clear(&junit->base);
    rg_buffer_add(&junit->base, key, parts.base_length);
    rg_buffer_inherit(&junit->cases, &junit->base);
    return rg_buffer_text(&junit->base);
}

/* <failure type="regression" message="…">…</failure> */
static void put_result(enum rg_junit_result result, const char *type, const char *text, struct rg_buffer *out)
{
    static const char *const elements[] = {[RG_JUNIT_PASSED] = "system-out",
                                           [RG_JUNIT_FAILED] = "failure",
                                           [RG_JUNIT_SKIPPED] = "skipped",
                                           [RG_JUNIT_ERROR] = "error"};
    bool typed = result == RG_JUNIT_FAILED || result == RG_JUNIT_ERROR;

    rg_buffer_printf(out, "      <%s", elements[result]);
    if (typed)
        rg_buffer_printf(out, " type=\"%s\"", type);
    if (result != RG_JUNIT_PASSED) {
        rg_buffer_puts(out, " message=\"");
        rg_escape_xml(out, text);
        rg_buffer_putc(out, '"');
    }
    if (result == RG_JUNIT_SKIPPED) {
        rg_buffer_puts(out, "/>\n");
        return;
    }
    rg_buffer_putc(out, '>');
    rg_escape_xml(out, text);
    rg_buffer_printf(out, "</%s>\n", elements[result]);
}

void rg_junit_case(struct rg_junit *junit, const char *class_name, const char *key, const char *detail,
                   enum rg_junit_result result)
{
    struct rg_buffer *out = &junit->cases;
    const char *type = result == RG_JUNIT_ERROR ? "cannot judge"
                       : class_name == NULL     ? "regression"
                                                : class_name;

    junit->counts[result]++;
    rg_buffer_puts(out, "    <testcase classname=\"");
    rg_escape_xml(out, class_name != NULL ? class_name : class_of(junit, key));
    rg_buffer_puts(out, "\" name=\"");
    rg_escape_xml(out, key);
    if (detail != NULL) {
        rg_buffer_putc(out, ' ');
        rg_escape_xml(out, detail);
    }
    rg_buffer_puts(out, "\" time=\"0\"");
    if (junit->text.length == 0) {
        rg_buffer_puts(out, "/>\n");
    } else {
        rg_buffer_puts(out, ">\n");
        put_result(result, type, rg_buffer_text(&junit->text), out);
        rg_buffer_puts(out, "    </testcase>\n");
    }
    rg_buffer_inherit(out, &junit->text);
    rg_buffer_clear(&junit->text);
}

void rg_junit_end(struct rg_junit *junit, long long time_s, struct rg_buffer *out)
{
    const size_t *counts = junit->counts;
    struct rg_text time = rg_text_time(time_s);

    time.text[strlen(time.text) - 1] = '\0'; /* the common schema wants no zone */
    rg_buffer_printf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"rungate\" package=\"rungate\" id=\"0\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
        "skipped=\"%zu\" time=\"0\" hostname=\"localhost\" timestamp=\"%s\">\n    <properties/>\n",
        counts[RG_JUNIT_PASSED] + counts[RG_JUNIT_FAILED] + counts[RG_JUNIT_SKIPPED] + counts[RG_JUNIT_ERROR],
        counts[RG_JUNIT_FAILED], counts[RG_JUNIT_ERROR], counts[RG_JUNIT_SKIPPED], time.text);
    rg_buffer_add(out, rg_buffer_text(&junit->cases), junit->cases.length);
    if (junit->said.length == 0) {
        rg_buffer_puts(out, "    <system-out/>\n");
    } else {
        rg_buffer_puts(out, "    <system-out>");
        rg_escape_xml(out, rg_buffer_text(&junit->said));
        rg_buffer_puts(out, "</system-out>\n");
    }
    rg_buffer_puts(out, "    <system-err/>\n  </testsuite>\n</testsuites>\n");
    rg_buffer_inherit(out, &junit->said);
    rg_buffer_inherit(out, &junit->cases);
    rg_buffer_release(&junit->cases);
    rg_buffer_release(&junit->text);
    rg_buffer_release(&junit->said);
    rg_buffer_release(&junit->base);
}
