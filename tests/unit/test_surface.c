/* The surface: the shipped one, the rules for keys, and everything that is refused. */
#include "scratch.h"

#include "rungate/model/surface.h"

#define FILE_NAME "surface.json"
#define QUERY "\"_query_template\": \"f({quantile}, {name}[{window}])\""
#define REST "\"_unit\": \"ms\", \"_quantiles\": [0.5], \"names\": [\"a\"]"

static void test_shipped(void **state)
{
    struct rg_surface s;
    struct rg_error err = {0};

    (void)state;
    assert_true(rg_surface_load(RG_SOURCE_DIR "/config/regression-metrics.json", &s, &err));
    assert_int_equal(s.group_count, 2);
    assert_int_equal(s.series_count, 11);
    assert_int_equal(s.key_count, 25);
    assert_int_equal(s.exclusion_count, 6);
    assert_int_equal(s.excluded_count, 6);
    for (size_t i = 1; i < s.key_count; i++)
        CHECK(s.keys[i].key, strcmp(s.keys[i - 1].key, s.keys[i].key) < 0);
    for (size_t i = 0; i < s.exclusion_count; i++) {
        CHECK(s.exclusions[i].key, s.exclusions[i].declared);
        CHECK(s.exclusions[i].key, s.exclusions[i].reason[0] != '\0');
        CHECK(s.exclusions[i].key, rg_surface_find(&s, s.exclusions[i].key)->excluded);
    }
    const struct rg_surface_key *key = rg_surface_find(&s, "job.transaction.queued.p95");
    assert_non_null(key);
    assert_string_equal(key->label, "p95");
    assert_string_equal(key->quantile_text, "0.95");
    CHECK_SAME("quantile", key->quantile, 0.95);
    assert_false(key->excluded);
    assert_string_equal(key->series->base, "job.transaction.queued");
    assert_string_equal(key->series->name, "transaction");
    assert_non_null(strstr(key->series->template_text, "job_queued_us_bucket"));
    assert_string_equal(key->series->group->name, "job_queue");
    assert_string_equal(key->series->group->prefix, "job");
    assert_string_equal(key->series->group->policy, "job_queue");
    assert_string_equal(key->series->group->ladder, "job");
    assert_string_equal(key->series->group->unit, "us");
    key = rg_surface_find(&s, "job.transaction.running.p95");
    assert_non_null(strstr(key->series->template_text, "job_running_us_bucket"));
    assert_null(rg_surface_find(&s, "job.transaction.p95"));
    assert_null(rg_surface_find(&s, "span.tx.process.P99"));
    assert_non_null(rg_surface_exclusion(&s, "span.ledger.build.p99"));
    assert_null(rg_surface_exclusion(&s, "span.ledger.build.p95"));
    rg_surface_release(&s);
    assert_null(rg_surface_find(&s, "span.tx.process.p99"));
    assert_null(rg_surface_exclusion(&s, "span.tx.process.p99"));
}

static void test_groups(void **state)
{
    static const struct {
        const char *name;
        const char *text;
        const char *key;
        const char *prefix;
        const char *policy;
        const char *ladder;
    } rows[] = {
        {"spans", "{\"spans\": {" QUERY ", " REST "}}", "span.a.p50", "span", "span", "span"},
        {"rpc_methods", "{\"rpc_methods\": {" QUERY ", " REST "}}", "rpc.a.p50", "rpc", "rpc_method", "rpc"},
        {"job_queue", "{\"job_queue\": {" QUERY ", " REST "}}", "job.a.p50", "job", "job_queue", "job"},
        {"any other", "{\"http\": {" QUERY ", " REST "}}", "http.a.p50", "http", "http", "http"},
        {"prefix", "{\"spans\": {\"_prefix\": \"x\", " QUERY ", " REST "}}", "x.a.p50", "x", "span", "x"},
        {"prefix, other group", "{\"web\": {\"_prefix\": \"x\", " QUERY ", " REST "}}", "x.a.p50", "x", "x",
         "x"},
        {"policy and ladder", "{\"web\": {\"_policy\": \"p\", \"_ladder\": \"l\", " QUERY ", " REST "}}",
         "web.a.p50", "web", "p", "l"},
        {"comments", "{\"_c\": 1, \"web\": {\"_a_note\": [], \"_meta\": \"by hand\", " QUERY ", " REST "}}",
         "web.a.p50", "web", "web", "web"},
        {"one name, no {name}", "{\"web\": {\"_query_template\": \"f({quantile})\", " REST "}}", "web.a.p50",
         "web", "web", "web"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_surface s;
        struct rg_error err = {0};
        scratch_puts(FILE_NAME, rows[i].text);
        bool ok = rg_surface_load(FILE_NAME, &s, &err);
        CHECK_TEXT(rows[i].name, err.message, "");
        CHECK(rows[i].name, ok);
        CHECK_INT(rows[i].name, s.key_count, 1);
        CHECK_TEXT(rows[i].name, s.keys[0].key, rows[i].key);
        CHECK_TEXT(rows[i].name, s.groups[0].prefix, rows[i].prefix);
        CHECK_TEXT(rows[i].name, s.groups[0].policy, rows[i].policy);
        CHECK_TEXT(rows[i].name, s.groups[0].ladder, rows[i].ladder);
        rg_surface_release(&s);
    }
}

static void test_exclusions(void **state)
{
    struct rg_surface s;
    struct rg_error err = {0};

    (void)state;
    scratch_puts(FILE_NAME,
                 "{\"excluded_keys\": {\"_why\": 1, \"web.z.p50\": \"gone\",\n \"web.a.p50\": \"\"},"
                 "\"web\": {" QUERY ", " REST "}}");
    assert_true(rg_surface_load(FILE_NAME, &s, &err));
    assert_int_equal(s.exclusion_count, 2);
    assert_int_equal(s.excluded_count, 1);
    assert_true(s.keys[0].excluded);
    const struct rg_exclusion *e = rg_surface_exclusion(&s, "web.a.p50");
    assert_true(e->declared);
    assert_string_equal(e->reason, "");
    assert_int_equal(e->line, 2);
    e = rg_surface_exclusion(&s, "web.z.p50");
    assert_false(e->declared);
    assert_string_equal(e->reason, "gone");
    assert_null(rg_surface_exclusion(&s, "_why"));
    rg_surface_release(&s);
}

static const struct refusal {
    const char *name;
    const char *text;
    const char *message; /* after "cannot read 'surface.json': line 1, column N: " */
} refusals[] = {
    {"no group", "{}", "no group declares a metric"},
    {"only exclusions", "{\"excluded_keys\": {}}", "no group declares a metric"},
    {"group of another type", "{\"web\": []}", "web: expected an object, found an array"},
    {"exclusions of another type", "{\"excluded_keys\": []}",
     "excluded_keys: expected an object, found an array"},
    {"reason of another type", "{\"excluded_keys\": {\"a\": 1}}",
     "excluded_keys.a: expected a string, found a number"},
    {"no template", "{\"web\": {" REST "}}", "web: missing '_query_template'"},
    {"template of another type", "{\"web\": {\"_query_template\": 1, " REST "}}",
     "web._query_template: expected a string, found a number"},
    {"empty template", "{\"web\": {\"_query_template\": \"\", " REST "}}",
     "web._query_template: must not be empty"},
    {"no {quantile}", "{\"web\": {\"_query_template\": \"f({name})\", " REST "}}",
     "web._query_template: the template holds no {quantile}"},
    {"no {name}, two names",
     "{\"web\": {\"_query_template\": \"f({quantile})\", \"_unit\": \"ms\", \"_quantiles\": [0.5], "
     "\"names\": [\"a\", \"b\"]}}",
     "web._query_template: the template holds no {name}, and there are several names"},
    {"no unit", "{\"web\": {" QUERY ", \"_quantiles\": [0.5], \"names\": [\"a\"]}}", "web: missing '_unit'"},
    {"unknown unit", "{\"web\": {" QUERY ", \"_unit\": \"msec\", \"_quantiles\": [0.5], \"names\": [\"a\"]}}",
     "web._unit: unknown unit 'msec'; did you mean 'ms'? known are ns us ms s bytes count per_second ratio"},
    {"a prefix like a comment",
     "{\"web\": {" QUERY
     ", \"_unit\": \"ms\", \"_prefix\": \"_w\", \"_quantiles\": [0.5], \"names\": [\"a\"]}}",
     "web._prefix: a prefix must not start with '_', which marks comments"},
    {"no quantiles", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"names\": [\"a\"]}}",
     "web: missing '_quantiles'"},
    {"empty quantiles", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [], \"names\": [\"a\"]}}",
     "web._quantiles: must not be empty"},
    {"quantile 0", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.0], \"names\": [\"a\"]}}",
     "web._quantiles[0]: a quantile must be above 0 and below 1"},
    {"quantile 1", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5, 1], \"names\": [\"a\"]}}",
     "web._quantiles[1]: a quantile must be above 0 and below 1"},
    {"negative quantile",
     "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [-0.5], \"names\": [\"a\"]}}",
     "web._quantiles[0]: a quantile must be above 0 and below 1"},
    {"quantile as text",
     "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [\"0.5\"], \"names\": [\"a\"]}}",
     "web._quantiles[0]: expected a number, found a string"},
    {"no names", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5]}}", "web: missing 'names'"},
    {"names of another type",
     "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5], \"names\": \"a\"}}",
     "web.names: expected an array, found a string"},
    {"empty names", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5], \"names\": []}}",
     "web.names: must not be empty"},
    {"empty name", "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5], \"names\": [\"\"]}}",
     "web.names[0]: must not be empty"},
    {"one name twice",
     "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5], \"names\": [\"a\", \"a\"]}}",
     "web: two entries make the key 'web.a.p50'"},
    {"one quantile twice",
     "{\"web\": {" QUERY ", \"_unit\": \"ms\", \"_quantiles\": [0.5, 5e-1], \"names\": [\"a\"]}}",
     "web: two entries make the key 'web.a.p50'"},
    {"phase without template", "{\"web\": {\"_phases\": [\"x\"], " REST "}}", "web: missing '_x_template'"},
    {"empty phases", "{\"web\": {\"_phases\": [], " QUERY ", " REST "}}", "web._phases: must not be empty"},
    {"one phase twice",
     "{\"web\": {\"_phases\": [\"x\", \"x\"], \"_x_template\": \"f({quantile})\", " REST "}}",
     "web: two entries make the key 'web.a.x.p50'"},
    {"dot in the prefix", "{\"web\": {\"_prefix\": \"a.b\", " QUERY ", " REST "}}",
     "web._prefix: a prefix must not hold a dot"},
    {"dot in the group's name", "{\"a.b\": {" QUERY ", " REST "}}", "a.b: a prefix must not hold a dot"},
    {"unknown member", "{\"web\": {\"name\": [], " QUERY ", " REST "}}",
     "web.name: unknown member; did you mean 'names'?"},
    {"comment one edit away", "{\"web\": {\"_unt\": 1, " QUERY ", " REST "}}",
     "web._unt: too close to '_unit' to be a comment; did you mean that?"},
    {"a mean two edits away", "{\"web\": {\"_maen\": true, " QUERY ", " REST "}}",
     "web._maen: too close to '_mean' to be a comment; did you mean that?"},
    {"comment two edits away", "{\"web\": {\"_quantil\": 1, " QUERY ", " REST "}}",
     "web._quantil: too close to '_quantiles' to be a comment; did you mean that?"},
    {"a mean without quantiles",
     "{\"web\": {\"_query_template\": \"f\", \"_unit\": \"ms\", \"_mean\": true, \"names\": [\"a\"]}}",
     "web._mean: a group without '_quantiles' has no histogram to take a mean of"},
    {"a mean of another type", "{\"web\": {\"_mean\": 1, " QUERY ", " REST "}}",
     "web._mean: expected a boolean, found a number"},
    {"two groups, one key",
     "{\"web\": {" QUERY ", " REST "}, \"x\": {\"_prefix\": \"web\", " QUERY ", " REST "}}",
     ": two entries make the key 'web.a.p50'"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct rg_surface s = {.key_count = 77};
        struct rg_error err = {0};
        scratch_puts(FILE_NAME, refusals[i].text);
        CHECK(refusals[i].name, !rg_surface_load(FILE_NAME, &s, &err));
        CHECK(refusals[i].name, strncmp(err.message, "cannot read 'surface.json': line 1, column ", 43) == 0);
        size_t skip = 43 + strspn(err.message + 43, "0123456789") + 2;
        size_t tail = strlen(refusals[i].message);
        bool from_end = refusals[i].message[0] == ':' && strlen(err.message) > tail;
        CHECK_TEXT(refusals[i].name, from_end ? err.message + strlen(err.message) - tail : err.message + skip,
                   refusals[i].message);
        CHECK_INT(refusals[i].name, s.key_count, 77);
    }
}

/* Three edits away, it is a comment. */
static void test_far_comment(void **state)
{
    struct rg_surface s;
    struct rg_error err = {0};

    (void)state;
    scratch_puts(FILE_NAME, "{\"web\": {\"_quanti\": 1, " QUERY ", " REST "}}");
    bool ok = rg_surface_load(FILE_NAME, &s, &err);
    CHECK_TEXT("_quanti", err.message, "");
    assert_true(ok);
    rg_surface_release(&s);
}

/* A key more for each name; false is as without. */
static void test_means(void **state)
{
    struct rg_surface s;
    struct rg_error err = {0};

    (void)state;
    scratch_puts(FILE_NAME, "{\"web\": {\"_mean\": true, " QUERY ", " REST
                            "}, \"x\": {\"_mean\": false, " QUERY ", " REST "}}");
    bool ok = rg_surface_load(FILE_NAME, &s, &err);
    CHECK_TEXT("means", err.message, "");
    assert_true(ok);
    assert_int_equal(s.key_count, 3);
    assert_string_equal(s.keys[0].key, "web.a.mean");
    assert_string_equal(s.keys[0].label, "mean");
    assert_int_equal(s.keys[0].kind, RG_KEY_MEAN);
    assert_ptr_equal(s.keys[0].series, s.keys[1].series);
    assert_int_equal(s.keys[1].kind, RG_KEY_QUANTILE);
    assert_true(s.groups[0].has_mean && !s.groups[1].has_mean);
    rg_surface_release(&s);
}

static void test_absent(void **state)
{
    struct rg_surface x = {.key_count = 77};
    struct rg_error err = {0};

    (void)state;
    assert_false(rg_surface_load("absent.json", &x, &err));
    assert_string_equal(err.message, "cannot read 'absent.json': No such file or directory");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_int_equal(x.key_count, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped), cmocka_unit_test(test_groups),  cmocka_unit_test(test_exclusions),
        cmocka_unit_test(test_absent),  cmocka_unit_test(test_refused), cmocka_unit_test(test_far_comment),
        cmocka_unit_test(test_means),
    };
    return cmocka_run_group_tests_name("surface", tests, scratch_enter, scratch_leave);
}
