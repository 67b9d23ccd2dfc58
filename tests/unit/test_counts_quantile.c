/* Quantiles of counts, the server's own number beside them, counts as text, and the words of notes. */
#include "histogram.h"

#include "measure/counts_quantile.h"

#define T0 1700000000000LL

static struct rg_counts count_one(struct rg_samples *s, const char *edges, const char *values)
{
    rg_samples_init(s, T0, T0 + 300000);
    add_lines(s, "", edges, T0 + 10000, values);
    return count_all(s, NULL, NULL);
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
        struct rg_samples s;
        struct rg_counts counts = count_one(&s, rows[i].edges, rows[i].values);
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
    struct rg_samples s;

    (void)state;
    struct rg_counts counts = count_one(&s, "-1 0.1 Inf", "0 6 | 0 19 | 0 19");
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
    struct rg_samples s;

    (void)state;
    struct rg_counts counts = count_one(&s, "1 2 5 10 Inf", "0 10 | 0 50 | 0 90 | 0 92 | 0 100");
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(rows[i].name, rg_counts_contradict(&counts, rows[i].quantile, rows[i].theirs),
                  rows[i].contradicts);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

/* What is at most a first edge that is not above 0 is that edge, for servers too. */
static void test_the_servers_number_below_0(void **state)
{
    static const struct {
        const char *name;
        double theirs;
        bool contradicts;
    } rows[] = {{"the edge", -5, false}, {"below it", -5.1, true}, {"above it", -4.9, true}, {"0", 0, true}};
    struct rg_samples s;

    (void)state;
    struct rg_counts counts = count_one(&s, "-5 5 Inf", "0 4 | 0 8 | 0 10");
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(rows[i].name, rg_counts_contradict(&counts, 0.3, rows[i].theirs), rows[i].contradicts);
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
        struct rg_samples s;
        struct rg_buffer text;
        size_t ladder = 77;
        struct rg_counts counts = count_one(&s, rows[i].edges, rows[i].values);
        rg_buffer_init(&text, RG_OUTPUT_MAX);
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
         "the ladder changed: edge 0.5 begins at 22:13:20"},
        {"the last edge",
         {RG_COUNT_EDGE_BEGINS, &instance, NULL, (double)INFINITY, 0, T0},
         false,
         "the ladder changed: edge +Inf begins at 22:13:20"},
        {"text from outside",
         {RG_COUNT_LE_JUNK, NULL, "a{b", 0, 0, 0},
         true,
         "a bucket has le='a{b', which is not an edge"},
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
        rg_buffer_init(&text, RG_OUTPUT_MAX);
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
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_values_stay_in_their_bucket),
        cmocka_unit_test(test_the_servers_number),
        cmocka_unit_test(test_the_servers_number_below_0),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests_name("counts_quantile", tests, NULL, NULL);
}
