#include "check.h"

#include "rungate/base/number.h"

#include <float.h>
#include <limits.h>
#include <stdlib.h>

static void test_parse(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        double value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, -0.0},
        {"1", true, 1},
        {"+1", true, 1},
        {"-1.5", true, -1.5},
        {".5", true, 0.5},
        {"5.", true, 5},
        {"1e3", true, 1000},
        {"1E+3", true, 1000},
        {"1e-3", true, 1e-3},
        {"0.1", true, 0.1},
        {"1.7976931348623157e308", true, DBL_MAX},
        {"1.7976931348623159e308", false, 0}, /* rounds to infinity */
        {"-1e309", false, 0},
        {"1e-400", true, 0},
        {"5e-324", true, 5e-324},
        {"", false, 0},
        {".", false, 0},
        {"-", false, 0},
        {"+-1", false, 0},
        {"e5", false, 0},
        {"1e", false, 0},
        {"1e+", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1\n", false, 0},
        {"1,5", false, 0},
        {"1_0", false, 0},
        {"0x10", false, 0},
        {"1e3x", false, 0},
        {"1.2.3", false, 0},
        {"nan", false, 0},
        {"NaN", false, 0},
        {"inf", false, 0},
        {"+Inf", false, 0},
        {"infinity", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double value = 42;
        CHECK_INT(rows[i].text, rg_number_parse(rows[i].text, &value), rows[i].ok);
        CHECK_SAME(rows[i].text, value, rows[i].ok ? rows[i].value : 42);
    }
}

static void test_parse_prometheus(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        double value;
    } rows[] = {
        {"NaN", true, (double)NAN},
        {"Inf", true, (double)INFINITY},
        {"+Inf", true, (double)INFINITY},
        {"-Inf", true, -(double)INFINITY},
        {"12.5", true, 12.5},
        {"1e400", true, (double)INFINITY},
        {"-1e400", true, -(double)INFINITY},
        {"5e-324", true, 5e-324},
        {"1e+06", true, 1e6},
        {"nan", false, 0},
        {"inf", false, 0},
        {"Infinity", false, 0},
        {"-NaN", false, 0},
        {"Inf ", false, 0},
        {"", false, 0},
        {"0x1p3", false, 0},
        {"1 2", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double value = 42;
        CHECK_INT(rows[i].text, rg_number_parse_prometheus(rows[i].text, &value), rows[i].ok);
        CHECK_SAME(rows[i].text, value, rows[i].ok ? rows[i].value : 42);
    }
}

static void test_integer(void **state)
{
    static const struct {
        const char *text;
        long long min;
        long long max;
        bool ok;
        long long value;
    } rows[] = {
        {"0", 0, 10, true, 0},
        {"10", 0, 10, true, 10},
        {"11", 0, 10, false, 0},
        {"-1", 0, 10, false, 0},
        {"-1", -1, 10, true, -1},
        {"-2", -1, 10, false, 0},
        {"007", 0, 10, true, 7},
        {"9223372036854775807", LLONG_MIN, LLONG_MAX, true, LLONG_MAX},
        {"9223372036854775808", LLONG_MIN, LLONG_MAX, false, 0},
        {"-9223372036854775808", LLONG_MIN, LLONG_MAX, true, LLONG_MIN},
        {"-9223372036854775809", LLONG_MIN, LLONG_MAX, false, 0},
        {"", 0, 10, false, 0},
        {"-", -10, 10, false, 0},
        {"--1", -10, 10, false, 0},
        {"+1", 0, 10, false, 0},
        {" 1", 0, 10, false, 0},
        {"1 ", 0, 10, false, 0},
        {"1.0", 0, 10, false, 0},
        {"1e0", 0, 10, false, 0},
        {"0x1", 0, 10, false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        long long value = 42;
        CHECK_INT(rows[i].text, rg_integer_parse(rows[i].text, rows[i].min, rows[i].max, &value), rows[i].ok);
        CHECK_INT(rows[i].text, value, rows[i].ok ? rows[i].value : 42);
    }
}

/* Python's repr() of the same doubles; canonical_test.py compares far more of them. */
static void test_format(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-1500.0, "-1500.0"},
        {0.1, "0.1"},
        {0.9939697679594013, "0.9939697679594013"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {12.4, "12.4"},
        {1e-4, "0.0001"},
        {9.999999999999999e-5, "9.999999999999999e-05"},
        {1e-5, "1e-05"},
        {1.5e-5, "1.5e-05"},
        {1e-7, "1e-07"},
        {1e15, "1000000000000000.0"},
        {9999999999999998.0, "9999999999999998.0"},
        {1e16, "1e+16"},
        {1.2345e16, "1.2345e+16"},
        {123456789012345680.0, "1.2345678901234568e+17"},
        {1e100, "1e+100"},
        {1e22, "1e+22"},
        {5e-324, "5e-324"},
        {1e-323, "1e-323"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {2.225073858507201e-308, "2.225073858507201e-308"}, /* the largest subnormal */
        {DBL_MAX, "1.7976931348623157e+308"},
        {-DBL_MAX, "-1.7976931348623157e+308"},
        {0x1p-44, "5.684341886080802e-14"}, /* the nearest of 16 digits, ...801, is the neighbour's */
        {9007199254740992.0, "9007199254740992.0"},
        {9007199254740993.0 * 2, "1.8014398509481984e+16"},
        {5e-5, "5e-05"},
    };
    char text[RG_NUMBER_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        rg_number_format(rows[i].value, text);
        CHECK_TEXT(rows[i].text, text, rows[i].text);
        CHECK_SAME(rows[i].text, strtod(text, NULL), rows[i].value);
    }
}

static void test_format_short(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {12.4, "12.4"},
        {0.00597438, "0.0059744"},
        {0.0001, "0.0001"},
        {1e-9, "1e-09"},
        {9999.4, "9999.4"},
        {9999.96, "10000"},
        {10000.4, "10000"},
        {61429, "61429"},
        {-61429.6, "-61430"},
        {1234567890, "1234567890"},
        {999999999999999, "999999999999999"},
        {1e15, "1e+15"},
        {1.0 / 3, "0.33333"},
        {100000, "100000"},
    };
    char text[RG_NUMBER_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        rg_number_format_short(rows[i].value, text);
        CHECK_TEXT(rows[i].text, text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),        cmocka_unit_test(test_parse_prometheus),
        cmocka_unit_test(test_integer),      cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_short),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
