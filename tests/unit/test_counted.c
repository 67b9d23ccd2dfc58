/* Which templates are counted, from which selectors; and which are refused. */
#include "check.h"

#include "measure/counted.h"
#include "rungate/measure/query.h"

#define QUANTILE(argument) "histogram_quantile({quantile}, " argument ")"

static const char NO_CALL[] = "is not one call of histogram_quantile";
static const char NO_RATE[] = "is not rate or increase of one selector";
static const char NO_METRIC[] = "does not select exactly one metric";
static const char NO_LE[] = "without keeping 'le'";

/* The labels that are kept, with commas; "*" for all. */
static void put_labels(const struct rg_count_options *options, struct rg_buffer *out)
{
    if (options->by_all)
        rg_buffer_puts(out, "*");
    for (size_t i = 0; i < options->by_count; i++)
        rg_buffer_printf(out, "%s%s", i == 0 ? "" : ",", options->by[i]);
}

static void counts_these(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *selector;
        const char *labels;
    } rows[] = {
        {"summed", QUANTILE("sum by (le) (rate(x_bucket{a=\"b\"}[{window}]))"), "x_bucket{a=\"b\"}", ""},
        {"summed, grouping after", QUANTILE("sum(rate(x_bucket{a=\"b\"}[{window}])) by (le)"),
         "x_bucket{a=\"b\"}", ""},
        {"more labels", QUANTILE("sum by (route, le, \"a.b\") (increase(x_bucket[{window}]))"), "x_bucket",
         "route,a.b"},
        {"bare", QUANTILE("rate(x_bucket[{window}])"), "x_bucket", "*"},
        {"no matchers", QUANTILE("sum by (le) (rate(x_bucket{}[{window}]))"), "x_bucket", ""},
        {"a comma at the end", QUANTILE("sum by (le,) (rate(x_bucket{a='b',}[{window}]))"), "x_bucket{a='b'}",
         ""},
        {"all operators", QUANTILE("rate(x_bucket{a=`b`,c!=\"d\",e=~\"f|g\",h!~\"i}\"}[{window}])"),
         "x_bucket{a=`b`,c!=\"d\",e=~\"f|g\",h!~\"i}\"}", "*"},
        {"a quoted name", QUANTILE("rate({\"a.b_bucket\",\"l.m\"=\"v\"}[{window}])"),
         "{\"a.b_bucket\",\"l.m\"=\"v\"}", "*"},
        {"a quoted name, not first", QUANTILE("rate({l=\"v\",\"a.b_bucket\"}[{window}])"),
         "{\"a.b_bucket\",l=\"v\"}", "*"},
        {"the name as a label", QUANTILE("rate({__name__=\"x_bucket\",l=\"v\"}[{window}])"),
         "{__name__=\"x_bucket\",l=\"v\"}", "*"},
        {"white space and comments",
         "# the 99th\nhistogram_quantile ( {quantile} , sum by ( le )\n( rate ( x_bucket # all\n { a = \"b\" } "
         "[ {window} ] ) ) )\n",
         "x_bucket{a=\"b\"}", ""},
        {"keywords in capitals", QUANTILE("SUM BY (le) (rate(x_bucket[{window}]))"), "x_bucket", ""},
        {"parentheses around", QUANTILE("(sum by (le) ((rate(x_bucket[{window}]))))"), "x_bucket", ""},
        {"a name like a placeholder", QUANTILE("rate(x_bucket{a=\"{name}\"}[{window}])"),
         "x_bucket{a=\"{name}\"}", "*"},
        {"an escaped quote", QUANTILE("rate(x_bucket{a=\"b\\\"}[5m]\"}[{window}])"),
         "x_bucket{a=\"b\\\"}[5m]\"}", "*"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_arena arena = {0};
        struct rg_counted counted = {0};
        struct rg_error err = {0};
        struct rg_buffer out;
        const char *why = "not set";

        rg_buffer_init(&out, RG_OUTPUT_MAX);
        CHECK(rows[i].row, rg_template_check(rows[i].text, &err));
        CHECK(rows[i].row, rg_template_classify(rows[i].text, &arena, &counted, &why, &err));
        CHECK_TEXT(rows[i].row, why, NULL);
        rg_selector_put(&counted.selector, &out);
        CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].selector);
        rg_buffer_clear(&out);
        put_labels(&counted.options, &out);
        CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].labels);
        rg_buffer_release(&out);
        rg_arena_release(&arena);
    }
}

static void does_not_count_these(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *why;
    } rows[] = {
        {"arithmetic", "1000 * " QUANTILE("sum by (le) (rate(x_bucket[{window}]))"), NO_CALL},
        {"or", QUANTILE("sum by (le) (rate(x_bucket[{window}]))") " or vector(0)", NO_CALL},
        {"arithmetic inside", QUANTILE("sum by (le) (rate(x_bucket[{window}]) * 60)"), NO_RATE},
        {"or inside", QUANTILE("sum by (le) (rate(x_bucket[{window}]) or rate(y_bucket[{window}]))"),
         NO_RATE},
        {"an average", QUANTILE("avg by (le) (rate(x_bucket[{window}]))"), NO_RATE},
        {"irate", QUANTILE("irate(x_bucket[{window}])"), NO_RATE},
        {"an offset", QUANTILE("rate(x_bucket[{window}] offset 5m)"), NO_RATE},
        {"an offset after it", QUANTILE("sum by (le) (rate(x_bucket[{window}] @ end()))"), NO_RATE},
        {"a subquery", QUANTILE("rate(x_bucket[{window}:15s])"), NO_RATE},
        {"without", QUANTILE("sum without (instance) (rate(x_bucket[{window}]))"), NO_RATE},
        {"no le", QUANTILE("sum(rate(x_bucket[{window}]))"), NO_LE},
        {"no le among the labels", QUANTILE("sum by (job) (rate(x_bucket[{window}]))"), NO_LE},
        {"no le after it", QUANTILE("sum(rate(x_bucket[{window}])) by (job)"), NO_LE},
        {"two groupings", QUANTILE("sum by (le) (rate(x_bucket[{window}])) by (le)"), NO_RATE},
        {"several metrics", QUANTILE("rate({__name__=~\"x.*\"}[{window}])"), NO_METRIC},
        {"no metric", QUANTILE("rate({job=\"x\"}[{window}])"), NO_METRIC},
        {"two names", QUANTILE("rate(x_bucket{\"y_bucket\"}[{window}])"), NO_METRIC},
        {"a recorded metric", QUANTILE("rate(job:x_bucket[{window}])"),
         "'job:x_bucket' is a recorded metric"},
        {"a recorded metric, quoted", QUANTILE("rate({\"job:x_bucket\"}[{window}])"),
         "'job:x_bucket' is a recorded metric"},
        {"no range", QUANTILE("sum by (le) (x_bucket)"), "has no range"},
        {"a placeholder in a string", QUANTILE("rate(x_bucket{a=\"{window}\"}[{window}])"), NO_RATE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_arena arena = {0};
        struct rg_counted counted;
        struct rg_error err = {0};
        const char *why = NULL;

        CHECK(rows[i].row, rg_template_check(rows[i].text, &err));
        CHECK(rows[i].row, rg_template_classify(rows[i].text, &arena, &counted, &why, &err));
        CHECK(rows[i].row, why != NULL);
        if (strstr(why, rows[i].why) == NULL)
            CHECK_TEXT(rows[i].row, why, rows[i].why);
        rg_arena_release(&arena);
    }
}

static void refuses_what_misleads(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *part; /* of the message; NULL: not refused */
    } rows[] = {
        {"a literal range", QUANTILE("rate(x_bucket[5m])"), "literal range '[5m]'"},
        {"the edit", QUANTILE("rate(x_bucket[5m])"), "write '[{window}]'"},
        {"one of two ranges", "f(x[{window}]) / f(y[1h])", "literal range '[1h]'"},
        {"a fixed time", QUANTILE("rate(x_bucket[{window}] @ 1700000000)"), "fixed time '@ 1700000000'"},
        {"a literal subquery", "max_over_time(x[5m:15s])", "literal range '[5m:15s]'"},
        {"a subquery", "max_over_time(x[{window}:15s])", NULL},
        {"in a string", "f(x{a=\"[5m]\"}[{window}])", NULL},
        {"in a comment", "f(x[{window}]) # [5m]", NULL},
        {"above", QUANTILE("rate(x_bucket[{window}])") " > 0.5", "compares with '>'"},
        {"at least", QUANTILE("rate(x_bucket[{window}])") ">= 0.5", "compares with '>='"},
        {"equal", "x == 1", "compares with '=='"},
        {"unequal", "x{a=\"b\"} != 1", "compares with '!='"},
        {"in parentheses", "((x < 1))", "compares with '<'"},
        {"not outermost", "count(x > 1)", NULL},
        {"in the braces", "x{a!=\"b\",c=~\"<d>\"}", NULL},
        {"in a string outside", "label_replace(x, \"a\", \">\", \"\", \"\")", NULL},
        {"and", QUANTILE("rate(x_bucket[{window}])") " and on() up", "ends in 'and …'"},
        {"unless", "x unless y", "ends in 'unless …'"},
        {"unless, in capitals", "x UNLESS y", "ends in 'UNLESS …'"},
        {"and, not outermost", "sum(x and y)", NULL},
        {"a name with and in it", "candy_bucket + andy", NULL},
        {"or", "x or y", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};

        CHECK_INT(rows[i].row, rg_template_check(rows[i].text, &err), rows[i].part == NULL);
        CHECK_INT(rows[i].row, err.code, rows[i].part == NULL ? RG_ERROR_NONE : RG_ERROR_FORMAT);
        if (rows[i].part != NULL && strstr(err.message, rows[i].part) == NULL)
            CHECK_TEXT(rows[i].row, err.message, rows[i].part);
    }
}

/* What stands beside the buckets: another ending, no matcher of `le`. */
static void changes_selectors(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *wanted; /* NULL: the name has another ending */
    } rows[] = {
        {"bare", "x_bucket{a=\"b\"}", "x_sum{a=\"b\"}"},
        {"le goes", "x_bucket{le!=\"1\",a=\"b\",le=~\".*\"}", "x_sum{a=\"b\"}"},
        {"a quoted le goes", "x_bucket{\"le\"=\"1\"}", "x_sum"},
        {"quoted", "{\"a.b_bucket\",le=\"1\"}", "{\"a.b_sum\"}"},
        {"a label", "{__name__='x_bucket'}", "{__name__='x_sum'}"},
        {"another ending", "x_buckets", NULL},
        {"nothing but the ending", "_bucket", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice text = {rows[i].text, strlen(rows[i].text)};
        struct rg_scan scan = rg_scan_of(&text);
        struct rg_selector selector;
        struct rg_arena arena = {0};
        struct rg_buffer out;

        rg_buffer_init(&out, RG_OUTPUT_MAX);
        CHECK(rows[i].row, rg_scan_selector(&scan, &selector));
        CHECK(rows[i].row, rg_scan_at_end(&scan));
        rg_selector_drop(&selector, "le");
        CHECK_INT(rows[i].row, rg_selector_end(&selector, "_bucket", "_sum", &arena), rows[i].wanted != NULL);
        if (rows[i].wanted != NULL) {
            rg_selector_put(&selector, &out);
            CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].wanted);
        }
        rg_buffer_release(&out);
        rg_arena_release(&arena);
    }
}

static void takes_no_other_selectors(void **state)
{
    static const char *const rows[] = {"",
                                       "{",
                                       "{}",
                                       "x{a}",
                                       "x{a=}",
                                       "x{a=\"b\"",
                                       "x{a=b}",
                                       "x{a==\"b\"}",
                                       "x{=\"b\"}",
                                       "x{a=\"b}",
                                       "{\"x\",\"y\"}",
                                       "{__name__!=\"x\"}",
                                       "{\"\"}",
                                       "x{__name__=\"y\"}"};
    struct rg_buffer many;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice text = {rows[i], strlen(rows[i])};
        struct rg_scan scan = rg_scan_of(&text);
        struct rg_selector selector;
        CHECK(rows[i], !rg_scan_selector(&scan, &selector));
    }
    rg_buffer_init(&many, RG_OUTPUT_MAX);
    for (size_t count = RG_MATCHERS_MAX; count <= RG_MATCHERS_MAX + 1; count++) {
        struct rg_selector selector;
        rg_buffer_clear(&many);
        rg_buffer_puts(&many, "x{");
        for (size_t i = 0; i < count; i++)
            rg_buffer_printf(&many, "a%zu=\"b\",", i);
        rg_buffer_puts(&many, "}");
        struct rg_slice text = {many.data, many.length};
        struct rg_scan scan = rg_scan_of(&text);
        CHECK_INT("as many matchers as there can be, and one more", rg_scan_selector(&scan, &selector),
                  count == RG_MATCHERS_MAX);
    }
    rg_buffer_release(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_these),
        cmocka_unit_test(does_not_count_these),
        cmocka_unit_test(refuses_what_misleads),
        cmocka_unit_test(changes_selectors),
        cmocka_unit_test(takes_no_other_selectors),
    };
    return cmocka_run_group_tests_name("counted", tests, NULL, NULL);
}
