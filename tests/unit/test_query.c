/* Templates: what is replaced how, and what is cut out of them. */
#include "check.h"

#include "rungate/measure/query.h"

struct expansion {
    const char *row;
    const char *template_text;
    const char *name;
    const char *wanted; /* NULL: refused */
    const char *part;   /* of the message then */
};

static void check_expansions(const struct expansion *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rg_query_values values = {.quantile = "0.95", .name = rows[i].name, .window = "3m"};
        struct rg_error err = {0};
        struct rg_buffer out;

        rg_buffer_init(&out, RG_OUTPUT_MAX);
        CHECK_INT(rows[i].row, rg_query_expand(rows[i].template_text, &values, &out, &err),
                  rows[i].wanted != NULL);
        if (rows[i].wanted != NULL) {
            CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].wanted);
        } else {
            CHECK_INT(rows[i].row, err.code, RG_ERROR_FORMAT);
            CHECK(rows[i].row, strstr(err.message, rows[i].part) != NULL);
        }
        rg_buffer_release(&out);
    }
}

static void test_placeholders(void **state)
{
    static const struct expansion rows[] = {
        {"each", "f({quantile}, x{a=\"{name}\"}[{window}], \"{name}\")", "tx.process",
         "f(0.95, x{a=\"tx.process\"}[3m], \"tx.process\")", NULL},
        {"in one pass", "\"{name}\"[{window}]", "{window}{quantile}{name}",
         "\"{window}{quantile}{name}\"[3m]", NULL},
    };

    (void)state;
    check_expansions(rows, COUNT_OF(rows));
}

static void test_names_in_strings(void **state)
{
    static const struct expansion rows[] = {
        {"double quotes", "\"{name}\"", "a\"b\\c\nd'e`f", "\"a\\\"b\\\\c\\nd'e`f\"", NULL},
        {"single quotes", "'{name}'", "a\"b\\c\nd'e`f", "'a\"b\\\\c\\nd\\'e`f'", NULL},
        {"backticks", "`{name}`", "a\"b\\c\nd'e", "`a\"b\\c\nd'e`", NULL},
        {"control characters", "\"{name}\"", "\t\x01\x7f\xc3\xa9", "\"\\x09\\x01\\x7f\xc3\xa9\"", NULL},
        {"a backtick in backticks", "`{name}`", "a`b", NULL, "backtick"},
        {"after an escaped quote", "\"\\\"{name}\"", "\"", "\"\\\"\\\"\"", NULL},
        {"after a quote in a string", "\"'\" + '{name}'", "'", "\"'\" + '\\''", NULL},
        {"after a backslash in backticks", "`\\` + \"{name}\"", "\"", "`\\` + \"\\\"\"", NULL},
        {"in a string without an end", "f(\"{name})", "a", NULL, "does not end"},
    };

    (void)state;
    check_expansions(rows, COUNT_OF(rows));
}

static void test_names_outside_of_strings(void **state)
{
    static const struct expansion rows[] = {
        {"a metric's name", "{name}_bucket", "job:queued_us", "job:queued_us_bucket", NULL},
        {"a dot", "{name}_bucket", "a.b", NULL, "outside of a string"},
        {"another query", "{name}_bucket", "a} or up{", NULL, "outside of a string"},
        {"below a comment with a quote", "# \"\n{name}", "a-b", NULL, "outside of a string"},
    };

    (void)state;
    check_expansions(rows, COUNT_OF(rows));
}

/* The argument of histogram_quantile; NULL: the template is of another shape. */
static void test_argument(void **state)
{
    static const struct {
        const char *template_text;
        const char *argument;
    } rows[] = {
        {"histogram_quantile({quantile}, sum by (le) (rate(x[3m])))", "sum by (le) (rate(x[3m]))"},
        {" # why\n histogram_quantile ( {quantile} ,x{a=\")\",b='(',c=`\\`} ) # end",
         "x{a=\")\",b='(',c=`\\`} "},
        {"histogram_quantile({quantile}, sum by (le, a) (rate(x{a=\",\"}[3m])))",
         "sum by (le, a) (rate(x{a=\",\"}[3m]))"},
        {"histogram_quantile({quantile}, x # )\n)", "x # )\n"},
        {"1 * histogram_quantile({quantile}, x)", NULL},
        {"histogram_quantile({quantile}, x) * 1000", NULL},
        {"histogram_quantile({quantile}, x) or histogram_quantile({quantile}, y)", NULL},
        {"histogram_quantile(1 - {quantile}, x)", NULL},
        {"histogram_quantile({quantile} / 2, x)", NULL},
        {"histogram_quantile(0.5, x{a=\"{quantile}\"})", NULL},
        {"histogram_quantile({quantile}, x{a=\"{quantile}\"})", NULL},
        {"histogram_quantile({quantile})", NULL},
        {"histogram_quantile({quantile}, )", NULL},
        {"histogram_quantile({quantile}, x, y)", NULL},
        {"histogram_quantile({quantile}, (x)", NULL},
        {"histogram_quantile({quantile}, (x])", NULL},
        {"histogram_quantile({quantile}, \"x)", NULL},
        {"quantile_over_time({quantile}, x)", NULL},
        {"", NULL},
        {")", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice rates;
        char found[256];

        CHECK_INT(rows[i].template_text, rg_query_rates(rows[i].template_text, &rates),
                  rows[i].argument != NULL);
        if (rows[i].argument == NULL)
            continue;
        (void)snprintf(found, sizeof found, "%.*s", (int)rates.length, rates.start);
        CHECK_TEXT(rows[i].template_text, found, rows[i].argument);
    }
}

/* The query for evidence that is made of an argument: with the witnesses that fit. */
static void test_evidence(void **state)
{
    static const struct {
        const char *argument;
        const char *query;
    } rows[] = {
        {"sum by (le) (rate(x[3m]))",
         "(sum by (le) (rate(x[3m])))"
         " or label_replace(count by (le) (rate(x[3m])), \"rungate\", \"series\", \"\", \"\")"
         " or label_replace(min by (le) (count_over_time(x[3m])), \"rungate\", \"samples\", \"\", \"\")"},
        {"sum(increase(x{a=\"),\"}[3m])) without (pod)",
         "(sum(increase(x{a=\"),\"}[3m])) without (pod))"
         " or label_replace(count(increase(x{a=\"),\"}[3m])) without (pod), \"rungate\", \"series\", "
         "\"\", \"\")"
         " or label_replace(min(count_over_time(x{a=\"),\"}[3m])) without (pod), \"rungate\", "
         "\"samples\", \"\", \"\")"},
        {"rate(x[3m])",
         "(rate(x[3m])) or label_replace(count_over_time(x[3m]), \"rungate\", \"samples\", \"\", \"\")"},
        {"sum by (le) (rate(x[3m]) + rate(y[3m]))",
         "(sum by (le) (rate(x[3m]) + rate(y[3m])))"
         " or label_replace(count by (le) (rate(x[3m]) + rate(y[3m])), \"rungate\", \"series\", \"\", "
         "\"\")"},
        {"SUM BY (le) (x)", "(SUM BY (le) (x)) or label_replace(count BY (le) (x), \"rungate\", \"series\", "
                            "\"\", \"\")"},
        {"sum by (le) (rate(x[3m])) + y", "(sum by (le) (rate(x[3m])) + y)"},
        {"avg by (le) (rate(x[3m]))", "(avg by (le) (rate(x[3m])))"},
        {"x # c", "(x # c\n)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice rates = {.start = rows[i].argument, .length = strlen(rows[i].argument)};
        struct rg_buffer out;

        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_query_evidence(&rates, &out);
        CHECK_TEXT(rows[i].argument, rg_buffer_text(&out), rows[i].query);
        rg_buffer_release(&out);
    }
}

static void test_kind(void **state)
{
    static const struct {
        const char *rates;
        enum rg_rates_kind kind;
    } rows[] = {
        {"sum by (le) (rate(x[3m]))", RG_RATES_PER_SECOND},
        {"sum(rate(x[3m])) by (le)", RG_RATES_PER_SECOND},
        {"SUM without (pod) (IRATE(x{a=\"(\"}[3m]))", RG_RATES_PER_SECOND},
        {"rate(x[3m])", RG_RATES_PER_SECOND},
        {"sum by (le) (increase(x[3m]))", RG_RATES_INCREASE},
        {"increase(x[3m] offset 1m)", RG_RATES_INCREASE},
        {"sum by (le) (x)", RG_RATES_OTHER},
        {"x", RG_RATES_OTHER},
        {"avg by (le) (rate(x[3m]))", RG_RATES_OTHER},
        {"max(rate(x[3m])) by (le)", RG_RATES_OTHER},
        {"sum by (le) (delta(x[3m]))", RG_RATES_OTHER},
        {"sum by (le) (deriv(x[3m]))", RG_RATES_OTHER},
        {"sum by (le) (rate(x[3m])) / 2", RG_RATES_OTHER},
        {"sum by (le) (rate(x[3m]) * 60)", RG_RATES_OTHER},
        {"60 * sum by (le) (rate(x[3m]))", RG_RATES_OTHER},
        {"sum by (le) (avg_over_time(x[3m]))", RG_RATES_OTHER},
        {"sum by (le) (recorded:rate3m)", RG_RATES_OTHER},
        {"", RG_RATES_OTHER},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice rates = {.start = rows[i].rates, .length = strlen(rows[i].rates)};
        CHECK_INT(rows[i].rates, rg_query_rates_kind(&rates), rows[i].kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placeholders),
        cmocka_unit_test(test_names_in_strings),
        cmocka_unit_test(test_names_outside_of_strings),
        cmocka_unit_test(test_argument),
        cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_kind),
    };

    return cmocka_run_group_tests_name("query", tests, NULL, NULL);
}
