/* Instances added up, groups, and means. */
#include "histogram.h"

#define T0 1700000000000LL

/* Instances are "labels; edges; values", with "; sums" where there are any, and '&' between them. */
struct row {
    const char *name;
    const char *by; /* one label, NULL for none, "*" for all */
    const char *instances;
    const char *counts; /* "-" for none */
    enum rg_count_kind reason;
    long long covered_s;
    double mean;
    enum rg_count_kind no_mean;
};

static void add_instances(struct rg_samples *s, const char *instances)
{
    char text[HISTOGRAM_TEXT_MAX];
    char *rest = NULL;

    (void)snprintf(text, sizeof text, "%s", instances);
    for (char *instance = strtok_r(text, "&", &rest); instance != NULL;
         instance = strtok_r(NULL, "&", &rest)) {
        char *within = NULL;
        const char *labels = strtok_r(instance + strspn(instance, " "), ";", &within);
        const char *edges = strtok_r(NULL, ";", &within);
        const char *values = strtok_r(NULL, ";", &within);
        const char *sums = strtok_r(NULL, ";", &within);
        add_lines(s, labels, edges, T0 + 10000, values);
        if (sums != NULL)
            add_line(s, RG_RAW_SUM, labels, NULL, T0 + 10000, sums);
    }
}

static struct rg_counts count_row(const struct row *row, struct rg_samples *s)
{
    const bool all = row->by != NULL && strcmp(row->by, "*") == 0;
    const struct rg_count_options options = {
        .by = &row->by, .by_count = row->by != NULL && !all, .by_all = all};

    rg_samples_init(s, T0, T0 + 300000);
    add_instances(s, row->instances);
    return count_all(s, NULL, &options);
}

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rg_samples s;
        char line[HISTOGRAM_TEXT_MAX];
        struct rg_counts counts = count_row(&rows[i], &s);
        counts_line(&counts, line);
        CHECK_TEXT(rows[i].name, counts.edge_count == 0 ? "-" : line, rows[i].counts);
        CHECK_INT(rows[i].name, counts.reason.kind, rows[i].reason);
        CHECK_INT(rows[i].name, counts.status, rg_count_status(rows[i].reason));
        CHECK_INT(rows[i].name, counts.covered_ms, rows[i].covered_s * 1000);
        CHECK_INT(rows[i].name, counts.no_mean.kind, rows[i].no_mean);
        if (rows[i].no_mean == RG_COUNT_NONE)
            CHECK_NEAR(rows[i].name, counts.mean, rows[i].mean, 1e-14);
        rg_counts_release(&counts);
        rg_samples_release(&s);
    }
}

static void test_instances(void **state)
{
    static const struct row rows[] = {
        {"nothing", NULL, "", "-", RG_COUNT_NO_SERIES, 0, 0, RG_COUNT_NO_SERIES},
        {"two", NULL,
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "3 6", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"another ladder", NULL,
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 2 Inf; 5 7 | 5 9",
         "-", RG_COUNT_EDGES_DIFFER, 0, 0, RG_COUNT_EDGES_DIFFER},
        {"one edge more", NULL,
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 2 Inf; 5 7 | 5 7 | 5 9",
         "-", RG_COUNT_EDGES_DIFFER, 0, 0, RG_COUNT_EDGES_DIFFER},
        {"within 1e-9", NULL,
         "i=a; 0.3 Inf; 1 2 | 1 3 & "
         "i=b; 0.30000000000000004 Inf; 5 7 | 5 9",
         "3 6", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"one scrape of another ladder", NULL,
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 2 Inf; 5 | 5",
         "1 2", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"one that is no histogram", NULL,
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 2; 5 7 | 5 9",
         "-", RG_COUNT_NO_INF, 0, 0, RG_COUNT_NO_INF},
        {"the ladder before the histogram", NULL,
         "i=a; 1 2; 1 2 | 1 3 & "
         "i=b; 1 Inf; 1 2 3 4 5 | 1 2 3 4 5 & "
         "i=c; 1 Inf; 1 2 3 | - 2 3",
         "-", RG_COUNT_EDGE_BEGINS, 0, 0, RG_COUNT_EDGE_BEGINS},
        {"one scattered", NULL,
         "i=a; 1 2; 1 2 | 1 3 & "
         "i=b; 1 2 Inf; 1 2 - 8 8 | 1 - 8 - 8 | 1 2 8 8 8",
         "-", RG_COUNT_SCATTERED, 0, 0, RG_COUNT_SCATTERED},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

/* The time that instances cover together, and what they say without an observation. */
static void test_instances_in_time(void **state)
{
    static const struct row rows[] = {
        {"rolling, together", NULL,
         "i=a; 1 Inf; 1 2 3 | 1 2 3 & "
         "i=b; 1 Inf; - 5 6 7 8 | - 5 6 7 8",
         "5 5", RG_COUNT_NONE, 40, 0, RG_COUNT_SUM_MISSING},
        {"rolling, with a gap", NULL,
         "i=b; 1 Inf; - - - - 5 6 7 | - - - - 5 6 7 & "
         "i=a; 1 Inf; 1 2 | 1 2",
         "3 3", RG_COUNT_NONE, 30, 0, RG_COUNT_SUM_MISSING},
        {"one inside the other", NULL,
         "i=a; 1 Inf; 1 2 3 4 5 | 1 2 3 4 5 & "
         "i=b; 1 Inf; - 2 3 | - 2 3",
         "5 5", RG_COUNT_NONE, 40, 0, RG_COUNT_SUM_MISSING},
        {"both idle", NULL,
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; 5 5 | 9 9",
         "0 0", RG_COUNT_IDLE, 10, 0, RG_COUNT_IDLE},
        {"one idle, one scrape of the other", NULL,
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; - 5 | - 9",
         "0 0", RG_COUNT_ONE_SCRAPE, 10, 0, RG_COUNT_ONE_SCRAPE},
        {"one idle, one scrape of nothing", NULL,
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; - 0 | - 0",
         "0 0", RG_COUNT_IDLE, 10, 0, RG_COUNT_IDLE},
        {"one idle, the other appeared", NULL,
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; - 5 5 | - 9 9",
         "0 0", RG_COUNT_APPEARED, 20, 0, RG_COUNT_APPEARED},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_groups(void **state)
{
    static const struct row rows[] = {
        {"all are kept", "*",
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "-", RG_COUNT_GROUPS, 0, 0, RG_COUNT_GROUPS},
        {"one has traffic", "*",
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "2 4", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"the first has traffic", "*",
         "i=a; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 Inf; 5 5 | 5 5",
         "1 2", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"none has", "*",
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 1 Inf; 5 5 | 5 5",
         "0 0", RG_COUNT_IDLE, 10, 0, RG_COUNT_IDLE},
        {"by a label", "r",
         "i=a,r=x; 1 Inf; 1 2 | 1 3 & "
         "i=b,r=x; 1 Inf; 5 7 | 5 9",
         "3 6", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"by a label that differs", "r",
         "i=a,r=x; 1 Inf; 1 2 | 1 3 & "
         "i=a,r=y; 1 Inf; 5 7 | 5 9",
         "-", RG_COUNT_GROUPS, 0, 0, RG_COUNT_GROUPS},
        {"by a label that one lacks", "r",
         "i=a,r=x; 1 Inf; 1 2 | 1 3 & "
         "i=a; 1 Inf; 5 7 | 5 9",
         "-", RG_COUNT_GROUPS, 0, 0, RG_COUNT_GROUPS},
        {"by le only", "le",
         "i=a,r=x; 1 Inf; 1 2 | 1 3 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "3 6", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"other ladders in other groups", "i",
         "i=a; 1 Inf; 1 1 | 1 1 & "
         "i=b; 2 5 Inf; 5 7 | 5 7 | 5 9",
         "2 2 4", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"a fault in the other group", "i",
         "i=a; 1 2; 1 1 | 1 1 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "-", RG_COUNT_NO_INF, 0, 0, RG_COUNT_NO_INF},
        {"a fault beside two with traffic", "i",
         "i=a; 1 2; 1 1 | 1 1 & "
         "i=b; 1 Inf; 5 7 | 5 9 & "
         "i=c; 1 Inf; 5 7 | 5 9",
         "-", RG_COUNT_GROUPS, 0, 0, RG_COUNT_GROUPS},
        {"a sum of another group", "i",
         "i=a; 1 Inf; 1 1 | 1 1; 3 7 & "
         "i=b; 1 Inf; 5 7 | 5 9; 10 18",
         "2 4", RG_COUNT_NONE, 10, 2, RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_means(void **state)
{
    static const struct row rows[] = {
        {"steady", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 0.5 1.5 2.5", "2 4", RG_COUNT_NONE, 20, 0.5,
         RG_COUNT_NONE},
        {"two instances", NULL,
         "i=a; 1 Inf; 1 2 | 1 3; 1 4 & "
         "i=b; 1 Inf; 5 7 | 5 9; 7 16",
         "3 6", RG_COUNT_NONE, 10, 2, RG_COUNT_NONE},
        {"one of two has none", NULL,
         "i=a; 1 Inf; 1 2 | 1 3; 1 4 & "
         "i=b; 1 Inf; 5 7 | 5 9",
         "3 6", RG_COUNT_NONE, 10, 0, RG_COUNT_SUM_MISSING},
        {"one scrape of one that has none", NULL,
         "i=a; 1 Inf; 1 2 | 1 3; 1 4 & "
         "i=b; 1 Inf; 5 | 5",
         "1 2", RG_COUNT_NONE, 10, 1.5, RG_COUNT_NONE},
        {"a restart", NULL, "i=a; 1 Inf; 5 6 2 3 | 5 7 2 4; 50 57 3 9", "4 6", RG_COUNT_NONE, 30,
         (7.0 + 9) / 6, RG_COUNT_NONE},
        {"a scrape without", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 1 - 9", "2 4", RG_COUNT_NONE, 20, 0,
         RG_COUNT_SUM_GAP},
        {"only one that is arriving", NULL, "i=a; 1 Inf; 1 2 3 | 1 3; 1 5 -", "1 2", RG_COUNT_NONE, 10, 2,
         RG_COUNT_NONE},
        {"NaN", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 1 nan 9", "2 4", RG_COUNT_NONE, 20, 0, RG_COUNT_SUM_GAP},
        {"infinite", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 1 2 inf", "2 4", RG_COUNT_NONE, 20, 0,
         RG_COUNT_SUM_INFINITE},
        {"falls where no edge does", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 9 4 10", "3 5", RG_COUNT_NONE, 20, 2,
         RG_COUNT_NONE},
        {"falls twice", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 9 4 3", "2 4", RG_COUNT_NONE, 20, 0,
         RG_COUNT_SUM_FELL},
        {"falls, and an edge at another time", NULL, "i=a; 1 Inf; 1 2 1 | 1 3 1; 9 4 5", "2 3", RG_COUNT_NONE,
         20, 0, RG_COUNT_SUM_FELL},
        {"falls with an edge", NULL, "i=a; 1 Inf; 5 2 3 | 5 3 5; 9 4 10", "3 5", RG_COUNT_NONE, 20, 2,
         RG_COUNT_NONE},
        {"falls by what servers round", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 9 8.999999999999 9", "2 4",
         RG_COUNT_NONE, 20, 0, RG_COUNT_NONE},
        {"falls by more", NULL, "i=a; 1 Inf; 1 2 3 | 1 3 5; 9 8.99999999998 10", "3 5", RG_COUNT_NONE, 20, 2,
         RG_COUNT_NONE},
        {"falls with an edge at 0", NULL, "i=a; 0 1 Inf; 0 0 0 | 1 2 3 | 1 3 5; 9 4 10", "0 2 4",
         RG_COUNT_NONE, 20, 0, RG_COUNT_SUM_FELL},
        {"rises below 0", NULL, "i=a; -1 1 Inf; 0 2 | 1 3 | 1 5; -9 -5", "2 2 4", RG_COUNT_NONE, 10, 1,
         RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

/* A process that did not start again: its sum has no reason to fall. */
static void test_sum_of_a_known_process(void **state)
{
    struct rg_samples s;

    (void)state;
    rg_samples_init(&s, T0, T0 + 300000);
    add_lines(&s, "", "1 Inf", T0 + 10000, "1 2 3 | 1 3 5");
    add_line(&s, RG_RAW_SUM, "", NULL, T0 + 10000, "9 4 10");
    add_line(&s, RG_RAW_START, "", NULL, T0 + 10000, "1600000000 1600000000 1600000000");
    struct rg_counts counts = count_all(&s, NULL, NULL);
    assert_int_equal(counts.no_mean.kind, RG_COUNT_SUM_FELL);
    assert_true(counts.status == RG_STATUS_GOOD && counts.total == 4);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

/* A sum counts from 0 where the buckets do. */
static void test_sum_from_zero(void **state)
{
    struct rg_samples s;

    (void)state;
    rg_samples_init(&s, T0, T0 + 300000);
    add_lines(&s, "", "1 Inf", T0 + 10000, "3 | 5");
    add_line(&s, RG_RAW_SUM, "", NULL, T0 + 10000, "20");
    add_line(&s, RG_RAW_CREATED, "", NULL, T0 + 10000, "1700000001");
    struct rg_counts counts = count_all(&s, NULL, NULL);
    assert_true(counts.no_mean.kind == RG_COUNT_NONE && counts.mean == 4);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_instances_in_time),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_means),
        cmocka_unit_test(test_sum_of_a_known_process),
        cmocka_unit_test(test_sum_from_zero),
    };
    return cmocka_run_group_tests_name("counts_sum", tests, NULL, NULL);
}
