/* Keys, statuses and units. */
#include "check.h"

#include "rungate/model/key.h"
#include "rungate/model/status.h"
#include "rungate/model/unit.h"

static void test_label(void **state)
{
    static const struct {
        const char *text;
        const char *label; /* NULL: refused */
    } rows[] = {
        {"0.5", "p50"},
        {"0.50", "p50"},
        {"0.500", "p50"},
        {"0.9990000", "p999"},
        {"0.95", "p95"},
        {"0.99", "p99"},
        {"0.999", "p999"},
        {"0.9999", "p9999"},
        {"0.05", "p5"},
        {"0.01", "p1"},
        {"0.1", "p10"},
        {"0.001", "p01"},
        {"0.005", "p05"},
        {"0.015", "p15"}, /* 1.5 without its point, as is 0.15: one key, which is an error */
        {"0.15", "p15"},
        {"0.975", "p975"},
        {"5e-1", "p50"},
        {"5E-01", "p50"},
        {"50e-2", "p50"},
        {"0.5e0", "p50"},
        {"0.05e+1", "p50"},
        {"999e-3", "p999"},
        {"0.29", "p29"}, /* 0.29 × 100 is 28.999… in a double */
        {"0.57", "p57"},
        {"0.07", "p7"},
        {"0.99999999999999994", "p99999999999999994"},
        {"1", NULL},
        {"1.0", NULL},
        {"10e-1", NULL},
        {"0", NULL},
        {"0.0", NULL},
        {"0e5", NULL},
        {"1e-300", NULL},
        {"0.000000000000000000000000000000000000000000000000000000000000005", NULL}, /* too long */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char label[RG_LABEL_SIZE] = "";
        CHECK_INT(rows[i].text, rg_key_label(rows[i].text, strlen(rows[i].text), label),
                  rows[i].label != NULL);
        if (rows[i].label != NULL)
            CHECK_TEXT(rows[i].text, label, rows[i].label);
    }
    /* Only `length` bytes are read. */
    char label[RG_LABEL_SIZE];
    assert_true(rg_key_label("0.5, 0.95]", 3, label));
    assert_string_equal(label, "p50");
    assert_true(rg_key_label("5e-12]", 4, label));
    assert_string_equal(label, "p50");
}

static void test_split(void **state)
{
    static const struct {
        const char *key;
        size_t prefix; /* 0: refused */
        size_t base;
        const char *label;
    } rows[] = {
        {"span.tx.process.p99", 4, 15, "p99"},
        {"a.b.p5", 1, 3, "p5"},
        {"job.x.queued.p95", 3, 12, "p95"},
        {"a..p5", 1, 2, "p5"},
        {"a.p5", 0, 0, NULL},
        {"p5", 0, 0, NULL},
        {".a.p5", 0, 0, NULL},
        {"a.b.", 0, 0, NULL},
        {"", 0, 0, NULL},
        {".", 0, 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_key key = {.label = NULL};
        CHECK_INT(rows[i].key, rg_key_split(rows[i].key, &key), rows[i].prefix != 0);
        CHECK_INT(rows[i].key, key.prefix_length, rows[i].prefix);
        CHECK_INT(rows[i].key, key.base_length, rows[i].base);
        CHECK_TEXT(rows[i].key, key.label, rows[i].label);
    }
}

static void test_groups(void **state)
{
    static const struct {
        const char *group;
        const char *prefix;
        const char *policy;
    } rows[] = {
        {"spans", "span", "span"}, {"rpc_methods", "rpc", "rpc_method"}, {"job_queue", "job", "job_queue"},
        {"http", "http", "http"},  {"Spans", "Spans", "Spans"},          {"span", "span", "span"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *prefix = rg_key_default_prefix(rows[i].group);
        size_t length;
        CHECK_TEXT(rows[i].group, prefix, rows[i].prefix);
        CHECK_TEXT(rows[i].group, rg_key_default_policy(rows[i].group, prefix), rows[i].policy);
        const char *policy = rg_key_policy_of_prefix(prefix, strlen(prefix), &length);
        CHECK_INT(rows[i].group, length, strlen(rows[i].policy));
        CHECK(rows[i].group, strncmp(policy, rows[i].policy, length) == 0);
    }
    assert_string_equal(rg_key_default_policy("web", "x"), "x");
    assert_string_equal(rg_key_default_policy("spans", "x"), "span");
    size_t length;
    assert_memory_equal(rg_key_policy_of_prefix("job.a.p95", 3, &length), "job_queue", 9);
    assert_int_equal(length, 9);
    (void)rg_key_policy_of_prefix("jobs.a.p95", 4, &length);
    assert_int_equal(length, 4);
    (void)rg_key_policy_of_prefix("jo.a.p95", 2, &length);
    assert_int_equal(length, 2);
}

static void test_status(void **state)
{
    /* In the order in which the first that holds is taken. */
    static const struct {
        const char *name;
        bool keeps_value;
    } rows[] = {
        {NULL, true},          {"error", false},           {"ambiguous", false},     {"partial", true},
        {"restarted", false},  {"ladder_mismatch", false}, {"bad_histogram", false}, {"no_data", false},
        {"no_traffic", false}, {"saturated", true},        {"below_ladder", true},
    };
    (void)state;
    assert_int_equal(COUNT_OF(rows), RG_STATUS_COUNT);
    assert_null(rg_status_name(RG_STATUS_GOOD));
    assert_null(rg_status_meaning(RG_STATUS_GOOD));
    assert_true(rg_status_keeps_value(RG_STATUS_GOOD));
    for (int i = 1; i < RG_STATUS_COUNT; i++) {
        enum rg_status status = RG_STATUS_GOOD;
        CHECK_TEXT(rows[i].name, rg_status_name((enum rg_status)i), rows[i].name);
        CHECK_INT(rows[i].name, rg_status_keeps_value((enum rg_status)i), rows[i].keeps_value);
        CHECK(rows[i].name, rg_status_meaning((enum rg_status)i)[0] != '\0');
        CHECK(rows[i].name, rg_status_advice((enum rg_status)i)[0] != '\0');
        CHECK(rows[i].name, rg_status_parse(rows[i].name, &status));
        CHECK_INT(rows[i].name, status, i);
    }
    enum rg_status status = RG_STATUS_PARTIAL;
    assert_false(rg_status_parse("good", &status));
    assert_false(rg_status_parse("", &status));
    assert_false(rg_status_parse("Error", &status));
    assert_false(rg_status_parse("no_dat", &status));
    assert_int_equal(status, RG_STATUS_PARTIAL);
}

static void test_unit(void **state)
{
    static const char *const known[] = {"ns", "us", "ms", "s", "bytes", "count", "per_second", "ratio"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        CHECK_TEXT(known[i], rg_unit_names[i], known[i]);
        CHECK(known[i], rg_unit_find(known[i]) == rg_unit_names[i]);
    }
    assert_null(rg_unit_names[COUNT_OF(known)]);
    assert_null(rg_unit_find(""));
    assert_null(rg_unit_find("MS"));
    assert_null(rg_unit_find("m"));
    assert_null(rg_unit_find("sec"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_label),  cmocka_unit_test(test_split), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_status), cmocka_unit_test(test_unit),
    };
    return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
