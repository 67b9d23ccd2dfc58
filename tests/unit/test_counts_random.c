/*
 * Random histograms, counted and counted naively: restarts, late and lost buckets, sparse exporters, torn reads,
 * processes that begin, several instances and groups. Fixed seeds: each run is the same.
 */
#include "histogram.h"
#include "naive_counts.h"

enum { SERIES = 20000, INSTANCES_MAX = 3, FROM_MS = 100000, STEP_MS = 15000 };

static uint64_t random_state;

/* A whole number from 0 to below `limit`; xorshift64*. */
static int pick(int limit)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (int)(((random_state * 0x2545F4914F6CDD1DU) >> 33) % (uint64_t)limit);
}

static bool chance(int percent)
{
    return pick(100) < percent;
}

static void put(struct naive_series *s, long long time_ms, double value)
{
    if (s->count < NAIVE_SCRAPES_MAX)
        s->samples[s->count++] = (struct rg_sample){time_ms, value};
}

static void drop_last(struct naive_series *s, int count)
{
    s->count = s->count > count ? s->count - count : 0;
}

static void drop_first(struct naive_series *s, int count)
{
    count = count < s->count ? count : s->count;
    memmove(s->samples, s->samples + count, (size_t)(s->count - count) * sizeof s->samples[0]);
    s->count -= count;
}

static void drop_any(struct naive_series *s)
{
    if (s->count == 0)
        return;
    int at = pick(s->count);
    memmove(s->samples + at, s->samples + at + 1, (size_t)(s->count - at - 1) * sizeof s->samples[0]);
    s->count--;
}

/* What the process has counted. */
struct process {
    double counts[NAIVE_EDGES_MAX];
    double sum;
    double start_s;
};

static void observe(const struct naive_instance *in, struct process *p, int many)
{
    for (int n = pick(many + 1); n > 0; n--) {
        int bucket = pick(in->edge_count);
        for (int e = bucket; e < in->edge_count; e++)
            p->counts[e]++;
        p->sum += bucket;
    }
}

/* How a process behaves, and what is told of it. */
struct behaviour {
    int many;
    int restarts; /* percent a scrape */
    bool sparse;
    int start; /* 0: not told, 1: told, 2: told, and never changes, 3: told at times */
    bool has_sum;
};

static void scrape(struct naive_instance *in, const struct behaviour *b, struct process *p, long long t)
{
    if (chance(b->restarts)) {
        *p = (struct process){.start_s = b->start == 2 ? p->start_s : (double)(t - pick(STEP_MS)) / 1000};
        if (chance(20))
            p->counts[in->edge_count - 1] = 500; /* more than before: only the start shows it */
    }
    observe(in, p, b->many);
    for (int e = 0; e < in->edge_count; e++) {
        if (!b->sparse || p->counts[e] > 0 || e == in->edge_count - 1)
            put(&in->edges[e], t, p->counts[e]);
    }
    if (b->start == 1 || b->start == 2 || (b->start == 3 && chance(70)))
        put(&in->start, t, p->start_s);
    if (b->has_sum)
        put(&in->sum, t, p->sum);
}

/* Spoil some samples. */
static void spoil(struct naive_instance *in)
{
    int edge = pick(in->edge_count);

    if (chance(15)) {
        int lost = 1 + pick(3);
        for (int e = edge; e < in->edge_count; e++)
            drop_last(&in->edges[e], lost);
    }
    if (chance(4))
        drop_first(&in->edges[edge], 1 + pick(5));
    if (chance(4))
        drop_last(&in->edges[edge], 1 + pick(8));
    if (chance(15)) {
        for (int n = pick(8); n > 0; n--)
            drop_any(&in->edges[pick(in->edge_count)]);
    }
    if (chance(10) && in->edges[edge].count > 0)
        in->edges[edge].samples[in->edges[edge].count - 1].value += pick(15);
    if (chance(5))
        drop_any(&in->sum);
    if (chance(5) && in->sum.count > 1)
        in->sum.samples[in->sum.count / 2].value += 50;
    if (chance(2))
        in->le[in->edge_count - 1] = 1000;
}

static void make_instance(struct naive_instance *in, int edges, double first_edge, bool quiet)
{
    const int age_s = 10 + pick(80);
    struct process p = {.start_s = (double)FROM_MS / 1000 - age_s};
    const struct behaviour b = {.many = quiet        ? 0
                                        : chance(10) ? 0
                                                     : 1 + pick(30),
                                .restarts = chance(30) ? 15 : 0,
                                .sparse = chance(15),
                                .start = pick(4),
                                .has_sum = chance(85)};
    int begin = chance(30) ? pick(8) : 0;
    int end = begin + 1 + pick(14);
    bool is_born = begin > 0 && chance(40);

    *in = (struct naive_instance){.edge_count = edges, .group = pick(2), .was_present = chance(50)};
    for (int e = 0; e < edges; e++)
        in->le[e] = e == edges - 1 ? (double)INFINITY : first_edge + e;
    if (!is_born)
        observe(in, &p, 200);
    else if (b.start != 2)
        p.start_s = (double)(FROM_MS + STEP_MS * begin - pick(STEP_MS)) / 1000;
    if (chance(10))
        put(&in->created, FROM_MS + STEP_MS * (begin + 1), p.start_s);
    for (int k = 0; k < end; k++) {
        long long t = FROM_MS + 1 + STEP_MS * k;
        if (k >= begin)
            scrape(in, &b, &p, t);
        if (!chance(2))
            put(&in->up, t, k >= begin || !is_born);
    }
    if (chance(50))
        in->up.count = 0;
    spoil(in);
}

static void add_naive(struct rg_samples *to, enum rg_raw_kind kind, const char *labels, double le,
                      const struct naive_series *s)
{
    struct rg_error err = {0};
    char text[32];

    (void)snprintf(text, sizeof text, "%g", le);
    assert_true(add_series(to, kind, labels, kind == RG_RAW_BUCKET ? text : NULL, s->samples,
                           (size_t)s->count, &err));
}

static void add_instance(struct rg_samples *to, const struct naive_instance *in, int number)
{
    struct rg_error err = {0};
    char labels[64];

    (void)snprintf(labels, sizeof labels, "a=%d,g=%d", number, in->group);
    /* Highest edge first: order says nothing. */
    for (int e = in->edge_count - 1; e >= 0; e--)
        add_naive(to, RG_RAW_BUCKET, labels, in->le[e], &in->edges[e]);
    add_naive(to, RG_RAW_SUM, labels, 0, &in->sum);
    add_naive(to, RG_RAW_START, labels, 0, &in->start);
    add_naive(to, RG_RAW_CREATED, labels, 0, &in->created);
    add_naive(to, RG_RAW_UP, labels, 0, &in->up);
    if (in->was_present)
        assert_true(add_series(to, RG_RAW_PRESENT, labels, "1", NULL, 0, &err));
}

/* Edges without a sample are not there at all. */
static void forget_empty_edges(struct naive_instance *in)
{
    int kept = 0;

    for (int e = 0; e < in->edge_count; e++) {
        if (in->edges[e].count == 0)
            continue;
        in->edges[kept] = in->edges[e];
        in->le[kept++] = in->le[e];
    }
    in->edge_count = kept;
}

static bool is_better(enum rg_count_kind a, enum rg_count_kind b)
{
    return b == RG_COUNT_NONE || rg_count_status(a) < rg_count_status(b);
}

/* The whole, from the instances: its reason, and with none its group's counts. */
static enum rg_count_kind add_naively(const struct naive_counts *all, const int *groups, int count,
                                      struct naive_counts *ret, int *ret_group)
{
    double totals[2] = {0};
    const struct naive_counts *first[2] = {NULL, NULL};
    enum rg_count_kind reason = RG_COUNT_NONE;

    for (int i = 0; i < count; i++) {
        if (all[i].reason == RG_COUNT_SCATTERED)
            return RG_COUNT_SCATTERED;
        if (all[i].reason != RG_COUNT_NONE && all[i].reason != RG_COUNT_ONE_SCRAPE &&
            is_better(all[i].reason, reason))
            reason = all[i].reason;
    }
    for (int i = 0; i < count; i++) {
        const struct naive_counts **f = &first[groups[i]];
        if (all[i].reason != RG_COUNT_NONE)
            continue;
        *f = *f == NULL ? &all[i] : *f;
        bool same = (*f)->edge_count == all[i].edge_count;
        for (int e = 0; same && e < all[i].edge_count; e++)
            same = (*f)->le[e] == all[i].le[e];
        if (!same && is_better(RG_COUNT_EDGES_DIFFER, reason))
            reason = RG_COUNT_EDGES_DIFFER;
        totals[groups[i]] += all[i].counts[all[i].edge_count - 1];
    }
    if (totals[0] > 0 && totals[1] > 0)
        return RG_COUNT_GROUPS;
    if (reason != RG_COUNT_NONE)
        return reason;
    *ret_group = totals[1] > 0 || first[0] == NULL;
    if (totals[0] + totals[1] == 0) {
        for (int i = 0; i < 2 * count; i++) {
            const struct naive_counts *one = &all[i % count];
            if (groups[i % count] == i / count &&
                (one->unknown > 0 || (first[0] == NULL && first[1] == NULL)))
                return one->reason == RG_COUNT_NONE ? RG_COUNT_APPEARED : RG_COUNT_ONE_SCRAPE;
        }
        return count == 0 ? RG_COUNT_NO_SERIES : RG_COUNT_IDLE;
    }
    *ret = *first[*ret_group];
    for (int i = 0; i < count; i++) {
        if (all[i].reason != RG_COUNT_NONE || groups[i] != *ret_group || &all[i] == first[*ret_group])
            continue;
        for (int e = 0; e < ret->edge_count; e++)
            ret->counts[e] += all[i].counts[e];
        ret->sum += all[i].sum;
        ret->no_sum = ret->no_sum == RG_COUNT_NONE ? all[i].no_sum : ret->no_sum;
    }
    return RG_COUNT_NONE;
}

/* Milliseconds that an instance of the group covers, one step of the clock after the other. */
static long long cover_naively(const struct naive_counts *all, const int *groups, int count, int group)
{
    long long covered = 0;

    for (long long t = FROM_MS - 1000; t < FROM_MS + 30LL * STEP_MS; t++) {
        bool inside = false;
        for (int i = 0; i < count; i++)
            inside = inside || (groups[i] == group && all[i].reason == RG_COUNT_NONE && all[i].from_ms <= t &&
                                t < all[i].to_ms);
        covered += inside;
    }
    return covered;
}

static void compare(const char *row, const struct rg_counts *counts, const struct naive_counts *all,
                    const int *groups, int count, bool check_cover)
{
    struct naive_counts sum = {0};
    int group = 0;
    enum rg_count_kind reason = add_naively(all, groups, count, &sum, &group);

    CHECK_INT(row, counts->reason.kind, reason);
    CHECK_INT(row, counts->is_uncounted, reason == RG_COUNT_SCATTERED);
    CHECK_INT(row, counts->status, rg_count_status(reason));
    if (reason != RG_COUNT_NONE)
        return;
    CHECK_INT(row, counts->edge_count, sum.edge_count);
    for (int e = 0; e < sum.edge_count; e++) {
        CHECK_SAME(row, counts->counts[e], sum.counts[e]);
        CHECK_SAME(row, counts->edges[e], sum.le[e]);
    }
    CHECK_SAME(row, counts->total, sum.counts[sum.edge_count - 1]);
    CHECK_INT(row, counts->no_mean.kind, sum.no_sum);
    if (sum.no_sum == RG_COUNT_NONE)
        CHECK_NEAR(row, counts->mean, sum.sum / counts->total, 1e-15);
    if (check_cover)
        CHECK_INT(row, counts->covered_ms, cover_naively(all, groups, count, group));
}

static enum rg_count_kind try_one(uint64_t seed)
{
    static const char *const by = "g";
    const struct rg_count_options options = {.by = &by, .by_count = 1};
    struct naive_counts all[INSTANCES_MAX];
    int groups[INSTANCES_MAX] = {0};
    struct rg_samples samples;
    int count = 0;
    char row[32];

    (void)snprintf(row, sizeof row, "seed %llu", (unsigned long long)seed);
    random_state = seed * 0x9E3779B97F4A7C15U;
    rg_samples_init(&samples, FROM_MS, FROM_MS + 60 * STEP_MS);
    samples.knows_presence = chance(60);
    int edges = 2 + pick(NAIVE_EDGES_MAX - 1);
    double first_edge = chance(15) ? -1 : 1;
    for (int n = 1 + pick(INSTANCES_MAX), i = 0; i < n; i++) {
        struct naive_instance in;
        make_instance(&in, chance(95) ? edges : 2, first_edge, chance(30));
        add_instance(&samples, &in, i);
        forget_empty_edges(&in);
        if (in.edge_count == 0)
            continue;
        groups[count] = in.group;
        naive_count(&in, FROM_MS, samples.knows_presence, &all[count++]);
    }
    struct rg_counts counts = count_all(&samples, NULL, &options);
    compare(row, &counts, all, groups, count, seed % 100 == 0);
    enum rg_count_kind reason = counts.reason.kind;
    rg_counts_release(&counts);
    rg_samples_release(&samples);
    return reason;
}

static void test_random_histograms(void **state)
{
    /* Each of these must have come up, or the random histograms say nothing of it. */
    static const enum rg_count_kind wanted[] = {
        RG_COUNT_NONE,           RG_COUNT_SCATTERED,    RG_COUNT_GROUPS,     RG_COUNT_EDGE_BEGINS,
        RG_COUNT_EDGE_ENDS,      RG_COUNT_NO_INF,       RG_COUNT_FALL,       RG_COUNT_FALLS,
        RG_COUNT_NOT_CUMULATIVE, RG_COUNT_EDGES_DIFFER, RG_COUNT_ONE_SCRAPE, RG_COUNT_APPEARED,
        RG_COUNT_IDLE,           RG_COUNT_ONLY_INF};
    int seen[RG_COUNT_FRACTIONS + 1] = {0};

    (void)state;
    for (uint64_t seed = 1; seed <= SERIES; seed++)
        seen[try_one(seed)]++;
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        char row[32];
        (void)snprintf(row, sizeof row, "reason %d: %d times", (int)wanted[i], seen[wanted[i]]);
        CHECK(row, seen[wanted[i]] >= 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_histograms),
    };
    return cmocka_run_group_tests_name("counts_random", tests, NULL, NULL);
}
