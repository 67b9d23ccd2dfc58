/* The writer, and the canonical form of a timings document. */
#include "check.h"

#include "rungate/format/json_write.h"
#include "rungate/model/timings.h"
#include "rungate/model/timings_copy.h"

static void test_value(void **state)
{
    static const struct {
        const char *name;
        const char *in;
        const char *out;
    } rows[] = {
        {"empty object", " { } ", "{}\n"},
        {"empty array", "[\n]", "[]\n"},
        {"words", "[true,false,null]", "[\n  true,\n  false,\n  null\n]\n"},
        {"sorted", "{\"b\":1,\"a\":2,\"B\":3,\"\":4,\"aa\":5}",
         "{\n  \"\": 4,\n  \"B\": 3,\n  \"a\": 2,\n  \"aa\": 5,\n  \"b\": 1\n}\n"},
        {"sorted inside", "{\"z\":[{\"b\":1,\"a\":{\"d\":1,\"c\":[]}}],\"a\":{}}",
         "{\n  \"a\": {},\n  \"z\": [\n    {\n      \"a\": {\n        \"c\": [],\n        \"d\": 1\n      "
         "},\n"
         "      \"b\": 1\n    }\n  ]\n}\n"},
        {"code points, not UTF-16", "{\"\\ud83d\\ude00\":1,\"\\uffff\":2,\"\\u00e9\":3,\"z\":4}",
         "{\n  \"z\": 4,\n  \"\\u00e9\": 3,\n  \"\\uffff\": 2,\n  \"\\ud83d\\ude00\": 1\n}\n"},
        {"escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u0080\"]",
         "[\n  \"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u0080\"\n]\n"},
        {"U+10000", "[\"\\ud800\\udc00\\uffff\"]", "[\n  \"\\ud800\\udc00\\uffff\"\n]\n"},
        {"raw characters", "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf\"]",
         "[\n  \"\\u00e9\\u20ac\\ud83d\\ude00\\udbff\\udfff\"\n]\n"},
        {"numbers keep their text", "[1, 1.0, 1.50, 1E5, -0, 12345678901234567890123]",
         "[\n  1,\n  1.0,\n  1.50,\n  1E5,\n  -0,\n  12345678901234567890123\n]\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_json_writer w;
        struct rg_buffer out;
        struct rg_json_doc *doc = rg_json_parse(rows[i].in, strlen(rows[i].in), &err);
        CHECK_TEXT(rows[i].name, err.message, "");
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_json_writer_init(&w, &out);
        rg_json_write_value(&w, rg_json_root(doc));
        rg_json_write_end(&w);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&out), rows[i].out);
        CHECK(rows[i].name, rg_buffer_check(&out, &err));
        rg_json_writer_release(&w);
        rg_buffer_release(&out);
        rg_json_free(doc);
    }
}

static void write_all_kinds(struct rg_json_writer *w)
{
    rg_json_write_open_object(w);
    rg_json_write_name(w, "z");
    rg_json_write_number(w, 1500);
    rg_json_write_name(w, "list");
    rg_json_write_open_array(w);
    rg_json_write_integer(w, -9223372036854775807LL - 1);
    rg_json_write_bool(w, true);
    rg_json_write_null(w);
    rg_json_write_open_object(w);
    rg_json_write_name(w, "y");
    rg_json_write_number(w, (double)NAN);
    rg_json_write_name(w, "x");
    rg_json_write_number(w, -(double)INFINITY);
    rg_json_write_close_object(w);
    rg_json_write_close_array(w);
    rg_json_write_name(w, "a");
    rg_json_write_string(w, NULL);
    rg_json_write_name(w, "b\xff");
    rg_json_write_string(w, "not \xc3 UTF-8");
    rg_json_write_close_object(w);
    rg_json_write_end(w);
}

static void test_calls(void **state)
{
    static const char expected[] = "{\n  \"a\": null,\n  \"b\\ufffd\": \"not \\ufffd UTF-8\",\n  \"list\": "
                                   "[\n    -9223372036854775808,\n"
                                   "    true,\n    null,\n    {\n      \"x\": null,\n      \"y\": null\n    "
                                   "}\n  ],\n  \"z\": 1500.0\n}\n";
    struct rg_json_writer w;
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    rg_buffer_puts(&out, "before: ");
    rg_json_writer_init(&w, &out);
    write_all_kinds(&w);
    rg_json_writer_release(&w);
    assert_memory_equal(out.data, "before: ", 8);
    assert_string_equal(out.data + 8, expected);
    rg_buffer_release(&out);

    /* Every limit below the size needed is noticed, none is overrun. */
    for (size_t limit = 0; limit <= sizeof expected - 1; limit++) {
        char row[32];
        (void)snprintf(row, sizeof row, "limit %zu", limit);
        struct rg_error err = {0};
        rg_buffer_init(&out, limit);
        rg_json_writer_init(&w, &out);
        write_all_kinds(&w);
        rg_json_writer_release(&w);
        CHECK_INT(row, rg_buffer_check(&out, &err), limit == sizeof expected - 1);
        CHECK_INT(row, err.code, limit == sizeof expected - 1 ? RG_ERROR_NONE : RG_ERROR_LIMIT);
        CHECK(row, out.length <= limit);
        rg_buffer_release(&out);
    }
}

/* Measured values as such, wherever they stand; all other numbers with the text they had. */
static void test_timings(void **state)
{
    static const struct {
        const char *name;
        const char *in;
        const char *out;
    } rows[] = {
        {"value", "{\"metrics\":{\"k\":{\"value\":1500,\"unit\":\"ms\",\"n\":7}}}",
         "{\n  \"metrics\": {\n    \"k\": {\n      \"n\": 7,\n      \"unit\": \"ms\",\n      \"value\": "
         "1500.0\n"
         "    }\n  }\n}\n"},
        {"null", "{\"metrics\":{\"k\":{\"value\":null}}}",
         "{\n  \"metrics\": {\n    \"k\": {\n      \"value\": null\n    }\n  }\n}\n"},
        {"shortest", "{\"samples\":{\"a\":0.50,\"b\":1E16,\"c\":1.0000000000000000001}}",
         "{\n  \"samples\": {\n    \"a\": 0.5,\n    \"b\": 1e+16,\n    \"c\": 1.0\n  }\n}\n"},
        {"capture", "{\"capture\":{\"declared\":20,\"captured\":20,\"min_ratio\":1,\"complete\":true}}",
         "{\n  \"capture\": {\n    \"captured\": 20,\n    \"complete\": true,\n    \"declared\": 20,\n"
         "    \"min_ratio\": 1.0\n  }\n}\n"},
        {"ladders", "{\"ladders\":{\"a\":{\"edges\":[1,2.50],\"n\":[1]}}}",
         "{\n  \"ladders\": {\n    \"a\": {\n      \"edges\": [\n        1.0,\n        2.5\n      ],\n"
         "      \"n\": [\n        1\n      ]\n    }\n  }\n}\n"},
        {"spread", "{\"spread\":{\"k\":[1,null,2]}}",
         "{\n  \"spread\": {\n    \"k\": [\n      1.0,\n      null,\n      2.0\n    ]\n  }\n}\n"},
        {"runs", "{\"runs\":[{\"n\":1,\"covered\":{\"a\":7},\"samples\":{\"a\":7,\"b\":7.0}}]}",
         "{\n  \"runs\": [\n    {\n      \"covered\": {\n        \"a\": 7.0\n      },\n      \"n\": 1,\n      "
         "\"samples\": {\n        \"a\": 7,\n        \"b\": 7.0\n      }\n    }\n  ]\n}\n"},
        {"carried over",
         "{\"schema_version\":1,\"x\":{\"value\":1,\"metrics\":{\"k\":{\"value\":2.50}}},\"value\":3}",
         "{\n  \"schema_version\": 1,\n  \"value\": 3,\n  \"x\": {\n    \"metrics\": {\n      \"k\": {\n"
         "        \"value\": 2.50\n      }\n    },\n    \"value\": 1\n  }\n}\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct rg_buffer out;
        struct rg_json_doc *doc = rg_json_parse(rows[i].in, strlen(rows[i].in), &err);
        CHECK_TEXT(rows[i].name, err.message, "");
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        CHECK(rows[i].name, rg_timings_copy(doc, NULL, &out, &err));
        CHECK_TEXT(rows[i].name, rg_buffer_text(&out), rows[i].out);
        rg_buffer_release(&out);
        rg_buffer_init(&out, strlen(rows[i].out) - 1);
        CHECK(rows[i].name, !rg_timings_copy(doc, NULL, &out, &err));
        CHECK_INT(rows[i].name, err.code, RG_ERROR_LIMIT);
        rg_buffer_release(&out);
        rg_json_free(doc);
    }
}

/* The shipped files are canonical: reading and writing them gives the same bytes. */
static void test_shipped(void **state)
{
    static const char *const paths[] = {
        RG_SOURCE_DIR "/baselines/baseline-timings.json",
        RG_SOURCE_DIR "/config/ladders.json",
        RG_SOURCE_DIR "/config/regression-metrics.json",
        RG_SOURCE_DIR "/config/regression-thresholds.json",
        RG_SOURCE_DIR "/tests/data/xrpl-2026-08-24/baseline-timings.json",
        RG_SOURCE_DIR "/tests/data/xrpl-2026-08-24/regression-thresholds.json",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        struct rg_error err = {0};
        struct rg_json_writer w;
        struct rg_buffer out;
        size_t length;
        struct rg_json_doc *doc = rg_json_read(paths[i], &err);
        CHECK_TEXT(paths[i], err.message, "");
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_json_writer_init(&w, &out);
        rg_json_write_value(&w, rg_json_root(doc));
        rg_json_writer_release(&w);
        const char *text = rg_json_text(rg_json_root(doc), &length);
        CHECK_INT(paths[i], out.length, length);
        CHECK(paths[i], memcmp(out.data, text, length) == 0);
        rg_buffer_release(&out);
        rg_json_free(doc);
    }
}

/* Members that are opened or written in one call, and the end of it all. */
static void test_members(void **state)
{
    static const double numbers[] = {1, 2.5, (double)NAN};
    struct rg_error err = {0};
    struct rg_json_writer w;
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_json_writer_init(&w, &out);
    rg_json_write_open_object(&w);
    rg_json_member_numbers(&w, "numbers", numbers, COUNT_OF(numbers));
    rg_json_member_numbers(&w, "none", NULL, 0);
    rg_json_member_open_object(&w, "object");
    rg_json_member_open_array(&w, "array");
    rg_json_write_close_array(&w);
    rg_json_write_close_object(&w);
    rg_json_write_close_object(&w);
    CHECK("finished", rg_json_writer_finish(&w, &err));
    CHECK_TEXT("text", rg_buffer_text(&out),
               "{\n  \"none\": [],\n  \"numbers\": [\n    1.0,\n    2.5,\n    null\n  ],\n"
               "  \"object\": {\n    \"array\": []\n  }\n}\n");
    rg_buffer_release(&out);

    rg_buffer_init(&out, 1);
    rg_json_writer_init(&w, &out);
    rg_json_write_bool(&w, true);
    CHECK("beyond the limit", !rg_json_writer_finish(&w, &err));
    CHECK_INT("code", err.code, RG_ERROR_LIMIT);
    rg_buffer_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members), cmocka_unit_test(test_value),   cmocka_unit_test(test_calls),
        cmocka_unit_test(test_timings), cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests_name("json_write", tests, NULL, NULL);
}
