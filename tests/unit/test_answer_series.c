/* Answers whose series are wanted: range vectors with their raw samples, and vectors. */
#include "check.h"

#include "measure/matrix.h"
#include "rungate/measure/answer.h"

#define RESULT(type, elements)                                                                               \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"" type "\",\"result\":[" elements "]}}"
#define MATRIX(elements) RESULT("matrix", elements)

static bool parse(const char *text, enum rg_wanted wanted, struct rg_answer *ret, struct rg_error *err)
{
    return rg_answer_parse_series(text, strlen(text), wanted, ret, err);
}

static void reads_samples(void **state)
{
    static const char text[] =
        MATRIX("{\"metric\":{\"__name__\":\"x_bucket\",\"le\":\"+Inf\",\"a\":\"\\u00e9\\\"\"},"
               "\"values\":[[1700000000,\"1\"],[1700000000.0005,\"2.5\"],[-1.25,\"NaN\"],[1e3,\"+Inf\"]]},"
               " {\"values\" : [ ] , \"metric\" : { }}");
    struct rg_answer answer = {0};
    struct rg_error err = {0};

    (void)state;
    assert_true(parse(text, RG_WANT_SAMPLES, &answer, &err));
    assert_int_equal(answer.count, 0);
    assert_null(answer.failure);
    assert_int_equal(answer.series->count, 2);
    const struct rg_matrix_series *s = answer.series->series;
    assert_string_equal(rg_matrix_label(s, "le"), "+Inf");
    assert_string_equal(rg_matrix_label(s, "a"), "\xc3\xa9\"");
    assert_null(rg_matrix_label(s, "b"));
    assert_int_equal(s->count, 4);
    assert_true(s->samples[0].time_ms == 1700000000000);
    assert_true(s->samples[1].time_ms == 1700000000001);
    CHECK_SAME("a decimal", s->samples[1].value, 2.5);
    assert_true(s->samples[2].time_ms == -1250);
    CHECK_SAME("NaN", s->samples[2].value, (double)NAN);
    assert_true(s->samples[3].time_ms == 1000000);
    CHECK_SAME("+Inf", s->samples[3].value, (double)INFINITY);
    assert_int_equal(s[1].count, 0);
    assert_int_equal(s[1].label_count, 0);
    assert_false(answer.is_native);
    rg_answer_release(&answer);
}

/* The rest of an answer stands before and after the result, and says what it says elsewhere. */
static void reads_the_rest(void **state)
{
    static const char text[] =
        "{\"warnings\":[\"a store is down\"],\"data\":{\"result\":[{\"metric\":{\"a\":\"b\"},"
        "\"value\":[7,\"8\"],\"stats\":{\"x\":[1]}}],\"resultType\":\"vector\"},"
        "\"infos\":[\"ignored histogram(s) in x\"],\"status\":\"success\"}";
    struct rg_answer answer = {0};
    struct rg_error err = {0};

    (void)state;
    assert_true(parse(text, RG_WANT_SERIES, &answer, &err));
    assert_string_equal(answer.warning, "a store is down");
    assert_int_equal(answer.note->status, RG_STATUS_ERROR);
    assert_int_equal(answer.series->count, 1);
    assert_true(answer.series->series[0].samples[0].time_ms == 7000);
    rg_answer_release(&answer);
}

static void sees_native_histograms(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        enum rg_wanted wanted;
        bool is_native;
    } rows[] = {
        {"a range",
         MATRIX("{\"metric\":{},\"histograms\":[[1,{\"count\":\"1\",\"buckets\":[[0,\"1\",\"2\",\"1\"]]}]]}"),
         RG_WANT_SAMPLES, true},
        {"beside numbers", MATRIX("{\"metric\":{},\"values\":[[1,\"2\"]],\"histograms\":[]}"),
         RG_WANT_SAMPLES, true},
        {"one", RESULT("vector", "{\"metric\":{},\"histogram\":[1,{}]}"), RG_WANT_SERIES, true},
        {"numbers", MATRIX("{\"metric\":{},\"values\":[[1,\"2\"]]}"), RG_WANT_SAMPLES, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_answer answer = {0};
        struct rg_error err = {0};
        CHECK(rows[i].row, parse(rows[i].text, rows[i].wanted, &answer, &err));
        CHECK_INT(rows[i].row, answer.is_native, rows[i].is_native);
        rg_answer_release(&answer);
    }
}

static void refuses(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *part;
    } rows[] = {
        {"no JSON", "<html>", "line 1, column 1"},
        {"cut", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[", "found the end"},
        {"a vector", RESULT("vector", ""), "expected a matrix, found a 'vector'"},
        {"no type", "{\"status\":\"success\",\"data\":{\"result\":[]}}", "missing 'resultType'"},
        {"no result", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\"}}", "missing 'result'"},
        {"no array", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":{}}}",
         "expected an array"},
        {"two results",
         "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[],\"result\":[]}}",
         "duplicate"},
        {"an error", "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"no\"}", "bad_data: no"},
        {"an element that is none", MATRIX("7"), "expected an object, found a number"},
        {"no labels", MATRIX("{\"values\":[]}"), "missing 'metric'"},
        {"no values", MATRIX("{\"metric\":{}}"), "missing 'values'"},
        {"labels twice", MATRIX("{\"metric\":{},\"metric\":{},\"values\":[]}"), "duplicate member"},
        {"values twice", MATRIX("{\"metric\":{},\"values\":[],\"value\":[1,\"1\"]}"), "duplicate member"},
        {"a label twice", MATRIX("{\"metric\":{\"a\":\"1\",\"\\u0061\":\"2\"},\"values\":[]}"),
         "duplicate label"},
        {"a label that is no text", MATRIX("{\"metric\":{\"a\":1},\"values\":[]}"),
         "expected a string, found a number"},
        {"a sample that is none", MATRIX("{\"metric\":{},\"values\":[7]}"),
         "expected an array, found a number"},
        {"a time alone", MATRIX("{\"metric\":{},\"values\":[[7]]}"), "expected a time and a value"},
        {"nothing", MATRIX("{\"metric\":{},\"values\":[[]]}"), "expected a time and a value"},
        {"too much", MATRIX("{\"metric\":{},\"values\":[[7,\"1\",1]]}"), "expected a time and a value"},
        {"a time that is text", MATRIX("{\"metric\":{},\"values\":[[\"7\",\"1\"]]}"),
         "expected a number, found a string"},
        {"a value that is none", MATRIX("{\"metric\":{},\"values\":[[7,1]]}"),
         "expected a string, found a number"},
        {"no number", MATRIX("{\"metric\":{},\"values\":[[7,\"x\"]]}"), "expected a number"},
        {"an empty number", MATRIX("{\"metric\":{},\"values\":[[7,\"\"]]}"), "expected a number"},
        {"a time out of all bounds", MATRIX("{\"metric\":{},\"values\":[[1e12,\"1\"]]}"), "expected a time"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_answer answer = {0};
        struct rg_error err = {0};
        CHECK(rows[i].row, !parse(rows[i].text, RG_WANT_SAMPLES, &answer, &err));
        if (strstr(err.message, rows[i].part) == NULL)
            CHECK_TEXT(rows[i].row, err.message, rows[i].part);
        CHECK(rows[i].row, answer.series == NULL);
    }
}

/* Labels are compared with each other, so there is a limit, in both readers. */
static void limits_labels(void **state)
{
    (void)state;
    for (size_t count = RG_SERIES_LABELS_MAX; count <= RG_SERIES_LABELS_MAX + 1; count++) {
        for (int wanted = 0; wanted < 2; wanted++) {
            struct rg_answer answer = {0};
            struct rg_error err = {0};
            struct rg_buffer text;
            rg_buffer_init(&text, RG_TEXT_MAX);
            rg_buffer_puts(
                &text,
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":{");
            for (size_t i = 0; i < count; i++)
                rg_buffer_printf(&text, "%s\"l%zu\":\"v\"", i == 0 ? "" : ",", i);
            rg_buffer_puts(&text, "},\"value\":[7,\"8\"]}]}}");
            bool ok = wanted == 0 ? rg_answer_parse(text.data, text.length, &answer, &err)
                                  : parse(text.data, RG_WANT_SERIES, &answer, &err);
            assert_int_equal(ok, count == RG_SERIES_LABELS_MAX);
            assert_true(ok || strstr(err.message, "more than 128 labels") != NULL);
            rg_answer_release(&answer);
            rg_buffer_release(&text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_samples),  cmocka_unit_test(limits_labels),
        cmocka_unit_test(reads_the_rest), cmocka_unit_test(sees_native_histograms),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests_name("answer_series", tests, NULL, NULL);
}
