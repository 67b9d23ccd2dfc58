#include "rungate/judge/ab.h"

#include "judge/ab_budgets.h"
#include "judge/ab_notes.h"
#include "judge/ab_rounds.h"
#include "rungate/base/stats.h"

#include <math.h>
#include <string.h>

/* Rounds that agree better than this do so by chance. */
static const double DEVIATION_MIN = 0.02;

/* A key that varies by more than this factor within each build says nothing about their difference. */
static const double STABLE_SPAN = 10;

/* A row for each key of any capture, less the excluded ones. */
static bool make_keys(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    const char *const *names;

    if (!rg_runs_keys(&in->captures, in->surface, &v->arena, &names, &v->key_count, err))
        return false;
    v->keys = rg_arena_array(&v->arena, v->key_count, sizeof *v->keys);
    if (v->keys == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < v->key_count; i++) {
        v->keys[i].key = names[i];
        v->keys[i].context = rg_key_context(names[i], in->surface, in->ladders);
    }
    v->excluded = in->surface == NULL ? 0 : in->surface->excluded_count;
    return true;
}

/* Said by the capture, or seen. */
static bool is_below_ladder(const struct rg_ab_row *key, const struct rg_side *reading)
{
    const struct rg_surface_key *declared = key->context.declared;

    return reading->metric->status == RG_STATUS_BELOW_LADDER ||
           (declared != NULL && reading->ladder != NULL && key->context.kind == RG_KEY_QUANTILE &&
            rg_is_first_bucket(reading->ladder, declared->quantile, reading->value));
}

static const char *fault_of(const struct rg_ab_row *key, const struct rg_side *reading)
{
    if (reading->metric == NULL)
        return "not captured";
    if (!reading->has_value)
        return reading->metric->status == RG_STATUS_GOOD ? "null" : rg_status_name(reading->metric->status);
    if (!(reading->value > 0))
        return "not positive";
    if (reading->saturated)
        return "saturated";
    return is_below_ladder(key, reading) ? "below the ladder" : NULL;
}

/* All readings of one key. Errors: CONFLICT when they are not in one unit. */
static bool read_key(struct rg_ab_verdict *v, struct rg_ab_row *key, struct rg_error *err)
{
    const char *first = NULL;

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        key->values[side] = rg_arena_array(&v->arena, v->round_count, sizeof *key->values[side]);
        if (key->values[side] == NULL)
            return rg_error_memory(err);
        for (size_t r = 0; r < v->round_count; r++) {
            const struct rg_ab_file *file = &v->rounds[r].file[side];
            struct rg_ab_reading *value = &key->values[side][r];
            value->reading = rg_side_of(file->timings, key->key, &key->context);
            value->fault = fault_of(key, &value->reading);
            const struct rg_metric *metric = value->reading.metric;
            if (metric == NULL)
                continue;
            if (key->unit == NULL) {
                key->unit = metric->unit;
                first = file->path;
            } else if (strcmp(key->unit, metric->unit) != 0) {
                return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' is in %s in '%s' and in %s in '%s'",
                                    key->key, key->unit, first, metric->unit, file->path);
            }
        }
    }
    key->differences = rg_arena_array(&v->arena, v->round_count, sizeof *key->differences);
    return key->differences != NULL || rg_error_memory(err);
}

struct rg_ab_measure rg_ab_measure(const double *differences, size_t count)
{
    struct rg_moments moments = rg_moments(differences, count);
    struct rg_ab_measure m = {.mean = moments.mean, .deviation = moments.deviation};
    double reach = rg_student(RG_STUDENT_999, count - 1) *
                   (m.deviation > DEVIATION_MIN ? m.deviation : DEVIATION_MIN) / sqrt((double)count);
    m.lower = m.mean - reach;
    m.upper = m.mean + reach;
    return m;
}

static enum rg_ab_kind decide(const struct rg_ab_verdict *v, struct rg_ab_row *key)
{
    double edge = log1p(v->margin);

    if (key->counted < RG_AB_ROUNDS_MIN || !rg_ab_has_one_ladder(v, key))
        return RG_AB_CANNOT_JUDGE;
    key->measure = rg_ab_measure(key->differences, key->counted);
    if (rg_ab_span(v, key, RG_AB_A) > STABLE_SPAN && rg_ab_span(v, key, RG_AB_B) > STABLE_SPAN)
        return RG_AB_UNSTABLE;
    if (key->measure.lower > edge)
        return RG_AB_REGRESSION;
    if (key->measure.upper < -edge)
        return RG_AB_IMPROVEMENT;
    return rg_ab_worse(key) + 1 >= key->counted ? RG_AB_LEAD : RG_AB_NO_DIFFERENCE;
}

static bool judge_key(struct rg_ab_verdict *v, struct rg_ab_row *key, struct rg_error *err)
{
    for (size_t r = 0; r < v->round_count; r++) {
        if (!rg_ab_counts(v, key, r))
            continue;
        double d = log(key->values[RG_AB_B][r].reading.value / key->values[RG_AB_A][r].reading.value);
        key->differences[key->counted++] = key->context.higher ? -d : d;
    }
    key->kind = decide(v, key);
    v->kinds[key->kind]++;
    return rg_ab_note(v, key, err);
}

static bool judge_keys(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    if (!make_keys(in, v, err))
        return false;
    for (size_t k = 0; k < v->key_count; k++) {
        if (!read_key(v, &v->keys[k], err))
            return false;
    }
    if (!rg_ab_drop_slowed(v, err))
        return false;
    for (size_t k = 0; k < v->key_count; k++) {
        if (!judge_key(v, &v->keys[k], err))
            return false;
    }
    return in->thresholds == NULL || rg_ab_judge_budgets(in->thresholds, in->surface, in->tier, v, err);
}

bool rg_ab_judge(const struct rg_ab_input *input, struct rg_ab_verdict *ret, struct rg_error *err)
{
    struct rg_ab_verdict verdict = {.margin = input->margin};

    if (!rg_ab_make_rounds(&input->captures, &verdict, err) ||
        (!input->no_load_check && !rg_ab_drop_busy(&verdict, err)) || !judge_keys(input, &verdict, err)) {
        rg_ab_release(&verdict);
        return false;
    }
    *ret = verdict;
    return true;
}
