/* Ladders: reading, buckets at and around each edge, and which ladder holds for a key. */
#include "load_ladders.h"
#include "scratch.h"

#include "rungate/format/json_members.h"
#include "rungate/model/ladder.h"

#define FILE_NAME "ladders.json"

static void load(const char *text, struct rg_ladders *ret)
{
    struct rg_error err = {0};

    scratch_puts(FILE_NAME, text);
    bool ok = load_ladders(FILE_NAME, ret, &err);
    CHECK_TEXT(text, err.message, "");
    CHECK(text, ok);
}

static void test_shipped(void **state)
{
    struct rg_ladders ladders;
    struct rg_error err = {0};

    (void)state;
    assert_true(load_ladders(RG_SOURCE_DIR "/config/ladders.json", &ladders, &err));
    assert_int_equal(ladders.count, 2);
    const struct rg_ladder *job = rg_ladders_find(&ladders, "job");
    const struct rg_ladder *span = rg_ladders_find(&ladders, "span");
    assert_string_equal(job->unit, "us");
    assert_int_equal(job->edge_count, 19);
    CHECK_SAME("last", job->edges[18], 60000000);
    assert_string_equal(span->unit, "ms");
    assert_int_equal(span->edge_count, 20);
    CHECK_SAME("first", span->edges[0], 0.01);
    assert_ptr_equal(rg_ladders_match(&ladders, "job.transaction.queued.p95"), job);
    assert_null(rg_ladders_match(&ladders, "jobs.transaction.p95"));
    assert_false(rg_ladders_equal(job, span));
    assert_true(rg_ladders_equal(span, span));
    rg_ladders_release(&ladders);
    assert_null(rg_ladders_find(&ladders, "job"));
    assert_null(rg_ladders_match(&ladders, "job.x.p95"));
}

/* The weak keys of the first real baseline: the edge at which each fires, and by what factor. */
static void test_first_baseline(void **state)
{
    static const struct {
        const char *ladder;
        double value;
        double fires_at;
        double floor;
    } rows[] = {
        {"job", 6142.9, 100000, 16.28}, {"span", 0.5287, 5, 9.46}, {"job", 600.0, 5000, 8.33},
        {"span", 0.6100, 5, 8.20},      {"span", 0.6977, 5, 7.17}, {"span", 0.7830, 5, 6.39},
        {"span", 0.9757, 5, 5.12},
    };
    struct rg_ladders ladders;
    struct rg_error err = {0};

    (void)state;
    assert_true(load_ladders(RG_SOURCE_DIR "/config/ladders.json", &ladders, &err));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_bucket bucket;
        char row[32];
        (void)snprintf(row, sizeof row, "%g", rows[i].value);
        CHECK(row, rg_ladder_bucket(rg_ladders_find(&ladders, rows[i].ladder), rows[i].value, &bucket));
        CHECK(row, bucket.has_next);
        CHECK_SAME(row, bucket.hi_next, rows[i].fires_at);
        CHECK_NEAR(row, bucket.hi_next / rows[i].value, rows[i].floor, 1e-3);
    }
    rg_ladders_release(&ladders);
}

static void test_bucket(void **state)
{
    static const double edges[] = {1, 5, 25, 100};
    static const struct rg_ladder ladder = {.name = "l", .unit = "ms", .edges = edges, .edge_count = 4};
    static const struct {
        const char *name;
        double value;
        double lo; /* -1: above the top edge */
        double hi;
        double hi_next; /* 0: none */
        bool saturated;
    } rows[] = {
        {"below zero", -1, 0, 1, 5, false},
        {"zero", 0, 0, 1, 5, false},
        {"first", 0.5, 0, 1, 5, false},
        {"on the first edge", 1, 0, 1, 5, false},
        {"one ulp above an edge", 1.0000000000000002, 0, 1, 5, false},
        {"within the tolerance", 1 + 9e-10, 0, 1, 5, false},
        {"past the tolerance", 1 + 2e-9, 1, 5, 25, false},
        {"below an edge", 5 - 1e-6, 1, 5, 25, false},
        {"on an edge", 5, 1, 5, 25, false},
        {"above an edge", 5 + 1e-6, 5, 25, 100, false},
        {"last bucket", 25.1, 25, 100, 0, false},
        {"below the top edge", 100 - 1e-6, 25, 100, 0, false},
        {"within the tolerance of the top", 100 - 9e-8, 25, 100, 0, true},
        {"on the top edge", 100, 25, 100, 0, true},
        {"within the tolerance above the top", 100 + 9e-8, 25, 100, 0, true},
        {"above the top edge", 100 + 2e-7, -1, 0, 0, true},
        {"far above", 1e300, -1, 0, 0, true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_bucket bucket = {.lo = 77};
        CHECK_INT(rows[i].name, rg_ladder_bucket(&ladder, rows[i].value, &bucket), rows[i].lo >= 0);
        CHECK_SAME(rows[i].name, bucket.lo, rows[i].lo >= 0 ? rows[i].lo : 77);
        CHECK_SAME(rows[i].name, bucket.hi, rows[i].hi);
        CHECK_SAME(rows[i].name, bucket.hi_next, rows[i].hi_next);
        CHECK_INT(rows[i].name, bucket.has_next, rows[i].hi_next > 0);
        CHECK_INT(rows[i].name, rg_ladder_saturated(&ladder, rows[i].value), rows[i].saturated);
    }
}

static void test_equal(void **state)
{
    static const double a[] = {1, 5};
    static const double ulp[] = {1.0000000000000002, 5};
    static const double other[] = {1, 5.00001};
    static const struct {
        const char *name;
        struct rg_ladder ladder;
        bool equal;
    } rows[] = {
        {"same", {.unit = "ms", .edges = a, .edge_count = 2}, true},
        {"one ulp", {.unit = "ms", .edges = ulp, .edge_count = 2}, true},
        {"another edge", {.unit = "ms", .edges = other, .edge_count = 2}, false},
        {"another unit", {.unit = "us", .edges = a, .edge_count = 2}, false},
        {"shorter", {.unit = "ms", .edges = a, .edge_count = 1}, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_INT(rows[i].name, rg_ladders_equal(&rows[0].ladder, &rows[i].ladder), rows[i].equal);
        CHECK_INT(rows[i].name, rg_ladders_equal(&rows[i].ladder, &rows[0].ladder), rows[i].equal);
    }
    assert_true(rg_edges_equal(0, 0));
    assert_false(rg_edges_equal(0, 1e-300));
    assert_false(rg_edges_equal(1, -1));
}

#define L "{\"unit\": \"ms\", \"edges\": [1, 2]}"

static void test_match(void **state)
{
    static const struct {
        const char *key;
        const char *name;
    } rows[] = {
        {"span.tx.process.p99", "span.tx.process"},
        {"span.tx.other.p99", "span.tx"},
        {"span.txn.p99", "span"},
        {"span.rpc.p50", "span"},
        {"span", "span"},
        {"spanner.a.p50", NULL},
        {"spa.a.p50", NULL},
        {"", NULL},
        {"job.a.b.p50", "job.a"},
        {"job.b.p50", NULL},
    };
    struct rg_ladders ladders;

    (void)state;
    load("{\"_c\": 1, \"span\": " L ", \"span.tx.\": " L ", \"span.tx.process\": " L ", \"job.a\": " L "}",
         &ladders);
    assert_int_equal(ladders.count, 4);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct rg_ladder *found = rg_ladders_match(&ladders, rows[i].key);
        CHECK_TEXT(rows[i].key, found == NULL ? NULL : found->name, rows[i].name);
    }
    assert_string_equal(rg_ladders_find(&ladders, "span.tx")->name, "span.tx");
    assert_null(rg_ladders_find(&ladders, "span.tx.process.p99"));
    assert_null(rg_ladders_find(&ladders, "Span"));
    rg_ladders_release(&ladders);
}

/* A series' own ladder stands before that of its group; that of its prefix alone is another group's. */
static void test_declared(void **state)
{
    static const struct {
        const char *base;
        const char *group;
        const char *name;
    } rows[] = {
        {"span.tx.process", "span", "span.tx"},
        {"span.rpc", "span", "span"},
        {"span.rpc", "common", "common"},
        {"span.tx", "common", "span.tx"},
        {"http./search", "http", "http./search"},
        {"http./", "http", "http"},
        {"http.a", "none", NULL},
        {"span", "none", NULL},
    };
    struct rg_ladders ladders;

    (void)state;
    load("{\"span\": " L ", \"span.tx\": " L ", \"common\": " L ", \"http\": " L ", \"http./search\": " L "}",
         &ladders);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct rg_ladder *found = rg_ladders_declared(&ladders, rows[i].group, rows[i].base);
        CHECK_TEXT(rows[i].base, found == NULL ? NULL : found->name, rows[i].name);
    }
    rg_ladders_release(&ladders);
}

static void test_refused(void **state)
{
#define EDGES(list) "{\"l\": {\"unit\": \"ms\", \"edges\": " list "}}"
    static const struct {
        const char *name;
        const char *text;
        const char *message;
    } rows[] = {
        {"not an object", "{\"l\": [1, 2]}", "line 1, column 2: l: expected an object, found an array"},
        {"no unit", "{\"l\": {\"edges\": [1, 2]}}", "line 1, column 2: l: a ladder needs 'unit'"},
        {"no edges", "{\"l\": {\"unit\": \"ms\"}}", "line 1, column 2: l: a ladder needs 'edges'"},
        {"unit of another type", "{\"l\": {\"unit\": 1, \"edges\": [1, 2]}}",
         "line 1, column 8: l.unit: expected a string, found a number"},
        {"unknown member", "{\"l\": {\"units\": \"ms\", \"edges\": [1, 2]}}",
         "line 1, column 8: l.units: unknown member; did you mean 'unit'?"},
        {"a member that resembles none", "{\"l\": {\"name\": \"x\", \"unit\": \"ms\", \"edges\": [1, 2]}}",
         "line 1, column 8: l.name: unknown member"},
        {"edges of another type", EDGES("{}"),
         "line 1, column 22: l.edges: expected an array, found an object"},
        {"no edge", EDGES("[]"), "line 1, column 22: l.edges: a ladder needs at least two edges"},
        {"one edge", EDGES("[1]"), "line 1, column 22: l.edges: a ladder needs at least two edges"},
        {"edge as text", EDGES("[1, \"+Inf\"]"),
         "line 1, column 35: l.edges[1]: expected a number, found a string"},
        {"zero", EDGES("[0, 1]"), "line 1, column 32: l.edges[0]: an edge must be above 0"},
        {"below zero", EDGES("[-1, 1]"), "line 1, column 32: l.edges[0]: an edge must be above 0"},
        {"one edge twice", EDGES("[1, 1.0]"), "line 1, column 35: l.edges[1]: edges must ascend"},
        {"within the tolerance", EDGES("[1, 1.0000000005]"),
         "line 1, column 35: l.edges[1]: edges must ascend"},
        {"descending", EDGES("[1, 3, 2]"), "line 1, column 38: l.edges[2]: edges must ascend"},
        {"one prefix twice, the longer first", "{\"a.\": " L ",\n \"a\": " L "}",
         "line 2, column 2: a: more than one ladder for this prefix"},
        {"one prefix twice", "{\"a.b\": " L ",\n \"a.b.\": " L "}",
         "line 2, column 2: a.b.: more than one ladder for this prefix"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_ladders ladders = {.count = 77};
        struct rg_error err = {0};
        char message[200];
        scratch_puts(FILE_NAME, rows[i].text);
        (void)snprintf(message, sizeof message, "cannot read '%s': %s", FILE_NAME, rows[i].message);
        CHECK(rows[i].name, !load_ladders(FILE_NAME, &ladders, &err));
        CHECK_TEXT(rows[i].name, err.message, message);
        CHECK_INT(rows[i].name, err.code, RG_ERROR_FORMAT);
        CHECK_INT(rows[i].name, ladders.count, 77);
    }
}

static void test_absent(void **state)
{
    struct rg_ladders ladders = {.count = 77};
    struct rg_error err = {0};

    (void)state;
    assert_false(load_ladders("absent.json", &ladders, &err));
    assert_string_equal(err.message, "cannot read 'absent.json': No such file or directory");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_int_equal(ladders.count, 77);
}

static void test_most_edges(void **state)
{
    struct rg_ladders ladders;
    struct rg_error err = {0};

    (void)state;
    for (int more = 0; more < 2; more++) {
        FILE *file = fopen(FILE_NAME, "w");
        if (file == NULL) {
            fail_msg("'%s' cannot be written", FILE_NAME);
            return;
        }
        (void)fputs("{\"l\": {\"unit\": \"ms\", \"edges\": [1", file);
        for (int i = 2; i <= RG_LADDER_EDGES_MAX + more; i++)
            (void)fprintf(file, ",%d", i);
        (void)fputs("]}}", file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(load_ladders(FILE_NAME, &ladders, &err), more == 0);
        if (more == 0)
            rg_ladders_release(&ladders);
    }
    assert_string_equal(err.message,
                        "cannot read 'ladders.json': line 1, column 22: l.edges: more than 100000 edges");
    assert_int_equal(err.code, RG_ERROR_LIMIT);
}

/* In timings, members that this version does not know are kept. */
static void test_keep_unknown(void **state)
{
    static const char text[] = "{\"l\": {\"unit\": \"ms\", \"edges\": [1, 2], \"source\": \"x\"}}";
    struct rg_ladders ladders;
    struct rg_error err = {0};

    (void)state;
    struct rg_json_doc *doc = rg_json_parse(text, sizeof text - 1, &err);
    assert_non_null(doc);
    assert_false(rg_ladders_read(rg_json_root(doc), false, &ladders, &err));
    err = (struct rg_error){0};
    assert_true(rg_ladders_read(rg_json_root(doc), true, &ladders, &err));
    rg_ladders_release(&ladders);
    rg_json_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),    cmocka_unit_test(test_first_baseline),
        cmocka_unit_test(test_bucket),     cmocka_unit_test(test_equal),
        cmocka_unit_test(test_match),      cmocka_unit_test(test_declared),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_absent),
        cmocka_unit_test(test_most_edges), cmocka_unit_test(test_keep_unknown),
    };
    return cmocka_run_group_tests_name("ladder", tests, scratch_enter, scratch_leave);
}
