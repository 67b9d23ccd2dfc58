#include "judge/agree.h"

#include "rungate/base/number.h"

#include <math.h>
#include <string.h>

bool rg_agree_total(const struct rg_series_counts *counts, double samples)
{
    return samples < 0 || fabs(samples - counts->total) <= 1e-6 * fmax(1, counts->total);
}

bool rg_agree_bucket(const struct rg_series_counts *counts, const struct rg_ladder *ladder, double quantile,
                     double value)
{
    double rank = quantile * counts->total;
    size_t lo = 0;
    size_t hi;

    while (lo < counts->edge_count && counts->total - counts->above[lo] < rank * (1 - RG_EDGE_TOLERANCE))
        lo++;
    for (hi = lo;
         hi < counts->edge_count && counts->total - counts->above[hi] < rank * (1 + RG_EDGE_TOLERANCE);)
        hi++;
    bool high_enough = lo == 0 || value >= ladder->edges[lo - 1] * (1 - RG_EDGE_TOLERANCE);
    return high_enough && (hi == counts->edge_count || value <= ladder->edges[hi] * (1 + RG_EDGE_TOLERANCE));
}

/* What a reading and the counts of its series contradict each other in, as a clause; NULL when they agree. */
static const char *find_contradiction(const struct rg_timings *run, const struct rg_metric *metric,
                                      const struct rg_ladder *ladder, double quantile,
                                      const struct rg_series_counts *counts)
{
    if (counts->above == NULL)
        return "the counts of its series are not one for each edge of its ladder";
    if (!rg_agree_total(counts, rg_timings_samples(run, metric->key)))
        return "the samples of its series are not the total of its counts";
    if (!(counts->total > 0))
        return "its series has no observation";
    if (!rg_agree_bucket(counts, ladder, quantile, metric->value))
        return "the counts of its series put the quantile into another bucket";
    return NULL;
}

static bool check_metric(const struct rg_timings *run, const struct rg_metric *metric,
                         const struct rg_key_context *context, const char *name, struct rg_error *err)
{
    const struct rg_ladder *ladder = rg_side_of(run, metric->key, context).ladder;
    double quantile =
        context->declared != NULL ? context->declared->quantile : rg_key_quantile(context->label);
    struct rg_series_counts counts = {0};
    struct rg_arena arena = {0};
    char value[RG_NUMBER_SIZE];

    if (ladder == NULL || strcmp(ladder->unit, metric->unit) != 0 || !(quantile > 0 && quantile < 1) ||
        !rg_timings_are_counted(run, metric->key))
        return true;
    bool ok = rg_timings_counts(run, metric->key, ladder->edge_count, &arena, &counts, err);
    const char *why = ok ? find_contradiction(run, metric, ladder, quantile, &counts) : NULL;
    rg_arena_release(&arena);
    if (why == NULL)
        return ok;
    rg_number_format(metric->value, value);
    return rg_error_set(err, RG_ERROR_CONFLICT,
                        "'%s' contradicts itself: %s is %s %s, but %s; no capture writes that, capture again",
                        name, metric->key, value, metric->unit, why);
}

bool rg_agree_capture(const struct rg_timings *run, const char *name, const struct rg_surface *surface,
                      const struct rg_ladders *ladders, struct rg_error *err)
{
    for (size_t i = 0; i < run->metric_count && run->counts.count > 0; i++) {
        const struct rg_metric *metric = &run->metrics[i];
        struct rg_key_context context = rg_key_context(metric->key, surface, ladders);
        if (context.kind == RG_KEY_QUANTILE && metric->has_value &&
            !check_metric(run, metric, &context, name, err))
            return false;
    }
    return true;
}
