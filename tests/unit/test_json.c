/* The reader: what it refuses, with place and words, and what cJSON alone makes of the same text. */
#include "check.h"

#include "rungate/base/buffer.h"
#include "rungate/base/name.h"
#include "rungate/format/json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Text that may hold a NUL, and its length. */
#define TEXT(literal) (literal), sizeof(literal) - 1

struct refusal {
    const char *name;
    const char *text;
    size_t length;
    bool cjson_accepts;
    const char *message;
};

static const struct refusal refusals[] = {
    /* What cJSON lets through. */
    {"duplicate", TEXT("{\"a\": 1,\n \"a\": 2}"), true, "line 2, column 2: a: duplicate member"},
    {"duplicate by escape", TEXT("{\"a\": 1, \"\\u0061\": 2}"), true,
     "line 1, column 10: a: duplicate member"},
    {"duplicate, inner", TEXT("{\"m\": [0, {\"x\": 1, \"y\": 2, \"x\": 3}]}"), true,
     "line 1, column 28: m[1].x: duplicate member"},
    {"duplicate, the first of two", TEXT("{\"b\":1,\"b\":2,\"a\":1,\"a\":2}"), true,
     "line 1, column 8: b: duplicate member"},
    {"duplicate, three times", TEXT("{\"a\":1,\"a\":2,\"a\":3}"), true,
     "line 1, column 8: a: duplicate member"},
    {"trailing text", TEXT("{}\n x"), true, "line 2, column 2: unexpected text after the value"},
    {"trailing value", TEXT("{} {}"), true, "line 1, column 4: unexpected text after the value"},
    {"trailing NUL", TEXT("{}\0"), true, "line 1, column 3: unexpected text after the value"},
    {"leading zero", TEXT("{\"a\": 01}"), true, "line 1, column 7: a number must not start with 0"},
    {"negative leading zero", TEXT("[-01]"), true, "line 1, column 3: a number must not start with 0"},
    {"no fraction", TEXT("[1.]"), true, "line 1, column 4: expected a digit after the decimal point"},
    {"no fraction, exponent", TEXT("[1.e5]"), true,
     "line 1, column 4: expected a digit after the decimal point"},
    {"no exponent", TEXT("[1e]"), false, "line 1, column 4: expected a digit in the exponent"},
    {"no exponent after sign", TEXT("[1e+]"), false, "line 1, column 5: expected a digit in the exponent"},
    {"overflow", TEXT("[1e400]"), true, "line 1, column 2: a number too large for a double"},
    {"negative overflow", TEXT("[-1e309]"), true, "line 1, column 2: a number too large for a double"},
    {"raw newline", TEXT("[\"a\nb\"]"), true, "line 1, column 4: a raw control character in a string"},
    {"raw tab", TEXT("[\"\t\"]"), true, "line 1, column 3: a raw control character in a string"},
    {"raw 0x1f", TEXT("[\"\x1f\"]"), true, "line 1, column 3: a raw control character in a string"},
    {"raw NUL", TEXT("[\"a\0b\"]"), true, "line 1, column 4: a raw control character in a string"},
    {"raw control in a name", TEXT("{\"a\x01\": 1}"), true,
     "line 1, column 4: a raw control character in a string"},
    {"control between tokens", TEXT("[1,\x01 2]"), true, "line 1, column 4: expected a value"},
    {"form feed between tokens", TEXT("[1,\f2]"), true, "line 1, column 4: expected a value"},
    {"not UTF-8", TEXT("[\"\xff\"]"), true, "line 1, column 3: invalid UTF-8"},
    {"cut UTF-8", TEXT("[\"\xc3\"]"), true, "line 1, column 3: invalid UTF-8"},
    {"overlong", TEXT("[\"\xc0\xaf\"]"), true, "line 1, column 3: invalid UTF-8"},
    {"surrogate in UTF-8", TEXT("[\"\xed\xa0\x80\"]"), true, "line 1, column 3: invalid UTF-8"},
    {"above U+10FFFF", TEXT("[\"\xf4\x90\x80\x80\"]"), true, "line 1, column 3: invalid UTF-8"},
    {"not UTF-8 in a name", TEXT("{\"\x80\": 1}"), true, "line 1, column 3: invalid UTF-8"},
    {"byte order mark", TEXT("\xef\xbb\xbf{}"), true, "line 1, column 1: unexpected byte order mark"},
    {"only a byte order mark", TEXT("\xef\xbb\xbf"), false, "line 1, column 1: unexpected byte order mark"},
    {"escaped NUL", TEXT("[\"a\\u0000b\"]"), true, "line 1, column 4: \\u0000 in a string"},
    {"escaped NUL in a name", TEXT("{\"\\u0000\": 1}"), true, "line 1, column 3: \\u0000 in a string"},
    /* What cJSON refuses as well, without a place. */
    {"high half", TEXT("[\"\\ud800\"]"), false, "line 1, column 3: unpaired surrogate in a string"},
    {"high half, text", TEXT("[\"\\ud800x\"]"), false, "line 1, column 3: unpaired surrogate in a string"},
    {"high half, escape", TEXT("[\"\\ud800\\n\"]"), false,
     "line 1, column 3: unpaired surrogate in a string"},
    {"high half, cut escape", TEXT("[\"\\ud800\\u12\"]"), false,
     "line 1, column 13: expected four hexadecimal digits after \\u"},
    {"two high halves", TEXT("[\"\\ud800\\ud800\"]"), false,
     "line 1, column 3: unpaired surrogate in a string"},
    {"high half, letter", TEXT("[\"\\ud83d\\ue000\"]"), false,
     "line 1, column 3: unpaired surrogate in a string"},
    {"low half", TEXT("[\"\\udc00\"]"), false, "line 1, column 3: unpaired surrogate in a string"},
    {"two low halves", TEXT("[\"\\udc00\\udc00\"]"), false,
     "line 1, column 3: unpaired surrogate in a string"},
    {"capital half", TEXT("[\"\\uDBFF\\uDBFF\"]"), false, "line 1, column 3: unpaired surrogate in a string"},
    {"low half, last", TEXT("[\"\\udfff\"]"), false, "line 1, column 3: unpaired surrogate in a string"},
    {"escape letter", TEXT("[\"\\x41\"]"), false, "line 1, column 3: an unknown escape in a string"},
    {"escape digits", TEXT("[\"\\u12g4\"]"), true,
     "line 1, column 7: expected four hexadecimal digits after \\u"},
    {"string without end", TEXT("[\"abc"), false, "line 1, column 2: unterminated string"},
    {"string ends in backslash", TEXT("[\"abc\\"), false, "line 1, column 6: an unknown escape in a string"},
    {"nothing", TEXT(""), false, "line 1, column 1: expected a value, found the end"},
    {"only space", TEXT(" \n "), false, "line 2, column 2: expected a value, found the end"},
    {"NaN", TEXT("[NaN]"), false, "line 1, column 2: expected a value"},
    {"Infinity", TEXT("[Infinity]"), false, "line 1, column 2: expected a value"},
    {"-Infinity", TEXT("[-Infinity]"), false, "line 1, column 3: expected a digit"},
    {"plus sign", TEXT("[+1]"), false, "line 1, column 2: expected a value"},
    {"no integer part", TEXT("[.5]"), false, "line 1, column 2: expected a value"},
    {"hexadecimal", TEXT("[0x10]"), false, "line 1, column 3: expected ',' or ']'"},
    {"capital word", TEXT("[True]"), false, "line 1, column 2: expected a value"},
    {"cut word", TEXT("[nul"), false, "line 1, column 2: expected a value"},
    {"comma at the end, array", TEXT("[1,]"), false, "line 1, column 4: expected a value"},
    {"comma at the end, object", TEXT("{\"a\":1,}"), false,
     "line 1, column 8: expected a member name in double quotes"},
    {"single quotes", TEXT("{'a': 1}"), false, "line 1, column 2: expected a member name in double quotes"},
    {"no colon", TEXT("{\"a\" 1}"), false, "line 1, column 6: expected ':' after the member name"},
    {"no comma, object", TEXT("{\"a\": 1 \"b\": 2}"), false, "line 1, column 9: expected ',' or '}'"},
    {"no comma, array", TEXT("[1 2]"), false, "line 1, column 4: expected ',' or ']'"},
    {"comment", TEXT("// x\n{}"), false, "line 1, column 1: expected a value"},
    {"array without end", TEXT("[1"), false, "line 1, column 3: expected ',' or ']'"},
    {"object without end", TEXT("{"), false, "line 1, column 2: expected a member name in double quotes"},
    /* Columns count characters: two-, three- and four-byte ones are one each. */
    {"column after characters", TEXT("[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\", 01]"), true,
     "line 1, column 9: a number must not start with 0"},
    {"line after CR LF", TEXT("[\r\n01]"), true, "line 2, column 1: a number must not start with 0"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        const struct refusal *row = &refusals[i];
        struct rg_error err = {0};
        const struct rg_json_doc *doc = rg_json_parse(row->text, row->length, &err);
        CHECK(row->name, doc == NULL);
        CHECK_TEXT(row->name, err.message, row->message);
        CHECK_INT(row->name, err.code, RG_ERROR_FORMAT);

        cJSON *alone = cJSON_ParseWithLength(row->text, row->length);
        bool accepted = alone != NULL;
        cJSON_Delete(alone);
        CHECK_INT(row->name, accepted, row->cjson_accepts);
    }
}

static void test_accepted(void **state)
{
    static const char longest[] = "[0.0000000000000000000000000000000000000000000000000000000000001]";
    static const struct {
        const char *name;
        const char *text;
        size_t length;
    } rows[] = {
        {"number at the top", TEXT("5")},
        {"null", TEXT("null")},
        {"space of all four kinds", TEXT(" \t\r\n{ \t\r\n} \t\r\n")},
        {"zero", TEXT("[0, -0, 0.0, 0e0, 0E+0, 0e-0]")},
        {"every first digit", TEXT("[1, 2, 3, 4, 5, 6, 7, 8, 9]")},
        {"every hexadecimal digit", TEXT("[\"\\u0123\\u4567\\u89ab\\ucdef\\uABCD\\uEF00\"]")},
        {"largest", TEXT("[1.7976931348623157e308, -1.7976931348623157e308]")},
        {"underflow", TEXT("[1e-400]")},
        {"63 characters", TEXT(longest)},
        {"all escapes", TEXT("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\uFFFF\"]")},
        {"pair", TEXT("[\"\\ud800\\udc00\\ud83d\\ude00\\uDBFF\\uDFFF\"]")},
        {"0x20 and DEL raw", TEXT("[\" \x7f\"]")},
        {"first and last of each length", TEXT("[\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80"
                                               "\xf4\x8f\xbf\xbf\"]")},
        {"byte order mark in a string", TEXT("[\"\xef\xbb\xbf\"]")},
        {"names of another case", TEXT("{\"a\": 1, \"A\": 2}")},
        {"one name in two objects", TEXT("{\"a\": {\"a\": {\"a\": 1}}}")},
        {"empty name", TEXT("{\"\": 1}")},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_json_doc *doc = rg_json_parse(rows[i].text, rows[i].length, &err);
        CHECK_TEXT(rows[i].name, err.message, "");
        CHECK(rows[i].name, doc != NULL);
        rg_json_free(doc);
    }
}

static void test_number_of_64_characters(void **state)
{
    static const char text[] = "[0.00000000000000000000000000000000000000000000000000000000000001]";
    struct rg_error err = {0};

    (void)state;
    assert_null(rg_json_parse(text, sizeof text - 1, &err));
    assert_string_equal(err.message, "line 1, column 2: a number of more than 63 characters");
    assert_int_equal(err.code, RG_ERROR_LIMIT);
}

/* Text outside the given length is not read, so no terminator is needed. */
static void test_length_is_kept(void **state)
{
    static const char text[] = {'[', '1', '2', ']', ' ', 'x'};
    struct rg_error err = {0};

    (void)state;
    struct rg_json_doc *doc = rg_json_parse(text, 4, &err);
    assert_non_null(doc);
    CHECK_SAME("12", rg_json_number(rg_json_first(rg_json_root(doc))), 12);
    rg_json_free(doc);
    assert_null(rg_json_parse(text, 3, &err));
    assert_string_equal(err.message, "line 1, column 4: expected ',' or ']'");
    char *exact = malloc(2);
    assert_non_null(exact);
    exact[0] = '1';
    exact[1] = '2';
    doc = rg_json_parse(exact, 2, &err);
    assert_non_null(doc);
    CHECK_SAME("exact", rg_json_number(rg_json_root(doc)), 12);
    rg_json_free(doc);
    free(exact);
}

/* cJSON's own limit is 1000. */
static void test_depth(void **state)
{
    char text[2 * 129];
    struct rg_error err = {0};

    (void)state;
    memset(text, '[', 128);
    memset(text + 128, ']', 128);
    struct rg_json_doc *doc = rg_json_parse(text, 256, &err);
    assert_non_null(doc);
    rg_json_free(doc);
    memset(text, '[', 129);
    memset(text + 129, ']', 129);
    assert_null(rg_json_parse(text, 258, &err));
    assert_string_equal(err.message, "line 1, column 129: nested deeper than 128 levels");
    assert_int_equal(err.code, RG_ERROR_LIMIT);
    cJSON *alone = cJSON_ParseWithLength(text, 258);
    assert_non_null(alone);
    cJSON_Delete(alone);
    /* Depth is that of nesting: many siblings are not deep. */
    doc = rg_json_parse("[[],[],{},{},[[]]]", 18, &err);
    assert_non_null(doc);
    rg_json_free(doc);
}

static void test_walk(void **state)
{
    static const char text[] =
        "{\"A\": [1, 1.0, 1e0],\n \"a\": {\"x\": true, \"y\": null},\n \"s\": \"\\u00e9\"}";
    struct rg_error err = {0};
    size_t length;

    (void)state;
    struct rg_json_doc *doc = rg_json_parse(text, sizeof text - 1, &err);
    assert_non_null(doc);
    const struct rg_json *root = rg_json_root(doc);
    assert_int_equal(rg_json_count(root), 3);
    assert_null(rg_json_name(root));
    assert_null(rg_json_next(root));

    const struct rg_json *list = rg_json_first(root);
    assert_string_equal(rg_json_name(list), "A");
    assert_ptr_equal(rg_json_member(root, "A"), list);
    static const char *const texts[] = {"1", "1.0", "1e0"};
    size_t i = 0;
    for (const struct rg_json *v = rg_json_first(list); v != NULL; v = rg_json_next(v), i++) {
        CHECK("three", i < COUNT_OF(texts));
        CHECK_SAME(texts[i], rg_json_number(v), 1);
        const char *raw = rg_json_text(v, &length);
        CHECK_INT(texts[i], length, strlen(texts[i]));
        CHECK(texts[i], memcmp(raw, texts[i], length) == 0);
        CHECK(texts[i], rg_json_name(v) == NULL);
    }
    assert_int_equal(i, 3);

    const struct rg_json *object = rg_json_next(list);
    assert_ptr_equal(rg_json_member(root, "a"), object);
    assert_int_equal(rg_json_line(object), 2);
    assert_true(rg_json_bool(rg_json_member(object, "x")));
    assert_int_equal(rg_json_type(rg_json_member(object, "y")), RG_JSON_NULL);
    assert_null(rg_json_member(object, "X"));
    const struct rg_json *string = rg_json_next(object);
    assert_string_equal(rg_json_string(string), "\xc3\xa9");
    assert_int_equal(rg_json_line(string), 3);
    assert_null(rg_json_next(string));
    assert_null(rg_json_first(string));
    rg_json_free(doc);
    rg_json_free(NULL);
}

static void test_expect(void **state)
{
    static const struct {
        const char *name;
        const char *text;
        enum rg_json_type expected;
        const char *message;
    } rows[] = {
        {"object", "[]", RG_JSON_OBJECT, "line 1, column 1: expected an object, found an array"},
        {"array", "{}", RG_JSON_ARRAY, "line 1, column 1: expected an array, found an object"},
        {"number", "\"1\"", RG_JSON_NUMBER, "line 1, column 1: expected a number, found a string"},
        {"string", "1", RG_JSON_STRING, "line 1, column 1: expected a string, found a number"},
        {"boolean", "null", RG_JSON_BOOL, "line 1, column 1: expected a boolean, found null"},
        {"null", "false", RG_JSON_NULL, "line 1, column 1: expected null, found a boolean"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_json_doc *doc = rg_json_parse(rows[i].text, strlen(rows[i].text), &err);
        CHECK(rows[i].name, doc != NULL);
        CHECK(rows[i].name, !rg_json_expect(rg_json_root(doc), rows[i].expected, &err));
        CHECK_TEXT(rows[i].name, err.message, rows[i].message);
        err = (struct rg_error){0};
        CHECK(rows[i].name, rg_json_expect(rg_json_root(doc), rg_json_type(rg_json_root(doc)), &err));
        CHECK_TEXT(rows[i].name, err.message, "");
        rg_json_free(doc);
    }
}

static void test_path_in_messages(void **state)
{
    static const char text[] = "{\"metrics\": {\n  \"span.tx.process.p99\": {\"value\": \"x\"}},\n"
                               " \"spans\": {\"names\": [\"a\", \"b\",\n 7]}}";
    struct rg_error err = {0};

    (void)state;
    struct rg_json_doc *doc = rg_json_parse(text, sizeof text - 1, &err);
    assert_non_null(doc);
    const struct rg_json *root = rg_json_root(doc);
    const struct rg_json *key = rg_json_first(rg_json_member(root, "metrics"));
    assert_false(rg_json_expect(rg_json_member(key, "value"), RG_JSON_NUMBER, &err));
    assert_string_equal(
        err.message,
        "line 2, column 27: metrics.span.tx.process.p99.value: expected a number, found a string");
    const struct rg_json *name = rg_json_first(rg_json_member(rg_json_member(root, "spans"), "names"));
    name = rg_json_next(rg_json_next(name));
    assert_false(rg_json_expect(name, RG_JSON_STRING, &err));
    assert_string_equal(err.message, "line 4, column 2: spans.names[2]: expected a string, found a number");
    rg_json_free(doc);
}

/* A long name is cut between characters, and the fault itself stays in the message. */
static void test_long_name_in_messages(void **state)
{
    char text[2000] = "{\"x";
    struct rg_error err = {0};

    (void)state;
    for (size_t i = 0; i < 1020; i++)
        text[3 + i] = "\xc3\xa9"[i % 2];
    (void)snprintf(text + 1023, sizeof text - 1023, "\": 1}");
    struct rg_json_doc *doc = rg_json_parse(text, strlen(text), &err);
    assert_non_null(doc);
    assert_false(rg_json_expect(rg_json_first(rg_json_root(doc)), RG_JSON_BOOL, &err));
    assert_non_null(strstr(err.message, "\xc3\xa9...: expected a boolean, found a number"));
    rg_json_free(doc);
}

/* Names are counted as they read, whatever escapes they are written with. */
static void test_names(void **state)
{
    static const struct {
        const char *name;
        const char *unit; /* one character of the name */
        size_t bytes;     /* that it stands for */
    } rows[] = {
        {"plain", "x", 1},
        {"two bytes", "\xc3\xa9", 2},
        {"escaped", "\\u00e9", 2},
        {"short", "\\n", 1},
        {"of ASCII", "\\u0041", 1},
        {"three bytes", "\\u20ac", 3},
        {"a pair", "\\ud83d\\ude00", 4},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t over = 0; over < 2; over++) {
            struct rg_buffer text;
            struct rg_error err = {0};
            rg_buffer_init(&text, RG_TEXT_MAX);
            rg_buffer_puts(&text, "{\"");
            for (size_t j = 0; j < RG_NAME_MAX / rows[i].bytes; j++)
                rg_buffer_puts(&text, rows[i].unit);
            rg_buffer_pad(&text, 'y', RG_NAME_MAX % rows[i].bytes + over);
            rg_buffer_puts(&text, "\": \"##[\"}");
            struct rg_json_doc *doc = rg_json_parse(text.data, text.length, &err);
            CHECK(rows[i].name, (doc != NULL) == (over == 0));
            CHECK_INT(rows[i].name, err.code, over == 0 ? RG_ERROR_NONE : RG_ERROR_LIMIT);
            CHECK(rows[i].name, over == 0 || strncmp(err.message, "line 1, column 2:", 17) == 0);
            rg_json_free(doc);
            rg_buffer_release(&text);
        }
    }
}

static void test_commands_in_names(void **state)
{
    static const char text[] = "{\"a\":\n {\"#\\u0023vso[x\": 1}}";
    struct rg_error err = {0};

    (void)state;
    assert_null(rg_json_parse(text, sizeof text - 1, &err));
    assert_int_equal(err.code, RG_ERROR_FORMAT);
    assert_non_null(strstr(err.message, "line 2, column 3: a.##vso[x: "));
}

/* Above 200,000 values each must have 8 bytes in the file. */
static void test_density(void **state)
{
    static const struct {
        const char *name;
        size_t values;
        size_t blanks; /* before each */
        bool accepted;
    } rows[] = {
        {"few", 199999, 0, true},
        {"dense", 300000, 0, false},
        {"sparse", 300000, 6, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer text;
        struct rg_error err = {0};
        rg_buffer_init(&text, RG_TEXT_MAX);
        for (size_t j = 0; j < rows[i].values; j++) {
            rg_buffer_putc(&text, j == 0 ? '[' : ',');
            rg_buffer_pad(&text, ' ', rows[i].blanks);
            rg_buffer_putc(&text, '0');
        }
        rg_buffer_putc(&text, ']');
        struct rg_json_doc *doc = rg_json_parse(text.data, text.length, &err);
        CHECK(rows[i].name, (doc != NULL) == rows[i].accepted);
        CHECK_INT(rows[i].name, err.code, rows[i].accepted ? RG_ERROR_NONE : RG_ERROR_LIMIT);
        rg_json_free(doc);
        rg_buffer_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_number_of_64_characters),
        cmocka_unit_test(test_length_is_kept),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_expect),
        cmocka_unit_test(test_path_in_messages),
        cmocka_unit_test(test_long_name_in_messages),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_commands_in_names),
        cmocka_unit_test(test_density),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
