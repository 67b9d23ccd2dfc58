/* Responses of the API, to the letter. */
#include "check.h"

#include "rungate/measure/answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        "\"warnings\":[],\"infos\":[]}");
    assert_null(answer.warning);
    assert_null(answer.note);
    rg_answer_release(&answer);
}

/* What servers say, in which of the two lists, and what is made of it. NULL: nothing. */
static const struct {
    const char *name;
    const char *list;
    const char *text;
    const char *warning;
    enum rg_status noted;
} notices[] = {
    {"info among infos", "infos", "PromQL info: metric might not be a counter", NULL, RG_STATUS_GOOD},
    {"info without its level", "infos", "metric might not be a counter", NULL, RG_STATUS_GOOD},
    {"info among warnings", "warnings", "PromQL info: metric might not be a counter", NULL, RG_STATUS_GOOD},
    {"info in the middle", "warnings", "no PromQL info", "no PromQL info", RG_STATUS_GOOD},
    {"PromQL warning", "warnings", "PromQL warning: quantile value should be between 0 and 1",
     "PromQL warning: quantile value should be between 0 and 1", RG_STATUS_GOOD},
    {"PromQL warning among infos", "infos", "PromQL warning: quantile value", NULL, RG_STATUS_GOOD},
    {"a store is down", "warnings", "a store is down", "a store is down", RG_STATUS_GOOD},
    {"infos omitted", "infos", "4 more info annotations omitted", NULL, RG_STATUS_GOOD},
    {"infos omitted, among warnings", "warnings", "14 more info annotations omitted", NULL, RG_STATUS_GOOD},
    {"no number omitted", "warnings", " more info annotations omitted", " more info annotations omitted",
     RG_STATUS_GOOD},
    {"omitted and more", "warnings", "4 more info annotations omitted.", "4 more info annotations omitted.",
     RG_STATUS_GOOD},
    {"of any level omitted", "warnings", "4 more annotations omitted", "4 more annotations omitted",
     RG_STATUS_GOOD},
    {"warnings omitted", "warnings", "4 more warning annotations omitted",
     "4 more warning annotations omitted", RG_STATUS_GOOD},
    {"forced monotonicity", "infos",
     "PromQL info: input to histogram_quantile needed to be fixed for monotonicity (see …)", NULL,
     RG_STATUS_BAD_HISTOGRAM},
    {"forced monotonicity among warnings", "warnings",
     "PromQL info: input to histogram_quantile needed to be fixed for monotonicity (see …)", NULL,
     RG_STATUS_BAD_HISTOGRAM},
    {"NaN observations", "infos",
     "PromQL info: input to histogram_quantile has NaN observations, result is skewed higher", NULL,
     RG_STATUS_BAD_HISTOGRAM},
    {"custom buckets", "infos", "PromQL info: mismatched custom buckets were reconciled during aggregation",
     NULL, RG_STATUS_LADDER_MISMATCH},
    {"one histogram ignored", "infos", "PromQL info: ignored histogram in avg aggregation", NULL,
     RG_STATUS_ERROR},
    {"histograms ignored", "infos",
     "PromQL info: ignored histograms in a range containing both floats and histograms", NULL,
     RG_STATUS_ERROR},
    {"classic and native", "warnings",
     "PromQL warning: vector contains a mix of classic and native histograms", NULL, RG_STATUS_ERROR},
    {"histograms and floats", "warnings", "PromQL warning: encountered a mix of histograms and floats", NULL,
     RG_STATUS_ERROR},
    {"counter resets", "warnings", "PromQL warning: conflicting counter resets during histogram aggregation",
     NULL, RG_STATUS_BAD_HISTOGRAM},
    {"no le", "warnings",
     "PromQL warning: bucket label \\\"le\\\" is missing or has a malformed value of \\\"\\\"", NULL,
     RG_STATUS_BAD_HISTOGRAM},
};

static void reads_notices_by_their_level(void **state)
{
    char text[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(notices); i++) {
        (void)snprintf(
            text, sizeof text,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"%s\":[\"%s\"]}",
            notices[i].list, notices[i].text);
        struct rg_answer answer = parse(text);
        CHECK(notices[i].name, (answer.warning == NULL) == (notices[i].warning == NULL));
        if (answer.warning != NULL && notices[i].warning != NULL)
            CHECK_TEXT(notices[i].name, answer.warning, notices[i].warning);
        CHECK_INT(notices[i].name, answer.note == NULL ? RG_STATUS_GOOD : answer.note->status,
                  notices[i].noted);
        rg_answer_release(&answer);
    }
}

static void keeps_the_first_status_and_the_first_warning(void **state)
{
    struct rg_answer answer =
        parse("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},"
              "\"infos\":[\"needed to be fixed for monotonicity\",\"ignored histogram in\"],"
              "\"warnings\":[\"conflicting counter resets\",\"PromQL info: x\",\"one\",\"two\"]}");

    (void)state;
    assert_string_equal(answer.warning, "one");
    assert_int_equal(answer.note->status, RG_STATUS_ERROR);
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
        cmocka_unit_test(reads_notices_by_their_level),
        cmocka_unit_test(keeps_the_first_status_and_the_first_warning),
        cmocka_unit_test(refuses_what_is_no_answer),
        cmocka_unit_test(explains_error_bodies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
