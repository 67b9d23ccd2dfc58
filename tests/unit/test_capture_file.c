/* What a capture writes. */
#include "check.h"

#include "rungate/model/ladder_vote.h"
#include "rungate/model/timings_write.h"

static const double ABC[] = {1, 2, 5};
static const double AB[] = {1, 2};

static struct rg_seen_ladder seen(const char *base, const double *edges, size_t count)
{
    return (struct rg_seen_ladder){
        .name = "span", .base = base, .ladder = {.unit = "ms", .edges = edges, .edge_count = count}};
}

static void check_collects(const char *row, const struct rg_seen_ladder *list, size_t count,
                           const char *wanted)
{
    struct rg_ladders ladders = {0};
    struct rg_error err = {0};
    char text[256] = {0};

    CHECK(row, rg_ladders_vote(list, count, &ladders, &err));
    for (size_t i = 0; i < ladders.count; i++) {
        (void)strncat(text, ladders.items[i].name, sizeof text - strlen(text) - 1);
        (void)strncat(text, ladders.items[i].edge_count == 3 ? ":3 " : ":2 ", sizeof text - strlen(text) - 1);
    }
    /* Whatever the entries are, every series must find its own. */
    for (size_t i = 0; i < count; i++)
        CHECK(row, rg_ladders_equal(rg_ladders_match(&ladders, list[i].base), &list[i].ladder));
    CHECK_TEXT(row, text, wanted);
    rg_ladders_release(&ladders);
}

static void test_collect(void **state)
{
    const struct rg_seen_ladder same[] = {seen("span.a", ABC, 3), seen("span.b", ABC, 3)};
    const struct rg_seen_ladder one_off[] = {seen("span.a", AB, 2), seen("span.b", ABC, 3),
                                             seen("span.c", ABC, 3)};
    const struct rg_seen_ladder nested[] = {seen("span.a", AB, 2), seen("span.a.x", ABC, 3),
                                            seen("span.b", ABC, 3)};

    (void)state;
    check_collects("none", NULL, 0, "");
    check_collects("all alike", same, 2, "span:3 ");
    check_collects("one differs", one_off, 3, "span:3 span.a:2 ");
    check_collects("one within another", nested, 3, "span:3 span.a:2 span.a.x:3 ");
}

static void test_complete(void **state)
{
    static const struct {
        const char *row;
        size_t captured;
        size_t declared;
        double min_ratio;
        bool complete;
    } rows[] = {
        {"at the ratio", 10, 20, 0.5, true},           {"below it", 9, 20, 0.5, false},
        {"7 of 100 are 0.07", 7, 100, 0.07, true},     {"all", 20, 20, 1, true},
        {"one is missing", 19, 20, 1, false},          {"nothing is declared", 0, 0, 0.5, false},
        {"nothing is captured", 0, 20, 1e-300, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(rows[i].row, rg_counts_are_complete(rows[i].captured, rows[i].declared, rows[i].min_ratio),
                  rows[i].complete);
}

static void test_canonical_form(void **state)
{
    struct rg_metric metrics[] = {
        {.key = "span.a.p50", .unit = "ms", .value = 1500, .has_value = true, .status = RG_STATUS_SATURATED},
        {.key = "span.a.p99", .unit = "ms", .status = RG_STATUS_NO_DATA},
        {.key = "span.b.p50", .unit = "ms", .value = 1e-07, .has_value = true}};
    struct rg_timings timings = {.captured_at = "2023-11-14T22:18:20Z",
                                 .git_sha = "abc",
                                 .window = "3m",
                                 .profile = "p",
                                 .metrics = metrics,
                                 .metric_count = 3};
    struct rg_host host = {0};
    struct rg_error err = {0};
    struct rg_buffer out;

    (void)state;
    rg_timings_count(&timings, 0.5);
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    CHECK("render", rg_timings_write(&timings, &host, &out, &err));
    CHECK_TEXT("render", rg_buffer_text(&out),
               "{\n"
               "  \"capture\": {\n"
               "    \"captured\": 2,\n"
               "    \"complete\": true,\n"
               "    \"declared\": 3,\n"
               "    \"min_ratio\": 0.5\n"
               "  },\n"
               "  \"captured_at\": \"2023-11-14T22:18:20Z\",\n"
               "  \"git_sha\": \"abc\",\n"
               "  \"metrics\": {\n"
               "    \"span.a.p50\": {\n"
               "      \"unit\": \"ms\",\n"
               "      \"value\": 1500.0\n"
               "    },\n"
               "    \"span.a.p99\": {\n"
               "      \"unit\": \"ms\",\n"
               "      \"value\": null\n"
               "    },\n"
               "    \"span.b.p50\": {\n"
               "      \"unit\": \"ms\",\n"
               "      \"value\": 1e-07\n"
               "    }\n"
               "  },\n"
               "  \"profile\": \"p\",\n"
               "  \"schema_version\": 1,\n"
               "  \"status\": {\n"
               "    \"span.a.p50\": \"saturated\",\n"
               "    \"span.a.p99\": \"no_data\"\n"
               "  },\n"
               "  \"window\": \"3m\"\n"
               "}\n");
    rg_buffer_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collect),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_canonical_form),
    };

    return cmocka_run_group_tests_name("capture file", tests, NULL, NULL);
}
