/* The thresholds: the shipped ones, both ways of meeting a fault, and everything that is refused. */
#include "scratch.h"

#include "rungate/model/thresholds.h"

#define FILE_NAME "thresholds.json"

static void test_shipped(void **state)
{
    static const struct {
        const char *path;
        size_t overrides;
        double tx_process_p99;
    } rows[] = {
        {RG_SOURCE_DIR "/config/regression-thresholds.json", 19, 4.006030232040599},
        {RG_SOURCE_DIR "/tests/data/xrpl-2026-08-24/regression-thresholds.json", 23, 4.0054851848488919},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_thresholds t;
        struct rg_error err = {0};
        CHECK(rows[i].path, rg_thresholds_load(rows[i].path, NULL, &t, &err));
        CHECK_INT(rows[i].path, t.override_count, rows[i].overrides);
        CHECK_INT(rows[i].path, t.default_count, 4);
        const struct rg_bound *b = rg_thresholds_override(&t, "span.tx.process.p99");
        CHECK(rows[i].path, b != NULL && b->has_pct && !b->fail_on_missing && !b->faulty);
        CHECK_NEAR(rows[i].path, b->abs, rows[i].tx_process_p99, 1e-12);
        CHECK_TEXT(rows[i].path, b->unit, "ms");
        b = rg_thresholds_default(&t, "job_queue", 9, "p95");
        CHECK(rows[i].path, b != NULL);
        CHECK_SAME(rows[i].path, b->abs, 1.0);
        CHECK_SAME(rows[i].path, b->pct, 50.0);
        CHECK_TEXT(rows[i].path, b->unit, "us");
        rg_thresholds_release(&t);
        CHECK(rows[i].path, rg_thresholds_override(&t, "span.tx.process.p99") == NULL);
        CHECK(rows[i].path, rg_thresholds_default(&t, "span", 4, "p95") == NULL);
    }
}

static const struct {
    const char *policy;
    size_t length;
    const char *label;
    const char *key;
} lookups[] = {
    {"span", 4, "p50", "span.p50"},
    {"spanner", 4, "p5", "span.p5"},
    {"sp", 2, "p95", "sp.p95"},
    {"spanx", 5, "p9", "spanx.p9"},
    {"span-x", 6, "p99", "span-x.p99"},
    {"span", 4, "p95", NULL},
    {"spa", 3, "p50", NULL},
    {"sp", 2, "p50", NULL},
    {"z", 1, "p50", NULL},
    {"_c", 2, "p50", NULL},
    {"span", 4, "p500", NULL},
    {"", 0, "p50", NULL},
};

static void test_lookups(void **state)
{
    struct rg_thresholds t;
    struct rg_error err = {0};

    (void)state;
    scratch_puts(FILE_NAME,
                 "{\"_c\": 1,\n"
                 " \"defaults\": {\"_c\": 1, \"span\": {\"_c\": 1, \"p50\": {\"_c\": 1}, \"p5\": {}},\n"
                 "   \"sp\": {\"p95\": {}}, \"span-x\": {\"p99\": {}}, \"spanx\": {\"p9\": {}}},\n"
                 " \"overrides\": {\"a.b\": {\"p95\": {\n"
                 "   \"max_pct_increase\": 0,\n"
                 "   \"max_abs_increase_per_second\": 2.5, \"on_missing\": \"fail\"}}}}");
    bool ok = rg_thresholds_load(FILE_NAME, NULL, &t, &err);
    CHECK_TEXT("load", err.message, "");
    assert_true(ok);
    for (size_t i = 0; i < COUNT_OF(lookups); i++) {
        const struct rg_bound *b =
            rg_thresholds_default(&t, lookups[i].policy, lookups[i].length, lookups[i].label);
        CHECK_TEXT(lookups[i].policy, b == NULL ? NULL : b->key, lookups[i].key);
    }
    assert_true(rg_thresholds_has_policy(&t, "span"));
    assert_true(rg_thresholds_has_policy(&t, "sp"));
    assert_false(rg_thresholds_has_policy(&t, "spa"));
    assert_false(rg_thresholds_has_policy(&t, "_c"));
    assert_false(rg_thresholds_has_policy(&t, ""));

    const struct rg_bound *b = rg_thresholds_override(&t, "a.b.p95");
    assert_non_null(b);
    assert_true(b->has_pct);
    CHECK_SAME("pct", b->pct, 0);
    CHECK_SAME("abs", b->abs, 2.5);
    assert_string_equal(b->unit, "per_second");
    assert_true(b->fail_on_missing);
    assert_int_equal(b->line, 4);
    assert_int_equal(b->pct_line, 5);
    assert_int_equal(b->abs_line, 6);
    assert_null(rg_thresholds_override(&t, "a.b"));
    assert_null(rg_thresholds_override(&t, "a.b.p99"));
    rg_thresholds_release(&t);

    scratch_puts(FILE_NAME, "{}");
    assert_true(rg_thresholds_load(FILE_NAME, NULL, &t, &err));
    assert_null(rg_thresholds_override(&t, "a.b.p95"));
    assert_null(rg_thresholds_default(&t, "span", 4, "p95"));
    rg_thresholds_release(&t);
}

/* Errors in whatever way the file is read: what is wrong is the file, not one key's bound. */
static const struct {
    const char *name;
    const char *text;
    const char *message;
} refusals[] = {
    {"unknown table", "{\"override\": {}}",
     "line 1, column 2: override: unknown member; did you mean 'overrides'?"},
    {"defaults of another type", "{\"defaults\": []}",
     "line 1, column 2: defaults: expected an object, found an array"},
    {"overrides of another type", "{\"overrides\": 1}",
     "line 1, column 2: overrides: expected an object, found a number"},
    {"unknown unit", "{\"overrides\": {\"a.b\": {\"p95\": {\"max_abs_increase_msec\": 1}}}}",
     "line 1, column 32: overrides.a.b.p95.max_abs_increase_msec: unknown member; did you mean "
     "'max_abs_increase_ms'?"},
    {"no unit", "{\"overrides\": {\"a.b\": {\"p95\": {\"max_abs_increase\": 1}}}}",
     "line 1, column 32: overrides.a.b.p95.max_abs_increase: unknown member; did you mean "
     "'max_abs_increase_s'?"},
    {"unit after another sign", "{\"overrides\": {\"a.b\": {\"p95\": {\"max_abs_increase-ms\": 1}}}}",
     "line 1, column 32: overrides.a.b.p95.max_abs_increase-ms: unknown member; did you mean "
     "'max_abs_increase_ms'?"},
    {"two units",
     "{\"overrides\": {\"a.b\": {\"p95\": {\"max_abs_increase_ms\": 1, "
     "\"max_abs_increase_us\": 1}}}}",
     "line 1, column 58: overrides.a.b.p95.max_abs_increase_us: more than one absolute bound in this entry"},
    {"on_missing of another type", "{\"overrides\": {\"a.b\": {\"p95\": {\"on_missing\": true}}}}",
     "line 1, column 32: overrides.a.b.p95.on_missing: expected a string, found a boolean"},
    {"on_missing of another value", "{\"overrides\": {\"a.b\": {\"p95\": {\"on_missing\": \"warn\"}}}}",
     "line 1, column 32: overrides.a.b.p95.on_missing: expected \"fail\""},
    {"default's number", "{\"defaults\": {\"a\": {\"p95\": {\"max_pct_increase\": \"50\"}}}}",
     "line 1, column 29: defaults.a.p95.max_pct_increase: expected a number"},
    {"default's policy", "{\"defaults\": {\"a\": 1}}", "line 1, column 15: defaults.a: expected an object"},
    {"default's entry", "{\"defaults\": {\"a\": {\"p95\": 1}}}",
     "line 1, column 21: defaults.a.p95: expected an object"},
    {"label without digits", "{\"overrides\": {\"a.b\": {\"p\": {}}}}",
     "line 1, column 24: overrides.a.b.p: expected a quantile's label, such as 'p95', 'mean' or 'value'"},
    {"label of another case", "{\"defaults\": {\"a\": {\"P95\": {}}}}",
     "line 1, column 21: defaults.a.P95: expected a quantile's label, such as 'p95', 'mean' or 'value'"},
    {"label with a dot", "{\"overrides\": {\"a\": {\"b.p95\": {}}}}",
     "line 1, column 22: overrides.a.b.p95: expected a quantile's label, such as 'p95', 'mean' or 'value'"},
    {"label that is a bound", "{\"overrides\": {\"a.b\": {\"max_pct_increase\": 5}}}",
     "line 1, column 24: overrides.a.b.max_pct_increase: expected a quantile's label, such as 'p95', "
     "'mean' or 'value'"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        char message[300];
        scratch_puts(FILE_NAME, refusals[i].text);
        (void)snprintf(message, sizeof message, "cannot read '%s': %s", FILE_NAME, refusals[i].message);
        for (int with_faults = 0; with_faults < 2; with_faults++) {
            struct rg_thresholds t = {.override_count = 77};
            struct rg_faults faults = {0};
            struct rg_error err = {0};
            CHECK(refusals[i].name, !rg_thresholds_load(FILE_NAME, with_faults ? &faults : NULL, &t, &err));
            CHECK_TEXT(refusals[i].name, err.message, message);
            CHECK_INT(refusals[i].name, err.code, RG_ERROR_FORMAT);
            CHECK_INT(refusals[i].name, t.override_count, 77);
            rg_faults_release(&faults);
        }
    }
}

/* A fault of one override: an error to compare, a finding to check-bounds. */
static void test_faults(void **state)
{
    static const struct {
        const char *name;
        const char *text;
        const char *key;
        const char *message;
        const char *strict; /* the path in front of the message */
    } rows[] = {
        {"entry", "{\"overrides\": {\n\"a.b\": {\"p95\": 5}}}", "a.b.p95", "expected an object",
         "line 2, column 9: overrides.a.b.p95"},
        {"whole", "{\"overrides\": {\n\"a.b\": 5}}", "a.b", "expected an object",
         "line 2, column 1: overrides.a.b"},
        {"percentage", "{\"overrides\": {\n\"a.b\": {\"p95\": {\"max_pct_increase\": null}}}}", "a.b.p95",
         "expected a number", "line 2, column 17: overrides.a.b.p95.max_pct_increase"},
        {"absolute", "{\"overrides\": {\n\"a.b\": {\"p95\": {\"max_abs_increase_ms\": \"4\"}}}}", "a.b.p95",
         "expected a number", "line 2, column 17: overrides.a.b.p95.max_abs_increase_ms"},
        {"negative", "{\"overrides\": {\n\"a.b\": {\"p95\": {\"max_abs_increase_ms\": -1e-9}}}}", "a.b.p95",
         "a bound must not be negative", "line 2, column 17: overrides.a.b.p95.max_abs_increase_ms"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_thresholds t;
        struct rg_faults faults = {0};
        struct rg_error err = {0};
        char message[300];
        scratch_puts(FILE_NAME, rows[i].text);
        CHECK(rows[i].name, rg_thresholds_load(FILE_NAME, &faults, &t, &err));
        CHECK_INT(rows[i].name, faults.count, 1);
        CHECK_TEXT(rows[i].name, faults.items[0].key, rows[i].key);
        CHECK_TEXT(rows[i].name, faults.items[0].message, rows[i].message);
        CHECK_INT(rows[i].name, faults.items[0].line, 2);
        const struct rg_bound *b = rg_thresholds_override(&t, rows[i].key);
        CHECK(rows[i].name, b == NULL ? strcmp(rows[i].key, "a.b") == 0 : b->faulty);
        rg_faults_release(&faults);
        rg_thresholds_release(&t);
        (void)snprintf(message, sizeof message, "cannot read '%s': %s: %s", FILE_NAME, rows[i].strict,
                       rows[i].message);
        CHECK(rows[i].name, !rg_thresholds_load(FILE_NAME, NULL, &t, &err));
        CHECK_TEXT(rows[i].name, err.message, message);
    }
}

static void test_absent(void **state)
{
    struct rg_thresholds x = {.override_count = 77};
    struct rg_error err = {0};

    (void)state;
    assert_false(rg_thresholds_load("absent.json", NULL, &x, &err));
    assert_string_equal(err.message, "cannot read 'absent.json': No such file or directory");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_int_equal(x.override_count, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped), cmocka_unit_test(test_lookups), cmocka_unit_test(test_absent),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("thresholds", tests, scratch_enter, scratch_leave);
}
