/* What every report is printed with: the table, the page of limited size, JUnit, annotations. */
#include "check.h"

#include "report/junit.h"
#include "rungate/report/annotations.h"
#include "rungate/report/table.h"

/* How many lines of `text` begin so. */
static int lines_with(const char *text, const char *begin)
{
    int count = 0;

    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
        count += strncmp(line, begin, strlen(begin)) == 0;
    return count;
}

static void test_annotations(void **state)
{
    static const struct {
        const char *row;
        int errors;
        int warnings;
        int error_lines;
        int warning_lines;
        const char *rest; /* NULL: nothing is counted */
    } rows[] = {
        {"none", 0, 0, 0, 0, NULL},
        {"nine", 9, 0, 9, 0, NULL},
        {"ten are ten", 10, 10, 10, 10, NULL},
        {"the tenth counts two", 11, 0, 10, 0, "::error title=t::and 2 more errors; see the report\n"},
        {"a kind of its own", 3, 12, 3, 10, "::warning title=t::and 3 more warnings; see the report\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_annotations a;
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_annotations_begin(&a, "t", rows[i].errors > 0 ? "in doubt" : NULL, &out);
        for (int n = 0; n < 12; n++) {
            for (int level = RG_LEVEL_NONE; level < RG_LEVEL_COUNT; level++) {
                int wanted = level == RG_LEVEL_ERROR     ? rows[i].errors - 1
                             : level == RG_LEVEL_WARNING ? rows[i].warnings
                                                         : 9;
                if (n >= wanted)
                    continue;
                rg_buffer_puts(&a.text, "m%");
                rg_annotations_add(&a, (enum rg_level)level);
            }
        }
        rg_annotations_end(&a);
        CHECK_INT(rows[i].row, lines_with(rg_buffer_text(&out), "::error title=t::"), rows[i].error_lines);
        CHECK_INT(rows[i].row, lines_with(rg_buffer_text(&out), "::warning title=t::"),
                  rows[i].warning_lines);
        CHECK_INT(rows[i].row, strstr(rg_buffer_text(&out), " more ") != NULL, rows[i].rest != NULL);
        CHECK(rows[i].row, rows[i].rest == NULL || strstr(rg_buffer_text(&out), rows[i].rest) != NULL);
        rg_buffer_release(&out);
    }
}

static void fill(struct rg_table *table, size_t total)
{
    static const struct rg_column columns[] = {{"name", 'l'}, {"value", 'r'}, {"", 'l'}};

    rg_table_init(table, columns, COUNT_OF(columns));
    rg_table_section(table, "first", total, false);
    rg_table_cell(table, "a|b");
    rg_table_number(table, true, 12.5);
    rg_table_cell(table, "bad");
    rg_table_paint(table, RG_PAINT_RED);
    rg_table_cell(table, "é\n");
    rg_table_number(table, false, 1);
    rg_table_cell(table, "");
    rg_table_section(table, "second", 1, true);
    rg_table_cell(table, "longest");
    rg_buffer_printf(rg_table_begin(table), "%d", 7);
    rg_table_cell(table, "x");
}

#define FIRST "| name | value |  |\n|---|--:|---|\n| a&#124;b | 12.5 | bad |\n| é\\n |  |  |\n\n"

static void test_table(void **state)
{
    static const struct {
        const char *row;
        size_t total; /* of the first section, of which two rows are there */
        bool markdown;
        const char *expected;
    } rows[] = {
        {"text", 3, false,
         "\nfirst (2 of 3 shown):\n  name     value\n  a|b       12.5  \033[31mbad\033[0m\n  é\\n\n"
         "\nsecond (1):\n  name     value\n  longest      7  x\n"},
        {"markdown", 2, true,
         "**first (2)**\n\n" FIRST
         "<details><summary>second (1)</summary>\n\n| name | value |  |\n|---|--:|---|\n"
         "| longest | 7 | x |\n\n</details>\n\n"},
        {"markdown, rows that are not there are cut, and all after them", 3, true,
         "**first (3)**\n\n" FIRST
         "2 rows were cut to stay below the size limit of a summary; the JSON report has "
         "all.\n\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_table table;
        struct rg_page page;
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_page_begin(&page, 100000, &out);
        fill(&table, rows[i].total);
        if (rows[i].markdown)
            rg_table_markdown(&table, &page);
        else
            rg_table_text(&table, 2, true, &out);
        rg_page_say_cut(&page);
        rg_page_end(&page);
        CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].expected);
        rg_table_release(&table);
        rg_buffer_release(&out);
    }
}

/* Whatever the limit, the page keeps it, and says what it leaves out; or there is nothing at all. */
static void test_page(void **state)
{
    enum { ROWS = 40, ROW = 40, WHOLE = 3000 };

    (void)state;
    for (size_t limit = 0; limit <= WHOLE + 1024; limit++) {
        char row[32];
        struct rg_page page;
        struct rg_buffer out;
        (void)snprintf(row, sizeof row, "limit %zu", limit);
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_page_begin(&page, limit, &out);
        rg_buffer_puts(&out, "### verdict\n\n");
        for (int i = 0; i < ROWS; i++) {
            rg_buffer_puts(&page.piece, "|");
            rg_buffer_pad(&page.piece, 'r', ROW - 2);
            rg_buffer_putc(&page.piece, '\n');
            rg_page_add(&page);
        }
        rg_page_say_cut(&page);
        rg_page_end(&page);
        int rows = lines_with(rg_buffer_text(&out), "|");
        char cut[64];
        (void)snprintf(cut, sizeof cut, "%d rows were cut", ROWS - rows);
        CHECK(row, out.length <= limit);
        CHECK(row, rows == ROWS || strstr(rg_buffer_text(&out), cut) != NULL ||
                       strstr(rg_buffer_text(&out), "All rows were cut") != NULL ||
                       (out.length == 0 && limit < 100));
        CHECK(row, rows < ROWS || limit >= (size_t)ROWS * ROW + 1024);
        CHECK(row, rows == ROWS || limit < WHOLE);
        rg_buffer_release(&out);
    }
}

static void test_junit(void **state)
{
    static const struct {
        const char *row;
        const char *class_name;
        const char *key;
        const char *detail;
        const char *text;
        enum rg_junit_result result;
        const char *expected;
    } rows[] = {
        {"passed", NULL, "a.b.p50", NULL, "", RG_JUNIT_PASSED,
         "classname=\"a.b\" name=\"a.b.p50\" time=\"0\"/>\n"},
        {"passed, with text", NULL, "a.b.p50", NULL, "1 < 2", RG_JUNIT_PASSED,
         "<system-out>1 &lt; 2</system-out>\n"},
        {"no key", NULL, "p50", NULL, "", RG_JUNIT_PASSED, "classname=\"rungate\" name=\"p50\""},
        {"skipped", NULL, "a.b.p50", NULL, "new", RG_JUNIT_SKIPPED, "<skipped message=\"new\"/>\n"},
        {"failed", NULL, "a.b.p50", NULL, "x", RG_JUNIT_FAILED,
         "<failure type=\"regression\" message=\"x\">x</failure>\n"},
        {"budget", "budget", "a.b.p50", "max_us", "x", RG_JUNIT_FAILED,
         "classname=\"budget\" name=\"a.b.p50 max_us\" time=\"0\">\n      <failure type=\"budget\" message=\"x\">"},
        {"error", "budget", "k", NULL, "x", RG_JUNIT_ERROR,
         "<error type=\"cannot judge\" message=\"x\">x</error>\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char counts[96];
        struct rg_junit junit;
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_junit_begin(&junit, "why");
        rg_buffer_puts(&junit.text, rows[i].text);
        rg_junit_case(&junit, rows[i].class_name, rows[i].key, rows[i].detail, rows[i].result);
        rg_junit_end(&junit, 0, &out);
        (void)snprintf(counts, sizeof counts, "tests=\"2\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"",
                       rows[i].result == RG_JUNIT_FAILED, 1 + (rows[i].result == RG_JUNIT_ERROR),
                       rows[i].result == RG_JUNIT_SKIPPED);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), rows[i].expected) != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), counts) != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), "message=\"why\">why</error>") != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), "timestamp=\"1970-01-01T00:00:00\"") != NULL);
        rg_buffer_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_annotations), cmocka_unit_test(test_table),
                                       cmocka_unit_test(test_page), cmocka_unit_test(test_junit)};

    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
