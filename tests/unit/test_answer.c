/* Responses of the API, to the letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "rungate/measure/answer.h"

static struct rg_answer parse(const char *text)
{
    struct rg_answer answer = {0};
    struct rg_error err = {0};

    if (!rg_answer_parse(text, strlen(text), &answer, &err))
        fail_msg("%s", err.message);
    return answer;
}

static void assert_refused(const char *text, enum rg_error_code code, const char *part)
{
    struct rg_answer answer = {.count = 77};
    struct rg_error err = {0};

    assert_false(rg_answer_parse(text, strlen(text), &answer, &err));
    assert_int_equal(err.code, code);
    if (strstr(err.message, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, err.message);
    assert_int_equal(answer.count, 77);
}

#define VECTOR(elements)                                                                                     \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" elements "]}}"

static void reads_vectors_and_scalars(void **state)
{
    struct rg_answer answer = parse(VECTOR("{\"metric\":{},\"value\":[1.5,\"7.25\"]}"));

    (void)state;
    assert_int_equal(answer.count, 1);
    assert_true(answer.elements[0].value == 7.25);
    assert_false(answer.elements[0].has_le);
    rg_answer_release(&answer);
    answer = parse(
        "{\"data\":{\"result\":[1,\"1700000000.5\"],\"resultType\":\"scalar\"},\"status\":\"success\"}");
    assert_int_equal(answer.count, 1);
    assert_true(answer.elements[0].value == 1700000000.5);
    rg_answer_release(&answer);
    answer = parse(VECTOR(""));
    assert_int_equal(answer.count, 0);
    rg_answer_release(&answer);
}

static void reads_every_number(void **state)
{
    struct rg_answer answer = parse(VECTOR(
        "{\"metric\":{\"le\":\"1e-05\"},\"value\":[1,\"NaN\"]},"
        "{\"metric\":{\"le\":\"+Inf\"},\"value\":[1,\"-Inf\"]},"
        "{\"metric\":{\"le\":\"abc\"},\"value\":[1,\"3000000000000000000000000000000000000000000000000000000"
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\"]}"));

    (void)state;
    assert_true(isnan(answer.elements[0].value));
    assert_true(answer.elements[0].le == 1e-05);
    assert_true(isinf(answer.elements[1].le) && isinf(answer.elements[1].value));
    assert_false(answer.elements[2].has_le);
    assert_true(answer.elements[2].value == 3e146);
    rg_answer_release(&answer);
}

static void tells_witnesses_and_labels_apart(void **state)
{
    struct rg_answer answer =
        parse(VECTOR("{\"metric\":{\"le\":\"1\",\"job\":\"a\"},\"value\":[1,\"1\"]},"
                     "{\"metric\":{\"job\":\"a\",\"le\":\"2\"},\"value\":[1,\"1\"]},"
                     "{\"metric\":{\"le\":\"1\",\"rungate\":\"series\"},\"value\":[1,\"1\"]},"
                     "{\"metric\":{\"le\":\"1\",\"rungate\":\"samples\"},\"value\":[1,\"1\"]}"));

    (void)state;
    assert_false(answer.mixed_labels);
    assert_int_equal(answer.elements[1].kind, RG_ELEMENT_VALUE);
    assert_int_equal(answer.elements[2].kind, RG_ELEMENT_SERIES);
    assert_int_equal(answer.elements[3].kind, RG_ELEMENT_SAMPLES);
    rg_answer_release(&answer);
    answer = parse(VECTOR("{\"metric\":{\"le\":\"1\"},\"value\":[1,\"1\"]},"
                          "{\"metric\":{\"job\":\"a\",\"le\":\"2\"},\"value\":[1,\"1\"]}"));
    assert_true(answer.mixed_labels);
    rg_answer_release(&answer);
    answer = parse(VECTOR("{\"metric\":{\"job\":\"a\"},\"value\":[1,\"1\"]},"
                          "{\"metric\":{\"job\":\"b\"},\"value\":[1,\"1\"]}"));
    assert_true(answer.mixed_labels);
    rg_answer_release(&answer);
}

static void sees_native_histograms(void **state)
{
    struct rg_answer answer = parse(VECTOR("{\"metric\":{},\"histogram\":[1,{\"count\":\"10\",\"sum\":\"5\","
                                           "\"buckets\":[[0,\"1\",\"2\",\"3\"]]}]}"));

    (void)state;
    assert_true(answer.elements[0].is_native);
    rg_answer_release(&answer);
}

static void sees_warnings(void **state)
{
    struct rg_answer answer = parse("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                                    "]},\"warnings\":[\"one\",\"two\"]}");

    (void)state;
    assert_string_equal(answer.warning, "one");
    rg_answer_release(&answer);
    answer = parse(
        "{\"status\":\"success\",\"isPartial\":true,\"data\":{\"resultType\":\"vector\",\"result\":[]}}");
    assert_non_null(answer.warning);
    rg_answer_release(&answer);
    answer = parse(
        "{\"status\":\"success\",\"isPartial\":false,\"data\":{\"resultType\":\"vector\",\"result\":[]},"
        "\"warnings\":[],\"infos\":[\"PromQL info: input to histogram_quantile needed to be fixed for "
        "monotonicity (see …)\"]}");
    assert_null(answer.warning);
    assert_true(answer.forced_monotonic);
    rg_answer_release(&answer);
    answer = parse(
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"infos\":[\"metric "
        "might not be a counter\"]}");
    assert_false(answer.forced_monotonic);
    rg_answer_release(&answer);
}

static void refuses_what_is_no_answer(void **state)
{
    (void)state;
    assert_refused("<html>", RG_ERROR_FORMAT, "line 1, column 1");
    assert_refused("", RG_ERROR_FORMAT, "line 1");
    assert_refused("[]", RG_ERROR_FORMAT, "expected an object");
    assert_refused("{}", RG_ERROR_FORMAT, "missing 'status'");
    assert_refused("{\"status\":1}", RG_ERROR_FORMAT, "status");
    assert_refused("{\"status\":\"maybe\"}", RG_ERROR_FORMAT, "'success' or 'error'");
    assert_refused("{\"status\":\"success\"}", RG_ERROR_FORMAT, "missing 'data'");
    assert_refused("{\"status\":\"success\",\"status\":\"error\"}", RG_ERROR_FORMAT, "duplicate");
    assert_refused("{\"status\":\"error\"}", RG_ERROR_FORMAT, "missing 'error'");
    assert_refused("{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"no\"}", RG_ERROR_SERVER,
                   "bad_data: no");
    assert_refused("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
                   RG_ERROR_FORMAT, "'matrix'");
    assert_refused("{\"status\":\"success\",\"data\":{\"resultType\":\"string\",\"result\":[1,\"a\"]}}",
                   RG_ERROR_FORMAT, "'string'");
    assert_refused("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":{}}}",
                   RG_ERROR_FORMAT, "data.result");
    assert_refused(VECTOR("1"), RG_ERROR_FORMAT, "expected an object");
    assert_refused(VECTOR("{\"value\":[1,\"1\"]}"), RG_ERROR_FORMAT, "missing 'metric'");
    assert_refused(VECTOR("{\"metric\":{}}"), RG_ERROR_FORMAT, "missing 'value'");
    assert_refused(VECTOR("{\"metric\":{\"le\":1},\"value\":[1,\"1\"]}"), RG_ERROR_FORMAT,
                   "expected a string");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[1,1]}"), RG_ERROR_FORMAT, "expected a string");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[\"1\",\"1\"]}"), RG_ERROR_FORMAT, "expected a number");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[1]}"), RG_ERROR_FORMAT, "a time and a value");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[1,\"1\",2]}"), RG_ERROR_FORMAT, "a time and a value");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[1,\"0x1p3\"]}"), RG_ERROR_FORMAT, "'0x1p3'");
    assert_refused(VECTOR("{\"metric\":{},\"value\":[1,\"\"]}"), RG_ERROR_FORMAT, "expected a number");
    assert_refused(
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"warnings\":[1]}",
        RG_ERROR_FORMAT, "warnings");
    assert_refused(
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"isPartial\":\"no\"}",
        RG_ERROR_FORMAT, "isPartial");
}

static void assert_explained(const char *text, const char *wanted)
{
    struct rg_buffer out;

    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    rg_answer_explain(text, strlen(text), &out);
    assert_string_equal(rg_buffer_text(&out), wanted);
    rg_buffer_release(&out);
}

static void explains_error_bodies(void **state)
{
    (void)state;
    assert_explained("{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many\"}",
                     "execution: too many");
    assert_explained("\n Service Unavailable\nmore", "Service Unavailable");
    assert_explained("<html><body>", "");
    assert_explained("", "");
    assert_explained(VECTOR(""), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_vectors_and_scalars),
        cmocka_unit_test(reads_every_number),
        cmocka_unit_test(tells_witnesses_and_labels_apart),
        cmocka_unit_test(sees_native_histograms),
        cmocka_unit_test(sees_warnings),
        cmocka_unit_test(refuses_what_is_no_answer),
        cmocka_unit_test(explains_error_bodies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
