/* Durations and instants. */
#include "check.h"

#include "rungate/base/duration.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <time.h>

static void test_duration(void **state)
{
    static const struct {
        const char *text;
        long long ms; /* 0: refused */
    } rows[] = {
        {"1ms", 1},
        {"250ms", 250},
        {"30s", 30000},
        {"3m", 180000},
        {"1h30m", 5400000},
        {"1d", 86400000},
        {"1w", 604800000},
        {"1y", 31536000000},
        {"1y1w1d1h1m1s1ms", 31536000000 + 604800000 + 86400000 + 3600000 + 60000 + 1000 + 1},
        {"90m", 5400000},
        {"1m1ms", 60001},
        {"0h5m", 300000},
        {"100y", 3153600000000},
        {"36500d", 3153600000000},
        {"3153600000000ms", 3153600000000},
        {"3153600000001ms", 0},
        {"100y1ms", 0},
        {"36501d", 0},
        {"99999999999999999999y", 0},
        {"", 0},
        {"0s", 0},
        {"5", 0},
        {"s", 0},
        {"5 m", 0},
        {" 5m", 0},
        {"5m ", 0},
        {"5M", 0},
        {"-5m", 0},
        {"+5m", 0},
        {"1.5h", 0},
        {"30m1h", 0},
        {"1m1m", 0},
        {"1ms1s", 0},
        {"1h30", 0},
        {"1min", 0},
        {"1sec", 0},
        {"5us", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        long long ms = 42;
        CHECK_INT(rows[i].text, rg_duration_parse(rows[i].text, &ms), rows[i].ms != 0);
        CHECK_INT(rows[i].text, ms, rows[i].ms != 0 ? rows[i].ms : 42);
    }
}

static void test_go_durations(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        long long ns;
    } rows[] = {
        {"10us", true, 10000},
        {"10\xC2\xB5s", true, 10000},
        {"10\xCE\xBCs", true, 10000},
        {"0.01ms", true, 10000},
        {"1s", true, 1000000000},
        {"1m", true, 60000000000},
        {"1h30m", true, 5400000000000},
        {"30m1h", true, 5400000000000},
        {"1.5h", true, 5400000000000},
        {".5s", true, 500000000},
        {"1.s", true, 1000000000},
        {"+1ns", true, 1},
        {"0", true, 0},
        {"0.9ns", true, 0},
        {"0.100000000000000000000h", true, 360000000000},
        {"0.3333333333333333333h", true, 1200000000000},
        {"9223372036854775807ns", true, 9223372036854775807},
        {"9223372036854775808ns", false, 0},
        {"9223372036.854775807s", true, 9223372036854775807},
        {"2562047h47m16.854775807s", true, 9223372036854775807},
        {"2562047h47m16.854775808s", false, 0},
        {"9999999999999999999999ns", false, 0},
        {"3000000h", false, 0},
        {"", false, 0},
        {"+", false, 0},
        {"-1s", false, 0},
        {"1", false, 0},
        {"1.5", false, 0},
        {".s", false, 0},
        {"s", false, 0},
        {"1d", false, 0},
        {"1 s", false, 0},
        {"1s ", false, 0},
        {"1S", false, 0},
        {"1e3s", false, 0},
        {"0x1s", false, 0},
        {"1s1", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        long long ns = -77;
        CHECK_INT(rows[i].text, rg_go_duration_parse(rows[i].text, &ns), rows[i].ok);
        CHECK_INT(rows[i].text, ns, rows[i].ok ? rows[i].ns : -77);
    }
}

static void test_timestamp(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        long long unix_s;
    } rows[] = {
        {"1970-01-01T00:00:00Z", true, 0},
        {"1969-12-31T23:59:59Z", true, -1},
        {"2026-04-24T17:30:00Z", true, 1777051800},
        {"2026-04-24T17:30:00.999Z", true, 1777051800},
        {"2026-04-24t17:30:00z", true, 1777051800},
        {"2026-04-24T19:30:00+02:00", true, 1777051800},
        {"2026-04-24T12:00:00-05:30", true, 1777051800},
        {"2026-04-24T17:30:00-00:00", true, 1777051800},
        {"2000-02-29T00:00:00Z", true, 951782400},
        {"2016-12-31T23:59:60Z", true, 1483228800},
        {"0001-01-01T00:00:00Z", true, -62135596800},
        {"9999-12-31T23:59:59Z", true, 253402300799},
        {"0001-01-01T00:00:00-00:01", true, -62135596740},
        {"0001-01-01T00:00:00+00:01", false, 0},
        {"9999-12-31T23:59:60Z", false, 0},
        {"9999-12-31T23:59:59-00:01", false, 0},
        {"9999-12-31T23:59:59+00:01", true, 253402300739},
        {"0000-01-01T00:00:00Z", false, 0},
        {"1900-02-29T00:00:00Z", false, 0},
        {"2026-02-29T00:00:00Z", false, 0},
        {"2026-04-31T00:00:00Z", false, 0},
        {"2026-13-01T00:00:00Z", false, 0},
        {"2026-00-01T00:00:00Z", false, 0},
        {"2026-01-00T00:00:00Z", false, 0},
        {"2026-01-32T00:00:00Z", false, 0},
        {"2026-01-01T24:00:00Z", false, 0},
        {"2026-01-01T00:60:00Z", false, 0},
        {"2026-01-01T00:00:61Z", false, 0},
        {"2026-01-01T00:00:00", false, 0},
        {"2026-01-01T00:00:00.Z", false, 0},
        {"2026-01-01T00:00:00+24:00", false, 0},
        {"2026-01-01T00:00:00+00:60", false, 0},
        {"2026-01-01T00:00:00+0000", false, 0},
        {"2026-01-01T00:00:00+00", false, 0},
        {"2026-01-01T00:00:00ZZ", false, 0},
        {"2026-01-01 00:00:00Z", false, 0},
        {"2026-1-1T00:00:00Z", false, 0},
        {"26-01-01T00:00:00Z", false, 0},
        {"+026-01-01T00:00:00Z", false, 0},
        {"2026-01-01T00:00Z", false, 0},
        {"2026-01-01", false, 0},
        {"2026", false, 0},
        {"", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        long long unix_s = 42;
        CHECK_INT(rows[i].text, rg_timestamp_parse(rows[i].text, &unix_s), rows[i].ok);
        CHECK_INT(rows[i].text, unix_s, rows[i].ok ? rows[i].unix_s : 42);
    }
}

/* Each month ends where it does, in a leap year and in another. */
static void test_month_ends(void **state)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    (void)state;
    for (int year = 2023; year <= 2024; year++) {
        for (int month = 1; month <= 12; month++) {
            char text[64];
            long long unix_s;
            int last = days[month - 1] + (year == 2024 && month == 2);
            (void)snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, last);
            CHECK(text, rg_date_parse(text, &unix_s));
            (void)snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, last + 1);
            CHECK(text, !rg_date_parse(text, &unix_s));
        }
    }
}

static void test_date(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        long long unix_s;
    } rows[] = {
        {"1970-01-02", true, 86400},      {"2026-12-31", true, 1798675200},
        {"2024-02-29", true, 1709164800}, {"2023-02-29", false, 0},
        {"2026-12-31T", false, 0},        {"2026-12-3", false, 0},
        {"2026/12/31", false, 0},         {"", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        long long unix_s = 42;
        CHECK_INT(rows[i].text, rg_date_parse(rows[i].text, &unix_s), rows[i].ok);
        CHECK_INT(rows[i].text, unix_s, rows[i].ok ? rows[i].unix_s : 42);
    }
}

/* Every day of 800 years, and a second of it, there and back and as the C library has it. */
static void test_format(void **state)
{
    char text[RG_TIMESTAMP_SIZE] = "";
    char expected[64];
    long long back;

    (void)state;
    for (long long day = -141000; day < 151000; day++) {
        long long unix_s = day * 86400 + (day * 7919 % 86400 + 86400) % 86400;
        time_t time = (time_t)unix_s;
        struct tm tm;
        CHECK(text, gmtime_r(&time, &tm) != NULL);
        (void)snprintf(expected, sizeof expected, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900,
                       tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
        rg_timestamp_format(unix_s, text);
        CHECK_TEXT(expected, text, expected);
        CHECK(expected, rg_timestamp_parse(text, &back));
        CHECK_INT(expected, back, unix_s);
    }
    rg_timestamp_format(-62135596801, text);
    assert_string_equal(text, "0001-01-01T00:00:00Z");
    rg_timestamp_format(253402300800, text);
    assert_string_equal(text, "9999-12-31T23:59:59Z");
}

/* Neither the time zone nor the locale has a say. */
static void test_time_zone(void **state)
{
    long long unix_s;

    (void)state;
    assert_int_equal(setenv("TZ", "Asia/Tokyo", 1), 0);
    tzset();
    assert_true(rg_timestamp_parse("1970-01-01T00:00:00Z", &unix_s));
    assert_int_equal(unix_s, 0);
    assert_int_equal(unsetenv("TZ"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duration),   cmocka_unit_test(test_go_durations),
        cmocka_unit_test(test_timestamp),  cmocka_unit_test(test_date),
        cmocka_unit_test(test_month_ends), cmocka_unit_test(test_format),
        cmocka_unit_test(test_time_zone),
    };
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
