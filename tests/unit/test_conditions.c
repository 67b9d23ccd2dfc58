/* What differs between two captures, when they were taken, and the keys of several. */
#include "check.h"

#include "rungate/model/conditions.h"
#include "rungate/model/runs.h"

#include <stdio.h>

/* A capture with these labels, profile and window. */
static struct rg_timings taken(struct rg_condition *labels, size_t count, const char *profile,
                               const char *window)
{
    return (struct rg_timings){.labels = labels, .label_count = count, .profile = profile, .window = window};
}

/* A capture from the targets themselves; its window means nothing. */
static struct rg_timings from_targets(const char *window)
{
    return (struct rg_timings){.window = window, .source = "scrape"};
}

/* "label gc: g1 none; profile: a b; " */
static void put_differences(const struct rg_timings *a, const struct rg_timings *b, char *ret, size_t size)
{
    struct rg_difference d;
    size_t length = 0;

    ret[0] = '\0';
    for (size_t at = 0; rg_conditions_next(a, b, &at, &d);)
        length += (size_t)snprintf(ret + length, size - length, "%s%s%s: %s %s; ", rg_condition_name(d.kind),
                                   d.name == NULL ? "" : " ", d.name == NULL ? "" : d.name,
                                   d.a == NULL ? "none" : d.a, d.b == NULL ? "none" : d.b);
}

static void test_conditions(void **state)
{
    struct rg_condition labels[] = {{"build", "x"}, {"gc", "g1"}};
    struct rg_condition other[] = {{"build", "y"}, {"log", "info"}};
    const struct {
        const char *row;
        struct rg_timings a;
        struct rg_timings b;
        const char *expected;
    } rows[] = {
        {"nothing is said", taken(NULL, 0, NULL, NULL), taken(NULL, 0, NULL, NULL), ""},
        {"all the same", taken(labels, 2, "p", "3m"), taken(labels, 2, "p", "3m"), ""},
        {"a label on the first", taken(labels, 2, NULL, NULL), taken(labels, 1, NULL, NULL),
         "label gc: g1 none; "},
        {"a label on the second", taken(labels, 1, NULL, NULL), taken(labels, 2, NULL, NULL),
         "label gc: none g1; "},
        {"each once, the first's labels first", taken(labels, 2, "p", "3m"), taken(other, 2, "q", "5m"),
         "label build: x y; label gc: g1 none; label log: none info; profile: p q; window: 3m 5m; "},
        {"profile on one", taken(NULL, 0, "p", "3m"), taken(NULL, 0, NULL, "3m"), "profile: p none; "},
        {"no window to compare, and another source", from_targets("1m"), taken(NULL, 0, NULL, "3m"),
         "source: scrape none; "},
        {"both from the targets", from_targets("1m"), from_targets("3m"), ""},
        {"one window, written in two ways", taken(NULL, 0, NULL, "3m"), taken(NULL, 0, NULL, "180s"), ""},
        {"another window by a millisecond", taken(NULL, 0, NULL, "1s"), taken(NULL, 0, NULL, "1s1ms"),
         "window: 1s 1s1ms; "},
        {"window on one", taken(NULL, 0, "p", NULL), taken(NULL, 0, "p", "3m"), "window: none 3m; "},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        put_differences(&rows[i].a, &rows[i].b, text, sizeof text);
        CHECK_TEXT(rows[i].row, text, rows[i].expected);
    }
}

static void test_build(void **state)
{
    struct rg_condition labels[] = {{"build", "x"}};
    const struct {
        const char *row;
        struct rg_timings timings;
        const char *build; /* NULL: not known */
    } rows[] = {
        {"label before commit", {.labels = labels, .label_count = 1, .git_sha = "c0ffee"}, "x"},
        {"commit", {.git_sha = "c0ffee"}, "c0ffee"},
        {"unknown commit", {.git_sha = "unknown"}, NULL},
        {"neither", {0}, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *build = rg_build_of(&rows[i].timings);
        CHECK_TEXT(rows[i].row, build == NULL ? "NULL" : build,
                   rows[i].build == NULL ? "NULL" : rows[i].build);
    }
}

static void test_readings(void **state)
{
    static const double edges[] = {1, 2};
    static const double finer[] = {1, 1.5, 2};
    struct rg_metric ms[] = {{.key = "span.a.p50", .unit = "ms"}, {.key = "span.b.p50", .unit = "ms"}};
    struct rg_metric us[] = {{.key = "span.b.p50", .unit = "us"}};
    struct rg_ladder coarse = {.name = "span", .unit = "ms", .edges = edges, .edge_count = COUNT_OF(edges)};
    struct rg_ladder fine = {.name = "span", .unit = "ms", .edges = finer, .edge_count = COUNT_OF(finer)};
    const struct rg_timings plain = {.metrics = ms, .metric_count = 2};
    const struct rg_timings on_coarse = {
        .metrics = ms, .metric_count = 2, .ladders = {.items = &coarse, .count = 1}};
    const struct rg_timings on_fine = {
        .metrics = ms + 1, .metric_count = 1, .ladders = {.items = &fine, .count = 1}};
    const struct rg_timings in_us = {.metrics = us, .metric_count = 1};
    struct rg_difference d = {0};

    (void)state;
    CHECK("the same", !rg_readings_differ(&plain, &plain, &d));
    CHECK("a ladder on one side only", !rg_readings_differ(&plain, &on_fine, &d));
    CHECK("unit", rg_readings_differ(&plain, &in_us, &d) && d.kind == RG_DIFFERS_UNIT);
    CHECK_TEXT("unit", d.name, "span.b.p50");
    CHECK("ladder", rg_readings_differ(&on_coarse, &on_fine, &d) && d.kind == RG_DIFFERS_LADDER);
    CHECK_TEXT("ladder", d.name, "span.b.p50");
}

static void test_interval(void **state)
{
    static const struct {
        const char *row;
        const char *captured_at;
        const char *window;
        long long seconds;
        const char *message;
    } rows[] = {
        {"whole seconds", "2026-01-02T03:04:05Z", "3m", 180, ""},
        {"a part of a second counts whole", "2026-01-02T03:04:05Z", "1500ms", 2, ""},
        {"no time", NULL, "3m", 0, "'t' has no valid 'captured_at'"},
        {"not a time", "noon", "3m", 0, "'t' has no valid 'captured_at'"},
        {"no window", "2026-01-02T03:04:05Z", NULL, 0, "'t' has no valid 'window'"},
        {"not a window", "2026-01-02T03:04:05Z", "long", 0, "'t' has no valid 'window'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings t = {.captured_at = rows[i].captured_at, .window = rows[i].window};
        struct rg_interval interval = {.begin_s = 7, .end_s = 7};
        struct rg_error err = {0};
        bool ok = rg_captured_interval(&t, "t", &interval, &err);
        CHECK_TEXT(rows[i].row, err.message, rows[i].message);
        CHECK_INT(rows[i].row, ok, rows[i].message[0] == '\0');
        CHECK_INT(rows[i].row, interval.end_s - interval.begin_s, rows[i].seconds);
    }
}

static void test_overlap(void **state)
{
    static const struct {
        const char *row;
        struct rg_interval items[3];
        size_t count;
        size_t first; /* equal to `next`: none overlap */
        size_t next;
    } rows[] = {
        {"none", {{0}}, 0, 0, 0},
        {"one", {{1, 5, 0}}, 1, 0, 0},
        {"touching", {{5, 9, 0}, {1, 5, 1}}, 2, 0, 0},
        {"by a second", {{4, 9, 0}, {1, 5, 1}}, 2, 1, 0},
        {"one in another, out of order", {{20, 30, 0}, {3, 4, 1}, {1, 10, 2}}, 3, 2, 1},
        {"the same time, by index", {{1, 5, 0}, {1, 5, 1}}, 2, 0, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_interval items[3] = {rows[i].items[0], rows[i].items[1], rows[i].items[2]};
        size_t at = 0;
        CHECK_INT(rows[i].row, rg_intervals_overlap(items, rows[i].count, &at),
                  rows[i].first != rows[i].next);
        CHECK_INT(rows[i].row, at == 0 ? 0 : items[at - 1].index, rows[i].first);
        CHECK_INT(rows[i].row, at == 0 ? 0 : items[at].index, rows[i].next);
    }
}

static void test_keys(void **state)
{
    struct rg_metric first[] = {{.key = "b"}, {.key = "c"}};
    struct rg_metric second[] = {{.key = "a"}, {.key = "c"}, {.key = "d"}};
    struct rg_exclusion excluded = {.key = "c", .reason = "", .line = 0, .declared = false};
    const struct rg_surface surface = {.exclusions = &excluded, .exclusion_count = 1};
    const struct rg_timings items[] = {{.metrics = first, .metric_count = 2},
                                       {.metrics = second, .metric_count = 3}};
    const struct rg_runs runs = {.items = items, .count = COUNT_OF(items)};
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    const char *const *keys = NULL;
    size_t count = 0;

    (void)state;
    CHECK("union", rg_runs_keys(&runs, NULL, &arena, &keys, &count, &err));
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++)
        CHECK_TEXT("union", keys[i], ((const char *[]){"a", "b", "c", "d"})[i]);
    CHECK("less the excluded", rg_runs_keys(&runs, &surface, &arena, &keys, &count, &err));
    assert_int_equal(count, 3);
    CHECK_TEXT("less the excluded", keys[2], "d");
    rg_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions), cmocka_unit_test(test_build),   cmocka_unit_test(test_readings),
        cmocka_unit_test(test_interval),   cmocka_unit_test(test_overlap), cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests_name("conditions", tests, NULL, NULL);
}
