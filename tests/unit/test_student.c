/* The table of Student's t against the integral of its density. */
#include "check.h"

#include "rungate/student.h"

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
    } rows[] = {{RG_STUDENT_99, 0.01}, {RG_STUDENT_999, 0.001}};

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
    CHECK_SAME("0.99, 61", rg_student(RG_STUDENT_99, 61), rg_student(RG_STUDENT_99, 60));
    CHECK_SAME("0.999, 1000", rg_student(RG_STUDENT_999, 1000), rg_student(RG_STUDENT_999, 60));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_known)};
    return cmocka_run_group_tests_name("student", tests, NULL, NULL);
}
