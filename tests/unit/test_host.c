/*
 * The file of capture --begin: what is written is read, and what is none is
 * refused by name.
 */
#include "scratch.h"

#include "rungate/model/host.h"

static void test_begin_there_and_back(void **state)
{
    static const struct rg_host now = {.processors = 4, .load = {3.5, 2.25, 0}, .has_load = true};
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    struct rg_buffer text;
    struct rg_host host = {.processors = 8, .has_load = true, .load = {7, 7, 7}};

    (void)state;
    rg_buffer_init(&text, RG_OUTPUT_MAX);
    assert_true(rg_begin_render("2026-04-24T17:30:00Z", &now, &text, &err));
    scratch_puts("begin.json", rg_buffer_text(&text));
    assert_true(rg_begin_load("begin.json", false, &arena, &host, &err));
    CHECK_TEXT("began", host.began_at, "2026-04-24T17:30:00Z");
    CHECK("load", host.has_begin_load);
    CHECK_SAME("load", host.begin_load[0], 3.5);
    CHECK_SAME("load", host.begin_load[1], 2.25);
    CHECK_INT("what is of the end is left alone", host.processors, 8);
    CHECK_SAME("what is of the end is left alone", host.load[0], 7);
    rg_buffer_release(&text);
    rg_arena_release(&arena);
}

static void test_no_begin(void **state)
{
    static const struct {
        const char *text;
        const char *message;
    } rows[] = {
        {"{}", "cannot read 'begin.json': line 1, column 1: missing 'host'; was this file written by "
               "'capture --begin'?"},
        {"{\"host\": {\"processors\": 2}}",
         "cannot read 'begin.json': line 1, column 2: host: missing 'began_at'; "
         "was this file written by 'capture --begin'?"},
        {"{\"host\": 5}", "cannot read 'begin.json': line 1, column 2: host: "
                          "expected an object, found a number"},
        {"[]", "cannot read 'begin.json': line 1, column 1: expected an object, "
               "found an array"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_arena arena = {0};
        struct rg_error err = {0};
        struct rg_host host = {.processors = 8};
        scratch_puts("begin.json", rows[i].text);
        CHECK(rows[i].text, !rg_begin_load("begin.json", false, &arena, &host, &err));
        CHECK_TEXT(rows[i].text, err.message, rows[i].message);
        CHECK(rows[i].text, host.began_at == NULL && host.processors == 8);
        rg_arena_release(&arena);
    }
}

static void test_busy(void **state)
{
    double load = 0;
    bool at_begin = false;
    struct rg_host host = {.processors = 2, .has_load = true, .load = {2, 9, 9}};

    (void)state;
    CHECK("as much as there are processors", !rg_host_busy(&host, &load, &at_begin));
    host.load[0] = 2.01;
    CHECK("more", rg_host_busy(&host, &load, &at_begin));
    CHECK("at the end", !at_begin);
    CHECK_SAME("so much", load, 2.01);
    host.has_begin_load = true;
    host.begin_load[0] = 5;
    CHECK("more before", rg_host_busy(&host, &load, &at_begin));
    CHECK("at the begin", at_begin);
    CHECK_SAME("so much before", load, 5);
    host.processors = 0;
    CHECK("not known", !rg_host_busy(&host, &load, &at_begin));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_begin_there_and_back),
                                       cmocka_unit_test(test_no_begin), cmocka_unit_test(test_busy)};

    return cmocka_run_group_tests_name("host", tests, scratch_enter, scratch_leave);
}
