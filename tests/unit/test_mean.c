/* The mean rule: every vector of the design, and whether a mean fires, is confirmed, improves or is judged. */
#include "scratch.h"

#include "rungate/judge/compare.h"
#include "rungate/judge/mean.h"

#include <stdarg.h>

enum { RUNS_MAX = 40 };

static const struct {
    const char *row;
    double values[RUNS_MAX];
    size_t count;
    double factor;
    double trip;
    bool is_gated;
} vectors[] = {
    {"close", {.5, .5625, .53125, .546875, .515625}, 5, 1.8465372188456447, 0.98012342236563323, true},
    {"all the same", {12.5, 12.5, 12.5, 12.5, 12.5}, 5, 1.7963319129996251, 22.454148912495313, true},
    {"one outlier", {10, 11, 9.5, 10.5, 20, 10.25, 9.75}, 7, 2.9860312691369996, 33.40548560202097, true},
    {"ten",
     {3.25, 3.5, 3, 3.75, 3.125, 3.375, 3.625, 3.0625, 3.4375, 3.3125},
     10,
     1.5766401083415475,
     5.2593686500523965,
     true},
    {"wide", {10, 30, 12, 55, 9}, 5, 23.130358472078745, 0, false},
    {"thirty",
     {8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8},
     30,
     1.25,
     10,
     true},
};

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        struct rg_mean mean = {0};
        CHECK(vectors[i].row, rg_mean_measure(vectors[i].values, vectors[i].count, &mean));
        CHECK_NEAR(vectors[i].row, mean.factor, vectors[i].factor, 1e-12);
        CHECK_INT(vectors[i].row, rg_mean_is_gated(&mean), vectors[i].is_gated);
        if (!vectors[i].is_gated)
            continue;
        CHECK_NEAR(vectors[i].row, rg_mean_trip(&mean, false), vectors[i].trip, 1e-12);
        CHECK_NEAR(vectors[i].row, rg_mean_trip(&mean, true), vectors[i].trip / mean.factor / mean.factor,
                   1e-12);
    }
}

/* What has no trip point, and how runs beyond the thirtieth count. */
static void test_measured(void **state)
{
    static const double zero[] = {1, 1, 0, 1, 1};
    static const double negative[] = {1, 1, 1, 1, -1};
    double many[RUNS_MAX];
    struct rg_mean thirty;
    struct rg_mean more;

    (void)state;
    CHECK("four are too few", !rg_mean_measure(vectors[0].values, 4, &more));
    CHECK("none", !rg_mean_measure(NULL, 0, &more));
    CHECK("zero has no logarithm", !rg_mean_measure(zero, 5, &more));
    CHECK("nor has a negative one", !rg_mean_measure(negative, 5, &more));
    /* Two values in turn, so that s hardly depends on the count. */
    for (size_t i = 0; i < RUNS_MAX; i++)
        many[i] = i % 2 == 0 ? 1 : 2;
    CHECK("thirty", rg_mean_measure(many, 30, &thirty));
    CHECK("forty", rg_mean_measure(many, 40, &more));
    CHECK_NEAR("t and the root are those of thirty", log(more.factor) / log(thirty.factor),
               sqrt((4 * 0.0225 + 40 * pow(log(2) / 2, 2)) / 43) /
                   sqrt((4 * 0.0225 + 30 * pow(log(2) / 2, 2)) / 33),
               1e-12);
}

/* A factor of 5 is the last that is gated: found on two values in turn that lie further and further apart. */
static void test_furthest(void **state)
{
    double low = 1;
    double high = 10;
    struct rg_mean mean = {0};

    (void)state;
    for (int i = 0; i < 100; i++) {
        double apart = (low + high) / 2;
        double values[] = {1, apart, 1, apart, 1, apart};
        CHECK("apart", rg_mean_measure(values, COUNT_OF(values), &mean));
        if (rg_mean_is_gated(&mean))
            low = apart;
        else
            high = apart;
    }
    CHECK_NEAR("the boundary", mean.factor, 5, 1e-12);
}

/* A mean's baseline of several runs, and one run against it. */
struct bench {
    struct rg_timings sides[5]; /* the baseline, the run, its reruns */
    struct rg_thresholds thresholds;
    struct rg_verdict verdict;
};

static void put_baseline(const char *key, const double *values, size_t count, double median)
{
    char text[4096];
    size_t at = (size_t)snprintf(
        text, sizeof text, "{\"metrics\": {\"%s\": {\"unit\": \"ms\", \"value\": %.17g}}, ", key, median);

    at += (size_t)snprintf(text + at, sizeof text - at, "\"runs\": [");
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s{\"captured_at\": null}", i > 0 ? ", " : "");
    at += (size_t)snprintf(text + at, sizeof text - at, "], \"spread\": {\"%s\": [", key);
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.17g", i > 0 ? ", " : "", values[i]);
    (void)snprintf(text + at, sizeof text - at, "]}}");
    scratch_puts("side.json", text);
}

static void judge(const char *row, const char *key, const double *values, size_t count, double median,
                  const double *runs, size_t run_count, const char *thresholds, struct bench *ret)
{
    struct rg_error err = {0};

    *ret = (struct bench){0};
    put_baseline(key, values, count, median);
    CHECK(row, rg_timings_load("side.json", NULL, &ret->sides[0], &err));
    for (size_t i = 0; i < run_count; i++) {
        char text[256];
        (void)snprintf(text, sizeof text,
                       "{\"metrics\": {\"%s\": {\"unit\": \"ms\", \"value\": %.17g}}, "
                       "\"capture\": {\"declared\": 1, \"captured\": 1, \"complete\": true}}",
                       key, runs[i]);
        scratch_puts("side.json", text);
        CHECK(row, rg_timings_load("side.json", NULL, &ret->sides[1 + i], &err));
    }
    scratch_puts("thresholds.json", thresholds);
    CHECK(row, rg_thresholds_load("thresholds.json", NULL, &ret->thresholds, &err));
    struct rg_judge_input input = {.baseline = &ret->sides[0],
                                   .current = &ret->sides[1],
                                   .reruns = &ret->sides[2],
                                   .rerun_count = run_count - 1,
                                   .thresholds = &ret->thresholds};
    CHECK(row, rg_judge(&input, &ret->verdict, &err));
}

static void release(struct bench *b)
{
    for (size_t i = 0; i < COUNT_OF(b->sides); i++)
        rg_timings_release(&b->sides[i]);
    rg_thresholds_release(&b->thresholds);
    rg_verdict_release(&b->verdict);
}

static void test_confirmed(void **state)
{
    static const struct {
        const char *row;
        size_t vector;
        double median;
        double runs[4];
        size_t run_count;
        enum rg_case kind;
    } rows[] = {
        {"close, below", 0, .53125, {.96875}, 1, RG_CASE_WITHIN},
        {"close, not again", 0, .53125, {1, .90625}, 2, RG_CASE_UNCONFIRMED},
        {"close, again", 0, .53125, {1, 1.25}, 2, RG_CASE_REGRESSION},
        {"the same, below", 1, 12.5, {22}, 1, RG_CASE_WITHIN},
        {"the same, again", 1, 12.5, {22.5, 22.5}, 2, RG_CASE_REGRESSION},
        {"one outlier, below", 2, 10.25, {30}, 1, RG_CASE_WITHIN},
        {"one outlier, again", 2, 10.25, {40, 40}, 2, RG_CASE_REGRESSION},
        {"ten, below", 3, 3.34375, {5}, 1, RG_CASE_WITHIN},
        {"ten, not again", 3, 3.34375, {5.5, 5.25}, 2, RG_CASE_UNCONFIRMED},
        {"ten, again", 3, 3.34375, {5.5, 5.375}, 2, RG_CASE_REGRESSION},
        {"wide: not gated, whatever it reads", 4, 12, {1000}, 1, RG_CASE_NO_THRESHOLD},
        {"thirty, below", 5, 8, {9.75}, 1, RG_CASE_WITHIN},
        {"thirty, again", 5, 8, {10.25, 10.5}, 2, RG_CASE_REGRESSION},
        {"thirty, on the trip point", 5, 8, {10}, 1, RG_CASE_WITHIN},
        {"in two of three", 5, 8, {11, 9, 11}, 3, RG_CASE_REGRESSION},
        {"in one of three", 5, 8, {11, 9, 9}, 3, RG_CASE_UNCONFIRMED},
        {"in two of four is not more than half", 5, 8, {11, 9, 11, 9}, 4, RG_CASE_UNCONFIRMED},
        {"in three of four", 5, 8, {11, 9, 11, 11}, 4, RG_CASE_REGRESSION},
        {"never without the first", 5, 8, {9, 11, 11}, 3, RG_CASE_WITHIN},
        {"better", 5, 8, {7}, 1, RG_CASE_IMPROVED},
        {"better by half a per cent", 5, 8, {7.96}, 1, RG_CASE_IMPROVED},
        {"on the best of the runs", 0, .53125, {.5}, 1, RG_CASE_WITHIN},
        {"better than all of them", 0, .53125, {.4999}, 1, RG_CASE_IMPROVED},
        {"better by less", 5, 8, {7.9601}, 1, RG_CASE_WITHIN},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        judge(rows[i].row, "span.a.mean", vectors[rows[i].vector].values, vectors[rows[i].vector].count,
              rows[i].median, rows[i].runs, rows[i].run_count, "{}", &b);
        CHECK_INT(rows[i].row, b.verdict.rows[0].kind, rows[i].kind);
        release(&b);
    }
}

/* Which bounds hold beside the mean rule, and what the percentage becomes. */
static void test_limits(void **state)
{
    static const char NONE[] = "{}";
    static const char PCT[] = "{\"overrides\": {\"span.a\": {\"mean\": {\"max_pct_increase\": 20}}}}";
    static const char LARGE_PCT[] = "{\"defaults\": {\"span\": {\"mean\": {\"max_pct_increase\": 10}}}, "
                                    "\"overrides\": {\"span.a\": {\"mean\": {\"max_pct_increase\": 25}}}}";
    static const char DEFAULT_PCT[] =
        "{\"defaults\": {\"span\": {\"mean\": {\"max_pct_increase\": 24.999}}}}";
    static const char OWN[] = "{\"overrides\": {\"span.a\": {\"mean\": {\"max_abs_increase_ms\": 1, "
                              "\"max_pct_increase\": 5}}}}";
    static const char DEFAULTS[] = "{\"defaults\": {\"span\": {\"mean\": {\"max_abs_increase_ms\": 1, "
                                   "\"max_pct_increase\": 5}, \"value\": {\"max_abs_increase_ms\": 1, "
                                   "\"max_pct_increase\": 5}}}}";
    static const struct {
        const char *row;
        const char *key;
        const char *thresholds;
        size_t vector;
        size_t count;
        double median;
        double abs;
        double pct;
        enum rg_bound_source abs_source;
        enum rg_bound_source pct_source;
    } rows[] = {
        {"derived", "span.a.mean", NONE, 5, 30, 8, 2, 0, RG_BOUND_DERIVED, RG_BOUND_DERIVED},
        {"a percentage of its own", "span.a.mean", PCT, 5, 30, 8, 2, 20, RG_BOUND_DERIVED, RG_BOUND_OVERRIDE},
        {"one that would decide", "span.a.mean", LARGE_PCT, 5, 30, 8, 2, 10, RG_BOUND_DERIVED,
         RG_BOUND_DEFAULT},
        {"a default below the limit", "span.a.mean", DEFAULT_PCT, 5, 30, 8, 2, 24.999, RG_BOUND_DERIVED,
         RG_BOUND_DEFAULT},
        {"a bound of its own", "span.a.mean", OWN, 5, 30, 8, 1, 5, RG_BOUND_OVERRIDE, RG_BOUND_OVERRIDE},
        {"the derived one before a default", "span.a.mean", DEFAULTS, 5, 30, 8, 2, 5, RG_BOUND_DERIVED,
         RG_BOUND_DEFAULT},
        {"few runs, nothing", "span.a.mean", NONE, 5, 4, 8, 0, 0, RG_BOUND_NONE, RG_BOUND_NONE},
        {"few runs, a default", "span.a.mean", DEFAULTS, 5, 4, 8, 1, 5, RG_BOUND_DEFAULT, RG_BOUND_DEFAULT},
        {"too wide, no default", "span.a.mean", DEFAULTS, 4, 5, 12, 0, 5, RG_BOUND_NONE, RG_BOUND_DEFAULT},
        {"a value likewise", "span.a.value", DEFAULTS, 5, 30, 8, 2, 5, RG_BOUND_DERIVED, RG_BOUND_DEFAULT},
        {"a value that is too wide has its default", "span.a.value", DEFAULTS, 4, 5, 12, 1, 5,
         RG_BOUND_DEFAULT, RG_BOUND_DEFAULT},
        {"a quantile without a ladder has no trip point", "span.a.p95", NONE, 5, 30, 8, 0, 0, RG_BOUND_NONE,
         RG_BOUND_NONE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        double run = rows[i].median;
        judge(rows[i].row, rows[i].key, vectors[rows[i].vector].values, rows[i].count, rows[i].median, &run,
              1, rows[i].thresholds, &b);
        const struct rg_limits *limits = &b.verdict.rows[0].limits;
        CHECK_INT(rows[i].row, limits->abs_source, rows[i].abs_source);
        CHECK_INT(rows[i].row, limits->pct_source, rows[i].pct_source);
        CHECK_NEAR(rows[i].row, limits->abs, rows[i].abs, 1e-12);
        CHECK_NEAR(rows[i].row, limits->pct, rows[i].pct, 1e-12);
        release(&b);
    }
}

static void test_notes(void **state)
{
    static const double run = 9;
    struct bench b;

    (void)state;
    judge("few", "span.a.mean", vectors[5].values, 4, 8, &run, 1, "{}", &b);
    assert_string_equal(b.verdict.rows[0].note, "not judged: a mean needs five runs, or a bound of its own");
    release(&b);
    judge("wide", "span.a.mean", vectors[4].values, 5, 12, &run, 1, "{}", &b);
    assert_non_null(strstr(b.verdict.rows[0].note, "healthy runs differ too far"));
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),   cmocka_unit_test(test_measured), cmocka_unit_test(test_furthest),
        cmocka_unit_test(test_confirmed), cmocka_unit_test(test_limits),   cmocka_unit_test(test_notes),
    };
    return cmocka_run_group_tests_name("mean", tests, scratch_enter, scratch_leave);
}
