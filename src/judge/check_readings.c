#include "judge/check_readings.h"

#include "judge/agree.h"
#include "rungate/base/duration.h"
#include "rungate/base/number.h"
#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIND(findings, line, key, ...)                                                                       \
    (rg_finding_add(findings, RG_RULE_V, RG_CHECK_BASELINE, line, key, __VA_ARGS__), true)

/* As the median of runs is written, and read back. */
static bool is_median(double value, double median)
{
    return fabs(value - median) <= 1e-12 * fabs(median);
}

static bool check_spread(const struct rg_timings *b, const struct rg_metric *m, struct rg_findings *findings)
{
    char is[RG_NUMBER_SIZE];
    char must[RG_NUMBER_SIZE];

    if (b->run_count == 0)
        return false;
    if (m->spread_count == 0)
        return FIND(
            findings, m->line, m->key,
            "the baseline is of %zu runs, and none of them has a value in its \"spread\", so the value is "
            "nobody's; refresh the baseline",
            b->run_count);
    double median = rg_median(m->spread, m->spread_count);
    if (is_median(m->value, median))
        return false;
    rg_number_format(m->value, is);
    rg_number_format(median, must);
    return FIND(findings, m->line, m->key,
                "the value is %s, but the median of its runs is %s; refresh the baseline", is, must);
}

static bool check_status(const struct rg_metric *m, const struct rg_ladder *ladder,
                         struct rg_findings *findings)
{
    char edge[RG_NUMBER_SIZE];

    if (ladder == NULL || (m->status != RG_STATUS_SATURATED && m->status != RG_STATUS_BELOW_LADDER))
        return false;
    bool saturated = m->status == RG_STATUS_SATURATED;
    double limit = ladder->edges[saturated ? ladder->edge_count - 1 : 0];
    if (saturated ? rg_ladder_saturated(ladder, m->value) : m->value <= limit * (1 + RG_EDGE_TOLERANCE))
        return false;
    rg_number_format_short(limit, edge);
    return FIND(findings, m->line, m->key,
                "its status is '%s', but the value is %s %s, the %s edge; refresh the baseline",
                rg_status_name(m->status), saturated ? "below" : "above", edge, saturated ? "top" : "first");
}

bool rg_check_reading(const struct rg_check_input *input, const struct rg_surface_key *key,
                      const struct rg_metric *metric, const struct rg_ladder *ladder,
                      struct rg_findings *findings)
{
    return check_spread(input->baseline, metric, findings) ||
           check_status(metric, key->kind == RG_KEY_QUANTILE ? ladder : NULL, findings);
}

/* One run of the baseline, or the only one. */
struct run {
    const struct rg_check_input *in;
    struct rg_findings *findings;
    struct rg_timings origin; /* its samples, seconds and counts, as if it were a capture */
    size_t number;            /* from 1; 0 for the only run */
};

/* ", in run 3" */
static const char *in_run(const struct run *run, char ret[40])
{
    ret[0] = '\0';
    if (run->number > 0)
        (void)snprintf(ret, 40, ", in run %zu", run->number);
    return ret;
}

/* What this run read of a key; false when that is not known. */
static bool reading_of(const struct run *run, const struct rg_metric *m, double *ret)
{
    if (run->number == 0)
        *ret = m->value;
    else if (m->spread_count == run->in->baseline->run_count)
        *ret = m->spread[run->number - 1];
    return m->has_value && (run->number == 0 || m->spread_count == run->in->baseline->run_count);
}

static void check_bucket(const struct run *run, const struct rg_surface_key *key,
                         const struct rg_series_counts *counts, const struct rg_ladder *ladder)
{
    const struct rg_metric *m = rg_timings_find(run->in->baseline, key->key);
    char is[RG_NUMBER_SIZE];
    char where[40];
    double value = 0;

    if (m == NULL || m->faulty || !reading_of(run, m, &value) ||
        rg_agree_bucket(counts, ladder, key->quantile, value))
        return;
    rg_number_format(value, is);
    (void)FIND(
        run->findings, m->line, m->key,
        "the value is %s%s, but the counts of its series put the quantile into another bucket; refresh the baseline",
        is, in_run(run, where));
}

/* What is said of a series once: with its first key. */
static void check_totals(const struct run *run, const char *base, const struct rg_series_counts *counts,
                         double samples)
{
    char where[40];

    if (counts->above == NULL)
        (void)FIND(
            run->findings, 0, base,
            "its \"counts\"%s are not one for each of the %zu edges of its ladder; refresh the baseline",
            in_run(run, where), counts->edge_count);
    else if (!rg_agree_total(counts, samples))
        (void)FIND(
            run->findings, 0, base,
            "its \"samples\" are %.15g%s, but the total of its \"counts\" is %.15g; refresh the baseline",
            samples, in_run(run, where), counts->total);
}

static bool check_counts(const struct run *run, const struct rg_surface_key *key, bool first, double samples,
                         struct rg_error *err)
{
    const char *base = key->series->base;
    const struct rg_named_texts *texts = &run->origin.counts;
    struct rg_key_context context = rg_key_context(key->key, run->in->surface, run->in->ladders);
    const struct rg_ladder *ladder = rg_side_of(run->in->baseline, key->key, &context).ladder;
    struct rg_series_counts counts = {0};
    struct rg_arena arena = {0};

    if (ladder == NULL || rg_sorted_find(texts->items, texts->count, sizeof *texts->items, base) == NULL)
        return true;
    bool ok = rg_timings_counts(&run->origin, key->key, ladder->edge_count, &arena, &counts, err);
    if (ok && first)
        check_totals(run, base, &counts, samples);
    if (ok && counts.above != NULL)
        check_bucket(run, key, &counts, ladder);
    rg_arena_release(&arena);
    return ok;
}

/* A number of a series; below 0 when it is not there. */
static double number_of(const struct rg_series_numbers *numbers, const char *base)
{
    const struct rg_series_number *found =
        rg_sorted_find(numbers->items, numbers->count, sizeof *numbers->items, base);

    return found == NULL ? -1 : found->value;
}

/* What a thin run is measured against must not be made thin itself. */
static void check_thickness(const struct run *run, const struct rg_surface_key *key, double samples)
{
    static const double ms = 1000;
    const char *base = key->series->base;
    const char *window = run->in->baseline->window;
    const struct rg_metric *m = rg_timings_find(run->in->baseline, key->key);
    double covered = number_of(&run->origin.covered, base);
    long long window_ms = 0;
    double value = 0;
    char where[40];

    if (m != NULL && samples == 0 && reading_of(run, m, &value))
        (void)FIND(run->findings, m->line, base,
                   "it has a value on no observation%s, so no run could be too thin; refresh the baseline",
                   in_run(run, where));
    if (window != NULL && rg_duration_parse(window, &window_ms) && covered * ms > (double)window_ms)
        (void)FIND(
            run->findings, 0, base,
            "its observations are said to cover %.15g s%s, more than the window of %s; refresh the baseline",
            covered, in_run(run, where), window);
}

static bool check_run(struct run *run, struct rg_error *err)
{
    const struct rg_surface *surface = run->in->surface;
    const char *base = "";
    bool ok = true;

    for (size_t i = 0; i < surface->key_count && ok; i++) {
        const struct rg_surface_key *key = &surface->keys[i];
        bool first = strcmp(base, key->series->base) != 0;
        if (key->excluded || key->kind != RG_KEY_QUANTILE)
            continue;
        double samples = number_of(&run->origin.samples, key->series->base);
        base = key->series->base;
        if (first)
            check_thickness(run, key, samples);
        ok = check_counts(run, key, first, samples, err);
    }
    return ok;
}

bool rg_check_series(const struct rg_check_input *input, struct rg_findings *findings, struct rg_error *err)
{
    const struct rg_timings *b = input->baseline;
    struct run run = {.in = input, .findings = findings};

    if (b->placeholder)
        return true;
    if (b->run_count == 0) {
        run.origin = (struct rg_timings){.samples = b->samples, .covered = b->covered, .counts = b->counts};
        return check_run(&run, err);
    }
    if (b->samples.count + b->covered.count + b->counts.count > 0)
        (void)FIND(
            findings, 0, "",
            "\"samples\", \"covered\" or \"counts\" beside \"runs\", which have their own; refresh the baseline");
    for (size_t i = 0; i < b->run_count; i++) {
        const struct rg_run *r = &b->runs[i];
        run.number = i + 1;
        run.origin = (struct rg_timings){.samples = r->samples, .covered = r->covered, .counts = r->counts};
        if (!check_run(&run, err))
            return false;
    }
    return true;
}
