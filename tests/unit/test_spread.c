/* The Spread rule: every vector of the design, both sides of each condition. */
#include "shipped.h"

#include "rungate/judge/spread.h"

static const struct {
    const char *row;
    const char *ladder;
    double values[7];
    size_t count;
    double upper;
    enum rg_spread_outcome outcome;
    double edge;
    double floor; /* edge / median; 0 where none is given */
} vectors[] = {
    {"quiet", "span", {0.5287, 0.51, 0.55, 0.54, 0.53}, 5, 0.98390125805550369, RG_SPREAD_TRIP, 1, 0},
    {"wider",
     "span",
     {0.61, 0.58, 0.70, 0.66, 0.63},
     5,
     1.1747277432832836,
     RG_SPREAD_TRIP,
     5,
     7.9365079365079365},
    {"job",
     "job",
     {6142.9, 5900, 6500, 6300, 6050},
     5,
     11429.733448306971,
     RG_SPREAD_TRIP,
     25000,
     4.0697390483322212},
    {"one outlier", "span", {7.06, 8.944, 29, 8.1, 7.9}, 5, 113.24912947132722, RG_SPREAD_TOO_FAR, 250, 30.9},
    {"small", "span", {0.0484, 0.0778, 0.06, 0.055, 0.07}, 5, 0.13314137807385686, RG_SPREAD_TRIP, 0.25, 0},
    {"seven",
     "job",
     {600, 560, 640, 610, 590, 700, 620},
     7,
     1019.3367948945692,
     RG_SPREAD_TRIP,
     5000,
     8.1967213114754098},
    {"top edge", "span", {9000, 9100, 8800, 9200, 9050}, 5, 16712.050945308094, RG_SPREAD_TOP_EDGE, 30000, 0},
};

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        struct rg_spread spread;
        double edge = 0;
        CHECK(vectors[i].row, rg_spread_measure(vectors[i].values, vectors[i].count, &spread));
        CHECK_NEAR(vectors[i].row, spread.upper, vectors[i].upper, 1e-12);
        CHECK_INT(vectors[i].row, rg_spread_trip(&spread, shipped_ladder(vectors[i].ladder), &edge),
                  vectors[i].outcome);
        CHECK_SAME(vectors[i].row, edge, vectors[i].edge);
        if (vectors[i].floor > 0)
            CHECK_NEAR(vectors[i].row, edge / spread.median, vectors[i].floor,
                       vectors[i].outcome == RG_SPREAD_TRIP ? 1e-12 : 2e-3);
    }
}

static void test_factors(void **state)
{
    static const double k[] = {4.1045752123625352, 3.6345397985352547, 3.3596538415299359,
                               3.1798078239023578, 3.0531363350252603, 2.9591490603299009};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(k); i++)
        CHECK_NEAR("k_5 to k_10", rg_spread_factor(5 + i), k[i], 1e-12);
    CHECK_SAME("31 runs count as 30", rg_spread_factor(31), rg_spread_factor(30));
    CHECK_SAME("a thousand too", rg_spread_factor(1000), rg_spread_factor(30));
    CHECK("30 are more than 29", rg_spread_factor(30) < rg_spread_factor(29));
}

/* The edge that is taken, on a ladder made for the condition. */
static void test_conditions(void **state)
{
    static const double edges[] = {1, 2, 3, 4, 5, 6, 100, 1000};
    static const struct rg_ladder ladder = {
        .name = "l", .unit = "ms", .edges = edges, .edge_count = COUNT_OF(edges)};
    static const struct {
        const char *row;
        struct rg_spread spread;
        enum rg_spread_outcome outcome;
        double edge;
    } rows[] = {
        {"U on an edge", {5, 1, 1, 1, 3}, RG_SPREAD_TRIP, 3},
        {"U just above it", {5, 1, 1, 1, 3.0000001}, RG_SPREAD_TRIP, 4},
        {"never the first edge", {5, 0.1, 0.5, 0.6, 0.7}, RG_SPREAD_TRIP, 2},
        {"max at 0.8 of the edge", {5, 1, 1, 2.4, 2.5}, RG_SPREAD_TRIP, 3},
        {"max just above that", {5, 1, 1, 2.4000001, 2.5}, RG_SPREAD_TRIP, 4},
        {"1.5 medians on the edge", {5, 1, 2, 2, 2.1}, RG_SPREAD_TRIP, 3},
        {"1.5 medians just above it", {5, 1, 2.0000001, 2.1, 2.2}, RG_SPREAD_TRIP, 4},
        {"10 medians", {5, 1, 10, 60, 61}, RG_SPREAD_TRIP, 100},
        {"more than 10 medians", {5, 1, 9.9999, 60, 61}, RG_SPREAD_TOO_FAR, 100},
        {"the top edge", {5, 1, 90, 95, 101}, RG_SPREAD_TOP_EDGE, 1000},
        {"beyond the top edge", {5, 1, 90, 95, 1001}, RG_SPREAD_NO_EDGE, 0},
        {"max above 0.8 of the top edge", {5, 1, 90, 801, 101}, RG_SPREAD_NO_EDGE, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double edge = 0;
        CHECK_INT(rows[i].row, rg_spread_trip(&rows[i].spread, &ladder, &edge), rows[i].outcome);
        CHECK_SAME(rows[i].row, edge, rows[i].edge);
    }
}

static void test_measure(void **state)
{
    static const double even[] = {4, 1, 3, 2};
    static const double same[] = {2, 2, 2};
    static const double zero[] = {1, 0, 2};
    struct rg_spread spread;

    (void)state;
    CHECK("even", rg_spread_measure(even, 4, &spread));
    CHECK_SAME("even: median", spread.median, 2.5);
    CHECK_SAME("even: min", spread.min, 1);
    CHECK_SAME("even: max", spread.max, 4);
    CHECK("same", rg_spread_measure(same, 3, &spread));
    CHECK_SAME("same: median", spread.median, 2);
    CHECK_NEAR("same: no less spread than 0.15 is believed", spread.upper,
               2 * exp(rg_spread_factor(3) * 0.15), 1e-12);
    CHECK("one", rg_spread_measure(even, 1, &spread) && spread.upper == 0 && spread.median == 4);
    CHECK("none", !rg_spread_measure(even, 0, &spread));
    CHECK("zero has no logarithm", !rg_spread_measure(zero, 3, &spread));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_factors),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_measure),
    };
    return cmocka_run_group_tests_name("spread", tests, NULL, NULL);
}
