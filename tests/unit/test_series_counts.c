/* Counts as a file holds them: what is one, and what a key's series comes to, alone and of several runs. */
#include "scratch.h"

#include "model/counts_text.h"
#include "rungate/model/series_counts.h"

static void test_valid(void **state)
{
    static const struct {
        const char *text;
        bool is_valid;
    } rows[] = {
        {"0", true},        {"18234 18011 12002 300 2", true},
        {"5 5 5", true},    {"12.5 3.25 0", true},
        {"1e3 1e2", true},  {"", false},
        {" ", false},       {"5 ", false},
        {" 5", false},      {"5  4", false},
        {"5\t4", false},    {"4 5", false},
        {"5 4 4.5", false}, {"-1", false},
        {"5 -1", false},    {"5 x", false},
        {"nan", false},     {"inf 1", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(rows[i].text, rg_counts_text_is_valid(rows[i].text), rows[i].is_valid);
}

static void test_found(void **state)
{
    static const char FILE_TEXT[] =
        "{\"metrics\": {}, \"counts\": {\"span.a\": \"10 8 1\", \"span.b\": \"10 8\"}}";
    static const char RUNS_TEXT[] =
        "{\"metrics\": {}, \"runs\": [{\"counts\": {\"span.a\": \"10 8 1\", \"span.b\": "
        "\"1 1 1\"}}, {\"counts\": {\"span.a\": \"30 4 2\", \"span.b\": \"1 1\"}}, {}]}";
    static const struct {
        const char *row;
        const char *text;
        const char *key;
        bool is_there;
        double total;
        double above[2];
    } rows[] = {
        {"a quantile", FILE_TEXT, "span.a.p95", true, 10, {8, 1}},
        {"a mean of the same series", FILE_TEXT, "span.a.mean", true, 10, {8, 1}},
        {"of another ladder", FILE_TEXT, "span.b.p95", false, 0, {0}},
        {"not counted", FILE_TEXT, "span.c.p95", false, 0, {0}},
        {"all runs together", RUNS_TEXT, "span.a.p95", true, 40, {12, 3}},
        {"one run of another ladder", RUNS_TEXT, "span.b.p95", false, 0, {0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings timings;
        struct rg_series_counts counts;
        struct rg_arena arena = {0};
        struct rg_error err = {0};
        scratch_puts("t.json", rows[i].text);
        CHECK(rows[i].row, rg_timings_load("t.json", NULL, &timings, &err));
        CHECK(rows[i].row, rg_timings_counts(&timings, rows[i].key, 2, &arena, &counts, &err));
        CHECK_INT(rows[i].row, counts.above != NULL, rows[i].is_there);
        for (size_t edge = 0; edge < 2 && counts.above != NULL; edge++)
            CHECK_SAME(rows[i].row, counts.above[edge], rows[i].above[edge]);
        CHECK_SAME(rows[i].row, counts.total, rows[i].total);
        rg_arena_release(&arena);
        rg_timings_release(&timings);
    }
}

static void test_rate(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        double rate;
    } rows[] = {
        {"a capture", "{\"metrics\": {}, \"samples\": {\"s.a\": 60}, \"covered\": {\"s.a\": 30.0}}", 2},
        {"not covered", "{\"metrics\": {}, \"samples\": {\"s.a\": 60}}", -1},
        {"covered by nothing", "{\"metrics\": {}, \"samples\": {\"s.a\": 60}, \"covered\": {\"s.a\": 0}}",
         -1},
        {"the least of the runs",
         "{\"metrics\": {}, \"runs\": [{\"samples\": {\"s.a\": 60}, \"covered\": {\"s.a\": 30}}, {\"samples\": "
         "{\"s.a\": 60}, \"covered\": {\"s.a\": 60}}]}",
         1},
        {"a run that does not say",
         "{\"metrics\": {}, \"runs\": [{\"samples\": {\"s.a\": 60}, \"covered\": {\"s.a\": 30}}, {}]}", -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings timings;
        struct rg_error err = {0};
        scratch_puts("t.json", rows[i].text);
        CHECK(rows[i].row, rg_timings_load("t.json", NULL, &timings, &err));
        CHECK_SAME(rows[i].row, rg_timings_rate(&timings, "s.a.p95"), rows[i].rate);
        rg_timings_release(&timings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_valid), cmocka_unit_test(test_found),
                                       cmocka_unit_test(test_rate)};
    return cmocka_run_group_tests_name("series_counts", tests, scratch_enter, scratch_leave);
}
