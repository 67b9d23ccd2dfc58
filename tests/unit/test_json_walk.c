/* Large JSON, read in passing. */
#include "check.h"

#include "rungate/format/json_walk.h"

static struct rg_json_walk begin(const char *text, struct rg_error *err)
{
    struct rg_json_walk walk;

    CHECK(text, rg_json_walk_begin(&walk, text, strlen(text), err));
    return walk;
}

static void reads_strings(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"plain", " \"abc\"", "abc"},
        {"empty", "\"\"", ""},
        {"short escapes", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"one byte", "\"\\u0041\\u007F\"", "A\x7f"},
        {"two bytes", "\"\\u0080\\u07ff\"", "\xc2\x80\xdf\xbf"},
        {"three bytes", "\"\\u0800\\uFFFF\"", "\xe0\xa0\x80\xef\xbf\xbf"},
        {"four bytes", "\"\\ud800\\udc00x\\uDBFF\\uDFFF\"", "\xf0\x90\x80\x80x\xf4\x8f\xbf\xbf"},
        {"UTF-8 as it is", "\"\xc3\xa9\"", "\xc3\xa9"},
    };
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_json_walk walk = begin(rows[i].text, &err);
        CHECK(rows[i].row, rg_json_walk_string(&walk, &out));
        CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].wanted);
        CHECK_TEXT(rows[i].row, walk.at, "");
    }
    rg_buffer_release(&out);
}

static void passes_values(void **state)
{
    static const char *const rows[] = {"1",
                                       "-1.5e+3",
                                       "true",
                                       "false",
                                       "null",
                                       "\"a\\\"]}\"",
                                       "[]",
                                       "{}",
                                       "[1,[2,\"]\"],{\"a\":[{}]}]",
                                       "{\"a\" : {\"}\":1} , \"b\":\n[ ]}"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer text;
        struct rg_error err = {0};
        rg_buffer_init(&text, RG_TEXT_MAX);
        rg_buffer_printf(&text, "[%s,7]", rows[i]);
        struct rg_json_walk walk = begin(text.data, &err);
        const char *number;
        size_t length;
        CHECK(rows[i], rg_json_walk_enter(&walk, RG_JSON_ARRAY));
        CHECK(rows[i], rg_json_walk_next(&walk));
        rg_json_walk_skip(&walk);
        CHECK(rows[i], rg_json_walk_next(&walk));
        CHECK(rows[i], rg_json_walk_number(&walk, &number, &length));
        CHECK(rows[i], length == 1 && *number == '7');
        CHECK(rows[i], !rg_json_walk_next(&walk));
        CHECK_TEXT(rows[i], walk.at, "");
        rg_buffer_release(&text);
    }
}

static void walks_objects(void **state)
{
    struct rg_error err = {0};
    struct rg_json_walk walk = begin("{ \"a\" : [ ] , \"b\\u0063\":\"x\" }", &err);
    struct rg_buffer out;
    const char *text;
    size_t length;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    assert_true(rg_json_walk_enter(&walk, RG_JSON_OBJECT));
    assert_true(rg_json_walk_next(&walk));
    assert_true(rg_json_walk_name(&walk, &out));
    assert_string_equal(out.data, "a");
    assert_true(rg_json_walk_enter(&walk, RG_JSON_ARRAY));
    assert_false(rg_json_walk_next(&walk));
    assert_true(rg_json_walk_next(&walk));
    assert_true(rg_json_walk_name(&walk, &out));
    assert_string_equal(out.data, "bc");
    assert_true(rg_json_walk_plain(&walk, &text, &length));
    assert_true(length == 1 && *text == 'x');
    assert_false(rg_json_walk_next(&walk));
    rg_buffer_release(&out);
}

static void says_what_it_expected(void **state)
{
    struct rg_error err = {0};
    struct rg_json_walk walk = begin("[\n  7, \"a\\n\"]", &err);
    struct rg_buffer out;
    const char *text;
    size_t length;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    assert_false(rg_json_walk_enter(&walk, RG_JSON_OBJECT));
    assert_string_equal(err.message, "line 1, column 1: expected an object, found an array");
    assert_true(rg_json_walk_enter(&walk, RG_JSON_ARRAY) && rg_json_walk_next(&walk));
    assert_false(rg_json_walk_string(&walk, &out));
    assert_string_equal(err.message, "line 2, column 3: expected a string, found a number");
    rg_json_walk_skip(&walk);
    assert_true(rg_json_walk_next(&walk));
    assert_false(rg_json_walk_number(&walk, &text, &length));
    assert_string_equal(err.message, "line 2, column 6: expected a number, found a string");
    assert_false(rg_json_walk_plain(&walk, &text, &length));
    assert_string_equal(err.message, "line 2, column 6: expected a string without escapes");
    rg_buffer_release(&out);
}

/* As strictly as by the reader with a tree. */
static void checks_first(void **state)
{
    static const char *const rows[] = {"",         "[",  "[1,]",  "{\"a\"}", "\"\\ud800\"",
                                       "\"\x01\"", "01", "[1] 2", "\"\xff\""};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_json_walk walk;
        struct rg_error err = {0};
        CHECK(rows[i], !rg_json_walk_begin(&walk, rows[i], strlen(rows[i]), &err));
        CHECK_INT(rows[i], err.code, RG_ERROR_FORMAT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_strings), cmocka_unit_test(passes_values),
        cmocka_unit_test(walks_objects), cmocka_unit_test(says_what_it_expected),
        cmocka_unit_test(checks_first),
    };
    return cmocka_run_group_tests_name("json_walk", tests, NULL, NULL);
}
