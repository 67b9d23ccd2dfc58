/* Attempts that count, asked of a server that answers as a script says. */
#include "scratch.h"
#include "scripted.h"

#include "rungate/measure/attempt_fill.h"
#include "rungate/measure/explain.h"

struct fixture {
    struct rg_surface surface;
    struct rg_plan plan;
    struct script script;
    struct rg_attempt_input input;
    struct rg_attempt attempt;
};

static void make(struct fixture *f, const char *surface, const struct line *lines)
{
    static const struct rg_ladders none = {0};
    struct rg_error err = {0};

    *f = (struct fixture){.script.lines = lines};
    scratch_puts("surface.json", surface);
    (void)rg_surface_load("surface.json", &f->surface, &err);
    CHECK_TEXT("surface", err.message, "");
    (void)rg_plan_make(&f->surface, &none, "60s", &f->plan, &err);
    CHECK_TEXT("plan", err.message, "");
    f->input = (struct rg_attempt_input){
        .plan = &f->plan, .window = "60s", .window_ms = 60000, .ask = ask_script, .context = &f->script};
    CHECK("attempt", rg_attempt_make(&f->input, &f->attempt, &err));
    CHECK_TEXT("attempt", f->attempt.failure.message, "");
}

static void release(struct fixture *f)
{
    rg_attempt_release(&f->attempt);
    rg_plan_release(&f->plan);
    rg_surface_release(&f->surface);
}

static bool was_asked(const struct fixture *f, const char *query, long long unix_s)
{
    for (size_t i = 0; i < f->script.asked; i++) {
        if (strcmp(f->script.log[i], query) == 0 && f->script.instants[i] == unix_s)
            return true;
    }
    return false;
}

static const struct rg_reading *reading_of(const struct fixture *f, const char *key)
{
    for (size_t i = 0; i < f->plan.key_count; i++) {
        if (strcmp(f->plan.keys[i].key->key, key) == 0)
            return &f->attempt.readings[i];
    }
    fail_msg("no key '%s'", key);
    return NULL;
}

#define SURFACE                                                                                                     \
    "{\"g\": {\"_query_template\": \"histogram_quantile({quantile}, sum by (le) "                                   \
    "(rate(x_seconds_bucket{n='{name}'}[{window}])))\", \"_quantiles\": [0.5], \"_unit\": \"s\", \"_mean\": true, " \
    "\"names\": [\"a\"]}}"
#define SERIES(le, values)                                                                                   \
    "{\"metric\":{\"job\":\"j\",\"instance\":\"i\",\"le\":\"" le "\"},\"values\":[" values "]}"
#define PLAIN(values) "{\"metric\":{\"job\":\"j\",\"instance\":\"i\"},\"values\":[" values "]}"

/* Scrapes at 950, 970 and 990: 100 observations, half of them up to 1. */
#define STEADY                                                                                               \
    SERIES("1", "[999950,\"10\"],[999970,\"40\"],[999990,\"60\"]")                                           \
    "," SERIES("2", "[999950,\"20\"],[999970,\"70\"],[999990,\"120\"]") "," SERIES(                          \
        "+Inf", "[999950,\"20\"],[999970,\"70\"],[999990,\"120\"]")

static void takes_means(void **state)
{
    static const struct {
        const char *row;
        const char *sum;
        enum rg_status status;
        double mean;
        const char *note;
    } rows[] = {
        {"a mean", PLAIN("[999950,\"7\"],[999970,\"30\"],[999990,\"82\"]"), RG_STATUS_GOOD, 0.75, ""},
        {"no sum", "", RG_STATUS_NO_DATA, 0, "there is no '_sum'"},
        {"a scrape without it", PLAIN("[999950,\"7\"],[999990,\"82\"]"), RG_STATUS_NO_DATA, 0,
         "the scrape at 13:46:10 has no '_sum'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct line lines[] = {{"x_seconds_bucket{n='a'}[60s]", STEADY},
                                     {"x_seconds_sum{n='a'}[60s]", rows[i].sum},
                                     {"histogram_quantile", "{\"metric\":{},\"value\":[1,\"1\"]}"},
                                     {0}};
        struct fixture f;
        make(&f, SURFACE, lines);
        CHECK_INT(rows[i].row, reading_of(&f, "g.a.mean")->status, rows[i].status);
        CHECK_SAME(rows[i].row, reading_of(&f, "g.a.mean")->value, rows[i].mean);
        CHECK_TEXT(rows[i].row, reading_of(&f, "g.a.mean")->note, rows[i].note);
        CHECK_INT(rows[i].row, reading_of(&f, "g.a.p50")->status, RG_STATUS_BELOW_LADDER);
        CHECK_SAME(rows[i].row, reading_of(&f, "g.a.p50")->value, 1);
        CHECK_TEXT(rows[i].row, f.attempt.series[0].counts, "100 50 0");
        /* The series was there from the beginning of the window: nothing more is asked about that. */
        CHECK_INT(rows[i].row, f.script.asked, 5);
        release(&f);
    }
}

/* A series that begins inside the window: a client that says when, or a server that knew nothing before it. */
static void finds_beginnings(void **state)
{
#define LATE                                                                                                 \
    SERIES("1", "[999980,\"30\"],[999990,\"30\"]") "," SERIES("+Inf", "[999980,\"40\"],[999990,\"50\"]")
#define UP PLAIN("[999960,\"1\"],[999970,\"1\"],[999980,\"1\"],[999990,\"1\"]")
    static const struct {
        const char *row;
        const char *up;
        const char *created;
        const char *present;
        const char *counts;
        const char *note;
    } rows[] = {
        {"it was absent", UP, "", "", "50 20", NULL},
        {"it was present", UP, "",
         "{\"metric\":{\"job\":\"j\",\"instance\":\"i\",\"le\":\"1\"},\"value\":[1,\"30\"]}", "10 10",
         "appeared at 13:46:20 with 40 observations, not counted; counted over 10 s of the window's 60 s"},
        {"its client says when", "", PLAIN("[999980,\"999975.5\"],[999990,\"999975.5\"]"), "", "50 20",
         "counted over 14.5 s of the window's 60 s"},
        {"its client says: long before", "", PLAIN("[999980,\"99\"]"), "", "10 10",
         "appeared at 13:46:20 with 40 observations, not counted; counted over 10 s of the window's 60 s"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct line lines[] = {{"x_seconds_bucket{n='a'}[60s]", LATE},
                                     {"x_seconds_created", rows[i].created},
                                     {"x_seconds_bucket{n='a'}", rows[i].present},
                                     {"up{", rows[i].up},
                                     {0}};
        struct fixture f;
        make(&f, SURFACE, lines);
        CHECK_TEXT(rows[i].row, f.attempt.series[0].counts, rows[i].counts);
        CHECK_TEXT(rows[i].row, f.attempt.series[0].note, rows[i].note);
        CHECK(rows[i].row, was_asked(&f, "x_seconds_bucket{n='a'}", NOW_S - 60));
        CHECK(rows[i].row, was_asked(&f, "x_seconds_created{n='a'}[60s]", NOW_S));
        CHECK(rows[i].row, was_asked(&f, "up{job=~\"j\"}[60s]", NOW_S));
        release(&f);
    }
}

static void explains_what_is_missing(void **state)
{
#define MARK(n, value) "{\"metric\":{\"rungate\":\"" n "\"},\"value\":[1,\"" value "\"]}"
    /* 0: the metric; 1: without "_bucket"; 2 and 3: another unit, none; 4: earlier; 5: without the matcher. */
    static const struct {
        const char *row;
        const char *marks;
        const char *stem;
        enum rg_status status;
        const char *missing;
    } rows[] = {
        {"nothing", "", "", RG_STATUS_NO_DATA, "there is no 'x_seconds_bucket'"},
        {"another unit", MARK("2", "42"), "", RG_STATUS_NO_DATA,
         "there is no 'x_seconds_bucket', but 'x_milliseconds_bucket' (42 series)"},
        {"two others", MARK("2", "4") "," MARK("3", "5"), "", RG_STATUS_NO_DATA,
         "there is no 'x_seconds_bucket', but 'x_milliseconds_bucket' (4 series), 'x_bucket' (5 series)"},
        {"the matcher", MARK("0", "12") "," MARK("5", "12"), "", RG_STATUS_NO_DATA,
         "'x_seconds_bucket' has 12 series, but none with n='a'"},
        {"the matcher, and another", MARK("0", "12") "," MARK("5", "3"), "", RG_STATUS_NO_DATA,
         "'x_seconds_bucket' has 12 series, but none with n='a' among the 3 that fit otherwise"},
        {"several matchers", MARK("0", "12"), "", RG_STATUS_NO_DATA,
         "'x_seconds_bucket' has 12 series, but none that fits several of the matchers"},
        {"earlier", MARK("4", "990000.5"), "", RG_STATUS_NO_DATA,
         "there is no 'x_seconds_bucket'; the series was last there at 1970-01-12T11:00:00Z"},
        {"a gauge of that name", MARK("1", "1"), "{\"metric\":{},\"value\":[1,\"1\"]}", RG_STATUS_NO_DATA,
         "there is no 'x_seconds_bucket', but 'x_seconds' (1 series)"},
        {"a native histogram", MARK("1", "1"), "{\"metric\":{},\"histogram\":[1,{}]}", RG_STATUS_ERROR,
         "there is no 'x_seconds_bucket', but 'x_seconds' (1 series)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct line lines[] = {{"label_replace(", rows[i].marks}, {"x_seconds", NULL}, {0}};
        struct line own[COUNT_OF(lines)];
        struct rg_error err = {0};
        struct fixture f;
        memcpy(own, lines, sizeof lines);
        own[1].result = "";
        make(&f, SURFACE, own);
        size_t asked = f.script.asked;
        own[1].result = rows[i].stem;
        CHECK(rows[i].row, rg_attempt_explain(&f.attempt, &err));
        CHECK_TEXT(rows[i].row, f.attempt.series[0].missing, rows[i].missing);
        CHECK_INT(rows[i].row, reading_of(&f, "g.a.p50")->status, rows[i].status);
        CHECK_INT(rows[i].row, f.script.asked - asked, rows[i].stem[0] == '\0' ? 1 : 2);
        release(&f);
    }
}

/* However many there are. */
static void explains_a_few(void **state)
{
    static const struct line lines[] = {{0}};
    struct rg_buffer surface;
    struct rg_error err = {0};
    struct fixture f;

    (void)state;
    rg_buffer_init(&surface, RG_OUTPUT_MAX);
    rg_buffer_putc(&surface, '{');
    for (int g = 0; g < 6; g++)
        rg_buffer_printf(
            &surface,
            "%s\"g%d\": {\"_query_template\": \"histogram_quantile({quantile}, "
            "rate(x%d_bucket{n='{name}'}[{window}]))\", \"_quantiles\": [0.5], \"_unit\": \"s\", "
            "\"names\": [\"a\", \"b\", \"c\"]}",
            g == 0 ? "" : ",", g, g);
    rg_buffer_putc(&surface, '}');
    make(&f, surface.data, lines);
    size_t asked = f.script.asked;
    size_t explained = 0;
    assert_true(rg_attempt_explain(&f.attempt, &err));
    for (size_t s = 0; s < f.plan.series_count; s++)
        explained += f.attempt.series[s].missing != NULL;
    assert_int_equal(explained, RG_EXPLAIN_MAX);
    assert_int_equal(f.script.asked - asked, RG_EXPLAIN_MAX);
    assert_null(f.attempt.series[2].missing); /* the third of one metric */
    rg_buffer_release(&surface);
    release(&f);
}

static void asks_for_each_job_once(void **state)
{
    static const struct line lines[] = {
        {"x_seconds_bucket{n='a'}",
         "{\"metric\":{\"job\":\"a.b\\\"\",\"le\":\"1\"},\"values\":[[999990,\"1\"]]}"},
        {"x_seconds_bucket{n='b'}",
         "{\"metric\":{\"job\":\"a.b\\\"\",\"le\":\"1\"},\"values\":[[999990,\"1\"]]}"},
        {"x_seconds_bucket{n='c'}", "{\"metric\":{\"job\":\"c\",\"le\":\"1\"},\"values\":[[999990,\"1\"]]},"
                                    "{\"metric\":{\"le\":\"1\"},\"values\":[[999990,\"1\"]]}"},
        {0}};
    struct fixture f;
    size_t asked = 0;

    (void)state;
    make(
        &f,
        "{\"g\": {\"_query_template\": \"histogram_quantile({quantile}, rate(x_seconds_bucket{n='{name}'}[{window}]))\", "
        "\"_quantiles\": [0.5], \"_unit\": \"s\", \"names\": [\"a\", \"b\", \"c\"]}}",
        lines);
    for (size_t i = 0; i < f.script.asked; i++)
        asked += strncmp(f.script.log[i], "up{", 3) == 0;
    assert_int_equal(asked, 2);
    assert_true(was_asked(&f, "up{job=~\"a\\\\.b\\\"\"}[60s]", NOW_S));
    assert_true(was_asked(&f, "up{job=~\"|c\"}[60s]", NOW_S));
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_means),
        cmocka_unit_test(finds_beginnings),
        cmocka_unit_test(explains_what_is_missing),
        cmocka_unit_test(explains_a_few),
        cmocka_unit_test(asks_for_each_job_once),
    };
    return cmocka_run_group_tests_name("attempt_counted", tests, scratch_enter, scratch_leave);
}
