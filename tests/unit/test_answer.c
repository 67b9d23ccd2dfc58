/* Responses of the API, to the letter. */
#include "check.h"

#include "rungate/measure/answer.h"

static struct rg_answer parse(const char *row, const char *text)
{
    struct rg_answer answer = {0};
    struct rg_error err = {0};

    (void)rg_answer_parse(text, strlen(text), &answer, &err);
    CHECK_TEXT(row, err.message, "");
    return answer;
}

#define VECTOR(elements)                                                                                     \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" elements "]}}"

static void test_vectors_and_scalars(void **state)
{
    struct rg_answer answer = parse("a vector", VECTOR("{\"metric\":{},\"value\":[1.5,\"7.25\"]}"));

    (void)state;
    CHECK_INT("a vector", answer.count, 1);
    CHECK_SAME("a vector", answer.elements[0].value, 7.25);
    CHECK("a vector", !answer.elements[0].has_le);
    rg_answer_release(&answer);
    answer = parse("a scalar", "{\"data\":{\"result\":[1,\"1700000000.5\"],\"resultType\":\"scalar\"},"
                               "\"status\":\"success\"}");
    CHECK_INT("a scalar", answer.count, 1);
    CHECK_SAME("a scalar", answer.elements[0].value, 1700000000.5);
    rg_answer_release(&answer);
    answer = parse("an empty vector", VECTOR(""));
    CHECK_INT("an empty vector", answer.count, 0);
    rg_answer_release(&answer);
}

static void test_numbers(void **state)
{
    struct rg_answer answer = parse(
        "numbers",
        VECTOR(
            "{\"metric\":{\"le\":\"1e-05\"},\"value\":[1,\"NaN\"]},"
            "{\"metric\":{\"le\":\"+Inf\"},\"value\":[1,\"-Inf\"]},"
            "{\"metric\":{\"le\":\"abc\"},\"value\":[1,\"3000000000000000000000000000000000000000000000000000000"
            "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\"]}"));

    (void)state;
    CHECK_SAME("NaN", answer.elements[0].value, (double)NAN);
    CHECK_SAME("an edge with an exponent", answer.elements[0].le, 1e-05);
    CHECK_SAME("the edge +Inf", answer.elements[1].le, (double)INFINITY);
    CHECK_SAME("-Inf", answer.elements[1].value, -(double)INFINITY);
    CHECK("an edge that is no number", !answer.elements[2].has_le);
    CHECK_SAME("147 digits", answer.elements[2].value, 3e146);
    rg_answer_release(&answer);
}

static void test_witnesses(void **state)
{
    struct rg_answer answer =
        parse("witnesses", VECTOR("{\"metric\":{\"le\":\"1\",\"job\":\"a\"},\"value\":[1,\"1\"]},"
                                  "{\"metric\":{\"job\":\"a\",\"le\":\"2\"},\"value\":[1,\"1\"]},"
                                  "{\"metric\":{\"le\":\"1\",\"rungate\":\"series\"},\"value\":[1,\"1\"]},"
                                  "{\"metric\":{\"le\":\"1\",\"rungate\":\"samples\"},\"value\":[1,\"1\"]}"));

    (void)state;
    CHECK("witnesses: labels in another order", !answer.mixed_labels);
    CHECK_INT("witnesses: a bucket", answer.elements[1].kind, RG_ELEMENT_VALUE);
    CHECK_INT("witnesses: series", answer.elements[2].kind, RG_ELEMENT_SERIES);
    CHECK_INT("witnesses: samples", answer.elements[3].kind, RG_ELEMENT_SAMPLES);
    rg_answer_release(&answer);
}

static void test_mixed_labels(void **state)
{
    static const struct {
        const char *row;
        const char *text;
    } rows[] = {
        {"one has a label more", VECTOR("{\"metric\":{\"le\":\"1\"},\"value\":[1,\"1\"]},"
                                        "{\"metric\":{\"job\":\"a\",\"le\":\"2\"},\"value\":[1,\"1\"]}")},
        {"another value", VECTOR("{\"metric\":{\"job\":\"a\"},\"value\":[1,\"1\"]},"
                                 "{\"metric\":{\"job\":\"b\"},\"value\":[1,\"1\"]}")},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_answer answer = parse(rows[i].row, rows[i].text);
        CHECK(rows[i].row, answer.mixed_labels);
        rg_answer_release(&answer);
    }
}

static void test_native_histogram(void **state)
{
    struct rg_answer answer =
        parse("native", VECTOR("{\"metric\":{},\"histogram\":[1,{\"count\":\"10\",\"sum\":\"5\","
                               "\"buckets\":[[0,\"1\",\"2\",\"3\"]]}]}"));

    (void)state;
    CHECK("native", answer.elements[0].is_native);
    rg_answer_release(&answer);
}

static void test_partial(void **state)
{
    struct rg_answer answer = parse("partial", "{\"status\":\"success\",\"isPartial\":true,"
                                               "\"data\":{\"resultType\":\"vector\",\"result\":[]}}");

    (void)state;
    CHECK("partial", answer.warning != NULL);
    rg_answer_release(&answer);
    answer = parse("whole", "{\"status\":\"success\",\"isPartial\":false,\"data\":{\"resultType\":\"vector\","
                            "\"result\":[]},\"warnings\":[],\"infos\":[]}");
    CHECK("whole", answer.warning == NULL && answer.note == NULL);
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

static void test_notices(void **state)
{
    char text[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(notices); i++) {
        (void)snprintf(
            text, sizeof text,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"%s\":[\"%s\"]}",
            notices[i].list, notices[i].text);
        struct rg_answer answer = parse(notices[i].name, text);
        CHECK_TEXT(notices[i].name, answer.warning, notices[i].warning);
        CHECK_INT(notices[i].name, answer.note == NULL ? RG_STATUS_GOOD : answer.note->status,
                  notices[i].noted);
        rg_answer_release(&answer);
    }
}

static void test_several_notices(void **state)
{
    struct rg_answer answer =
        parse("several", "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},"
                         "\"infos\":[\"needed to be fixed for monotonicity\",\"ignored histogram in\"],"
                         "\"warnings\":[\"conflicting counter resets\",\"PromQL info: x\",\"one\",\"two\"]}");

    (void)state;
    CHECK_TEXT("the first warning", answer.warning, "one");
    CHECK_INT("the worst status", answer.note->status, RG_STATUS_ERROR);
    rg_answer_release(&answer);
}

static void test_refused(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        enum rg_error_code code;
        const char *part;
    } rows[] = {
        {"HTML", "<html>", RG_ERROR_FORMAT, "line 1, column 1"},
        {"nothing", "", RG_ERROR_FORMAT, "line 1"},
        {"an array", "[]", RG_ERROR_FORMAT, "expected an object"},
        {"no status", "{}", RG_ERROR_FORMAT, "missing 'status'"},
        {"a status that is a number", "{\"status\":1}", RG_ERROR_FORMAT, "status"},
        {"another status", "{\"status\":\"maybe\"}", RG_ERROR_FORMAT, "'success' or 'error'"},
        {"no data", "{\"status\":\"success\"}", RG_ERROR_FORMAT, "missing 'data'"},
        {"a status twice", "{\"status\":\"success\",\"status\":\"error\"}", RG_ERROR_FORMAT, "duplicate"},
        {"an error without a text", "{\"status\":\"error\"}", RG_ERROR_FORMAT, "missing 'error'"},
        {"an error", "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"no\"}", RG_ERROR_SERVER,
         "bad_data: no"},
        {"a matrix", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
         RG_ERROR_FORMAT, "'matrix'"},
        {"a string", "{\"status\":\"success\",\"data\":{\"resultType\":\"string\",\"result\":[1,\"a\"]}}",
         RG_ERROR_FORMAT, "'string'"},
        {"a result that is an object",
         "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":{}}}", RG_ERROR_FORMAT,
         "data.result"},
        {"a number for an element", VECTOR("1"), RG_ERROR_FORMAT, "expected an object"},
        {"no labels", VECTOR("{\"value\":[1,\"1\"]}"), RG_ERROR_FORMAT, "missing 'metric'"},
        {"no value", VECTOR("{\"metric\":{}}"), RG_ERROR_FORMAT, "missing 'value'"},
        {"an edge that is a number", VECTOR("{\"metric\":{\"le\":1},\"value\":[1,\"1\"]}"), RG_ERROR_FORMAT,
         "expected a string"},
        {"a value that is a number", VECTOR("{\"metric\":{},\"value\":[1,1]}"), RG_ERROR_FORMAT,
         "expected a string"},
        {"a time that is text", VECTOR("{\"metric\":{},\"value\":[\"1\",\"1\"]}"), RG_ERROR_FORMAT,
         "expected a number"},
        {"a time alone", VECTOR("{\"metric\":{},\"value\":[1]}"), RG_ERROR_FORMAT, "a time and a value"},
        {"a third member", VECTOR("{\"metric\":{},\"value\":[1,\"1\",2]}"), RG_ERROR_FORMAT,
         "a time and a value"},
        {"a hexadecimal value", VECTOR("{\"metric\":{},\"value\":[1,\"0x1p3\"]}"), RG_ERROR_FORMAT,
         "'0x1p3'"},
        {"an empty value", VECTOR("{\"metric\":{},\"value\":[1,\"\"]}"), RG_ERROR_FORMAT,
         "expected a number"},
        {"a warning that is a number",
         "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"warnings\":[1]}",
         RG_ERROR_FORMAT, "warnings"},
        {"isPartial that is text",
         "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]},\"isPartial\":\"no\"}",
         RG_ERROR_FORMAT, "isPartial"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_answer answer = {.count = 77};
        struct rg_error err = {0};

        CHECK(rows[i].row, !rg_answer_parse(rows[i].text, strlen(rows[i].text), &answer, &err));
        CHECK_INT(rows[i].row, err.code, rows[i].code);
        CHECK(rows[i].row, strstr(err.message, rows[i].part) != NULL);
        CHECK_INT(rows[i].row, answer.count, 77);
    }
}

/* The body of a response that reports an error. */
static void test_explained(void **state)
{
    static const struct {
        const char *row;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"an error", "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many\"}",
         "execution: too many"},
        {"text", "\n Service Unavailable\nmore", "Service Unavailable"},
        {"HTML", "<html><body>", ""},
        {"nothing", "", ""},
        {"a good answer", VECTOR(""), ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;

        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_answer_explain(rows[i].text, strlen(rows[i].text), &out);
        CHECK_TEXT(rows[i].row, rg_buffer_text(&out), rows[i].wanted);
        rg_buffer_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_and_scalars),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_witnesses),
        cmocka_unit_test(test_mixed_labels),
        cmocka_unit_test(test_native_histogram),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_notices),
        cmocka_unit_test(test_several_notices),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_explained),
    };

    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
