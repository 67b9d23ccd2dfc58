/* The arithmetic of an A/B experiment. */
#include "check.h"

#include "rungate/judge/ab.h"

static void test_measure(void **state)
{
    static const double a[] = {10, 11, 9.5, 12, 10.5, 10.2, 9.8, 11.5, 10.8, 10.1};
    static const double slower[] = {14.8, 16.9, 14, 18.5, 15.2, 15.9, 14.1, 17.6, 16, 15.5};
    static const double same[] = {10.4, 10.7, 9.9, 11.6, 10.9, 10, 10.1, 11.2, 11, 10.3};
    double differences[COUNT_OF(a)] = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(a); i++)
        differences[i] = log(slower[i] / a[i]);
    struct rg_ab_measure m = rg_ab_measure(differences, COUNT_OF(a), RG_AB_MARGIN);
    CHECK_NEAR("slower: mean", m.mean, 0.40666330764065291, 1e-12);
    CHECK_NEAR("slower: s", m.deviation, 0.028602073455569154, 1e-12);
    CHECK_NEAR("slower: LB", m.lower, 0.367799689578992, 1e-12);
    CHECK_NEAR("slower: UB", m.upper, 2 * 0.40666330764065291 - 0.367799689578992, 1e-12);
    for (size_t i = 0; i < COUNT_OF(a); i++)
        differences[i] = log(same[i] / a[i]);
    m = rg_ab_measure(differences, COUNT_OF(a), RG_AB_MARGIN);
    CHECK_NEAR("same: LB", m.lower, -0.034334123975755103, 1e-12);
}

/* Rounds that agree to the last digit are taken to agree to 2 %. */
static void test_least_deviation(void **state)
{
    static const double equal[] = {0.1, 0.1, 0.1, 0.1, 0.1};
    struct rg_ab_measure m = rg_ab_measure(equal, COUNT_OF(equal), RG_AB_MARGIN);

    (void)state;
    CHECK("deviation", m.deviation < 1e-15);
    /* t(0.999, 4) = 7.1731822197823085 */
    CHECK_NEAR("LB", m.lower, 0.1 - 7.1731822197823085 * 0.02 / sqrt(5), 1e-12);
    CHECK_NEAR("UB", m.upper, 0.1 + 7.1731822197823085 * 0.02 / sqrt(5), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_measure),
                                       cmocka_unit_test(test_least_deviation)};
    return cmocka_run_group_tests_name("ab", tests, NULL, NULL);
}
