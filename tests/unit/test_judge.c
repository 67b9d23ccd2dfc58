/* compare's rules: the weak keys of the first real baseline, both sides of each boundary, the count of each
 * case. */
#include "load_ladders.h"
#include "scratch.h"
#include "shipped.h"

#include "rungate/judge/compare.h"

#include <stdlib.h>

static const char THRESHOLDS[] =
    "{\"defaults\": {\"span\": {\"p95\": {\"max_pct_increase\": 50.0, \"max_abs_increase_ms\": 0.01}},"
    " \"job_queue\": {\"p95\": {\"max_pct_increase\": 50.0, \"max_abs_increase_us\": 1.0}}}, \"overrides\": "
    "{}}";

/* One key on both sides, judged by the derived trip. */
struct bench {
    struct rg_timings baseline;
    struct rg_timings current;
    struct rg_thresholds thresholds;
    struct rg_ladders ladders;
    struct rg_verdict verdict;
};

static void side(const char *row, const char *key, const char *unit, double value, struct rg_timings *ret)
{
    char text[256];
    struct rg_error err = {0};

    (void)snprintf(text, sizeof text, "{\"metrics\": {\"%s\": {\"unit\": \"%s\", \"value\": %.17g}}}", key,
                   unit, value);
    scratch_puts("side.json", text);
    CHECK(row, rg_timings_load("side.json", NULL, ret, &err));
}

static void judge(const char *row, const char *key, const char *unit, double baseline, double current,
                  const char *thresholds, struct bench *ret)
{
    struct rg_error err = {0};

    *ret = (struct bench){0};
    side(row, key, unit, baseline, &ret->baseline);
    side(row, key, unit, current, &ret->current);
    scratch_puts("thresholds.json", thresholds);
    CHECK(row, rg_thresholds_load("thresholds.json", NULL, &ret->thresholds, &err));
    CHECK(row, load_ladders(SHIPPED_LADDERS, &ret->ladders, &err));
    struct rg_judge_input input = {.baseline = &ret->baseline,
                                   .current = &ret->current,
                                   .thresholds = &ret->thresholds,
                                   .ladders = &ret->ladders};
    CHECK(row, rg_judge(&input, &ret->verdict, &err));
    CHECK_INT(row, ret->verdict.summary.total, 1);
}

static void release(struct bench *b)
{
    rg_verdict_release(&b->verdict);
    rg_timings_release(&b->baseline);
    rg_timings_release(&b->current);
    rg_thresholds_release(&b->thresholds);
    rg_ladders_release(&b->ladders);
}

/* The weakest keys of the first real 20-key baseline: where they fire, and at which slowdown. */
static void test_weak_keys(void **state)
{
    static const struct {
        const char *key;
        const char *unit;
        double baseline;
        double trip;
        double floor;
    } rows[] = {
        {"job.acceptLedger.running.p95", "us", 6142.9, 100000, 16.28},
        {"span.a.p95", "ms", 0.5287, 5, 9.46},
        {"job.transaction.queued.p95", "us", 600.0, 5000, 8.33},
        {"span.b.p95", "ms", 0.6100, 5, 8.20},
        {"span.c.p95", "ms", 0.6977, 5, 7.17},
        {"span.d.p95", "ms", 0.7830, 5, 6.39},
        {"span.e.p95", "ms", 0.9757, 5, 5.12},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        struct rg_floor floor = {0};
        judge(rows[i].key, rows[i].key, rows[i].unit, rows[i].baseline, rows[i].baseline, THRESHOLDS, &b);
        CHECK_NEAR(rows[i].key, b.verdict.rows[0].limits.trip, rows[i].trip, 1e-12);
        CHECK(rows[i].key, rg_row_floor(&b.verdict.rows[0], &floor));
        CHECK(rows[i].key, fabs(floor.value - rows[i].floor) < 0.005);
        CHECK_INT(rows[i].key, b.verdict.rows[0].kind, RG_CASE_WITHIN);
        release(&b);
    }
}

static void test_firing(void **state)
{
    static const struct {
        const char *row;
        const char *key;
        const char *unit;
        double baseline;
        double current;
        enum rg_case kind;
    } rows[] = {
        {"16.2 times slower passes", "job.j.running.p95", "us", 6142.9, 6142.9 * 16.2, RG_CASE_WITHIN},
        {"16.28 times slower fires", "job.j.running.p95", "us", 6142.9, 6142.9 * 16.28, RG_CASE_REGRESSION},
        {"on the trip point", "span.a.p95", "ms", 0.6, 5.0, RG_CASE_WITHIN},
        {"one ulp above it", "span.a.p95", "ms", 0.6, 5.000000000000001, RG_CASE_WITHIN},
        {"1e-9 above it, within the tolerance", "span.a.p95", "ms", 0.6, 5.0 * (1 + 0.9e-9), RG_CASE_WITHIN},
        {"beyond the tolerance", "span.a.p95", "ms", 0.6, 5.0 * (1 + 1.1e-9), RG_CASE_REGRESSION},
        {"a baseline on an edge is in the bucket below it", "span.a.p95", "ms", 1.0, 5.1, RG_CASE_REGRESSION},
        {"one ulp above the edge too", "span.a.p95", "ms", 1.0000000000000002, 5.1, RG_CASE_REGRESSION},
        {"above the edge by more, it is in the next", "span.a.p95", "ms", 1.0 + 2e-9, 5.1, RG_CASE_WITHIN},
        {"equal", "span.a.p95", "ms", 0.6, 0.6, RG_CASE_WITHIN},
        {"lower, in the same bucket", "span.a.p95", "ms", 0.6, 0.50001, RG_CASE_WITHIN},
        {"on the edge below, in a lower bucket", "span.a.p95", "ms", 0.6, 0.5, RG_CASE_IMPROVED},
        {"a hair above that edge, on it", "span.a.p95", "ms", 0.6, 0.5 * (1 + 0.9e-9), RG_CASE_IMPROVED},
        {"above it by more", "span.a.p95", "ms", 0.6, 0.5 * (1 + 1.1e-9), RG_CASE_WITHIN},
        {"the top edge is saturated, and above every edge", "span.a.p95", "ms", 9000, 30000,
         RG_CASE_REGRESSION},
        {"one ulp below the top edge too", "span.a.p95", "ms", 9000, 29999.999999999996, RG_CASE_REGRESSION},
        {"a saturated baseline", "span.a.p95", "ms", 30000, 1, RG_CASE_MISMATCH},
        {"no edge above the bucket", "span.a.p95", "ms", 20000, 29000, RG_CASE_NO_THRESHOLD},
        {"a policy without defaults", "http.get.p95", "ms", 1, 2, RG_CASE_NO_THRESHOLD},
        {"a label without defaults", "span.a.p50", "ms", 1, 200, RG_CASE_NO_THRESHOLD},
        {"not a key of the usual form", "latency", "ms", 1, 2, RG_CASE_NO_THRESHOLD},
        {"baseline zero, below the absolute bound", "span.a.p95", "ms", 0, 0.05, RG_CASE_WITHIN},
        {"baseline zero, above it", "span.a.p95", "ms", 0, 0.0501, RG_CASE_REGRESSION},
        {"baseline negative, above it", "span.a.p95", "ms", -1, 0.0501, RG_CASE_REGRESSION},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        judge(rows[i].row, rows[i].key, rows[i].unit, rows[i].baseline, rows[i].current, THRESHOLDS, &b);
        CHECK_INT(rows[i].row, b.verdict.rows[0].kind, rows[i].kind);
        CHECK_INT(rows[i].row, b.verdict.rows[0].regressed,
                  rows[i].kind == RG_CASE_REGRESSION || rows[i].kind == RG_CASE_MISMATCH);
        enum rg_exit exit = rows[i].kind == RG_CASE_NO_THRESHOLD ? RG_EXIT_CANNOT_JUDGE
                            : b.verdict.rows[0].regressed        ? RG_EXIT_FAIL
                                                                 : RG_EXIT_PASS;
        CHECK_INT(rows[i].row, rg_verdict_exit(&b.verdict), exit);
        bool positive = rows[i].baseline > 0 || rows[i].kind == RG_CASE_NO_THRESHOLD;
        CHECK(rows[i].row, (strstr(b.verdict.rows[0].note, RG_NOTE_ABSOLUTE_ONLY) == NULL) == positive);
        release(&b);
    }
}

/* Each bound is found by itself: which of the three sources it comes from. */
static void test_sources(void **state)
{
    static const char PCT_ONLY[] = "{\"defaults\": {\"span\": {\"p95\": {\"max_pct_increase\": 50.0, "
                                   "\"max_abs_increase_ms\": 0.01}}}, \"overrides\": {\"span.a\": {\"p95\": "
                                   "{\"max_pct_increase\": 900.0}}}}";
    static const char ABS_ONLY[] = "{\"defaults\": {\"span\": {\"p95\": {\"max_pct_increase\": 50.0, "
                                   "\"max_abs_increase_ms\": 0.01}}}, \"overrides\": {\"span.a\": {\"p95\": "
                                   "{\"max_abs_increase_ms\": 0.25}}}}";
    static const struct {
        const char *row;
        const char *key;
        const char *unit;
        const char *thresholds;
        double abs;
        double pct;
        enum rg_bound_source abs_source;
        enum rg_bound_source pct_source;
    } rows[] = {
        {"derived and default", "span.a.p95", "ms", THRESHOLDS, 4.25, 50, RG_BOUND_DERIVED, RG_BOUND_DEFAULT},
        {"derived and override", "span.a.p95", "ms", PCT_ONLY, 4.25, 900, RG_BOUND_DERIVED,
         RG_BOUND_OVERRIDE},
        {"override and default", "span.a.p95", "ms", ABS_ONLY, 0.25, 50, RG_BOUND_OVERRIDE, RG_BOUND_DEFAULT},
        {"no percentage", "http.a.p95", "ms", "{}", 0, 0, RG_BOUND_NONE, RG_BOUND_NONE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        judge(rows[i].row, rows[i].key, rows[i].unit, 0.75, 0.75, rows[i].thresholds, &b);
        const struct rg_limits *limits = &b.verdict.rows[0].limits;
        CHECK_INT(rows[i].row, limits->abs_source, rows[i].abs_source);
        CHECK_INT(rows[i].row, limits->pct_source, rows[i].pct_source);
        CHECK_SAME(rows[i].row, limits->abs, rows[i].abs);
        CHECK_SAME(rows[i].row, limits->pct, rows[i].pct);
        release(&b);
    }
}

/* The real gate, each of its 19 keys 20 times slower: which of them fire. */
static void test_shipped_gate(void **state)
{
    struct rg_timings baseline;
    struct rg_timings current;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_verdict verdict;
    struct rg_error err = {0};

    (void)state;
    CHECK("shipped",
          rg_timings_load(RG_SOURCE_DIR "/baselines/baseline-timings.json", NULL, &baseline, &err));
    CHECK("shipped", rg_timings_load(RG_SOURCE_DIR "/baselines/baseline-timings.json", NULL, &current, &err));
    CHECK("shipped",
          rg_thresholds_load(RG_SOURCE_DIR "/config/regression-thresholds.json", NULL, &thresholds, &err));
    CHECK("shipped", rg_surface_load(RG_SOURCE_DIR "/config/regression-metrics.json", &surface, &err));
    CHECK("shipped", load_ladders(RG_SOURCE_DIR "/config/ladders.json", &ladders, &err));
    for (size_t i = 0; i < current.metric_count; i++)
        current.metrics[i].value *= 20;
    struct rg_judge_input input = {.baseline = &baseline,
                                   .current = &current,
                                   .thresholds = &thresholds,
                                   .surface = &surface,
                                   .ladders = &ladders};
    CHECK("shipped", rg_judge(&input, &verdict, &err));
    CHECK_INT("compared", verdict.summary.compared, 19);
    CHECK_INT("regressed", verdict.summary.regressions, 19);
    CHECK_INT("excluded", verdict.summary.excluded, 6);
    CHECK_INT("exit", rg_verdict_exit(&verdict), RG_EXIT_FAIL);
    rg_verdict_release(&verdict);
    rg_timings_release(&baseline);
    rg_timings_release(&current);
    rg_thresholds_release(&thresholds);
    rg_surface_release(&surface);
    rg_ladders_release(&ladders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weak_keys),
        cmocka_unit_test(test_firing),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_shipped_gate),
    };
    return cmocka_run_group_tests_name("judge", tests, scratch_enter, scratch_leave);
}
