/* The edges to add: against every subset of the series on small ladders, and the boundaries of a floor. */
#include "check.h"

#include "rungate/judge/edges.h"
#include "rungate/judge/trip.h"

enum { EDGES_MAX = 16, CHOICES_MAX = 12 };

/* What the search may choose from: the series, from 0.1 to 50. */
static const struct rg_key_context QUANTILE = {.kind = RG_KEY_QUANTILE};

static const double series[CHOICES_MAX] = {0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 20, 30, 50};

/* The same on every run and machine. */
static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 16;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The ladder with the edges of the set, as the deployed one would be. */
static size_t join(const struct rg_ladder *ladder, unsigned set, double ret[EDGES_MAX])
{
    size_t count = ladder->edge_count;

    memcpy(ret, ladder->edges, count * sizeof *ret);
    for (size_t i = 0; i < CHOICES_MAX; i++) {
        bool there = false;
        for (size_t j = 0; j < ladder->edge_count; j++)
            there = there || ladder->edges[j] == series[i];
        if ((set >> i & 1U) != 0 && !there)
            ret[count++] = series[i];
    }
    qsort(ret, count, sizeof *ret, by_value);
    return count;
}

static bool meets(const struct rg_ladder *ladder, unsigned set, double baseline, double floor)
{
    double edges[EDGES_MAX + CHOICES_MAX];
    struct rg_ladder joined = {.edges = edges, .edge_count = join(ladder, set, edges)};
    struct rg_metric metric = {.value = baseline, .has_value = true};
    struct rg_trip trip;

    return rg_trip_derive(&QUANTILE, &joined, &metric, &trip) && trip.edge / baseline <= floor * (1 + 1e-9);
}

/* a before b, as ascending lists of the same length: the lowest choice in which they differ decides. */
static bool lexicographically_less(unsigned a, unsigned b)
{
    unsigned differ = a ^ b;

    return (a & (differ & (~differ + 1U))) != 0;
}

static struct rg_edges_need need_of(double baseline, double floor)
{
    return (struct rg_edges_need){.low = baseline, .high = baseline * floor, .edges = 2};
}

/* The best of all sets for the baselines that some set can serve. */
static unsigned brute_force(const struct rg_ladder *ladder, const double *baselines, size_t count,
                            double floor, bool *reachable)
{
    unsigned all = (1U << CHOICES_MAX) - 1;
    unsigned best = all;

    for (size_t i = 0; i < count; i++)
        reachable[i] = meets(ladder, all, baselines[i], floor);
    for (unsigned set = 0; set <= all; set++) {
        bool ok = true;
        for (size_t i = 0; i < count && ok; i++)
            ok = !reachable[i] || meets(ladder, set, baselines[i], floor);
        int fewer = __builtin_popcount(set) - __builtin_popcount(best);
        if (ok && (fewer < 0 || (fewer == 0 && lexicographically_less(set, best))))
            best = set;
    }
    return best;
}

static void check_one(unsigned *seed)
{
    static const double floors[] = {1.5, 2, 2.5, 3, 5, 10};
    double edges[4];
    double baselines[5] = {0};
    struct rg_edges_need needs[COUNT_OF(baselines)];
    bool reachable[COUNT_OF(baselines)];
    bool expected[COUNT_OF(baselines)];
    struct rg_ladder ladder = {.edges = edges};
    struct rg_arena arena = {0};
    struct rg_edges_added add = {0};
    struct rg_error err = {0};
    double floor = floors[next_random(seed) % COUNT_OF(floors)];
    size_t count = 1 + next_random(seed) % COUNT_OF(baselines);
    char row[64];

    (void)snprintf(row, sizeof row, "seed %u", *seed);
    double at = 0.3;
    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        edges[i] = next_random(seed) % 2 == 0 ? at : series[3 + i * 2];
        at *= 1.5 + next_random(seed) % 4;
    }
    ladder.edge_count = COUNT_OF(edges);
    qsort(edges, ladder.edge_count, sizeof *edges, by_value);
    /* Such that no candidate outside `series` is in reach; some on an edge of the series or of the ladder. */
    for (size_t i = 0; i < count; i++) {
        unsigned kind = next_random(seed) % 4;
        baselines[i] = kind == 0   ? series[next_random(seed) % 8]
                       : kind == 1 ? edges[next_random(seed) % 2]
                                   : 0.11 + next_random(seed) % 480 / 100.0;
        baselines[i] = baselines[i] * floor < 100 ? baselines[i] : 99 / floor;
    }
    unsigned best = brute_force(&ladder, baselines, count, floor, expected);
    for (size_t i = 0; i < count; i++)
        needs[i] = need_of(baselines[i], floor);
    CHECK(row, rg_edges_add(&ladder, needs, count, &arena, reachable, &add, &err));
    for (size_t i = 0; i < count; i++)
        CHECK_INT(row, reachable[i], expected[i]);
    size_t used = 0;
    for (size_t i = 0; i < CHOICES_MAX; i++) {
        if ((best >> i & 1U) == 0)
            continue;
        CHECK(row, used < add.count);
        CHECK_SAME(row, add.edges[used++], series[i]);
    }
    CHECK_INT(row, add.count, used);
    rg_arena_release(&arena);
}

static void test_brute_force(void **state)
{
    unsigned seed = 20260910;

    (void)state;
    for (int i = 0; i < 400; i++)
        check_one(&seed);
}

static void test_boundaries(void **state)
{
    static const double edges[] = {1, 5, 25};
    static const struct {
        const char *row;
        double baseline;
        double floor;
        const char *add;
        bool reachable;
    } rows[] = {
        {"the floor is met exactly", 5, 5, "", true},
        {"and within the tolerance", 5, 5 * (1 - 0.9e-9), "", true},
        {"and not beyond", 5, 5 * (1 - 1.1e-9), "10", true},
        {"just above an edge", 5.01, 5, "10", true},
        {"the smallest of equal ones", 6, 5, "10", true},
        {"on the top edge", 25, 2, "30", true},
        {"above the top edge", 26, 3, "30 50", true},
        {"too coarse", 6, 1.5, "", false},
        {"an edge of the ladder counts once", 0.9, 2.3, "2", true},
        {"in the first bucket", 0.2, 3, "0.2 0.3", true},
        {"tiny", 3e-300, 4, "3e-300 5e-300", true},
        {"huge", 4e300, 4, "5e+300 1e+301", true},
    };
    struct rg_ladder ladder = {.edges = edges, .edge_count = COUNT_OF(edges)};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_arena arena = {0};
        struct rg_edges_added add = {0};
        struct rg_error err = {0};
        struct rg_edges_need need = need_of(rows[i].baseline, rows[i].floor);
        bool reachable = false;
        char text[128] = "";
        CHECK(rows[i].row, rg_edges_add(&ladder, &need, 1, &arena, &reachable, &add, &err));
        for (size_t j = 0; j < add.count; j++)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%g", j > 0 ? " " : "",
                           add.edges[j]);
        CHECK_TEXT(rows[i].row, text, rows[i].add);
        CHECK_INT(rows[i].row, reachable, rows[i].reachable);
        rg_arena_release(&arena);
    }
}

static void test_none(void **state)
{
    struct rg_ladder ladder = {.edge_count = 0};
    struct rg_arena arena = {0};
    struct rg_edges_added add = {.count = 7};
    struct rg_error err = {0};

    (void)state;
    CHECK("none", rg_edges_add(&ladder, NULL, 0, &arena, NULL, &add, &err));
    CHECK_INT("none", add.count, 0);
}

/* One edge, where a Spread rule's trip point may be: both sides of each end. */
static void test_needs(void **state)
{
    static const double edges[] = {1, 5, 25};
    static const struct {
        const char *row;
        struct rg_edges_need need;
        const char *add;
        bool reachable;
    } rows[] = {
        {"an edge is there", {.low = 5, .high = 6, .edges = 1, .exact = true}, "", true},
        {"just below is not exact", {.low = 5 * (1 + 5e-10), .high = 6, .edges = 1}, "", true},
        {"just below is none", {.low = 5 * (1 + 5e-10), .high = 11, .edges = 1, .exact = true}, "10", true},
        {"the smallest", {.low = 1.5, .high = 4, .edges = 1, .exact = true}, "2", true},
        {"at the upper end", {.low = 1.5, .high = 2, .edges = 1, .exact = true}, "2", true},
        {"none between", {.low = 2.1, .high = 2.9, .edges = 1, .exact = true}, "", false},
        {"low above high", {.low = 1e6, .high = 2, .edges = 1, .exact = true}, "", false},
    };
    struct rg_ladder ladder = {.edges = edges, .edge_count = COUNT_OF(edges)};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_arena arena = {0};
        struct rg_edges_added add = {0};
        struct rg_error err = {0};
        bool reachable = false;
        char text[64] = "";
        CHECK(rows[i].row, rg_edges_add(&ladder, &rows[i].need, 1, &arena, &reachable, &add, &err));
        CHECK_INT(rows[i].row, reachable, rows[i].reachable);
        if (add.count > 0)
            (void)snprintf(text, sizeof text, "%g", add.edges[0]);
        CHECK_TEXT(rows[i].row, text, rows[i].add);
        CHECK(rows[i].row, add.count <= 1);
        rg_arena_release(&arena);
    }
}

static void test_percentages(void **state)
{
    static const struct {
        const char *row;
        double limit;
        double wanted;
        double pct;
    } rows[] = {
        {"the wanted one", 60, 55, 55},
        {"zero is one", 60, 0, 0},
        {"not at the limit", 60, 60, 50},
        {"none wanted", 60, -1, 50},
        {"50 is not below 50", 50, -1, 20},
        {"20", 20.1, -1, 20},
        {"10", 20, 70, 10},
        {"5", 10, -1, 5},
        {"2", 5, -1, 2},
        {"1", 2, -1, 1},
        {"half", 1, -1, 0.5},
        {"half of little", 0.5, 1, 0.25},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_SAME(rows[i].row, rg_trip_pct(rows[i].limit, rows[i].wanted), rows[i].pct);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_boundaries),  cmocka_unit_test(test_none),
        cmocka_unit_test(test_needs),       cmocka_unit_test(test_percentages),
    };
    return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
