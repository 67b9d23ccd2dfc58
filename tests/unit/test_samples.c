/* Series become instances with edges, in whatever order and spelling they come. */
#include "histogram.h"

static const struct rg_sample ONE[] = {{1000, 5}};

static void add(struct rg_samples *to, enum rg_raw_kind kind, const char *labels, const char *le)
{
    struct rg_error err = {0};

    assert_true(add_series(to, kind, labels, le, ONE, 1, &err));
}

static void seal(struct rg_samples *samples, const struct rg_samples *targets)
{
    struct rg_error err = {0};

    assert_true(rg_samples_seal(samples, &err));
    if (targets != NULL)
        rg_samples_attach(samples, targets);
}

static void check_labels(const char *row, const struct rg_labels *labels, const char *expected)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    rg_labels_text(labels, &text);
    CHECK_TEXT(row, rg_buffer_text(&text), expected);
    rg_buffer_release(&text);
}

static void test_instances(void **state)
{
    struct rg_samples s;

    (void)state;
    rg_samples_init(&s, 0, 10000);
    add(&s, RG_RAW_BUCKET, "__name__=x_bucket,b=1,a=2", "+Inf");
    add(&s, RG_RAW_BUCKET, "a=3,b=1", "1");
    add(&s, RG_RAW_BUCKET, "a=2,b=1,empty=", "0x1p-2");
    add(&s, RG_RAW_SUM, "__name__=x_sum,a=2,b=1", NULL);
    add(&s, RG_RAW_BUCKET, "a=2", "1");
    add(&s, RG_RAW_BUCKET, "b=1,a=2", "5");
    add(&s, RG_RAW_CREATED, "a=2", NULL);
    add(&s, RG_RAW_BUCKET, "", "1");
    add(&s, RG_RAW_SUM, "a=4", NULL);
    seal(&s, NULL);
    assert_int_equal(s.instance_count, 5);
    check_labels("two labels", &s.instances[0].labels, "{a=\"2\",b=\"1\"}");
    assert_int_equal(s.instances[0].edge_count, 3);
    assert_true(s.instances[0].edges[0].le == 0.25 && s.instances[0].edges[1].le == 5);
    assert_true(isinf(s.instances[0].edges[2].le));
    assert_true(s.instances[0].sum != NULL && s.instances[0].created == NULL);
    check_labels("another value", &s.instances[1].labels, "{a=\"3\",b=\"1\"}");
    check_labels("one label", &s.instances[2].labels, "{a=\"2\"}");
    assert_true(s.instances[2].created != NULL && s.instances[2].sum == NULL);
    check_labels("only a sum", &s.instances[3].labels, "{a=\"4\"}");
    assert_int_equal(s.instances[3].edge_count, 0);
    check_labels("no label", &s.instances[4].labels, "{}");
    rg_samples_release(&s);
}

static void test_label_text(void **state)
{
    static const struct rg_label labels[] = {{"a", "x\"y\\z\n"}, {"b", "é"}};
    const struct rg_labels set = {labels, COUNT_OF(labels)};

    (void)state;
    check_labels("escapes", &set, "{a=\"x\\\"y\\\\z\\n\",b=\"é\"}");
}

static void test_window(void **state)
{
    static const struct rg_sample samples[] = {{999, 1},  {1000, 2}, {1001, 3}, {1500, (double)NAN},
                                               {2000, 4}, {2001, 5}};
    struct rg_samples s;
    struct rg_error err = {0};

    (void)state;
    rg_samples_init(&s, 1000, 2000);
    assert_true(add_series(&s, RG_RAW_BUCKET, "", "1", samples, COUNT_OF(samples), &err));
    assert_true(add_series(&s, RG_RAW_BUCKET, "", "2", samples, 2, &err));
    assert_true(add_series(&s, RG_RAW_BUCKET, "", "junk", samples + 5, 1, &err));
    seal(&s, NULL);
    assert_int_equal(s.instances[0].edge_count, 1);
    assert_int_equal(s.instances[0].edges[0].count, 2);
    assert_int_equal(s.instances[0].edges[0].samples[0].time_ms, 1001);
    assert_int_equal(s.instances[0].edges[0].samples[1].time_ms, 2000);
    rg_samples_release(&s);
}

/* Two spellings of one edge, or one series in a wrong order. */
static void test_merging(void **state)
{
    static const struct {
        const char *name;
        const char *le[2];
        struct rg_sample a[2];
        struct rg_sample b[2];
        const char *merged;
        bool clash;
    } rows[] = {
        {"one after the other", {"1", "1.0"}, {{1, 5}, {2, 6}}, {{3, 7}, {4, 8}}, "1:5 2:6 3:7 4:8", false},
        {"the later one first", {"1", "1.0"}, {{3, 7}, {4, 8}}, {{1, 5}, {2, 6}}, "1:5 2:6 3:7 4:8", false},
        {"by turns", {"1", "1.0"}, {{1, 5}, {3, 7}}, {{4, 8}, {2, 6}}, "1:5 2:6 3:7 4:8", false},
        {"the same twice", {"1", "1.0"}, {{1, 5}, {2, 6}}, {{1, 5}, {2, 6}}, "1:5 2:6", false},
        {"two values", {"1", "1.0"}, {{1, 5}, {2, 7}}, {{1, 5}, {2, 6}}, "1:5 2:7", true},
        {"hexadecimal", {"0.25", "0x1p-2"}, {{1, 5}, {2, 6}}, {{3, 7}, {4, 8}}, "1:5 2:6 3:7 4:8", false},
        {"the last digit",
         {"0.3", "0.30000000000000004"},
         {{1, 5}, {2, 6}},
         {{3, 7}, {4, 8}},
         "1:5 2:6 3:7 4:8",
         false},
        {"overflow beside +Inf", {"1.797e308", "+Inf"}, {{1, 5}, {2, 6}}, {{1, 7}, {2, 8}}, "1:7 2:8", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_samples s;
        struct rg_error err = {0};
        char text[HISTOGRAM_TEXT_MAX] = "";
        size_t length = 0;
        rg_samples_init(&s, 0, 10);
        CHECK(rows[i].name, add_series(&s, RG_RAW_BUCKET, "a=1", rows[i].le[0], rows[i].a, 2, &err));
        CHECK(rows[i].name, add_series(&s, RG_RAW_BUCKET, "a=1", rows[i].le[1], rows[i].b, 2, &err));
        seal(&s, NULL);
        CHECK_INT(rows[i].name, s.instances[0].edge_count, 1);
        const struct rg_raw_series *edge = &s.instances[0].edges[0];
        for (size_t k = 0; k < edge->count; k++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld:%g", k == 0 ? "" : " ",
                                       edge->samples[k].time_ms, edge->samples[k].value);
        CHECK_TEXT(rows[i].name, text, rows[i].merged);
        CHECK_INT(rows[i].name, edge->has_clash, rows[i].clash);
        CHECK_INT(rows[i].name, edge->clash_ms, rows[i].clash ? 2 : 0);
        rg_samples_release(&s);
    }
}

static void test_le_states(void **state)
{
    static const struct {
        const char *name;
        const char *labels;
        const char *le;
        enum rg_le_state state;
        const char *text;
    } rows[] = {
        {"an edge", "a=1", "0.5", RG_LE_GOOD, NULL},
        {"junk", "a=1", "abc", RG_LE_JUNK, "abc"},
        {"NaN", "a=1", "NaN", RG_LE_JUNK, "NaN"},
        {"none", "a=1", NULL, RG_LE_MISSING, NULL},
        {"vmrange", "a=1,vmrange=1...2", NULL, RG_LE_VMRANGE, NULL},
        {"vmrange and le", "a=1,vmrange=1...2", "2", RG_LE_GOOD, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_samples s;
        rg_samples_init(&s, 0, 10000);
        add(&s, RG_RAW_BUCKET, "a=1", "+Inf");
        add(&s, RG_RAW_BUCKET, rows[i].labels, rows[i].le);
        seal(&s, NULL);
        CHECK_INT(rows[i].name, s.instance_count, 1);
        CHECK_INT(rows[i].name, s.instances[0].edges[0].le_state, rows[i].state);
        CHECK_TEXT(rows[i].name, s.instances[0].edges[0].le_text, rows[i].text);
        rg_samples_release(&s);
    }
}

/* A target's series belongs to an instance that has all its labels; of several the one with the most. */
static void test_targets(void **state)
{
    static const struct {
        const char *name;
        const char *instance;
        const char *start; /* labels of the series that is found, or NULL */
        const char *up;
    } rows[] = {
        {"both", "job=j,instance=a,route=/", "{instance=\"a\",job=\"j\"}", "{instance=\"a\",job=\"j\"}"},
        {"another instance", "job=j,instance=b,route=/", "{job=\"j\"}", "{instance=\"b\",job=\"j\"}"},
        {"one more label", "job=j,instance=a,route=/,zone=z", "{instance=\"a\",job=\"j\",zone=\"z\"}",
         "{instance=\"a\",job=\"j\"}"},
        {"another zone", "job=j,instance=a,zone=y", "{instance=\"a\",job=\"j\"}",
         "{instance=\"a\",job=\"j\"}"},
        {"only the job", "job=j", "{job=\"j\"}", NULL},
        {"another job", "job=k,instance=a", NULL, NULL},
        {"no label", "", NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_samples s;
        struct rg_samples targets;
        rg_samples_init(&s, 0, 10000);
        rg_samples_init(&targets, 0, 10000);
        add(&targets, RG_RAW_START, "job=j", NULL);
        add(&targets, RG_RAW_UP, "instance=b,job=j", NULL);
        add(&targets, RG_RAW_UP, "instance=a,job=j", NULL);
        add(&targets, RG_RAW_START, "job=j,instance=a", NULL);
        add(&targets, RG_RAW_START, "instance=a,job=j,zone=z", NULL);
        seal(&targets, NULL);
        add(&s, RG_RAW_BUCKET, rows[i].instance, "1");
        seal(&s, &targets);
        const struct rg_raw_series *start = s.instances[0].start;
        const struct rg_raw_series *up = s.instances[0].up;
        CHECK_INT(rows[i].name, start != NULL, rows[i].start != NULL);
        CHECK_INT(rows[i].name, up != NULL, rows[i].up != NULL);
        if (start != NULL)
            check_labels(rows[i].name, &start->labels, rows[i].start);
        if (up != NULL)
            check_labels(rows[i].name, &up->labels, rows[i].up);
        rg_samples_release(&s);
        rg_samples_release(&targets);
    }
}

/* An instance's own series comes before its target's; presence is by instance. */
static void test_own_series(void **state)
{
    struct rg_samples s;
    struct rg_samples targets;
    struct rg_error err = {0};

    (void)state;
    rg_samples_init(&s, 0, 10000);
    rg_samples_init(&targets, 0, 10000);
    add(&targets, RG_RAW_START, "a=1", NULL);
    add(&targets, RG_RAW_UP, "a=1", NULL);
    seal(&targets, NULL);
    add(&s, RG_RAW_BUCKET, "a=1", "1");
    add(&s, RG_RAW_BUCKET, "a=2", "1");
    add(&s, RG_RAW_START, "a=1", NULL);
    assert_true(add_series(&s, RG_RAW_PRESENT, "a=2,__name__=x_bucket", "5", NULL, 0, &err));
    assert_true(add_series(&s, RG_RAW_PRESENT, "a=2,__name__=x_bucket", "7", NULL, 0, &err));
    seal(&s, &targets);
    assert_int_equal(s.instance_count, 2);
    assert_true(s.instances[0].start != NULL && s.instances[0].start != targets.instances[0].start);
    assert_ptr_equal(s.instances[0].up, targets.instances[0].up);
    assert_false(s.instances[0].was_present);
    assert_true(s.instances[1].was_present);
    rg_samples_release(&s);
    rg_samples_release(&targets);
}

static void test_search(void **state)
{
    static const struct rg_sample samples[] = {{10, 1}, {20, 2}, {30, 3}};
    struct rg_sample own[COUNT_OF(samples)];
    static const struct {
        const char *name;
        long long time_ms;
        size_t before;
        double at; /* 0: none */
    } rows[] = {{"before all", 9, 0, 0},
                {"the first", 10, 0, 1},
                {"between", 11, 1, 0},
                {"the last", 30, 2, 3},
                {"after all", 31, 3, 0}};

    (void)state;
    memcpy(own, samples, sizeof own);
    const struct rg_raw_series series = {.samples = own, .count = COUNT_OF(own)};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct rg_sample *at = rg_raw_series_at(&series, rows[i].time_ms);
        CHECK_INT(rows[i].name, rg_raw_series_before(&series, rows[i].time_ms), rows[i].before);
        CHECK_SAME(rows[i].name, at == NULL ? 0 : at->value, rows[i].at);
    }
    assert_int_equal(rg_raw_series_before(NULL, 5), 0);
    assert_null(rg_raw_series_at(NULL, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances),  cmocka_unit_test(test_label_text), cmocka_unit_test(test_window),
        cmocka_unit_test(test_merging),    cmocka_unit_test(test_le_states),  cmocka_unit_test(test_targets),
        cmocka_unit_test(test_own_series), cmocka_unit_test(test_search),
    };
    return cmocka_run_group_tests_name("samples", tests, NULL, NULL);
}
