/*
 * How often healthy runs fail, and which slowdowns are caught, by the single-run rule and by the Spread rule.
 *
 * Twenty keys on the shipped span ladder: fifteen whose runs differ by log-normal noise of σ from 0.05 to
 * 0.3, five noisier or of two modes; 200 to 20,000 observations a run, read off bucket counts as
 * histogram_quantile does. A fixed seed makes each run of this test the same. Printed are the shares of
 * 20-key runs in which some gated key fires: with the single-run rule, and with the Spread rule and one
 * confirming rerun.
 */
#include "drawn.h"
#include "shipped.h"

#include "rungate/base/stats.h"
#include "rungate/judge/trip.h"

enum { KEYS = 20, QUIET = 15, GATES = 2000, RUNS_MAX = 10 };

static const struct rg_key_context QUANTILE = {.kind = RG_KEY_QUANTILE};

/* What a key is like. */
struct source {
    double median;  /* of its latencies, in ms */
    double width;   /* σ of the latencies within a run */
    double noise;   /* σ of the runs' shift */
    double second;  /* a second mode, as a factor; 1 for none */
    double samples; /* a run */
    double quantile;
};

static struct source make_source(size_t i)
{
    static const double quantiles[] = {0.5, 0.95, 0.99};
    bool quiet = i < QUIET;
    bool two_modes = !quiet && i % 2 == 0;
    struct source s = {
        .median = 0.05 * pow(2000 / 0.05, drawn_uniform()),
        .width = 0.3 + 0.5 * drawn_uniform(),
        .noise = quiet || two_modes ? 0.05 + 0.25 * drawn_uniform() : 0.4 + 0.6 * drawn_uniform(),
        .second = two_modes ? 5 + 15 * drawn_uniform() : 1,
        .samples = 200 * pow(100, drawn_uniform()),
        .quantile = quantiles[(size_t)(drawn_uniform() * 3)],
    };
    return s;
}

/* One reading, `slower` times slower: a run's shift, then the quantile interpolated between bucket counts. */
static double read_quantile(const struct source *s, double slower)
{
    struct drawn_run run = {.median = s->median * slower * exp(s->noise * drawn_normal()),
                            .width = s->width,
                            .samples = s->samples};

    if (s->second > 1 && drawn_uniform() < 0.3)
        run.median *= s->second;
    return drawn_quantile(&run, s->quantile, shipped_ladder("span"));
}

/* Where a key trips after so many runs; 0 when it is excluded. */
static double trip_after(const struct source *s, size_t runs)
{
    double values[RUNS_MAX] = {0};
    struct rg_trip trip;

    for (size_t i = 0; i < runs; i++)
        values[i] = read_quantile(s, 1);
    struct rg_metric metric = {.value = rg_median(values, runs), .has_value = true};
    if (runs > 1) {
        metric.spread = values;
        metric.spread_count = runs;
    }
    return rg_trip_derive(&QUANTILE, shipped_ladder("span"), &metric, &trip) ? trip.edge : 0;
}

/* The key fires, and so does a rerun where one is asked for. */
static bool fires(const struct source *s, double trip, double slower, bool confirm)
{
    if (trip <= 0 || !(read_quantile(s, slower) > trip * (1 + 1e-9)))
        return false;
    return !confirm || read_quantile(s, slower) > trip * (1 + 1e-9);
}

struct rates {
    double false_alarms; /* share of healthy 20-key runs that fail */
    double gated;        /* share of keys that are not excluded */
    double caught[3];    /* share of the quiet keys on which 2x, 5x, 10x is caught */
};

static const double SLOWDOWNS[] = {2, 5, 10};

static struct rates simulate(size_t runs)
{
    struct rates rates = {0};

    drawn_state = DRAWN_SEED;
    for (size_t gate = 0; gate < GATES; gate++) {
        bool alarm = false;
        for (size_t i = 0; i < KEYS; i++) {
            struct source s = make_source(i);
            double trip = trip_after(&s, runs);
            rates.gated += trip > 0;
            alarm |= fires(&s, trip, 1, runs > 1);
            for (size_t j = 0; j < COUNT_OF(SLOWDOWNS) && i < QUIET; j++)
                rates.caught[j] += fires(&s, trip, SLOWDOWNS[j], runs > 1);
        }
        rates.false_alarms += alarm;
    }
    rates.false_alarms /= (double)GATES;
    rates.gated /= (double)GATES * (double)KEYS;
    for (size_t j = 0; j < COUNT_OF(SLOWDOWNS); j++)
        rates.caught[j] /= (double)GATES * (double)QUIET;
    return rates;
}

static struct rates show(const char *rule, size_t runs)
{
    struct rates r = simulate(runs);

    print_message("%-34s healthy runs that fail %5.1f %%, keys gated %5.1f %%, quiet keys caught at 2x %5.1f "
                  "%%, 5x %5.1f %%, "
                  "10x %5.1f %%\n",
                  rule, 100 * r.false_alarms, 100 * r.gated, 100 * r.caught[0], 100 * r.caught[1],
                  100 * r.caught[2]);
    return r;
}

static void test_rates(void **state)
{
    (void)state;
    struct rates one = show("single-run rule", 1);
    struct rates five = show("Spread rule, N = 5, one rerun", 5);
    struct rates seven = show("Spread rule, N = 7, one rerun", 7);
    struct rates ten = show("Spread rule, N = 10, one rerun", 10);
    CHECK("the single-run rule fails far more healthy runs", one.false_alarms > 0.4);
    CHECK("N = 5", five.false_alarms < 0.05 && five.false_alarms * 10 < one.false_alarms);
    CHECK("N = 7", seven.false_alarms < 0.05 && seven.false_alarms * 10 < one.false_alarms);
    CHECK("N = 10", ten.false_alarms < 0.05 && ten.false_alarms * 10 < one.false_alarms);
    CHECK("10x at N = 5", five.caught[2] > 0.65);
    CHECK("more runs catch more", seven.caught[2] > five.caught[2] && ten.caught[2] >= seven.caught[2]);
    CHECK("more keys are gated", seven.gated > five.gated);
}

/* The six keys that one run could not guard: five runs inside what was measured, and what the rule says of
 * each. */
static void test_excluded_keys(void **state)
{
    static const struct {
        const char *key;
        double values[5];
        enum rg_spread_outcome outcome;
    } rows[] = {
        {"span.consensus.ledger_close.p50", {0.0387, 0.2377, 0.1, 0.06, 0.15}, RG_SPREAD_TOO_FAR},
        {"span.ledger.build.p50", {0.1151, 2.3826, 0.5, 0.9, 0.3}, RG_SPREAD_TOO_FAR},
        {"span.ledger.build.p99", {29.0, 7.06, 8.944, 8.1, 7.9}, RG_SPREAD_TOO_FAR},
        {"span.ledger.validate.p95", {0.1281, 0.75, 0.3, 0.25, 0.4}, RG_SPREAD_TOO_FAR},
        {"span.ledger.validate.p99", {0.3875, 25.875, 2, 5, 1}, RG_SPREAD_TOO_FAR},
        {"span.tx.apply.p50", {0.7917, 0.00597, 2.3378, 0.1, 0.03}, RG_SPREAD_TOO_FAR},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_spread spread;
        double edge = 0;
        CHECK(rows[i].key, rg_spread_measure(rows[i].values, 5, &spread));
        enum rg_spread_outcome outcome = rg_spread_trip(&spread, shipped_ladder("span"), &edge);
        print_message("%-32s %.4g to %.4g ms, median %.4g: U %.4g, edge %.4g (%.1fx)%s%s\n", rows[i].key,
                      spread.min, spread.max, spread.median, spread.upper, edge, edge / spread.median,
                      outcome == RG_SPREAD_TRIP ? "" : ": excluded, ",
                      outcome == RG_SPREAD_TRIP ? "" : rg_spread_why(outcome));
        CHECK_INT(rows[i].key, outcome, rows[i].outcome);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_excluded_keys),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
