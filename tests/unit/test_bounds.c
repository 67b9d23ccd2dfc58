/* check-bounds' rules on the real data: the old baseline against the new bounds, and each stage of one key.
 */
#include "load_ladders.h"
#include "scratch.h"

#include "rungate/judge/check.h"

#define DATA RG_SOURCE_DIR

struct bench {
    struct rg_timings baseline;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_faults baseline_faults;
    struct rg_faults threshold_faults;
    struct rg_findings findings;
};

static void check(const char *row, const char *baseline, const char *thresholds, struct bench *b)
{
    struct rg_error err = {0};

    *b = (struct bench){0};
    CHECK(row, rg_timings_load(baseline, &b->baseline_faults, &b->baseline, &err));
    CHECK(row, rg_thresholds_load(thresholds, &b->threshold_faults, &b->thresholds, &err));
    CHECK(row, rg_surface_load(DATA "/config/regression-metrics.json", &b->surface, &err));
    CHECK(row, load_ladders(DATA "/config/ladders.json", &b->ladders, &err));
    struct rg_check_input input = {
        .baseline = &b->baseline,
        .baseline_faults = &b->baseline_faults,
        .thresholds = &b->thresholds,
        .threshold_faults = &b->threshold_faults,
        .surface = &b->surface,
        .ladders = &b->ladders,
    };
    CHECK(row, rg_check(&input, &b->findings, &err));
}

static void release(struct bench *b)
{
    rg_findings_release(&b->findings);
    rg_faults_release(&b->baseline_faults);
    rg_faults_release(&b->threshold_faults);
    rg_timings_release(&b->baseline);
    rg_thresholds_release(&b->thresholds);
    rg_surface_release(&b->surface);
    rg_ladders_release(&b->ladders);
}

static size_t count(const struct bench *b, enum rg_rule rule)
{
    size_t n = 0;

    for (size_t i = 0; i < b->findings.count; i++)
        n += b->findings.items[i].rule == rule;
    return n;
}

static void test_real_gates(void **state)
{
    static const struct {
        const char *row;
        const char *baseline;
        const char *thresholds;
        size_t c;
        size_t f;
        enum rg_exit exit;
    } rows[] = {
        {"shipped", DATA "/baselines/baseline-timings.json", DATA "/config/regression-thresholds.json", 0, 0,
         RG_EXIT_PASS},
        {"the baseline of 2026-08-24, the bounds of 2026-09-10",
         DATA "/tests/data/xrpl-2026-08-24/baseline-timings.json", DATA "/config/regression-thresholds.json",
         19, 4, RG_EXIT_FAIL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct bench b;
        check(rows[i].row, rows[i].baseline, rows[i].thresholds, &b);
        CHECK_INT(rows[i].row, count(&b, RG_RULE_C), rows[i].c);
        CHECK_INT(rows[i].row, count(&b, RG_RULE_F), rows[i].f);
        CHECK_INT(rows[i].row, b.findings.count, rows[i].c + rows[i].f);
        CHECK_INT(rows[i].row, b.findings.gated, 19);
        CHECK_INT(rows[i].row, b.findings.excluded, 6);
        CHECK_INT(rows[i].row, rg_findings_exit(&b.findings), rows[i].exit);
        release(&b);
    }
}

/* The four that were excluded since, each named once, with the line it stands on in the baseline. */
static void test_excluded_keys(void **state)
{
    static const struct {
        const char *key;
        size_t line;
    } rows[] = {{"span.consensus.ledger_close.p50", 33},
                {"span.ledger.build.p50", 45},
                {"span.ledger.build.p99", 53},
                {"span.tx.apply.p50", 73}};
    struct bench b;

    (void)state;
    check("old", DATA "/tests/data/xrpl-2026-08-24/baseline-timings.json",
          DATA "/config/regression-thresholds.json", &b);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_TEXT(rows[i].key, b.findings.items[i].key, rows[i].key);
        CHECK_INT(rows[i].key, b.findings.items[i].line, rows[i].line);
        CHECK_INT(rows[i].key, b.findings.items[i].file, RG_CHECK_BASELINE);
        CHECK_INT(rows[i].key, b.findings.items[i].rule, RG_RULE_F);
    }
    for (size_t i = COUNT_OF(rows) + 1; i < b.findings.count; i++)
        CHECK(b.findings.items[i].key, strcmp(b.findings.items[i - 1].key, b.findings.items[i].key) < 0);
    release(&b);
}

/* The old baseline with the bounds that were made for it: only what the surface has changed since is found.
 */
static void test_old_gate(void **state)
{
    struct bench b;

    (void)state;
    check("old gate", DATA "/tests/data/xrpl-2026-08-24/baseline-timings.json",
          DATA "/tests/data/xrpl-2026-08-24/regression-thresholds.json", &b);
    CHECK_INT("old gate", count(&b, RG_RULE_C), 0);
    CHECK_INT("old gate", count(&b, RG_RULE_D), 0);
    /* Four keys that are excluded now, each still with its value and its override. */
    CHECK_INT("old gate", count(&b, RG_RULE_F), 8);
    CHECK_INT("old gate", b.findings.count, 8);
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_gates),
        cmocka_unit_test(test_excluded_keys),
        cmocka_unit_test(test_old_gate),
    };
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
