/* Templates: what is replaced how, and what is cut out of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "rungate/measure/query.h"

static const struct rg_query_values VALUES = {.quantile = "0.95", .name = "tx", .window = "3m"};

static void assert_expands(const char *template_text, const char *name, const char *wanted)
{
    struct rg_query_values values = VALUES;
    struct rg_error err = {0};
    struct rg_buffer out;

    values.name = name;
    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    if (!rg_query_expand(template_text, &values, &out, &err))
        fail_msg("%s", err.message);
    assert_string_equal(rg_buffer_text(&out), wanted);
    rg_buffer_release(&out);
}

static void assert_refused(const char *template_text, const char *name, const char *part)
{
    struct rg_query_values values = VALUES;
    struct rg_error err = {0};
    struct rg_buffer out;

    values.name = name;
    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    assert_false(rg_query_expand(template_text, &values, &out, &err));
    assert_int_equal(err.code, RG_ERROR_FORMAT);
    assert_non_null(strstr(err.message, part));
    rg_buffer_release(&out);
}

static void replaces_each_placeholder(void **state)
{
    (void)state;
    assert_expands("f({quantile}, x{a=\"{name}\"}[{window}], \"{name}\")", "tx.process",
                   "f(0.95, x{a=\"tx.process\"}[3m], \"tx.process\")");
}

static void escapes_a_name_for_its_quotes(void **state)
{
    (void)state;
    assert_expands("\"{name}\"", "a\"b\\c\nd'e`f", "\"a\\\"b\\\\c\\nd'e`f\"");
    assert_expands("'{name}'", "a\"b\\c\nd'e`f", "'a\"b\\\\c\\nd\\'e`f'");
    assert_expands("`{name}`", "a\"b\\c\nd'e", "`a\"b\\c\nd'e`");
    assert_expands("\"{name}\"", "\t\x01\x7f\xc3\xa9", "\"\\x09\\x01\\x7f\xc3\xa9\"");
    assert_refused("`{name}`", "a`b", "backtick");
}

static void inserts_only_names_outside_of_strings(void **state)
{
    (void)state;
    assert_expands("{name}_bucket", "job:queued_us", "job:queued_us_bucket");
    assert_refused("{name}_bucket", "a.b", "outside of a string");
    assert_refused("{name}_bucket", "a} or up{", "outside of a string");
    assert_refused("# \"\n{name}", "a-b", "outside of a string");
}

static void replaces_in_one_pass(void **state)
{
    (void)state;
    assert_expands("\"{name}\"[{window}]", "{window}{quantile}{name}", "\"{window}{quantile}{name}\"[3m]");
}

static void knows_where_strings_end(void **state)
{
    (void)state;
    assert_expands("\"\\\"{name}\"", "\"", "\"\\\"\\\"\"");
    assert_expands("\"'\" + '{name}'", "'", "\"'\" + '\\''");
    assert_expands("`\\` + \"{name}\"", "\"", "`\\` + \"\\\"\"");
    assert_refused("f(\"{name})", "a", "does not end");
}

static void assert_rates(const char *template_text, const char *wanted)
{
    struct rg_slice rates;

    if (wanted == NULL) {
        assert_false(rg_query_rates(template_text, &rates));
        return;
    }
    assert_true(rg_query_rates(template_text, &rates));
    assert_int_equal(rates.length, strlen(wanted));
    assert_memory_equal(rates.start, wanted, rates.length);
}

static void cuts_the_argument_out(void **state)
{
    (void)state;
    assert_rates("histogram_quantile({quantile}, sum by (le) (rate(x[3m])))", "sum by (le) (rate(x[3m]))");
    assert_rates(" # why\n histogram_quantile ( {quantile} ,x{a=\")\",b='(',c=`\\`} ) # end",
                 "x{a=\")\",b='(',c=`\\`} ");
    assert_rates("histogram_quantile({quantile}, sum by (le, a) (rate(x{a=\",\"}[3m])))",
                 "sum by (le, a) (rate(x{a=\",\"}[3m]))");
    assert_rates("histogram_quantile({quantile}, x # )\n)", "x # )\n");
}

static void refuses_any_other_shape(void **state)
{
    (void)state;
    assert_rates("1 * histogram_quantile({quantile}, x)", NULL);
    assert_rates("histogram_quantile({quantile}, x) * 1000", NULL);
    assert_rates("histogram_quantile({quantile}, x) or histogram_quantile({quantile}, y)", NULL);
    assert_rates("histogram_quantile(1 - {quantile}, x)", NULL);
    assert_rates("histogram_quantile({quantile} / 2, x)", NULL);
    assert_rates("histogram_quantile(0.5, x{a=\"{quantile}\"})", NULL);
    assert_rates("histogram_quantile({quantile}, x{a=\"{quantile}\"})", NULL);
    assert_rates("histogram_quantile({quantile})", NULL);
    assert_rates("histogram_quantile({quantile}, )", NULL);
    assert_rates("histogram_quantile({quantile}, x, y)", NULL);
    assert_rates("histogram_quantile({quantile}, (x)", NULL);
    assert_rates("histogram_quantile({quantile}, (x])", NULL);
    assert_rates("histogram_quantile({quantile}, \"x)", NULL);
    assert_rates("quantile_over_time({quantile}, x)", NULL);
    assert_rates("", NULL);
    assert_rates(")", NULL);
}

static void assert_evidence(const char *argument, const char *wanted)
{
    struct rg_slice rates = {.start = argument, .length = strlen(argument)};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    rg_query_evidence(&rates, &out);
    assert_string_equal(rg_buffer_text(&out), wanted);
    rg_buffer_release(&out);
}

static void adds_the_witnesses_that_fit(void **state)
{
    (void)state;
    assert_evidence(
        "sum by (le) (rate(x[3m]))",
        "(sum by (le) (rate(x[3m])))"
        " or label_replace(count by (le) (rate(x[3m])), \"rungate\", \"series\", \"\", \"\")"
        " or label_replace(min by (le) (count_over_time(x[3m])), \"rungate\", \"samples\", \"\", \"\")");
    assert_evidence(
        "sum(increase(x{a=\"),\"}[3m])) without (pod)",
        "(sum(increase(x{a=\"),\"}[3m])) without (pod))"
        " or label_replace(count(increase(x{a=\"),\"}[3m])) without (pod), \"rungate\", \"series\", "
        "\"\", \"\")"
        " or label_replace(min(count_over_time(x{a=\"),\"}[3m])) without (pod), \"rungate\", "
        "\"samples\", \"\", \"\")");
    assert_evidence(
        "rate(x[3m])",
        "(rate(x[3m])) or label_replace(count_over_time(x[3m]), \"rungate\", \"samples\", \"\", \"\")");
    assert_evidence(
        "sum by (le) (rate(x[3m]) + rate(y[3m]))",
        "(sum by (le) (rate(x[3m]) + rate(y[3m])))"
        " or label_replace(count by (le) (rate(x[3m]) + rate(y[3m])), \"rungate\", \"series\", \"\", "
        "\"\")");
    assert_evidence("SUM BY (le) (x)",
                    "(SUM BY (le) (x)) or label_replace(count BY (le) (x), \"rungate\", \"series\", "
                    "\"\", \"\")");
    assert_evidence("sum by (le) (rate(x[3m])) + y", "(sum by (le) (rate(x[3m])) + y)");
    assert_evidence("avg by (le) (rate(x[3m]))", "(avg by (le) (rate(x[3m])))");
    assert_evidence("x # c", "(x # c\n)");
}

static void knows_what_is_counted(void **state)
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rg_slice rates = {.start = rows[i].rates, .length = strlen(rows[i].rates)};
        enum rg_rates_kind kind = rg_query_rates_kind(&rates);
        if (kind != rows[i].kind)
            fail_msg("%s: wanted %d, got %d", rows[i].rates, (int)rows[i].kind, (int)kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaces_each_placeholder),
        cmocka_unit_test(escapes_a_name_for_its_quotes),
        cmocka_unit_test(inserts_only_names_outside_of_strings),
        cmocka_unit_test(replaces_in_one_pass),
        cmocka_unit_test(knows_where_strings_end),
        cmocka_unit_test(cuts_the_argument_out),
        cmocka_unit_test(refuses_any_other_shape),
        cmocka_unit_test(adds_the_witnesses_that_fit),
        cmocka_unit_test(knows_what_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
