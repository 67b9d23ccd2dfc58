/* Each allocation of an attempt that counts fails once, and all from it on: an error, and nothing else. */
#include "no_memory.h"
#include "scratch.h"
#include "scripted.h"

#include "rungate/measure/attempt_fill.h"
#include "rungate/measure/explain.h"

#define SELECTOR "x_bucket{n='{name}',le!='a'}[{window}]"
#define SURFACE                                                                                              \
    "{\"g\": {\"_query_template\": \"histogram_quantile({quantile}, sum by (le, b) (rate(" SELECTOR          \
    ")))\", "                                                                                                \
    "\"_quantiles\": [0.5], \"_unit\": \"s\", \"_mean\": true, \"names\": [\"a\", \"late\", \"gone\"]},"     \
    "\"h\": {\"_query_template\": \"histogram_quantile({quantile}, sum by (le) (rate(job:" SELECTOR          \
    ")))\", "                                                                                                \
    "\"_quantiles\": [0.5], \"_unit\": \"s\", \"names\": [\"a\"]}}"
#define SERIES(le, values) "{\"metric\":{\"job\":\"j\",\"le\":\"" le "\"},\"values\":[" values "]}"

static const struct line lines[] = {
    {"x_bucket{n='a',le!='a'}[60s]",
     SERIES("1", "[999950,\"1\"],[999990,\"4.5\"]") "," SERIES(
         "2", "[999950,\"1\"],[999990,\"9\"]") "," SERIES("+Inf", "[999950,\"1\"],[999990,\"9\"]")},
    {"x_bucket{n='late',le!='a'}[60s]", SERIES("1", "[999990,\"4\"]") "," SERIES("+Inf", "[999990,\"4\"]")},
    {"x_sum{n='a'}", "{\"metric\":{\"job\":\"j\"},\"values\":[[999950,\"1\"],[999990,\"9\"]]}"},
    {"x_created", "{\"metric\":{\"job\":\"j\"},\"values\":[[999990,\"7\"]]}"},
    {"x_bucket{n='late'", "{\"metric\":{\"job\":\"j\",\"le\":\"1\"},\"value\":[1,\"4\"]}"},
    {"up{", "{\"metric\":{\"job\":\"j\"},\"values\":[[999950,\"1\"],[999990,\"1\"]]}"},
    {"histogram_quantile(0.5, sum by (le, b)", "{\"metric\":{},\"value\":[1,\"7\"]}"},
    {"(sum by",
     "{\"metric\":{\"le\":\"1\"},\"value\":[1,\"7\"]},{\"metric\":{\"le\":\"+Inf\"},\"value\":[1,\"7\"]}"},
    {"label_replace(", "{\"metric\":{\"rungate\":\"1\"},\"value\":[1,\"7\"]}"},
    {"x{", "{\"metric\":{},\"histogram\":[1,{}]}"},
    {"x", "{\"metric\":{},\"histogram\":[1,{}]}"},
    {0}};

static bool capture(const struct rg_surface *surface, struct rg_error *err)
{
    static const struct rg_ladders none = {0};
    struct script script = {.lines = lines};
    struct rg_plan plan = {0};
    struct rg_attempt attempt = {0};
    struct rg_timings timings = {0};
    struct rg_attempt_input input = {
        .plan = &plan, .window = "60s", .window_ms = 60000, .ask = ask_script, .context = &script};

    bool ok = rg_plan_make(surface, &none, "60s", &plan, err) && rg_attempt_make(&input, &attempt, err) &&
              rg_attempt_explain(&attempt, err) && rg_attempt_fill(&attempt, &timings, err);
    if (ok) {
        assert_int_equal(timings.metric_count, 7);
        assert_int_equal(timings.counts.count, 1);
        assert_int_equal(timings.uncounted.count, 1);
        assert_true(timings.notes.count > 2);
    }
    rg_timings_release(&timings);
    rg_attempt_release(&attempt);
    rg_plan_release(&plan);
    return ok;
}

static void fails_each_allocation(void **state)
{
    struct rg_surface surface;
    struct rg_error err = {0};

    (void)state;
    scratch_puts("surface.json", SURFACE);
    assert_true(rg_surface_load("surface.json", &surface, &err));
    allocations = 0;
    assert_true(capture(&surface, &err));
    size_t all = allocations;
    for (int sticky = 0; sticky < 2; sticky++) {
        fail_after = sticky != 0;
        for (size_t i = 1; i <= all; i++) {
            struct rg_error fault = {0};
            allocations = 0;
            fail_at = i;
            bool ok = capture(&surface, &fault);
            fail_at = 0;
            /* Only an answer's note can do without. */
            if (ok || fault.code != RG_ERROR_MEMORY)
                print_error("allocation %zu of %zu, sticky %d: %d, %s\n", i, all, sticky, ok, fault.message);
            assert_false(ok);
            assert_int_equal(fault.code, RG_ERROR_MEMORY);
        }
    }
    rg_surface_release(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fails_each_allocation)};
    return cmocka_run_group_tests_name("attempt_no_memory", tests, scratch_enter, scratch_leave);
}
