/* What targets show: the text format, its faults with places; content types and limits of both formats. */
#include "exposition_rows.h"
#include "no_memory.h"

static void reads_text(void **state)
{
    static const struct row rows[] = {
        {"nothing", "", ""},
        {"one sample", "a 1\n", "1u a{} 1;"},
        {"all letters of a name", "aZ_:9 1\n", "1u aZ_:9{} 1;"},
        {"labels", "a{b=\"c\",d=\"\"} 2\n", "1u a{b=c,d=} 2;"},
        {"no labels in braces", "a{} 2\n", "1u a{} 2;"},
        {"comma after the last label", "a{b=\"c\",} 2\n", "1u a{b=c} 2;"},
        {"blanks and tabs anywhere", "\t a { b\t=\t\"c\" , d = \"e\" , }\t2 \t 17 \t\n", "1u a{b=c,d=e} 2;"},
        {"nothing between brace and value", "a{b=\"c\"}2\n", "1u a{b=c} 2;"},
        {"empty lines", "\n \t\na 1\n\n", "3u a{} 1;"},
        {"comments", "#\n# \n#x\n # HELPS\n# TYPED a b\n#TYPE a counter\na 1\n", "7u a{} 1;"},
        {"braces, hashes and commas in a value", "a{b=\"}{,=# \"} 1\n", "1u a{b=}{,=# } 1;"},
        {"escapes", "a{b=\"\\\\\\\"\\n\"} 1\n", "1u a{b=\\\"\n} 1;"},
        {"a carriage return in a value", "a{b=\"\r\"} 1\n", "1u a{b=\r} 1;"},
        {"UTF-8 in a value", "a{b=\"\xc3\xa9\xf0\x9f\x98\x80\"} 1\n", "1u a{b=\xc3\xa9\xf0\x9f\x98\x80} 1;"},
        {"timestamps", "a 1 1\nb 1 -1\nc 1 +1\nd 1 9223372036854775807\n",
         "1u a{} 1;2u b{} 1;3u c{} 1;4u d{} 1;"},
        {"decimals", "a 15\nb -1.5e-3\nc +.5\nd 5.\ne 1E2\nf 999999999999999\ng 9007199254740993\nh -0\n",
         "1u a{} 15;2u b{} -0.0015;3u c{} 0.5;4u d{} 5;5u e{} 100;6u f{} 999999999999999;"
         "7u g{} 9007199254740992;8u h{} -0;"},
        {"infinities", "a Inf\nb +Inf\nc -inf\nd INFINITY\ne -Infinity\n",
         "1u a{} inf;2u b{} inf;3u c{} -inf;4u d{} inf;5u e{} -inf;"},
        {"NaN", "a NaN\nb nan\n", "1u a{} nan;2u b{} nan;"},
    };

    (void)state;
    check_rows(rows, COUNT_OF(rows), RG_EXPOSITION_TEXT, true);
}

static void reads_families_of_text(void **state)
{
    static const struct row rows[] = {
        {"types",
         "# TYPE a counter\na 1\na_total 2\n# TYPE b gauge\nb 1\nb_sum 2\n# TYPE c untyped\nc 1\n"
         "# TYPE d summary\nd{quantile=\"0.5\"} 1\nd_sum 2\nd_count 3\nd_bucket 4\n"
         "# TYPE e histogram\ne_bucket{le=\"+Inf\"} 1\ne_sum 2\ne_count 3\ne_total 4\n",
         "2c a{} 1;3c a_total{} 2;5g b{} 1;6u b_sum{} 2;8u c{} 1;10s d{quantile=0.5} 1;11s d_sum{} 2;"
         "12s d_count{} 3;13u d_bucket{} 4;15h e_bucket{le=+Inf} 1;16h e_sum{} 2;17h e_count{} 3;18u e_total{} 4;"},
        {"interleaved", "# TYPE a counter\n# TYPE b gauge\na 1\nb 2\na{c=\"d\"} 3\n",
         "3c a{} 1;4g b{} 2;5c a{c=d} 3;"},
        {"a longer name first", "# TYPE a histogram\n# TYPE a_count gauge\na_count 1\na_sum 2\n",
         "3g a_count{} 1;4h a_sum{} 2;"},
        {"a type after the samples", "a 1\n# TYPE a counter\na{b=\"c\"} 1\n", "1u a{} 1;3c a{b=c} 1;"},
        {"the same type twice, and any help",
         "# HELP a\n# HELP a x\n# TYPE a counter \n# TYPE a counter\n#\tHELP\ta \\z\na 1\n", "6c a{} 1;"},
        {"quoted name", "{\"a.b\"} 1\n", "1u a.b{} 1;"},
        {"and labels", "{\"a.b\", \"c.d\"=\"e\",f=\"g\"} 1\n", "1u a.b{c.d=e,f=g} 1;"},
        {"the name is not first", "{c=\"d\",\"a.b\",} 1\n", "1u a.b{c=d} 1;"},
        {"a quoted label of a plain name", "a{\"b c\"=\"d\"} 1\n", "1u a{b c=d} 1;"},
        {"escapes", "{\"a\\\"\\\\\\n\"} 1\n", "1u a\"\\\n{} 1;"},
        {"its type", "# HELP \"a b\" x\n# TYPE \"a b\" histogram\n{\"a b_bucket\",le=\"1\"} 1\n",
         "3h a b_bucket{le=1} 1;"},
        {"what UNIT and EOF are in text", "# UNIT a b\n# EOF\na 1\n", "3u a{} 1;"},
    };

    (void)state;
    check_rows(rows, COUNT_OF(rows), RG_EXPOSITION_TEXT, true);
}

#define TYPES "expected a type: counter, gauge, histogram, summary or untyped"

static void refuses_text(void **state)
{
    static const struct row rows[] = {
        {"no final newline", "a 1\nb 2",
         "line 2, column 4: the last line does not end: the page was cut short"},
        {"no final newline of a comment", "#",
         "line 1, column 2: the last line does not end: the page was cut short"},
        {"byte order mark",
         "\xEF\xBB\xBF"
         "a 1\n",
         "line 1, column 1: a byte order mark"},
        {"bad UTF-8", "a 1\n# \xc3\xa9 \xff\n", "line 2, column 5: bytes that are not UTF-8"},
        {"bad UTF-8 beyond eight bytes", "aaaaaaaaaaaaaaaa \xc3\n",
         "line 1, column 18: bytes that are not UTF-8"},
        {"carriage return", "a 1\r\n", "line 1, column 3: " VALUE},
        {"empty line with one", "\r\n", "line 1, column 1: expected the name of a metric"},
        {"no value", "a\n", "line 1, column 2: expected a value"},
        {"no value after a blank", "a \n", "line 1, column 3: expected a value"},
        {"no value after labels", "a{}\n", "line 1, column 4: expected a value"},
        {"a name that begins with a digit", "9a 1\n", "line 1, column 1: expected the name of a metric"},
        {"a name with a dot", "a.b 1\n", "line 1, column 2: expected a blank or '{' after the metric's name"},
        {"a name beyond ASCII", "\xc3\xa9 1\n", "line 1, column 1: expected the name of a metric"},
        {"a label that begins with a digit", "a{9=\"b\"} 1\n",
         "line 1, column 3: expected the name of a label"},
        {"a label with a colon", "a{b:=\"b\"} 1\n", "line 1, column 4: expected '='"},
        {"a label without value", "a{b} 1\n", "line 1, column 4: expected '='"},
        {"a value without quotes", "a{b=c} 1\n", "line 1, column 5: expected '\"'"},
        {"a value in other quotes", "a{b='c'} 1\n", "line 1, column 5: expected '\"'"},
        {"only a comma", "a{,} 1\n", "line 1, column 3: expected the name of a label"},
        {"two commas", "a{b=\"c\",,} 1\n", "line 1, column 9: expected the name of a label"},
        {"no comma", "a{b=\"c\" d=\"e\"} 1\n", "line 1, column 9: expected ',' or '}'"},
        {"no brace", "a{b=\"c\" 1\n", "line 1, column 9: expected ',' or '}'"},
        {"a line that ends in braces", "a{b=\"c\",\n", "line 1, column 9: expected the name of a label"},
        {"a value over two lines", "a{b=\"c\nd\"} 1\n",
         "line 1, column 5: a quoted text that does not end on its line"},
        {"a backslash at the end", "a{b=\"\\\n",
         "line 1, column 5: a quoted text that does not end on its line"},
        {"another escape", "a{b=\"\\t\"} 1\n",
         "line 1, column 6: expected '\\\\', '\\\"' or '\\n' as an escape"},
        {"a label twice", "a{b=\"c\",b=\"c\"} 1\n", "line 1, column 9: a label that is there already"},
        {"a label twice, once quoted", "a{b=\"c\",\"b\"=\"d\"} 1\n",
         "line 1, column 9: a label that is there already"},
        {"__name__", "a{__name__=\"b\"} 1\n", "line 1, column 3: '__name__' cannot be a label"},
        {"braces without a name", "{b=\"c\"} 1\n", "line 1, column 8: no name of a metric"},
        {"two names", "{\"a\",\"b\"} 1\n", "line 1, column 6: a second name of the metric"},
        {"a name before and in braces", "a{\"a\"} 1\n", "line 1, column 3: a second name of the metric"},
        {"an empty quoted name", "{\"\"} 1\n", "line 1, column 2: an empty name"},
        {"a quoted name without braces", "\"a\" 1\n", "line 1, column 1: expected the name of a metric"},
        {"two values", "a 1 2 3\n", "line 1, column 7: expected the end of the line"},
        {"a timestamp that is no whole number", "a 1 1.5\n",
         "line 1, column 5: expected a timestamp: a whole number of milliseconds"},
        {"a timestamp with two signs", "a 1 +-1\n",
         "line 1, column 5: expected a timestamp: a whole number of milliseconds"},
        {"a timestamp beyond 63 bits", "a 1 9223372036854775808\n",
         "line 1, column 5: expected a timestamp: a whole number of milliseconds"},
        {"an exemplar", "a_bucket{le=\"1\"} 1 # {b=\"c\"} 1\n",
         "line 1, column 20: expected a timestamp: a whole number of milliseconds"},
        {"a word", "a b\n", "line 1, column 3: " VALUE},
        {"hexadecimal", "a 0x1p-2\n", "line 1, column 3: " VALUE},
        {"underscores", "a 1_000\n", "line 1, column 3: " VALUE},
        {"NaN with a sign", "a -NaN\n", "line 1, column 3: " VALUE},
        {"too large", "a 1e400\n", "line 1, column 3: " VALUE},
        {"two points", "a 1.2.3\n", "line 1, column 3: " VALUE},
        {"no exponent", "a 1e\n", "line 1, column 3: " VALUE},
        {"a series twice", "a 1\na 1\n", "line 2, column 1: a series that is there already"},
        {"in another order", "a{b=\"c\",d=\"e\"} 1\nb 1\n a{d=\"e\",b=\"c\"} 2\n",
         "line 3, column 1: a series that is there already"},
        {"with an empty label", "a{b=\"\"} 1\na 2\n", "line 2, column 1: a series that is there already"},
        {"at two times", "a 1 1\na 2 2\n", "line 2, column 1: a series that is there already"},
        {"quoted and not", "a 1\n{\"a\"} 2\n", "line 2, column 1: a series that is there already"},
        {"a type of no name", "# TYPE\n", "line 1, column 7: expected a blank"},
        {"a type of a bad name", "# TYPE 9 counter\n", "line 1, column 8: expected the name of a metric"},
        {"no type", "# TYPE a\n", "line 1, column 9: expected a blank"},
        {"an empty type", "# TYPE a \n", "line 1, column 10: " TYPES},
        {"another type", "# TYPE a Counter\n", "line 1, column 10: " TYPES},
        {"a type of OpenMetrics", "# TYPE a unknown\n", "line 1, column 10: " TYPES},
        {"more than a type", "# TYPE a counter b\n", "line 1, column 18: expected the end of the line"},
        {"help of a bad name", "# HELP - x\n", "line 1, column 8: expected the name of a metric"},
        {"help of an odd name", "# HELP a-b x\n", "line 1, column 9: expected a blank"},
        {"two types", "# TYPE a counter\na 1\n# TYPE a gauge\n",
         "line 3, column 8: a second TYPE of the family, which is another"},
    };

    (void)state;
    check_rows(rows, COUNT_OF(rows), RG_EXPOSITION_TEXT, false);
}

static void refuses_nul(void **state)
{
    static const struct {
        const char *row;
        char text[24];
        const char *wanted;
    } rows[] = {
        {"alone", "\0\n", "line 1, column 1: a NUL"},
        {"in a value", "a{b=\"\0\"} 1\n", "line 1, column 6: a NUL"},
        {"beyond eight bytes", "# 345678\n# 45\0 8\n", "line 2, column 5: a NUL"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_buffer seen;
        rg_buffer_init(&seen, RG_TEXT_MAX);
        CHECK(rows[i].row,
              !rg_exposition_read(rows[i].text, sizeof rows[i].text, RG_EXPOSITION_TEXT, show, &seen, &err));
        CHECK_TEXT(rows[i].row, err.message, rows[i].wanted);
        rg_buffer_release(&seen);
    }
}

static void knows_content_types(void **state)
{
    static const struct {
        const char *row;
        const char *type;
        int wanted; /* -1: neither */
    } rows[] = {
        {"none", NULL, RG_EXPOSITION_TEXT},
        {"empty", "", RG_EXPOSITION_TEXT},
        {"blank", " ", RG_EXPOSITION_TEXT},
        {"text", "text/plain", RG_EXPOSITION_TEXT},
        {"text, its version", "text/plain; version=0.0.4; charset=utf-8", RG_EXPOSITION_TEXT},
        {"text, with names", "text/plain; version=1.0.0; charset=utf-8; escaping=allow-utf-8",
         RG_EXPOSITION_TEXT},
        {"text, capitals and quotes", "Text/Plain;Version=\"0.0.4\"", RG_EXPOSITION_TEXT},
        {"text, another version", "text/plain; version=0.0.5", -1},
        {"text, half a version", "text/plain; version=0.0", -1},
        {"text, no version", "text/plain; version=", -1},
        {"OpenMetrics", "application/openmetrics-text; version=1.0.0; charset=utf-8",
         RG_EXPOSITION_OPENMETRICS},
        {"OpenMetrics, the draft", "application/openmetrics-text;version=0.0.1", RG_EXPOSITION_OPENMETRICS},
        {"OpenMetrics, with names",
         "application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=underscores",
         RG_EXPOSITION_OPENMETRICS},
        {"OpenMetrics, no version", "application/openmetrics-text", RG_EXPOSITION_OPENMETRICS},
        {"OpenMetrics, another version", "application/openmetrics-text; version=2.0.0", -1},
        {"a page for people", "text/html; charset=utf-8", -1},
        {"protobuf", "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily", -1},
        {"a longer type", "text/plainer", -1},
        {"a shorter type", "text", -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        enum rg_exposition_format format = (enum rg_exposition_format)7;
        bool ok = rg_exposition_format_of(rows[i].type, &format);
        CHECK_INT(rows[i].row, ok ? (int)format : -1, rows[i].wanted);
        CHECK(rows[i].row, ok || (int)format == 7);
    }
}

/* A page of which one thing is as large as it may be, or larger by one. */
static bool read_sized(size_t line, size_t name, size_t labels, struct rg_error *err)
{
    struct rg_buffer page;
    struct rg_buffer seen;

    rg_buffer_init(&page, RG_TEXT_MAX);
    rg_buffer_init(&seen, RG_TEXT_MAX);
    rg_buffer_puts(&page, "# ");
    rg_buffer_pad(&page, 'x', line - 2);
    rg_buffer_putc(&page, '\n');
    rg_buffer_pad(&page, 'a', name);
    for (size_t i = 0; i < labels; i++)
        rg_buffer_printf(&page, "%cl%zu=\"v\"", i == 0 ? '{' : ',', i);
    rg_buffer_puts(&page, "} 1\n{\"");
    rg_buffer_pad(&page, 'b', name);
    rg_buffer_puts(&page, "\"} 1\n");
    assert_true(rg_buffer_ok(&page));
    bool ok = rg_exposition_read(page.data, page.length, RG_EXPOSITION_TEXT, show, &seen, err);
    rg_buffer_release(&page);
    rg_buffer_release(&seen);
    return ok;
}

static void has_limits(void **state)
{
    static const struct {
        const char *row;
        size_t line;
        size_t name;
        size_t labels;
        const char *wanted; /* NULL: good */
    } rows[] = {
        {"all as large as may be", RG_EXPOSITION_LINE_MAX, RG_EXPOSITION_NAME_MAX, RG_EXPOSITION_LABELS_MAX,
         NULL},
        {"a line", RG_EXPOSITION_LINE_MAX + 1, 1, 1, "line 1, column 1: a line of more than 65536 bytes"},
        {"a name", 2, RG_EXPOSITION_NAME_MAX + 1, 1, "line 2, column 1: a name of more than 1024 bytes"},
        {"labels", 2, 1, RG_EXPOSITION_LABELS_MAX + 1, "line 2, column 505: more than 64 labels"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        bool ok = read_sized(rows[i].line, rows[i].name, rows[i].labels, &err);
        CHECK_TEXT(rows[i].row, ok ? NULL : err.message, rows[i].wanted);
        CHECK_INT(rows[i].row, err.code, ok ? RG_ERROR_NONE : RG_ERROR_LIMIT);
    }
}

struct count {
    size_t seen;
    size_t stop_at;
};

static bool count(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    struct count *counter = context;

    (void)sample;
    return ++counter->seen != counter->stop_at || rg_error_set(err, RG_ERROR_CONFLICT, "enough");
}

/* As many families as samples; so many that a walk over them would take minutes. */
static void reads_many_families(void **state)
{
    enum { FAMILIES = 100000 };
    struct count counter = {0};
    struct rg_buffer page;
    struct rg_error err = {0};

    (void)state;
    rg_buffer_init(&page, RG_TEXT_MAX);
    for (int i = 0; i < FAMILIES; i++)
        rg_buffer_printf(&page, "# TYPE family_%d counter\nfamily_%d_total{a=\"%d\"} 1\n", i, i, i % 7);
    rg_buffer_puts(&page, "# EOF\n");
    assert_true(rg_buffer_ok(&page));
    assert_true(rg_exposition_read(page.data, page.length, RG_EXPOSITION_OPENMETRICS, count, &counter, &err));
    assert_int_equal(counter.seen, FAMILIES);

    counter = (struct count){.stop_at = 3};
    assert_false(
        rg_exposition_read(page.data, page.length, RG_EXPOSITION_OPENMETRICS, count, &counter, &err));
    assert_int_equal(counter.seen, 3);
    assert_string_equal(err.message, "enough");
    rg_buffer_release(&page);
}

static void limits_samples(void **state)
{
    struct count counter = {0};
    struct rg_buffer page;
    struct rg_error err = {0};

    (void)state;
    rg_buffer_init(&page, RG_TEXT_MAX);
    for (size_t i = 0; i < RG_EXPOSITION_SAMPLES_MAX; i++)
        rg_buffer_printf(&page, "a%zx 1\n", i);
    assert_true(rg_buffer_ok(&page));
    assert_true(rg_exposition_read(page.data, page.length, RG_EXPOSITION_TEXT, count, &counter, &err));
    rg_buffer_puts(&page, "b 1\n");
    assert_false(rg_exposition_read(page.data, page.length, RG_EXPOSITION_TEXT, count, &counter, &err));
    assert_int_equal(err.code, RG_ERROR_LIMIT);
    assert_string_equal(err.message, "line 2000001, column 1: more than 2000000 samples");
    rg_buffer_release(&page);
}

/* Each allocation fails once, alone and with all after it. */
static void survives_without_memory(void **state)
{
    struct rg_buffer page;

    (void)state;
    rg_buffer_init(&page, RG_TEXT_MAX);
    for (int i = 0; i < 200; i++)
        rg_buffer_printf(&page, "# TYPE a%d gauge\na%d{b=\"c\"} 1\nb%d 1\n", i, i, i);
    rg_buffer_puts(&page, "# EOF\n");
    assert_true(rg_buffer_ok(&page));
    for (int i = 0; i < 2; i++) {
        bool ok = false;
        fail_after = i == 1;
        for (size_t n = 1; !ok; n++) {
            struct rg_error err = {0};
            struct count counter = {0};
            char row[32];
            (void)snprintf(row, sizeof row, "allocation %zu%s", n, fail_after ? "…" : "");
            allocations = 0;
            fail_at = n;
            ok = rg_exposition_read(page.data, page.length, RG_EXPOSITION_OPENMETRICS, count, &counter, &err);
            fail_at = 0;
            CHECK_INT(row, ok, allocations < n);
            CHECK_INT(row, err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
            CHECK(row, !ok || n > 8);
        }
    }
    rg_buffer_release(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_text),
        cmocka_unit_test(reads_families_of_text),
        cmocka_unit_test(refuses_text),
        cmocka_unit_test(refuses_nul),
        cmocka_unit_test(knows_content_types),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(reads_many_families),
        cmocka_unit_test(limits_samples),
        cmocka_unit_test(survives_without_memory),
    };
    return cmocka_run_group_tests_name("exposition", tests, NULL, NULL);
}
