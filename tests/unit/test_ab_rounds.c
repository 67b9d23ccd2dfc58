/* A/B experiments: which rounds count, what is warned of, and when an experiment is a pass. */
#include "experiment.h"

/* B slower in some rounds, A in others: what is left out, and what is not a pass. */
static void test_slow_rounds(void **state)
{
    static const struct {
        const char *row;
        size_t keys;
        size_t slow_keys;
        size_t slow_a; /* rounds, from the last backwards */
        size_t slow_b; /* rounds, from the first */
        double factor;
        enum rg_ab_kind kind;
        enum rg_exit exit;
        size_t dropped;
    } rows[] = {
        {"none", 3, 3, 0, 0, 3, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 0},
        {"B in one", 3, 3, 0, 1, 3, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 1},
        {"B in two", 3, 3, 0, 2, 3, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 2},
        {"B in three is no accident", 3, 3, 0, 3, 3, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
        {"B in four", 3, 3, 0, 4, 3, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
        {"B in five", 3, 3, 0, 5, 20, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
        {"A in three: nothing is judged", 3, 3, 3, 0, 3, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
        {"B in three, A in one", 3, 3, 1, 3, 3, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 4},
        {"B in three, A in one, too few left", 3, 3, 2, 4, 3, RG_AB_CANNOT_JUDGE, RG_EXIT_CANNOT_JUDGE, 6},
        {"one key of three in two", 3, 1, 0, 2, 1.6, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 0},
        {"one key of three in three", 3, 1, 0, 3, 1.6, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
        {"one key of three, A too in one", 3, 1, 1, 3, 1.6, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 0},
        {"one key of three, just below 1.5", 3, 1, 0, 3, 1.49, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 0},
        {"one key of three, just above 1.5", 3, 1, 0, 3, 1.51, RG_AB_UNSTABLE, RG_EXIT_CANNOT_JUDGE, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct experiment e;
        begin(&e, ROUNDS, rows[i].keys);
        for (size_t r = 0; r < ROUNDS; r++) {
            for (size_t k = 0; k < rows[i].slow_keys; k++) {
                e.metrics[2 * r][k].value *= r >= ROUNDS - rows[i].slow_a ? rows[i].factor : 1;
                e.metrics[2 * r + 1][k].value *= r < rows[i].slow_b ? rows[i].factor : 1;
            }
        }
        check_verdict(rows[i].row, &e, rows[i].kind, rows[i].exit, rows[i].dropped);
    }
}

/* Noise may hide one slow round of three. */
static void test_third_slow_round(void **state)
{
    static const struct {
        const char *row;
        double slow[3];
        enum rg_ab_kind kind;
    } rows[] = {
        {"the third is 1.45 times slower", {1.8, 1.7, 1.45}, RG_AB_UNSTABLE},
        {"the third is 1.26 times slower", {1.8, 1.7, 1.26}, RG_AB_UNSTABLE},
        {"the third is 1.24 times slower", {1.8, 1.7, 1.24}, RG_AB_NO_DIFFERENCE},
        {"on average they are not slow", {1.55, 1.5, 1.3}, RG_AB_NO_DIFFERENCE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct experiment e;
        begin(&e, ROUNDS, 2);
        for (size_t r = 0; r < COUNT_OF(rows[i].slow); r++)
            e.metrics[2 * r + 1][0].value *= rows[i].slow[r];
        check_verdict(rows[i].row, &e, rows[i].kind,
                      rows[i].kind == RG_AB_UNSTABLE ? RG_EXIT_CANNOT_JUDGE : RG_EXIT_PASS, 0);
    }
}

/* A slowdown near the limit is not left out in two rounds and kept in the third. */
static void test_nearly_slowed(void **state)
{
    static const struct {
        const char *row;
        double b[3];
        double a; /* in the third round */
        enum rg_ab_kind kind;
        size_t dropped;
    } rows[] = {
        {"two and one that nearly is", {1.8, 1.8, 1.4}, 1, RG_AB_UNSTABLE, 0},
        {"two and one that is not", {1.8, 1.8, 1.2}, 1, RG_AB_NO_DIFFERENCE, 2},
        {"in the third A is as slow", {1.8, 1.8, 1.4}, 1.4, RG_AB_NO_DIFFERENCE, 2},
        {"three that nearly are, none for certain", {1.4, 1.4, 1.4}, 1, RG_AB_NO_DIFFERENCE, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct experiment e;
        begin(&e, ROUNDS, 1);
        for (size_t r = 0; r < COUNT_OF(rows[i].b); r++)
            set(&e, RG_AB_B, r, 10 * rows[i].b[r]);
        set(&e, RG_AB_A, 2, 10 * rows[i].a);
        check_verdict(rows[i].row, &e, rows[i].kind,
                      rows[i].kind == RG_AB_UNSTABLE ? RG_EXIT_CANNOT_JUDGE : RG_EXIT_PASS, rows[i].dropped);
    }
}

/* A pair compares when both of its runs were slowed, and when something slows A it cannot hide what B does. */
static void test_pairs(void **state)
{
    struct experiment e;

    (void)state;
    begin(&e, ROUNDS, 3);
    for (size_t r = 0; r < ROUNDS; r++) {
        double load = r % 3 == 0 ? 4 : 1;
        set(&e, RG_AB_A, r, 10 * load);
        set(&e, RG_AB_B, r, 15 * load);
    }
    check_verdict("load on both", &e, RG_AB_REGRESSION, RG_EXIT_FAIL, 0);
    begin(&e, ROUNDS, 3);
    for (size_t r = 0; r < ROUNDS; r++)
        set(&e, RG_AB_B, r, 15);
    set(&e, RG_AB_A, 4, 200);
    check_verdict("A 20 times slower in one round", &e, RG_AB_REGRESSION, RG_EXIT_FAIL, 1);
    begin(&e, ROUNDS, 2);
    for (size_t r = 0; r < ROUNDS; r++)
        e.metrics[2 * r + 1][0].value = 15;
    e.metrics[8][0].value = 200;
    check_verdict("A 20 times slower in one round of one key", &e, RG_AB_TOO_NOISY, RG_EXIT_CANNOT_JUDGE, 0);
}

/* A host that is busy in one run of a round, in both, and nearly always in one build's. */
static void test_busy(void **state)
{
    static const struct {
        const char *row;
        size_t busy_a;
        size_t busy_b;
        size_t dropped;
        bool lopsided;
    } rows[] = {{"none", 0, 0, 0, false},
                {"one", 1, 0, 1, false},
                {"both, in one round", 1, 1, 0, false},
                {"two of B", 0, 2, 2, false},
                {"three of B", 0, 3, 0, true},
                {"all", ROUNDS, ROUNDS, 0, false},
                {"all of B", 0, ROUNDS, 0, true}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct experiment e;
        begin(&e, ROUNDS, 1);
        for (size_t r = 0; r < ROUNDS; r++) {
            e.timings[2 * r].host =
                (struct rg_host){.processors = 2, .has_load = true, .load = {r < rows[i].busy_a ? 2.1 : 2}};
            e.timings[2 * r + 1].host =
                (struct rg_host){.processors = 2, .has_load = true, .load = {r < rows[i].busy_b ? 2.1 : 2}};
        }
        struct rg_ab_verdict v = judge(&e);
        CHECK_INT(rows[i].row, v.dropped, rows[i].dropped);
        CHECK_INT(rows[i].row, v.lopsided, rows[i].lopsided);
        CHECK_INT(rows[i].row, v.warning_count, (rows[i].busy_a + rows[i].busy_b > 0) + rows[i].lopsided);
        CHECK(rows[i].row, rows[i].busy_b == 0 || strstr(v.warnings[v.warning_count - 1], "--no-load-check"));
        rg_ab_release(&v);
    }
}

/* What must be judged: keys inside one bucket and those without traffic are not asked for. */
static void test_min_compared(void **state)
{
    static const struct {
        const char *row;
        double min_compared;
        enum rg_exit exit;
    } rows[] = {{"two of three", 0.66, RG_EXIT_PASS}, {"more than two of three", 0.67, RG_EXIT_CANNOT_JUDGE}};
    struct experiment e;

    (void)state;
    begin(&e, ROUNDS, 3);
    for (size_t r = 0; r < ROUNDS; r++)
        e.metrics[2 * r][2].has_value = false;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_ab_verdict v = judge(&e);
        v.min_compared = rows[i].min_compared;
        CHECK_INT(rows[i].row, rg_ab_exit(&v), rows[i].exit);
        rg_ab_release(&v);
    }
    for (size_t i = 0; i < FILES; i++) {
        e.metrics[i][2].has_value = false;
        e.metrics[i][2].status = RG_STATUS_NO_TRAFFIC;
    }
    check_verdict("no traffic in any capture", &e, RG_AB_NO_DIFFERENCE, RG_EXIT_PASS, 0);
    e.metrics[0][2].status = RG_STATUS_NO_DATA;
    check_verdict("no data in one", &e, RG_AB_NO_DIFFERENCE, RG_EXIT_CANNOT_JUDGE, 0);
    for (size_t r = 0; r < ROUNDS; r++)
        e.metrics[2 * r + 1][0].value = 20;
    check_verdict("a regression is an answer", &e, RG_AB_REGRESSION, RG_EXIT_FAIL, 0);
}

/* One build first in every round is a warning. */
static void test_order(void **state)
{
    struct experiment e;

    (void)state;
    begin(&e, ROUNDS, 1);
    struct rg_ab_verdict v = judge(&e);
    CHECK_INT("in turns", v.warning_count, 1);
    CHECK("in turns", strstr(v.warnings[0], "do not record how busy") != NULL);
    CHECK_INT("round 2", rg_ab_first(&v.rounds[1]), RG_AB_B);
    rg_ab_release(&v);
    for (size_t i = 0; i < FILES; i++)
        (void)snprintf(e.times[i], sizeof e.times[i], "2026-04-24T10:%02zu:00Z", 2 * (i ^ 1U) + 2);
    v = judge(&e);
    CHECK_INT("B first", v.warning_count, 2);
    CHECK("B first", strstr(v.warnings[0], "B ran first in every round") == v.warnings[0]);
    rg_ab_release(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_rounds),   cmocka_unit_test(test_third_slow_round),
        cmocka_unit_test(test_nearly_slowed), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_busy),          cmocka_unit_test(test_min_compared),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests_name("ab_rounds", tests, NULL, NULL);
}
