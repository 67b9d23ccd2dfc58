/*
 * Every allocation of an A/B judgement and of its reports fails once, each in its turn, and then each and all
 * after it.
 */
#include "no_memory.h"
#include "scratch.h"

#include "rungate/judge/ab.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"
#include "rungate/report/ab_forms.h"

enum { ROUNDS = 6, FILES = 2 * ROUNDS };

/* An experiment with every kind of line: a round that is dropped, one that does not count, a lead, budgets.
 */
static void write_rounds(void)
{
    for (int i = 0; i < FILES; i++) {
        char name[32];
        char text[512];
        (void)snprintf(name, sizeof name, "round-%d.json", i);
        (void)snprintf(
            text, sizeof text,
            "{\"captured_at\": \"2026-04-24T17:%02d:00Z\", \"git_sha\": \"%s\", \"window\": \"1m\","
            " \"host\": {\"processors\": 2, \"load_average\": [%d, 1, 1]},"
            " \"metrics\": {\"span.x.p50\": {\"value\": %d, \"unit\": \"ms\"},"
            " \"span.x.p95\": {\"value\": %s, \"unit\": \"ms\"},"
            " \"heap.x.value\": {\"value\": %d, \"unit\": \"bytes\"}}}",
            2 * i + 1, i % 2 == 0 ? "a" : "b", i == 2 ? 3 : 1, i % 2 == 0 ? 10 : 20 + i,
            i == 4 ? "null" : "5", i % 2 == 0 ? 100 : 101 + i % 3);
        scratch_puts(name, text);
    }
    scratch_puts("budgets.json",
                 "{\"budgets\": {\"heap.x\": {\"value\": {\"ab_max_pct\": 1, \"max_bytes\": 5,"
                 " \"max_ratio\": 2, \"ratio_to\": \"y.z.value\"}}}}");
}

static bool report_ab(const struct rg_ab_verdict *v, struct rg_error *err)
{
    struct rg_style style = {.color = true};
    struct rg_buffer out;
    bool ok = true;

    for (int form = RG_FORM_TEXT; form <= RG_FORM_ANNOTATIONS && ok; form++) {
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        ok = rg_ab_report_print(v, (enum rg_form)form, style, 100000, &out, err);
        rg_buffer_release(&out);
    }
    return ok;
}

static bool judge_ab(struct rg_error *err)
{
    struct rg_timings timings[FILES] = {{0}};
    const char *names[FILES];
    struct rg_thresholds thresholds = {0};
    struct rg_ab_verdict v = {.key_count = 77};
    bool ok = rg_thresholds_load("budgets.json", NULL, &thresholds, err);

    for (size_t i = 0; i < FILES && ok; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "round-%d.json", (int)i);
        ok = rg_timings_load(name, NULL, &timings[i], err);
        names[i] = "file";
    }
    if (ok) {
        struct rg_ab_input input = {.captures = {.items = timings, .names = names, .count = FILES},
                                    .thresholds = &thresholds,
                                    .margin = RG_AB_MARGIN};
        ok = rg_ab_judge(&input, &v, err);
        CHECK("ab", ok ? v.key_count == 3 : v.key_count == 77);
        if (ok) {
            ok = report_ab(&v, err);
            rg_ab_release(&v);
        }
    }
    for (size_t i = 0; i < FILES; i++)
        rg_timings_release(&timings[i]);
    rg_thresholds_release(&thresholds);
    return ok;
}

static void test_each_allocation(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        bool ok = false;
        fail_after = after == 1;
        for (size_t n = 1; !ok; n++) {
            struct rg_error err = {0};
            char row[64];
            (void)snprintf(row, sizeof row, "allocation %zu%s", n, fail_after ? "…" : "");
            allocations = 0;
            fail_at = n;
            ok = judge_ab(&err);
            fail_at = 0;
            CHECK_INT(row, ok, allocations < n);
            CHECK_INT(row, err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
            CHECK(row, !ok || n > 100);
        }
    }
}

static int enter(void **state)
{
    if (scratch_enter(state) != 0)
        return -1;
    write_rounds();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_allocation)};

    return cmocka_run_group_tests_name("ab_no_memory", tests, enter, scratch_leave);
}
