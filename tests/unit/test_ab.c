/* A/B experiments: the arithmetic of a key, and its verdict. */
#include "experiment.h"

#include "rungate/base/signed_rank.h"

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
    CHECK_NEAR("slower: median", m.median, (log(15.9 / 10.2) + log(14.8 / 10)) / 2, 0.1);
    CHECK_NEAR("slower: s", m.deviation, 0.028602073455569154, 1e-12);
    CHECK_NEAR("slower: LB", m.lower, 0.367799689578992, 1e-12);
    CHECK_NEAR("slower: UB", m.upper, 2 * 0.40666330764065291 - 0.367799689578992, 1e-12);
    CHECK_INT("slower: W+", m.worse.sum, 55);
    CHECK_INT("slower: W+ of the opposite", m.better.sum, 0);
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

/* The critical values of the signed-rank test, P <= 0.001. */
static void test_critical_ranks(void **state)
{
    static const struct {
        size_t rounds;
        size_t critical;
    } rows[] = {{0, 0},    {5, 0},    {9, 0},    {10, 55},  {11, 65},  {12, 76},
                {13, 87},  {14, 99},  {15, 112}, {16, 125}, {17, 139}, {18, 153},
                {19, 169}, {20, 184}, {30, 379}, {40, 635}, {101, 0}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char row[32];
        (void)snprintf(row, sizeof row, "%zu rounds", rows[i].rounds);
        CHECK_INT(row, rg_signed_rank_critical(rows[i].rounds), rows[i].critical);
    }
}

/* The same by going through all choices of signs. */
static void test_critical_ranks_enumerated(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 20; n++) {
        size_t with_sum[211] = {0};
        size_t top = n * (n + 1) / 2;
        for (size_t signs = 0; signs < (size_t)1 << n; signs++) {
            size_t sum = 0;
            for (size_t rank = 1; rank <= n; rank++)
                sum += (signs >> (rank - 1) & 1U) * rank;
            with_sum[sum]++;
        }
        size_t critical = top + 1;
        for (size_t at_least = with_sum[top]; (double)at_least <= 0.001 * (double)((size_t)1 << n);) {
            critical--;
            at_least += with_sum[critical - 1];
        }
        char row[32];
        (void)snprintf(row, sizeof row, "%zu rounds", n);
        CHECK_INT(row, rg_signed_rank_critical(n), critical > top ? 0 : critical);
    }
}

static void test_signed_rank(void **state)
{
    static const struct {
        const char *row;
        double differences[6];
        size_t count;
        int sign;
        double over;
        size_t ranked;
        size_t sum;
    } rows[] = {
        {"all above", {1, 2, 3, 4}, 4, 1, 0, 4, 10},
        {"the smallest below", {-1, 2, 3, 4}, 4, 1, 0, 4, 9},
        {"the largest below", {1, 2, 3, -4}, 4, 1, 0, 4, 6},
        {"the other way", {1, 2, 3, -4}, 4, -1, 0, 4, 4},
        {"over 1.5", {1, 2, 3, 4}, 4, 1, 1.5, 4, 8},
        {"a 0 is dropped", {0, 2, 3, 4}, 4, 1, 0, 3, 6},
        {"all 0", {0, 0, 0, 0}, 4, 1, 0, 0, 0},
        {"ties above share what they have", {2, 2, 2, -5}, 4, 1, 0, 4, 6},
        {"ties of both signs go against it", {2, -2, 2, -2, 5}, 5, 1, 0, 5, 8},
        {"and against the opposite", {2, -2, 2, -2, 5}, 5, -1, 0, 5, 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_signed_rank r =
            rg_signed_rank(rows[i].differences, rows[i].count, rows[i].sign, rows[i].over);
        CHECK_INT(rows[i].row, r.ranked, rows[i].ranked);
        CHECK_INT(rows[i].row, r.sum, rows[i].sum);
    }
}

/* The rounds that would show a worsening. */
static void test_needed(void **state)
{
    static const struct {
        double deviation;
        size_t rounds[3]; /* for +10, +20 and +50 % */
    } rows[] = {{0.02, {7, 5, 5}}, {0.05, {23, 7, 5}}, {0.1, {77, 13, 6}}, {0.2, {307, 39, 9}}};
    static const double gains[] = {0.1, 0.2, 0.5};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t g = 0; g < COUNT_OF(gains); g++) {
            char row[32];
            (void)snprintf(row, sizeof row, "s %g, +%g", rows[i].deviation, gains[g]);
            CHECK_INT(row, rg_ab_needed(rows[i].deviation, gains[g], RG_AB_MARGIN), rows[i].rounds[g]);
        }
    }
    CHECK_INT("more than that", rg_ab_needed(2, 0.1, RG_AB_MARGIN), RG_AB_NEEDED_MAX);
    CHECK("the usual gain", rg_ab_gain(0.05) == 0.2);
    CHECK("with a wide margin", rg_ab_gain(0.1) == 0.4);
}

/* How many rounds may be no worse for a lead. */
static void test_leads(void **state)
{
    static const struct {
        size_t rounds;
        int not_worse; /* at most; -1: no lead at all */
    } rows[] = {{5, -1}, {6, -1}, {7, 0},  {8, 0},  {9, 0},  {10, 0}, {11, 1}, {13, 1},
                {14, 2}, {16, 2}, {17, 3}, {18, 3}, {19, 4}, {30, 8}, {40, 12}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char row[32];
        (void)snprintf(row, sizeof row, "%zu rounds", rows[i].rounds);
        CHECK(row, rows[i].not_worse < 0 || rg_ab_leads(rows[i].rounds, (size_t)rows[i].not_worse));
        CHECK(row, !rg_ab_leads(rows[i].rounds, (size_t)(rows[i].not_worse + 1)));
    }
}

static const enum rg_exit exits[RG_AB_KIND_COUNT] = {
    [RG_AB_REGRESSION] = RG_EXIT_FAIL,
    [RG_AB_UNSTABLE] = RG_EXIT_CANNOT_JUDGE,
    [RG_AB_LEAD] = RG_EXIT_PASS,
    [RG_AB_TOO_NOISY] = RG_EXIT_CANNOT_JUDGE,
    [RG_AB_CANNOT_JUDGE] = RG_EXIT_CANNOT_JUDGE,
    [RG_AB_IMPROVEMENT] = RG_EXIT_PASS,
    [RG_AB_NO_DIFFERENCE] = RG_EXIT_PASS,
    [RG_AB_SAME_BUCKET] = RG_EXIT_CANNOT_JUDGE,
};

/* The verdicts of a mean, A 10 ms in each round. */
static void test_kinds(void **state)
{
    static const struct {
        const char *row;
        double b[ROUNDS];
        enum rg_ab_kind kind;
        enum rg_ab_proof proof;
    } rows[] = {
        {"+20 %", {12, 12, 12, 12, 12, 12, 12, 12, 12, 12}, RG_AB_REGRESSION, RG_AB_BY_INTERVAL},
        {"-20 %", {8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, RG_AB_IMPROVEMENT, RG_AB_BY_INTERVAL},
        {"always more than the margin, once far more",
         {11, 11.1, 11, 11.1, 11, 11.1, 11, 11.1, 11, 14.9},
         RG_AB_REGRESSION,
         RG_AB_BY_RANKS},
        {"always less than the margin, once far less",
         {9.1, 9, 9.1, 9, 9.1, 9, 9.1, 9, 9.1, 5},
         RG_AB_IMPROVEMENT,
         RG_AB_BY_RANKS},
        {"the margin itself",
         {10.5, 10.5, 10.5, 10.5, 10.5, 10.5, 10.5, 10.5, 10.5, 10.5},
         RG_AB_LEAD,
         RG_AB_UNPROVEN},
        {"worse in all rounds",
         {10.1, 10.2, 10.1, 10.2, 10.1, 10.2, 10.1, 10.2, 10.1, 10.2},
         RG_AB_LEAD,
         RG_AB_UNPROVEN},
        {"worse in all but one, and on average for certain",
         {10.9, 11, 10.9, 11, 10.9, 11, 10.9, 11, 10.9, 9.9},
         RG_AB_LEAD,
         RG_AB_UNPROVEN},
        {"worse in all but one",
         {10.1, 10.2, 10.1, 10.2, 10.1, 10.2, 10.1, 10.2, 10.1, 9.9},
         RG_AB_NO_DIFFERENCE,
         RG_AB_UNPROVEN},
        {"noise that allows 2x",
         {16.4, 6, 16.4, 6, 16.4, 6, 16.4, 6, 16.4, 6},
         RG_AB_TOO_NOISY,
         RG_AB_UNPROVEN},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct experiment e;
        begin(&e, ROUNDS, 1);
        for (size_t r = 0; r < ROUNDS; r++)
            set(&e, RG_AB_B, r, rows[i].b[r]);
        struct rg_ab_verdict v = judge(&e);
        CHECK_INT(rows[i].row, v.keys[0].proof, rows[i].proof);
        CHECK(rows[i].row, (v.keys[0].needed > 0) == (rows[i].proof == RG_AB_UNPROVEN));
        rg_ab_release(&v);
        check_verdict(rows[i].row, &e, rows[i].kind, exits[rows[i].kind], 0);
    }
}

/* The upper end decides what is too noisy: at ln 2. */
static void test_noisy(void **state)
{
    (void)state;
    for (int above = 0; above < 2; above++) {
        struct experiment e;
        double swing = above ? 0.49 : 0.48; /* t(0.999, 9) × s / √10 = 1.4324 × swing */
        begin(&e, ROUNDS, 1);
        for (size_t r = 0; r < ROUNDS; r++)
            set(&e, RG_AB_B, r, 10 * exp(r % 2 == 0 ? swing : -swing));
        struct rg_ab_verdict v = judge(&e);
        CHECK_INT("on both sides of ln 2", v.keys[0].measure.upper > log(2), above);
        rg_ab_release(&v);
        check_verdict("too noisy above it", &e, above ? RG_AB_TOO_NOISY : RG_AB_NO_DIFFERENCE,
                      above ? RG_EXIT_CANNOT_JUDGE : RG_EXIT_PASS, 0);
    }
}

/* A quantile on the edges 1, 5, 10, 50. */
static const struct {
    const char *row;
    double a[ROUNDS];
    double b[ROUNDS];
    enum rg_ab_kind kind;
    double edge;
} quantiles[] = {
    {"inside one bucket, however far",
     {6, 6, 6, 6, 6, 6, 6, 6, 6, 6},
     {9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
     RG_AB_SAME_BUCKET,
     10},
    {"over an edge",
     {9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
     {12, 12, 12, 12, 12, 12, 12, 12, 12, 12},
     RG_AB_REGRESSION,
     10},
    {"under an edge",
     {12, 12, 12, 12, 12, 12, 12, 12, 12, 12},
     {9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
     RG_AB_IMPROVEMENT,
     10},
    {"over it in six rounds",
     {7, 7, 7, 7, 7, 7, 7, 7, 7, 7},
     {9, 9, 9, 9, 11, 11, 11, 11, 11, 11},
     RG_AB_REGRESSION,
     10},
    {"over it in five: the rest is interpolation",
     {7, 7, 7, 7, 7, 7, 7, 7, 7, 7},
     {9, 9, 9, 9, 9, 11, 11, 11, 11, 11},
     RG_AB_UNSTABLE,
     10},
    {"over it in two", {8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, {9, 9, 9, 9, 9, 9, 9, 9, 11, 11}, RG_AB_LEAD, 10},
    {"both wander over it",
     {9, 11, 9, 11, 9, 11, 9, 11, 9, 11},
     {11, 9, 11, 9, 11, 9, 11, 9, 11, 9},
     RG_AB_NO_DIFFERENCE,
     10},
    {"all at most the first edge",
     {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5},
     {.9, .9, .9, .9, .9, .9, .9, .9, .9, .9},
     RG_AB_SAME_BUCKET,
     1},
    {"A at most the first edge",
     {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5},
     {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
     RG_AB_REGRESSION,
     1},
    {"A at most the first edge, B hardly above",
     {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5},
     {1.02, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02},
     RG_AB_LEAD,
     1},
    {"B at most the first edge",
     {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
     {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5},
     RG_AB_IMPROVEMENT,
     1},
    {"B above the top edge",
     {40, 40, 40, 40, 40, 40, 40, 40, 40, 40},
     {50, 50, 50, 50, 50, 50, 50, 50, 50, 50},
     RG_AB_REGRESSION,
     50},
    {"both above the top edge",
     {50, 50, 50, 50, 50, 50, 50, 50, 50, 50},
     {50, 50, 50, 50, 50, 50, 50, 50, 50, 50},
     RG_AB_CANNOT_JUDGE,
     0},
    {"B above the top edge in some rounds, and no more is known",
     {48, 48, 48, 48, 48, 48, 48, 48, 48, 48},
     {47, 47, 47, 47, 47, 47, 47, 47, 50, 50},
     RG_AB_CANNOT_JUDGE,
     50},
};

static void test_quantiles(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(quantiles); i++) {
        struct experiment e;
        begin(&e, ROUNDS, 1);
        make_quantile(&e);
        for (size_t r = 0; r < ROUNDS; r++) {
            set(&e, RG_AB_A, r, quantiles[i].a[r]);
            set(&e, RG_AB_B, r, quantiles[i].b[r]);
        }
        struct rg_ab_verdict v = judge(&e);
        CHECK(quantiles[i].row, v.keys[0].edge.edge == quantiles[i].edge);
        CHECK(quantiles[i].row, strchr(v.keys[0].note, '%') == NULL);
        CHECK_INT(quantiles[i].row, v.keys[0].needed, 0);
        rg_ab_release(&v);
        check_verdict(quantiles[i].row, &e, quantiles[i].kind, exits[quantiles[i].kind], 0);
    }
}

/* Rounds in which both are at most the first edge do not count; with too few others nothing can be said. */
static void test_void_rounds(void **state)
{
    struct experiment e;

    (void)state;
    for (size_t above = 4; above <= 5; above++) {
        begin(&e, ROUNDS, 1);
        make_quantile(&e);
        for (size_t r = 0; r < ROUNDS; r++) {
            set(&e, RG_AB_A, r, 0.5);
            set(&e, RG_AB_B, r, r < above ? 3 : 0.5);
        }
        check_verdict(above < 5 ? "four rounds count" : "five rounds count", &e,
                      above < 5 ? RG_AB_CANNOT_JUDGE : RG_AB_REGRESSION,
                      above < 5 ? RG_EXIT_CANNOT_JUDGE : RG_EXIT_FAIL, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measure),        cmocka_unit_test(test_least_deviation),
        cmocka_unit_test(test_critical_ranks), cmocka_unit_test(test_critical_ranks_enumerated),
        cmocka_unit_test(test_signed_rank),    cmocka_unit_test(test_needed),
        cmocka_unit_test(test_leads),          cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_noisy),          cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_void_rounds),
    };
    return cmocka_run_group_tests_name("ab", tests, NULL, NULL);
}
