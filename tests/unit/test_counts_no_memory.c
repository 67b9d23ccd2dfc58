/*
 * Every allocation of reading and counting samples fails once, each in its turn, and then each and all after it:
 * the error is MEMORY, the outputs are as they were, and (under the sanitizers) nothing leaks.
 */
#include "histogram.h"
#include "no_memory.h"

enum { INSTANCES = 12, EDGES = 4, SCRAPES = 8 };

/* Labels of an instance, an edge, and its samples: of all kinds that there are. */
static bool add_instance(struct rg_samples *to, int number, struct rg_error *err)
{
    struct rg_sample samples[SCRAPES];
    char labels[64];
    char le[16];
    bool ok = true;

    (void)snprintf(labels, sizeof labels, "instance=host-%d:9090,job=j,route=/search", number);
    for (int e = 0; ok && e < EDGES; e++) {
        for (int k = 0; k < SCRAPES; k++)
            samples[k] = (struct rg_sample){1000 + 1000LL * k, k % 7 == 6 ? 0 : (double)(k * (e + 1))};
        (void)snprintf(le, sizeof le, e == EDGES - 1 ? "+Inf" : "%d", e + 1);
        ok = add_series(to, RG_RAW_BUCKET, labels, le, samples, SCRAPES, err);
    }
    for (int k = 0; k < SCRAPES; k++)
        samples[k].value = k < 7 ? 100 : 1000;
    return ok && add_series(to, RG_RAW_SUM, labels, NULL, samples, SCRAPES, err) &&
           add_series(to, RG_RAW_BUCKET, labels, "1.0", samples, 0, err);
}

static bool add_target(struct rg_samples *to, int number, struct rg_error *err)
{
    static const struct rg_sample start[] = {{1000, 0.5}, {2000, 0.5}, {7000, 6.5}, {8000, 6.5}};
    char labels[64];

    (void)snprintf(labels, sizeof labels, "instance=host-%d:9090,job=j", number);
    return add_series(to, RG_RAW_START, labels, NULL, start, COUNT_OF(start), err) &&
           add_series(to, RG_RAW_UP, labels, NULL, start, COUNT_OF(start), err);
}

static bool count_samples(struct rg_error *err)
{
    static const char *const by[] = {"job", "route"};
    const struct rg_count_options options = {.by = by, .by_count = COUNT_OF(by)};
    struct rg_samples samples;
    struct rg_samples targets;
    struct rg_counts counts = {.note_count = 77};
    bool ok = true;

    rg_samples_init(&samples, 500, 100000);
    rg_samples_init(&targets, 500, 100000);
    for (int i = 0; ok && i < INSTANCES; i++)
        ok = add_target(&targets, i, err) && add_instance(&samples, i, err);
    static const struct rg_sample again[] = {{500, 1}, {9000, 9}};
    ok = ok &&
         add_series(&samples, RG_RAW_BUCKET, "instance=host-0:9090,job=j,route=/search", "2.0", again, 2,
                    err) &&
         rg_samples_seal(&targets, err) && rg_samples_seal(&samples, err);
    if (ok)
        rg_samples_attach(&samples, &targets);
    ok = ok && rg_counts_make(&samples, &options, &counts, err);
    if (ok) {
        assert_true(counts.status == RG_STATUS_GOOD && counts.instance_count == INSTANCES);
        assert_int_equal(count_notes(&counts, RG_COUNT_RESTARTS), INSTANCES);
        rg_counts_release(&counts);
    } else {
        assert_int_equal(counts.note_count, 77);
    }
    rg_samples_release(&samples);
    rg_samples_release(&targets);
    return ok;
}

static void test_each_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bool ok = false;
        fail_after = i == 1;
        for (size_t n = 1; !ok; n++) {
            struct rg_error err = {0};
            char row[32];
            (void)snprintf(row, sizeof row, "allocation %zu%s", n, fail_after ? "…" : "");
            allocations = 0;
            fail_at = n;
            ok = count_samples(&err);
            fail_at = 0;
            CHECK_INT(row, ok, allocations < n);
            CHECK_INT(row, err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
            CHECK(row, !ok || n > 40);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
    };
    return cmocka_run_group_tests_name("counts_no_memory", tests, NULL, NULL);
}
