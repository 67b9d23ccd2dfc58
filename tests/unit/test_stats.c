/* Median, mean and deviation; the table of Student's t against the integral of its density. */
#include "check.h"

#include "rungate/base/stats.h"

#include <float.h>

/* Simpson's rule over cos^(df - 1) from `from` to pi / 2. With x = sqrt(df) tan(angle) it is, but for a
 * constant, the distribution's tail. */
static double tail(size_t df, double from)
{
    const int panels = 20000;
    double width = (acos(-1) / 2 - from) / panels;
    double sum = 0;

    for (int i = 0; i <= panels; i++) {
        double weight = i == 0 || i == panels ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * pow(sin((panels - i) * width), (double)df - 1);
    }
    return sum * width / 3;
}

static void test_table(void **state)
{
    static const struct {
        enum rg_student_p p;
        double share;
    } rows[] = {{RG_STUDENT_99, 0.01}, {RG_STUDENT_999, 0.001}, {RG_STUDENT_9995, 0.0005}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t df = 1; df <= RG_STUDENT_DF_MAX; df++) {
            char row[32];
            double above = tail(df, atan(rg_student(rows[i].p, df) / sqrt((double)df))) / (2 * tail(df, 0));
            (void)snprintf(row, sizeof row, "%g above, df %zu", rows[i].share, df);
            CHECK_NEAR(row, above, rows[i].share, 1e-12);
        }
    }
}

/* Values that are printed elsewhere, and what lies outside the table. */
static void test_known(void **state)
{
    (void)state;
    CHECK_NEAR("k_5", rg_student(RG_STUDENT_99, 4) * sqrt(1 + 1.0 / 5), 4.1045752123625352, 1e-14);
    CHECK_NEAR("k_10", rg_student(RG_STUDENT_99, 9) * sqrt(1 + 1.0 / 10), 2.9591490603299009, 1e-14);
    CHECK_NEAR("0.99, 1", rg_student(RG_STUDENT_99, 1), 31.820515953773958, 1e-14);
    CHECK_NEAR("0.999, 9", rg_student(RG_STUDENT_999, 9), 4.2968056627299193, 1e-14);
    CHECK_NEAR("0.9995, 10", rg_student(RG_STUDENT_9995, 10), 4.5868938587, 1e-10);
    CHECK_SAME("0.99, 61", rg_student(RG_STUDENT_99, 61), rg_student(RG_STUDENT_99, 60));
    CHECK_SAME("0.999, 1000", rg_student(RG_STUDENT_999, 1000), rg_student(RG_STUDENT_999, 60));
}

static void test_median(void **state)
{
    static const struct {
        const char *row;
        double values[7];
        size_t count;
        double median;
    } rows[] = {
        {"none", {0}, 0, 0},
        {"one", {3}, 1, 3},
        {"two", {3, 1}, 2, 2},
        {"odd", {5, 1, 3}, 3, 3},
        {"even", {4, 1, 3, 2}, 4, 2.5},
        {"even, the middle two are one", {4, 2, 2, 1}, 4, 2},
        {"most are one", {7, 7, 1, 7, 9}, 5, 7},
        {"below zero", {-5, -1, 0, -3}, 4, -2},
        {"sorted", {1, 2, 3, 4, 5, 6, 7}, 7, 4},
        {"far apart", {1e-300, 1, 1e300}, 3, 1},
        {"the largest", {DBL_MAX, DBL_MAX, -DBL_MAX}, 3, DBL_MAX},
        {"the smallest", {DBL_TRUE_MIN, 2 * DBL_TRUE_MIN, 3 * DBL_TRUE_MIN}, 3, 2 * DBL_TRUE_MIN},
        {"neighbours", {1, 1 + DBL_EPSILON, 1 + 2 * DBL_EPSILON}, 3, 1 + DBL_EPSILON},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_SAME(rows[i].row, rg_median(rows[i].values, rows[i].count), rows[i].median);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of many values, of as many magnitudes as doubles have, against a sorted copy. */
static void test_median_sorted(void **state)
{
    enum { COUNT = 401 };
    static double values[COUNT];
    static double sorted[COUNT];
    uint64_t seed = 1;

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        values[i] = ldexp((double)(seed >> 33), (int)(seed % 1900) - 950) * (i % 3 == 0 ? -1 : 1);
        memcpy(sorted, values, sizeof sorted);
        qsort(sorted, i + 1, sizeof *sorted, by_value);
        double expected = i % 2 == 0 ? sorted[i / 2] : (sorted[i / 2] + sorted[i / 2 + 1]) / 2;
        CHECK_SAME("random", rg_median(values, i + 1), expected);
    }
}

static void test_moments(void **state)
{
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    static const double powers[] = {1, 10, 100};
    struct rg_moments m = rg_moments(values, COUNT_OF(values));

    (void)state;
    CHECK_SAME("mean", m.mean, 5);
    CHECK_NEAR("deviation, of a sample", m.deviation, sqrt(32.0 / 7), 1e-15);
    m = rg_moments(values, 1);
    CHECK("one value has no deviation", m.mean == 2 && m.deviation == 0);
    m = rg_log_moments(powers, COUNT_OF(powers));
    CHECK_NEAR("mean of the logarithms", m.mean, log(10), 1e-15);
    CHECK_NEAR("their deviation", m.deviation, log(10), 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),         cmocka_unit_test(test_known),   cmocka_unit_test(test_median),
        cmocka_unit_test(test_median_sorted), cmocka_unit_test(test_moments),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
