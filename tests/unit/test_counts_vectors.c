/*
 * Histograms whose right counts are known: what servers get wrong, and what only the samples tell. Asked at
 * 1700000300 for 3 m, a scrape each 15 s.
 */
#include "histogram.h"

#include "measure/counts_quantile.h"

#define T0 1700000000000LL
/* clang-format off */
#define WHOLE_WINDOW {T0 + 125000, 12}
/* clang-format on */

enum presence { UNKNOWN, WAS_ABSENT, WAS_PRESENT };

static double warm(size_t e, int k)
{
    static const double base[] = {0, 0, 0, 0, 1000, 1000, 1000};
    double rise = e == 0 ? 600 : 1000;

    return base[e] + (k < 9 ? 0 : rise * (k - 8));
}

static double late(size_t e, int k)
{
    static const double rise[] = {84, 85, 100, 100, 100};

    return k == 19 && e >= 2 ? ABSENT : rise[e] * (k + 1);
}

static double young(size_t e, int k)
{
    return (e == 0 ? 6 : 10) * (k + 1);
}

static double part(size_t e, int k)
{
    return k < 14 ? 100 : e == 0 ? 90 : 120;
}

static double stale(size_t e, int k)
{
    double p = e == 0 ? 30 : 90;

    if (k == 5)
        return (double)NAN;
    return k == 6 || k == 7 ? ABSENT : p * (50 + k);
}

static double left(size_t e, int k)
{
    return k <= 5 ? stale(e, k) : ABSENT;
}

static double lazychild(size_t e, int k)
{
    return k < 6 ? ABSENT : (e < 2 ? 0 : 4) + 10 * (k - 6);
}

static double lazyonce(size_t e, int k)
{
    return k < 6 ? ABSENT : e == 0 ? 0 : 50;
}

static double born(size_t e, int k)
{
    return k < 3 ? ABSENT : (e == 0 ? 6 : 10) * (k - 2);
}

static double short_run(size_t e, int k)
{
    return k < 11 ? ABSENT : e == 0 ? 30 : 40;
}

static double hidden(size_t e, int k)
{
    if (k < 4)
        return e == 0 ? 20 : 30;
    return (e == 0 ? 60 : 90) * (k - 3);
}

static double sparse(size_t e, int k)
{
    static const int first[] = {4, 2, 0, 0};
    const double values[] = {5.0 * (k - 3), 10.0 * (k - 1), 1000 + 20 * k, 1000 + 20 * k};

    return k < first[e] ? ABSENT : values[e];
}

static double headlost(size_t e, int k)
{
    if (e == 0)
        return 0;
    return e == 1 && k < 2 ? ABSENT : 1000 + 10 * k;
}

static double balanced(size_t e, int k)
{
    return (e == 0 ? 0.5 : 1) * (k % 2 == 0 ? 4000 + 10 * k : 5000 + 10 * k);
}

static double unchanged(size_t e, int k)
{
    return (e == 0 ? 5 : 10) * (k < 6 ? 100 : 99 + (k - 6));
}

static double torn(size_t e, int k)
{
    if (e == 0)
        return 500 * k;
    return e == 1 && k == 11 ? 9903 : 900 * k;
}

static double ends(size_t e, int k)
{
    return (e == 0 ? 5 : 10) * k;
}

static double old_start(int k)
{
    (void)k;
    return 1699990000;
}

static double born_start(int k)
{
    return k < 3 ? ABSENT : 1700000160.5;
}

static double short_start(int k)
{
    return k < 11 ? ABSENT : 1700000281;
}

static double hidden_start(int k)
{
    return k < 4 ? 1699990000 : 1700000171.2;
}

static double always_up(int k)
{
    (void)k;
    return 1;
}

static double born_up(int k)
{
    return k >= 3;
}

/* "-" in place of counts: there are none. */
static const struct {
    const char *name;
    const char *edges;
    edge_fn *values;
    struct scrapes scrapes;
    series_fn *start;
    series_fn *up;
    enum presence presence;
    const char *counts;
    enum rg_count_kind reason;
    double quantile;
    double value;
    enum rg_status status;
    enum rg_count_kind note; /* NONE: no note at all */
    long long covered_s;
} ROWS[] = {
    {"warm",
     "0.01 0.026 0.1 1 12 30 +Inf",
     warm,
     {T0 + 7000, 20},
     NULL,
     NULL,
     UNKNOWN,
     "6600 11000 11000 11000 11000 11000 11000",
     RG_COUNT_NONE,
     0.99,
     0.0256,
     RG_STATUS_GOOD,
     RG_COUNT_NONE,
     165},
    {"late",
     "0.05 0.1 10 30 +Inf",
     late,
     {T0 + 5000, 20},
     NULL,
     NULL,
     UNKNOWN,
     "840 850 1000 1000 1000",
     RG_COUNT_NONE,
     0.9,
     3.4,
     RG_STATUS_GOOD,
     RG_COUNT_ARRIVING,
     150},
    {"young",
     "0.01 0.1 +Inf",
     young,
     {T0 + 215000, 5},
     NULL,
     NULL,
     UNKNOWN,
     "24 40 40",
     RG_COUNT_NONE,
     0.9,
     0.0775,
     RG_STATUS_GOOD,
     RG_COUNT_APPEARED,
     60},
    {"part",
     "0.1 1 +Inf",
     part,
     {T0 + 5000, 20},
     NULL,
     NULL,
     UNKNOWN,
     "90 120 120",
     RG_COUNT_NONE,
     0.5,
     0.1 * 60 / 90,
     RG_STATUS_BELOW_LADDER,
     RG_COUNT_RESTARTS,
     165},
    {"stale", "0.1 1 +Inf", stale, WHOLE_WINDOW, old_start, always_up, UNKNOWN, "330 990 990", RG_COUNT_NONE,
     0.5, 0.325, RG_STATUS_GOOD, RG_COUNT_NONE, 165},
    {"left", "0.1 1 +Inf", left, WHOLE_WINDOW, old_start, always_up, UNKNOWN, "120 360 360", RG_COUNT_NONE,
     0.5, 0.325, RG_STATUS_GOOD, RG_COUNT_NONE, 60},
    {"lazychild", "0.1 1 2.5 +Inf", lazychild, WHOLE_WINDOW, old_start, always_up, WAS_ABSENT, "50 50 54 54",
     RG_COUNT_NONE, 0.99, 2.2975, RG_STATUS_GOOD, RG_COUNT_FROM_ZERO, 165},
    {"lazyonce", "0.1 1 +Inf", lazyonce, WHOLE_WINDOW, old_start, always_up, WAS_ABSENT, "0 50 50",
     RG_COUNT_NONE, 0.5, 0.55, RG_STATUS_GOOD, RG_COUNT_FROM_ZERO, 165},
    {"known", "0.1 1 +Inf", lazyonce, WHOLE_WINDOW, old_start, always_up, WAS_PRESENT, "0 0 0",
     RG_COUNT_APPEARED, 0.5, 0, RG_STATUS_NO_DATA, RG_COUNT_APPEARED, 75},
    {"born", "0.1 1 +Inf", born, WHOLE_WINDOW, born_start, born_up, UNKNOWN, "54 90 90", RG_COUNT_NONE, 0.99,
     0.9775, RG_STATUS_GOOD, RG_COUNT_FROM_ZERO, 129},
    {"short", "0.1 1 +Inf", short_run, WHOLE_WINDOW, short_start, NULL, UNKNOWN, "30 40 40", RG_COUNT_NONE,
     0.9, 0.64, RG_STATUS_GOOD, RG_COUNT_FROM_ZERO, 9},
    {"hidden", "0.1 1 +Inf", hidden, WHOLE_WINDOW, hidden_start, always_up, UNKNOWN, "480 720 720",
     RG_COUNT_NONE, 0.9, 0.73, RG_STATUS_GOOD, RG_COUNT_RESTARTS, 165},
    {"sparse", "0.1 0.5 1 +Inf", sparse, WHOLE_WINDOW, NULL, NULL, UNKNOWN, "40 100 220 220", RG_COUNT_NONE,
     0.5, 0.5 + 0.5 * 10 / 120, RG_STATUS_GOOD, RG_COUNT_NONE, 165},
    {"headlost", "0.1 0.5 1 +Inf", headlost, WHOLE_WINDOW, NULL, NULL, UNKNOWN, "-", RG_COUNT_EDGE_BEGINS,
     0.5, 0, RG_STATUS_LADDER_MISMATCH, RG_COUNT_NONE, 0},
    {"balanced", "0.1 1 +Inf", balanced, WHOLE_WINDOW, NULL, NULL, UNKNOWN, "-", RG_COUNT_FALLS, 0.5, 0,
     RG_STATUS_BAD_HISTOGRAM, RG_COUNT_NONE, 0},
    {"unchanged", "0.1 1 +Inf", unchanged, WHOLE_WINDOW, old_start, NULL, UNKNOWN, "-", RG_COUNT_FALL, 0.5, 0,
     RG_STATUS_BAD_HISTOGRAM, RG_COUNT_NONE, 0},
    {"torn", "0.1 0.5 1 +Inf", torn, WHOLE_WINDOW, NULL, NULL, UNKNOWN, "5500 9903 9903 9903", RG_COUNT_NONE,
     0.5, 0.1 * 4951.5 / 5500, RG_STATUS_BELOW_LADDER, RG_COUNT_TORN, 165},
    {"ends",
     "0.1 1 +Inf",
     ends,
     {T0 + 120000, 13},
     NULL,
     NULL,
     UNKNOWN,
     "55 110 110",
     RG_COUNT_NONE,
     0.5,
     0.1,
     RG_STATUS_BELOW_LADDER,
     RG_COUNT_NONE,
     165},
};

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        const char *row = ROWS[i].name;
        struct rg_samples samples;
        struct rg_samples targets;
        struct rg_error err = {0};
        char line[HISTOGRAM_TEXT_MAX];
        rg_samples_init(&samples, T0 + 120000, T0 + 300000);
        rg_samples_init(&targets, T0 + 120000, T0 + 300000);
        add_histogram(&samples, "__name__=x_bucket,instance=a,job=j,route=/", ROWS[i].edges, &ROWS[i].scrapes,
                      ROWS[i].values);
        add_values(&targets, RG_RAW_START, "instance=a,job=j", &ROWS[i].scrapes, ROWS[i].start);
        add_values(&targets, RG_RAW_UP, "instance=a,job=j", &ROWS[i].scrapes, ROWS[i].up);
        samples.knows_presence = ROWS[i].presence != UNKNOWN;
        if (ROWS[i].presence == WAS_PRESENT)
            CHECK(row, add_series(&samples, RG_RAW_PRESENT, "route=/,instance=a,job=j", "1", NULL, 0, &err));
        CHECK(row, rg_samples_seal(&targets, &err));
        struct rg_counts counts = count_all(&samples, &targets, NULL);
        counts_line(&counts, line);
        CHECK_TEXT(row, counts.edge_count == 0 ? "-" : line, ROWS[i].counts);
        CHECK_INT(row, counts.reason.kind, ROWS[i].reason);
        CHECK_INT(row, counts.status, rg_count_status(ROWS[i].reason));
        CHECK_INT(row, counts.note_count, ROWS[i].note != RG_COUNT_NONE);
        CHECK_INT(row, count_notes(&counts, ROWS[i].note), ROWS[i].note != RG_COUNT_NONE);
        CHECK_INT(row, counts.covered_ms / 1000, ROWS[i].covered_s);
        if (ROWS[i].reason == RG_COUNT_NONE) {
            struct rg_count_quantile q = rg_counts_quantile(&counts, ROWS[i].quantile);
            CHECK_NEAR(row, q.value, ROWS[i].value, 1e-12);
            CHECK_INT(row, q.status, ROWS[i].status);
            CHECK(row, !rg_counts_contradict(&counts, ROWS[i].quantile, q.value));
        } else {
            CHECK_INT(row, counts.status, ROWS[i].status);
        }
        rg_counts_release(&counts);
        rg_samples_release(&samples);
        rg_samples_release(&targets);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests_name("counts_vectors", tests, NULL, NULL);
}
