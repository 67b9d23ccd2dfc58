/* Instances added up, groups, means, quantiles of counts, and the words of notes. */
#include "histogram.h"

#define T0 1700000000000LL

/* Up to four instances, each "labels; edges; values"; `sums` has one line an instance, "" for none. */
struct row {
    const char *name;
    const char *by; /* one label, NULL for none, "*" for all */
    const char *instances[4][3];
    const char *sums[4];
    const char *counts; /* "-" for none */
    enum rg_count_kind reason;
    long long covered_s;
    double mean;
    enum rg_count_kind no_mean;
};

static struct rg_counts count_row(const struct row *row, struct rg_samples *s)
{
    const bool all = row->by != NULL && strcmp(row->by, "*") == 0;
    const struct rg_count_options options = {
        .by = &row->by, .by_count = row->by != NULL && !all, .by_all = all};

    rg_samples_init(s, T0, T0 + 300000);
    for (size_t i = 0; i < COUNT_OF(row->instances) && row->instances[i][0] != NULL; i++) {
        add_lines(s, row->instances[i][0], row->instances[i][1], T0 + 10000, row->instances[i][2]);
        if (row->sums[i] != NULL)
            add_line(s, RG_RAW_SUM, row->instances[i][0], NULL, T0 + 10000, row->sums[i]);
    }
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

#define NO_SUM 0, RG_COUNT_SUM_MISSING
#define NONE                                                                                                 \
    {                                                                                                        \
        NULL, NULL, NULL, NULL                                                                               \
    }

static void test_instances(void **state)
{
    static const struct row rows[] = {
        {"nothing", NULL, {{NULL}}, NONE, "-", RG_COUNT_NO_SERIES, 0, 0, RG_COUNT_NO_SERIES},
        {"two",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "3 6",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"another ladder",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "2 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_EDGES_DIFFER,
         0,
         0,
         RG_COUNT_EDGES_DIFFER},
        {"one edge more",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 2 Inf", "5 7 | 5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_EDGES_DIFFER,
         0,
         0,
         RG_COUNT_EDGES_DIFFER},
        {"within 1e-9",
         NULL,
         {{"i=a", "0.3 Inf", "1 2 | 1 3"}, {"i=b", "0.30000000000000004 Inf", "5 7 | 5 9"}},
         NONE,
         "3 6",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"one scrape of another ladder",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "2 Inf", "5 | 5"}},
         NONE,
         "1 2",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"one that is no histogram",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 2", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_NO_INF,
         0,
         0,
         RG_COUNT_NO_INF},
        {"the ladder before the histogram",
         NULL,
         {{"i=a", "1 2", "1 2 | 1 3"},
          {"i=b", "1 Inf", "1 2 3 4 5 | 1 2 3 4 5"},
          {"i=c", "1 Inf", "1 2 3 | - 2 3"}},
         NONE,
         "-",
         RG_COUNT_EDGE_BEGINS,
         0,
         0,
         RG_COUNT_EDGE_BEGINS},
        {"one scattered",
         NULL,
         {{"i=a", "1 2", "1 2 | 1 3"}, {"i=b", "1 2 Inf", "1 2 - 8 8 | 1 - 8 - 8 | 1 2 8 8 8"}},
         NONE,
         "-",
         RG_COUNT_SCATTERED,
         0,
         0,
         RG_COUNT_SCATTERED},
        {"rolling, together",
         NULL,
         {{"i=a", "1 Inf", "1 2 3 | 1 2 3"}, {"i=b", "1 Inf", "- 5 6 7 8 | - 5 6 7 8"}},
         NONE,
         "5 5",
         RG_COUNT_NONE,
         40,
         NO_SUM},
        {"rolling, with a gap",
         NULL,
         {{"i=b", "1 Inf", "- - - - 5 6 7 | - - - - 5 6 7"}, {"i=a", "1 Inf", "1 2 | 1 2"}},
         NONE,
         "3 3",
         RG_COUNT_NONE,
         30,
         NO_SUM},
        {"one inside the other",
         NULL,
         {{"i=a", "1 Inf", "1 2 3 4 5 | 1 2 3 4 5"}, {"i=b", "1 Inf", "- 2 3 | - 2 3"}},
         NONE,
         "5 5",
         RG_COUNT_NONE,
         40,
         NO_SUM},
        {"both idle",
         NULL,
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 5 | 9 9"}},
         NONE,
         "0 0",
         RG_COUNT_IDLE,
         10,
         0,
         RG_COUNT_IDLE},
        {"one idle, one scrape of the other",
         NULL,
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "- 5 | - 9"}},
         NONE,
         "0 0",
         RG_COUNT_ONE_SCRAPE,
         10,
         0,
         RG_COUNT_ONE_SCRAPE},
        {"one idle, one scrape of nothing",
         NULL,
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "- 0 | - 0"}},
         NONE,
         "0 0",
         RG_COUNT_IDLE,
         10,
         0,
         RG_COUNT_IDLE},
        {"one idle, the other appeared",
         NULL,
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "- 5 5 | - 9 9"}},
         NONE,
         "0 0",
         RG_COUNT_APPEARED,
         20,
         0,
         RG_COUNT_APPEARED},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_groups(void **state)
{
    static const struct row rows[] = {
        {"all are kept",
         "*",
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_GROUPS,
         0,
         0,
         RG_COUNT_GROUPS},
        {"one has traffic",
         "*",
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "2 4",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"the first has traffic",
         "*",
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 5 | 5 5"}},
         NONE,
         "1 2",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"none has",
         "*",
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 5 | 5 5"}},
         NONE,
         "0 0",
         RG_COUNT_IDLE,
         10,
         0,
         RG_COUNT_IDLE},
        {"by a label",
         "r",
         {{"i=a,r=x", "1 Inf", "1 2 | 1 3"}, {"i=b,r=x", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "3 6",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"by a label that differs",
         "r",
         {{"i=a,r=x", "1 Inf", "1 2 | 1 3"}, {"i=a,r=y", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_GROUPS,
         0,
         0,
         RG_COUNT_GROUPS},
        {"by a label that one lacks",
         "r",
         {{"i=a,r=x", "1 Inf", "1 2 | 1 3"}, {"i=a", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_GROUPS,
         0,
         0,
         RG_COUNT_GROUPS},
        {"by le only",
         "le",
         {{"i=a,r=x", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "3 6",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"other ladders in other groups",
         "i",
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "2 5 Inf", "5 7 | 5 7 | 5 9"}},
         NONE,
         "2 2 4",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"a fault in the other group",
         "i",
         {{"i=a", "1 2", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_NO_INF,
         0,
         0,
         RG_COUNT_NO_INF},
        {"a fault beside two with traffic",
         "i",
         {{"i=a", "1 2", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 7 | 5 9"}, {"i=c", "1 Inf", "5 7 | 5 9"}},
         NONE,
         "-",
         RG_COUNT_GROUPS,
         0,
         0,
         RG_COUNT_GROUPS},
        {"a sum of another group",
         "i",
         {{"i=a", "1 Inf", "1 1 | 1 1"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         {"3 7", "10 18"},
         "2 4",
         RG_COUNT_NONE,
         10,
         2,
         RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

#define ONE(edges, values)                                                                                   \
    {                                                                                                        \
        {                                                                                                    \
            "i=a", edges, values                                                                             \
        }                                                                                                    \
    }

static void test_means(void **state)
{
    static const struct row rows[] = {
        {"steady",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"0.5 1.5 2.5"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0.5,
         RG_COUNT_NONE},
        {"two instances",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         {"1 4", "7 16"},
         "3 6",
         RG_COUNT_NONE,
         10,
         2,
         RG_COUNT_NONE},
        {"one of two has none",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 7 | 5 9"}},
         {"1 4"},
         "3 6",
         RG_COUNT_NONE,
         10,
         NO_SUM},
        {"one scrape of one that has none",
         NULL,
         {{"i=a", "1 Inf", "1 2 | 1 3"}, {"i=b", "1 Inf", "5 | 5"}},
         {"1 4"},
         "1 2",
         RG_COUNT_NONE,
         10,
         1.5,
         RG_COUNT_NONE},
        {"a restart",
         NULL,
         ONE("1 Inf", "5 6 2 3 | 5 7 2 4"),
         {"50 57 3 9"},
         "4 6",
         RG_COUNT_NONE,
         30,
         (7.0 + 9) / 6,
         RG_COUNT_NONE},
        {"a scrape without",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"1 - 9"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_GAP},
        {"only one that is arriving",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3"),
         {"1 5 -"},
         "1 2",
         RG_COUNT_NONE,
         10,
         2,
         RG_COUNT_NONE},
        {"NaN",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"1 nan 9"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_GAP},
        {"infinite",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"1 2 inf"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_INFINITE},
        {"falls where no edge does",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"9 4 10"},
         "3 5",
         RG_COUNT_NONE,
         20,
         2,
         RG_COUNT_NONE},
        {"falls twice",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"9 4 3"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_FELL},
        {"falls, and an edge at another time",
         NULL,
         ONE("1 Inf", "1 2 1 | 1 3 1"),
         {"9 4 5"},
         "2 3",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_FELL},
        {"falls with an edge",
         NULL,
         ONE("1 Inf", "5 2 3 | 5 3 5"),
         {"9 4 10"},
         "3 5",
         RG_COUNT_NONE,
         20,
         2,
         RG_COUNT_NONE},
        {"falls by what servers round",
         NULL,
         ONE("1 Inf", "1 2 3 | 1 3 5"),
         {"9 8.999999999999 9"},
         "2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_NONE},
        {"falls with an edge at 0",
         NULL,
         ONE("0 1 Inf", "0 0 0 | 1 2 3 | 1 3 5"),
         {"9 4 10"},
         "0 2 4",
         RG_COUNT_NONE,
         20,
         0,
         RG_COUNT_SUM_FELL},
        {"rises below 0",
         NULL,
         ONE("-1 1 Inf", "0 2 | 1 3 | 1 5"),
         {"-9 -5"},
         "2 2 4",
         RG_COUNT_NONE,
         10,
         1,
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

static void test_quantiles(void **state)
{
    static const struct {
        const char *name;
        const char *edges;
        const char *values; /* from 0 to the counts */
        double quantile;
        double value;
        enum rg_status status;
    } rows[] = {
        {"in the middle", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.7, 3.5, RG_STATUS_GOOD},
        {"on the rank of an edge", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.5, 2, RG_STATUS_GOOD},
        {"just above it", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.501, 2.0075, RG_STATUS_GOOD},
        {"the first edge", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.1, 1, RG_STATUS_BELOW_LADDER},
        {"above the first edge", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.101, 1.0025, RG_STATUS_GOOD},
        {"below the first edge", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.05, 0.5,
         RG_STATUS_BELOW_LADDER},
        {"the top edge", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.9, 5, RG_STATUS_GOOD},
        {"above it", "1 2 5 Inf", "0 10 | 0 50 | 0 90 | 0 100", 0.901, 5, RG_STATUS_SATURATED},
        {"all above it", "1 2 Inf", "0 0 | 0 0 | 0 3", 0.5, 2, RG_STATUS_SATURATED},
        {"several beyond an overflow edge", "1 2 1.797e308 +Inf", "0 1 | 0 2 | 0 3 | 0 9", 0.9, 2,
         RG_STATUS_SATURATED},
        {"empty buckets between", "1 2 5 10 Inf", "0 5 | 0 5 | 0 5 | 0 10 | 0 10", 0.75, 7.5, RG_STATUS_GOOD},
        {"a first edge at 0", "0 5 10 Inf", "0 4 | 0 8 | 0 10 | 0 10", 0.3, 0, RG_STATUS_BELOW_LADDER},
        {"up to the first above 0", "0 5 10 Inf", "0 4 | 0 8 | 0 10 | 0 10", 0.8, 5, RG_STATUS_BELOW_LADDER},
        {"above that", "0 5 10 Inf", "0 4 | 0 8 | 0 10 | 0 10", 0.9, 7.5, RG_STATUS_GOOD},
        {"a negative first edge", "-5 5 Inf", "0 4 | 0 8 | 0 10", 0.3, -5, RG_STATUS_GOOD},
        {"from a negative edge", "-5 5 Inf", "0 4 | 0 8 | 0 10", 0.6, 0, RG_STATUS_GOOD},
        {"rank 0", "1 2 Inf", "0 0 | 0 5 | 0 5", 0, 0, RG_STATUS_BELOW_LADDER},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct row row = {
            rows[i].name, NULL, ONE(rows[i].edges, rows[i].values), NONE, "", RG_COUNT_NONE, 0, 0,
            RG_COUNT_NONE};
        struct rg_samples s;
        struct rg_counts counts = count_row(&row, &s);
        struct rg_count_quantile q = rg_counts_quantile(&counts, rows[i].quantile);
        CHECK_NEAR(rows[i].name, q.value, rows[i].value, 1e-12);
        CHECK_INT(rows[i].name, q.status, rows[i].status);
        rg_counts_release(&counts);
        rg_samples_release(&s);
    }
}

/* A value lies in its bucket, to the last digit. */
static void test_values_stay_in_their_bucket(void **state)
{
    const struct row row = {
        "from below 0", NULL, ONE("-1 0.1 Inf", "0 6 | 0 19 | 0 19"), NONE, "", RG_COUNT_NONE, 0, 0,
        RG_COUNT_NONE};
    struct rg_samples s;

    (void)state;
    struct rg_counts counts = count_row(&row, &s);
    assert_true(rg_counts_quantile(&counts, 1).value == 0.1);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

static void test_the_servers_number(void **state)
{
    static const struct {
        const char *name;
        double quantile;
        double theirs;
        bool contradicts;
    } rows[] = {
        {"the same bucket", 0.7, 4.9, false},
        {"its lower edge", 0.7, 2, false},
        {"its upper edge", 0.7, 5, false},
        {"one ulp above", 0.7, 5.000000000000001, false},
        {"above", 0.7, 5.00001, true},
        {"below", 0.7, 1.99999, true},
        {"the bucket below a tie", 0.5, 1.5, false},
        {"the bucket above a tie", 0.5, 4, false},
        {"further up", 0.5, 5.1, true},
        {"further down", 0.5, 0.9, true},
        {"the first bucket", 0.05, 0, false},
        {"below 0 in it", 0.05, -1, false},
        {"above it", 0.05, 1.1, true},
        {"the top edge for +Inf", 0.95, 10, false},
        {"more than it", 0.95, 11, false},
        {"less than it", 0.95, 9.9, true},
        {"no number", 0.7, (double)NAN, true},
        {"infinite", 0.95, (double)INFINITY, true},
        {"infinite below", 0.05, -(double)INFINITY, true},
    };
    const struct row row = {"counts", NULL, ONE("1 2 5 10 Inf", "0 10 | 0 50 | 0 90 | 0 92 | 0 100"),
                            NONE,     "",   RG_COUNT_NONE,
                            0,        0,    RG_COUNT_NONE};
    struct rg_samples s;

    (void)state;
    struct rg_counts counts = count_row(&row, &s);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(rows[i].name, rg_counts_contradict(&counts, rows[i].quantile, rows[i].theirs),
                  rows[i].contradicts);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

static void test_text(void **state)
{
    static const struct {
        const char *name;
        const char *edges;
        const char *values;
        const char *text;
        size_t ladder;
    } rows[] = {
        {"whole", "1 2 5 10 Inf", "0 223 | 0 6232 | 0 17934 | 0 18232 | 0 18234", "18234 18011 12002 300 2",
         4},
        {"edges up to 0 are left out", "-1 0 5 Inf", "0 1 | 0 2 | 0 5 | 0 9", "9 4", 1},
        {"none above 0", "-1 0 Inf", "0 1 | 0 2 | 0 9", "9", 0},
        {"fractions", "1 2 Inf", "0 0.5 | 0 1 | 0 2.25", "2.25 1.75 1.25", 2},
        {"some of them", "1 2 Inf", "0 0.5 | 0 1 | 0 3", "3 2.5 2", 2},
        {"large", "1 Inf", "0 1 | 0 9007199254740992", "9007199254740992 9007199254740991", 1},
        {"nothing", "1 2 Inf", "3 3 | 3 3 | 4 4", "0 0 0", 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct row row = {
            rows[i].name, NULL, ONE(rows[i].edges, rows[i].values), NONE, "", RG_COUNT_NONE, 0, 0,
            RG_COUNT_NONE};
        struct rg_samples s;
        struct rg_buffer text;
        size_t ladder = 77;
        struct rg_counts counts = count_row(&row, &s);
        rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
        rg_counts_text(&counts, &text);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&text), rows[i].text);
        const double *edges = rg_counts_ladder(&counts, &ladder);
        CHECK_INT(rows[i].name, ladder, rows[i].ladder);
        CHECK(rows[i].name, ladder == 0 || edges[0] > 0);
        rg_buffer_release(&text);
        rg_counts_release(&counts);
        rg_samples_release(&s);
    }
}

static void test_words(void **state)
{
    static const struct rg_label labels[] = {{"i", "a"}};
    static const struct rg_instance instance = {.labels = {labels, 1}};
    static const struct {
        const char *name;
        struct rg_count_note note;
        bool with_instance;
        const char *text;
    } rows[] = {
        {"a number and a time",
         {RG_COUNT_APPEARED, &instance, NULL, 0, 50, T0 + 195500},
         false,
         "appeared at 22:16:35 with 50 observations, not counted"},
        {"one",
         {RG_COUNT_APPEARED, &instance, NULL, 0, 1, T0 + 195500},
         true,
         "{i=\"a\"}: appeared at 22:16:35 with 1 observation, not counted"},
        {"an edge",
         {RG_COUNT_EDGE_BEGINS, &instance, NULL, 0.5, 0, T0},
         false,
         "the ladder changed inside the window: edge 0.5 begins at 22:13:20"},
        {"the last edge",
         {RG_COUNT_EDGE_BEGINS, &instance, NULL, (double)INFINITY, 0, T0},
         false,
         "the ladder changed inside the window: edge +Inf begins at 22:13:20"},
        {"text from outside",
         {RG_COUNT_LE_JUNK, NULL, "a{b", 0, 0, 0},
         true,
         "a bucket has le='a{b', which is no edge"},
        {"several processes",
         {RG_COUNT_FALL, NULL, NULL, 2, 0, T0},
         false,
         "edge 2 fell at 22:13:20 though the process did not start again: several processes behind one target, or "
         "a sum whose members change"},
        {"no member", {RG_COUNT_NO_INF, NULL, NULL, 0, 0, 0}, false, "there is no bucket with le='+Inf'"},
        {"nothing", {RG_COUNT_NONE, NULL, NULL, 0, 0, 0}, false, ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer text;
        rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
        rg_count_note_text(&rows[i].note, rows[i].with_instance, &text);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&text), rows[i].text);
        rg_buffer_release(&text);
    }
#define X(id, status, words) CHECK(#id, strcspn(words, "{") == strlen(words) || strchr(words, '}') != NULL);
    RG_COUNT_MAP(X)
#undef X
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_means),
        cmocka_unit_test(test_sum_of_a_known_process),
        cmocka_unit_test(test_sum_from_zero),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_values_stay_in_their_bucket),
        cmocka_unit_test(test_the_servers_number),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests_name("counts_sum", tests, NULL, NULL);
}
