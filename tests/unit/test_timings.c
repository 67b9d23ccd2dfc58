/* Timings and baselines: the shipped ones, what is read, and everything that is refused. */
#include "scratch.h"

#include "rungate/model/timings.h"

#define FILE_NAME "t.json"

static void load(const char *row, const char *text, struct rg_timings *ret)
{
    struct rg_error err = {0};

    scratch_puts(FILE_NAME, text);
    bool ok = rg_timings_load(FILE_NAME, NULL, ret, &err);
    CHECK_TEXT(row, err.message, "");
    CHECK(row, ok);
}

static void test_shipped(void **state)
{
    static const struct {
        const char *path;
        size_t metrics;
        const char *captured_at;
        double tx_process_p99;
    } rows[] = {
        {RG_SOURCE_DIR "/baselines/baseline-timings.json", 19, "2026-09-10T00:00:00Z", 0.9939697679594013},
        {RG_SOURCE_DIR "/tests/data/xrpl-2026-08-24/baseline-timings.json", 23, "2026-08-24T21:22:37Z",
         0.9945148151511084},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings t;
        struct rg_error err = {0};
        CHECK(rows[i].path, rg_timings_load(rows[i].path, NULL, &t, &err));
        CHECK_INT(rows[i].path, t.metric_count, rows[i].metrics);
        CHECK_TEXT(rows[i].path, t.captured_at, rows[i].captured_at);
        CHECK_TEXT(rows[i].path, t.window, "3m");
        CHECK(rows[i].path, !t.placeholder && !rg_timings_complete(&t));
        for (size_t j = 0; j < t.metric_count; j++) {
            const struct rg_metric *m = &t.metrics[j];
            CHECK(m->key, m->has_value && m->value > 0 && !m->faulty && m->status == RG_STATUS_GOOD);
            CHECK_TEXT(m->key, m->unit, strncmp(m->key, "job.", 4) == 0 ? "us" : "ms");
            CHECK(m->key, rg_timings_find(&t, m->key) == m);
        }
        CHECK_NEAR(rows[i].path, rg_timings_find(&t, "span.tx.process.p99")->value, rows[i].tx_process_p99,
                   1e-15);
        CHECK(rows[i].path, rg_timings_find(&t, "span.tx.process.p9") == NULL);
        rg_timings_release(&t);
        CHECK(rows[i].path, rg_timings_find(&t, "span.tx.process.p99") == NULL);
    }
}

static void test_everything(void **state)
{
    struct rg_timings t;

    (void)state;
    load("all",
         "{\"schema_version\": 1, \"captured_at\": \"A\", \"window\": \"3m\", \"git_sha\": null, \"extra\": "
         "[1],\n"
         "\"status\": {\"_c\": 0, \"b.x.p95\": \"no_traffic\", \"a.x.p95\": \"saturated\", \"gone\": "
         "\"error\"},\n"
         "\"capture\": {\"declared\": 4, \"captured\": 2, \"min_ratio\": 0.5, \"complete\": true},\n"
         "\"metrics\": {\"_c\": 1, \"b.x.p95\": {\"value\": null, \"unit\": \"us\"},\n"
         "\"a.x.p95\": {\"value\": 5, \"unit\": \"ms\", \"more\": 1}},\n"
         "\"ladders\": {\"a\": {\"unit\": \"ms\", \"edges\": [1, 5], \"more\": 1}},\n"
         "\"labels\": {\"z\": \"1\", \"a\": \"2\"}, \"samples\": {\"_c\": 1, \"b.x\": 0.5, \"a.x\": 7}}",
         &t);
    assert_string_equal(t.captured_at, "A");
    assert_null(t.git_sha);
    assert_null(t.profile);
    assert_int_equal(t.metric_count, 2);
    assert_string_equal(t.metrics[0].key, "a.x.p95");
    CHECK_SAME("value", t.metrics[0].value, 5);
    assert_int_equal(t.metrics[0].status, RG_STATUS_SATURATED);
    assert_int_equal(t.metrics[0].line, 5);
    assert_false(t.metrics[1].has_value);
    CHECK_SAME("null", t.metrics[1].value, 0);
    assert_int_equal(t.metrics[1].status, RG_STATUS_NO_TRAFFIC);
    assert_string_equal(t.metrics[1].unit, "us");
    assert_int_equal(t.ladders.count, 1);
    assert_int_equal(t.label_count, 2);
    assert_string_equal(t.labels[0].name, "a");
    assert_string_equal(t.labels[1].value, "1");
    assert_int_equal(t.samples.count, 2);
    assert_string_equal(t.samples.items[1].base, "b.x");
    CHECK_SAME("samples", t.samples.items[1].value, 0.5);
    assert_true(t.has_capture && t.capture.has_counts && t.capture.complete);
    assert_int_equal(t.capture.line, 3);
    assert_true(rg_timings_complete(&t));
    rg_timings_release(&t);
}

static void test_placeholder_and_complete(void **state)
{
#define ONE "\"metrics\": {\"a.x.p95\": {\"value\": 1, \"unit\": \"ms\"}}"
#define NONE "\"metrics\": {\"a.x.p95\": {\"value\": null, \"unit\": \"ms\"}}"
#define COUNTS "\"declared\": 20, \"captured\": "
    static const struct {
        const char *name;
        const char *text;
        bool placeholder;
        bool complete;
    } rows[] = {
        {"no metric", "{\"metrics\": {}}", true, false},
        {"only a comment", "{\"metrics\": {\"_c\": 1}}", true, false},
        {"says so", "{\"placeholder\": true, " ONE "}", true, false},
        {"says no", "{\"placeholder\": false, " ONE "}", false, false},
        {"says no, and is empty", "{\"placeholder\": false, \"metrics\": {}}", true, false},
        {"null value", "{" NONE "}", false, false},
        {"all, of ratio 1", "{\"capture\": {" COUNTS "20, \"min_ratio\": 1, \"complete\": true}, " ONE "}",
         false, true},
        {"complete", "{\"capture\": {\"complete\": true}, " ONE "}", false, true},
        {"complete, no value", "{\"capture\": {\"complete\": true}, " NONE "}", false, false},
        {"complete, no metric", "{\"capture\": {\"complete\": true}, \"metrics\": {}}", true, false},
        {"not complete", "{\"capture\": {\"complete\": false}, " ONE "}", false, false},
        {"says nothing", "{\"capture\": {}, " ONE "}", false, false},
        {"at the ratio", "{\"capture\": {" COUNTS "10, \"min_ratio\": 0.5, \"complete\": true}, " ONE "}",
         false, true},
        {"at a ratio that is no binary fraction",
         "{\"capture\": {" COUNTS "14, \"min_ratio\": 0.7, \"complete\": true}, " ONE "}", false, true},
        {"below, and says so",
         "{\"capture\": {" COUNTS "9, \"min_ratio\": 0.5, \"complete\": false}, " ONE "}", false, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings t;
        load(rows[i].name, rows[i].text, &t);
        CHECK_INT(rows[i].name, t.placeholder, rows[i].placeholder);
        CHECK_INT(rows[i].name, rg_timings_complete(&t), rows[i].complete);
        rg_timings_release(&t);
    }
}

#define M ", \"metrics\": {}}"
static const struct {
    const char *name;
    const char *text;
    const char *message;
} refusals[] = {
    {"no metrics", "{\"schema_version\": 1}", "line 1, column 1: missing 'metrics'"},
    {"metrics null", "{\"metrics\": null}", "line 1, column 2: metrics: expected an object, found null"},
    {"schema of another version", "{\"schema_version\": 2" M,
     "line 1, column 2: schema_version: this version of rungate reads schema_version 1"},
    {"schema as text", "{\"schema_version\": \"1\"" M,
     "line 1, column 2: schema_version: expected a number, found a string"},
    {"captured_at", "{\"captured_at\": 1" M,
     "line 1, column 2: captured_at: expected a string, found a number"},
    {"git_sha", "{\"git_sha\": []" M, "line 1, column 2: git_sha: expected a string, found an array"},
    {"window", "{\"window\": 3" M, "line 1, column 2: window: expected a string, found a number"},
    {"profile", "{\"profile\": {}" M, "line 1, column 2: profile: expected a string, found an object"},
    {"placeholder 1", "{\"placeholder\": 1" M,
     "line 1, column 2: placeholder: expected a boolean, found a number"},
    {"placeholder as text", "{\"placeholder\": \"true\"" M,
     "line 1, column 2: placeholder: expected a boolean, found a string"},
    {"capture", "{\"capture\": true" M, "line 1, column 2: capture: expected an object, found a boolean"},
    {"complete 1", "{\"capture\": {\"complete\": 1}" M,
     "line 1, column 14: capture.complete: expected a boolean, found a number"},
    {"declared", "{\"capture\": {\"declared\": 1.5}" M,
     "line 1, column 14: capture.declared: expected a count"},
    {"captured", "{\"capture\": {\"captured\": -1}" M,
     "line 1, column 14: capture.captured: expected a count"},
    {"captured as text", "{\"capture\": {\"captured\": \"1\"}" M,
     "line 1, column 14: capture.captured: expected a number, found a string"},
    {"min_ratio", "{\"capture\": {\"min_ratio\": null}" M,
     "line 1, column 14: capture.min_ratio: expected a number, found null"},
    {"min_ratio 0", "{\"capture\": {\"min_ratio\": 0}" M,
     "line 1, column 14: capture.min_ratio: expected a ratio above 0 and at most 1"},
    {"min_ratio above 1", "{\"capture\": {\"min_ratio\": 1.001}" M,
     "line 1, column 14: capture.min_ratio: expected a ratio above 0 and at most 1"},
    {"captured above declared", "{\"capture\": {\"declared\": 3, \"captured\": 4}" M,
     "line 1, column 29: capture.captured: more than the 3 declared"},
    {"complete against the counts",
     "{\"capture\": {\"declared\": 20, \"captured\": 9, \"min_ratio\": 0.5, \"complete\": true}" M,
     "line 1, column 2: capture: complete is true, but 9 of 20 is below min_ratio"},
    {"complete with none declared",
     "{\"capture\": {\"declared\": 0, \"captured\": 0, \"min_ratio\": 0.5, \"complete\": true}" M,
     "line 1, column 2: capture: complete is true, but 0 of 0 is below min_ratio"},
    {"ladders", "{\"ladders\": []" M, "line 1, column 2: ladders: expected an object, found an array"},
    {"labels of another type", "{\"labels\": []" M,
     "line 1, column 2: labels: expected an object, found an array"},
    {"samples of another type", "{\"samples\": 1" M,
     "line 1, column 2: samples: expected an object, found a number"},
    {"labels", "{\"labels\": {\"a\": 1}" M, "line 1, column 13: labels.a: expected a string, found a number"},
    {"samples", "{\"samples\": {\"a\": \"1\"}" M,
     "line 1, column 14: samples.a: expected a number, found a string"},
    {"samples below zero", "{\"samples\": {\"a\": -1}" M,
     "line 1, column 14: samples.a: must not be negative"},
    {"status", "{\"status\": []" M, "line 1, column 2: status: expected an object, found an array"},
    {"status of another type", "{\"status\": {\"a\": 1}" M,
     "line 1, column 13: status.a: expected a string, found a number"},
    {"unknown status", "{\"status\": {\"a\": \"Error\"}" M,
     "line 1, column 13: status.a: unknown status 'Error'"},
    {"status against the value",
     "{\"status\": {\"a\": \"no_data\"}, \"metrics\": {\"a\": {\"value\": 1, \"unit\": \"ms\"}}}",
     "line 1, column 13: status.a: the key has a value, which status 'no_data' rules out"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct rg_timings t = {.metric_count = 77};
        struct rg_faults faults = {0};
        struct rg_error err = {0};
        char message[300];
        scratch_puts(FILE_NAME, refusals[i].text);
        (void)snprintf(message, sizeof message, "cannot read '%s': %s", FILE_NAME, refusals[i].message);
        CHECK(refusals[i].name, !rg_timings_load(FILE_NAME, &faults, &t, &err));
        CHECK_TEXT(refusals[i].name, err.message, message);
        CHECK_INT(refusals[i].name, err.code, RG_ERROR_FORMAT);
        CHECK_INT(refusals[i].name, t.metric_count, 77);
        CHECK_INT(refusals[i].name, faults.count, 0);
    }
}

/* An entry of metrics that is no reading: an error to compare, a finding to check-bounds. */
static void test_faults(void **state)
{
    static const struct {
        const char *name;
        const char *entry;
        const char *message;
        const char *strict;
    } rows[] = {
        {"not an object", "12.4", "expected an object, found a number", "line 2, column 1: metrics.k"},
        {"no value", "{\"unit\": \"ms\"}", "missing 'value'", "line 2, column 1: metrics.k"},
        {"no unit", "{\"value\": 1}", "missing 'unit'", "line 2, column 1: metrics.k"},
        {"value of another case", "{\"Value\": 1, \"unit\": \"ms\"}", "missing 'value'",
         "line 2, column 1: metrics.k"},
        {"value as text", "{\"value\": \"1\", \"unit\": \"ms\"}", "expected a number or null, found a string",
         "line 2, column 7: metrics.k.value"},
        {"value false", "{\"value\": false, \"unit\": \"ms\"}", "expected a number or null, found a boolean",
         "line 2, column 7: metrics.k.value"},
        {"unit", "{\"value\": 1, \"unit\": null}", "expected a string, found null",
         "line 2, column 19: metrics.k.unit"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings t;
        struct rg_faults faults = {0};
        struct rg_error err = {0};
        char text[300];
        (void)snprintf(text, sizeof text,
                       "{\"metrics\": {\"good\": {\"value\": 1, \"unit\": \"ms\"},\n\"k\": %s,\n"
                       "\"z\": {\"value\": 2, \"unit\": \"ms\"}}}",
                       rows[i].entry);
        scratch_puts(FILE_NAME, text);
        CHECK(rows[i].name, rg_timings_load(FILE_NAME, &faults, &t, &err));
        CHECK_INT(rows[i].name, t.metric_count, 3);
        CHECK_INT(rows[i].name, faults.count, 1);
        CHECK_TEXT(rows[i].name, faults.items[0].key, "k");
        CHECK_TEXT(rows[i].name, faults.items[0].message, rows[i].message);
        CHECK_INT(rows[i].name, faults.items[0].line, 2);
        CHECK(rows[i].name, rg_timings_find(&t, "k")->faulty && !rg_timings_find(&t, "k")->has_value);
        CHECK(rows[i].name, !rg_timings_find(&t, "good")->faulty && !rg_timings_find(&t, "z")->faulty);
        rg_faults_release(&faults);
        rg_timings_release(&t);

        (void)snprintf(text, sizeof text, "cannot read '%s': %s: %s", FILE_NAME, rows[i].strict,
                       rows[i].message);
        CHECK(rows[i].name, !rg_timings_load(FILE_NAME, NULL, &t, &err));
        CHECK_TEXT(rows[i].name, err.message, text);
    }
}

static void test_absent(void **state)
{
    struct rg_timings x = {.metric_count = 77};
    struct rg_error err = {0};

    (void)state;
    assert_false(rg_timings_load("absent.json", NULL, &x, &err));
    assert_string_equal(err.message, "cannot read 'absent.json': No such file or directory");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_int_equal(x.metric_count, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_placeholder_and_complete),
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("timings", tests, scratch_enter, scratch_leave);
}
