/* The label `le` as servers read it: each row was tried on Prometheus, where an edge that it cannot read is left out. */
#include "check.h"

#include "measure/le.h"

static void test_edges(void **state)
{
    static const struct {
        const char *text;
        double edge;
    } rows[] = {
        {"1", 1},
        {"1.0", 1},
        {"+1", 1},
        {"-1", -1},
        {"0", 0},
        {"-0", 0},
        {"007", 7},
        {".5", 0.5},
        {"5.", 5},
        {"+.5e1", 5},
        {"1e+05", 1e5},
        {"1E-05", 1e-5},
        {"0.1", 0.1},
        {"1e-400", 0},
        {"1_0", 10},
        {"1_0.5", 10.5},
        {"10.2_5", 10.25},
        {"0_1", 1},
        {"1e1_0", 1e10},
        {"1e0_1", 10},
        {"0x1p-2", 0.25},
        {"0X1P+3", 8},
        {"+0x1p1", 2},
        {"0x.8p1", 1},
        {"0x1.p0", 1},
        {"0x_1p3", 8},
        {"0x1_fp0", 31},
        {"0x1p1_0", 1024},
        {"0x1.8_0p1", 3},
        {"0x1p-2000", 0},
        {"1e299", 1e299},
        {"9.999999999999999e299", 9.999999999999999e299},
        {"1e300", (double)INFINITY},
        {"1e308", (double)INFINITY},
        {"1.7976931348623157e+308", (double)INFINITY},
        {"1e400", (double)INFINITY},
        {"0x1p2000", (double)INFINITY},
        {"-1e308", -1e308},
        {"inf", (double)INFINITY},
        {"Inf", (double)INFINITY},
        {"INF", (double)INFINITY},
        {"+inf", (double)INFINITY},
        {"+Inf", (double)INFINITY},
        {"Infinity", (double)INFINITY},
        {"iNFinity", (double)INFINITY},
        {"+INFINITY", (double)INFINITY},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double edge = 7;
        CHECK(rows[i].text, rg_le_parse(rows[i].text, &edge));
        CHECK_SAME(rows[i].text, edge, rows[i].edge);
    }
}

static void test_what_is_no_edge(void **state)
{
    static const char *const rows[] = {
        "",      " ",    "abc",       "1 ",     " 1",    "1x",      "1_",     "_1",       "1__0",   "1_.5",
        "1._5",  "1e",   "1e+",       "1e_1",   "1_e1",  "1e1_",    "1p3",    "1d",       "1f",     ".",
        "+",     "-",    "+-1",       "--1",    "..5",   "1.2.3",   "0x",     "0x1",      "0x10",   "0x1.8",
        "0x.p0", "0xp1", "0x1p",      "0x1p+",  "0x1pf", "0x__1p1", "0x1_p1", "0x1_.8p1", "0_x1p0", "0b1",
        "0o7",   "1,5",  "infin",     "infi",   "in",    "++inf",   "inf ",   "nan",      "NaN",    "+nan",
        "-inf",  "-Inf", "-INFINITY", "-1e400", "1\n",   "1e1.5",   "0x1e-2",
    };
    char longest[300];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double edge = 7;
        CHECK(rows[i], !rg_le_parse(rows[i], &edge));
        CHECK_SAME(rows[i], edge, 7);
    }
    memset(longest, '0', sizeof longest);
    longest[255] = '\0';
    double edge = 7;
    CHECK("255 characters", rg_le_parse(longest, &edge) && edge == 0);
    longest[255] = '0';
    longest[256] = '\0';
    CHECK("256 characters", !rg_le_parse(longest, &edge));
}

static void test_equal(void **state)
{
    static const struct {
        const char *name;
        double a;
        double b;
        bool equal;
    } rows[] = {
        {"the same", 1, 1, true},
        {"within the tolerance", 1, 1 + 0.9e-9, true},
        {"outside it", 1, 1 + 1.1e-9, false},
        {"zeros", 0, 0, true},
        {"zero and the smallest", 0, 5e-324, false},
        {"infinities", (double)INFINITY, (double)INFINITY, true},
        {"an infinity and a number", 1, (double)INFINITY, false},
        {"two infinities", -(double)INFINITY, (double)INFINITY, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_INT(rows[i].name, rg_le_equal(rows[i].a, rows[i].b), rows[i].equal);
        CHECK_INT(rows[i].name, rg_le_equal(rows[i].b, rows[i].a), rows[i].equal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_what_is_no_edge),
        cmocka_unit_test(test_equal),
    };
    return cmocka_run_group_tests_name("le", tests, NULL, NULL);
}
