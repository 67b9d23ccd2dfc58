#include "rungate/judge/ab.h"

#include "judge/ab_rounds.h"
#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"
#include "rungate/judge/ab_notes.h"

#include <math.h>
#include <string.h>

/* Rounds that agree better than this agree by chance. */
static const double DEVIATION_MIN = 0.02;

/* A key that varies by more than this within each build tells nothing of their difference. */
static const double STABLE_SPAN = 10;

/* Every key of any capture once, sorted, less the excluded ones. */
static bool collect_keys(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    size_t total = 0;
    size_t count = 0;

    for (size_t i = 0; i < in->file_count; i++)
        total += in->files[i].timings->metric_count;
    const char **names = rg_arena_array(&v->arena, total, sizeof *names);
    if (names == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < in->file_count; i++) {
        for (size_t m = 0; m < in->files[i].timings->metric_count; m++)
            names[count++] = in->files[i].timings->metrics[m].key;
    }
    rg_sort(names, count, sizeof *names);
    count = rg_sorted_unique(names, count, sizeof *names);
    v->keys = rg_arena_array(&v->arena, count, sizeof *v->keys);
    if (v->keys == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (in->surface != NULL && rg_surface_exclusion(in->surface, names[i]) != NULL)
            continue;
        v->keys[v->key_count++] = (struct rg_ab_key){
            .key = names[i], .context = rg_key_context(names[i], in->surface, in->ladders)};
    }
    v->excluded = in->surface == NULL ? 0 : in->surface->excluded_count;
    return true;
}

/* All samples in the first bucket, said or seen: arithmetic and not a latency. */
static bool is_below_ladder(const struct rg_ab_key *key, const struct rg_side *reading)
{
    const struct rg_surface_key *declared = key->context.declared;

    if (reading->metric->status == RG_STATUS_BELOW_LADDER)
        return true;
    if (declared == NULL || reading->ladder == NULL || key->context.is_value)
        return false;
    double first = reading->ladder->edges[0];
    return fabs(reading->value - declared->quantile * first) <= RG_EDGE_TOLERANCE * first;
}

static const char *fault_of(const struct rg_ab_key *key, const struct rg_side *reading)
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
static bool read_key(struct rg_ab_verdict *v, struct rg_ab_key *key, struct rg_error *err)
{
    const char *first = NULL;

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        key->values[side] = rg_arena_array(&v->arena, v->round_count, sizeof *key->values[side]);
        if (key->values[side] == NULL)
            return rg_error_memory(err);
        for (size_t r = 0; r < v->round_count; r++) {
            const struct rg_ab_file *file = &v->rounds[r].file[side];
            const struct rg_metric *metric = rg_timings_find(file->timings, key->key);
            struct rg_ab_reading *value = &key->values[side][r];
            value->reading = rg_side_reading(file->timings, metric, key->key, &key->context);
            value->fault = fault_of(key, &value->reading);
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

/* On other edges the same latency reads otherwise. */
static bool has_one_ladder(const struct rg_ab_verdict *v, const struct rg_ab_key *key)
{
    const struct rg_ladder *first = NULL;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const struct rg_ladder *ladder = key->values[i % RG_AB_SIDES][i / RG_AB_SIDES].reading.ladder;
        if (ladder == NULL)
            continue;
        if (first != NULL && first != ladder && !rg_ladders_equal(first, ladder))
            return false;
        first = ladder;
    }
    return true;
}

bool rg_ab_counts(const struct rg_ab_verdict *v, const struct rg_ab_key *key, size_t round)
{
    return v->rounds[round].dropped == NULL && key->values[RG_AB_A][round].fault == NULL &&
           key->values[RG_AB_B][round].fault == NULL;
}

double rg_ab_span(const struct rg_ab_verdict *v, const struct rg_ab_key *key, size_t side)
{
    double least = HUGE_VAL;
    double most = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        if (!rg_ab_counts(v, key, r))
            continue;
        least = fmin(least, key->values[side][r].reading.value);
        most = fmax(most, key->values[side][r].reading.value);
    }
    return most / least;
}

static enum rg_ab_kind decide(const struct rg_ab_verdict *v, struct rg_ab_key *key)
{
    double edge = log1p(v->margin);
    size_t worse = 0;

    if (key->counted < RG_AB_ROUNDS_MIN || !has_one_ladder(v, key))
        return RG_AB_CANNOT_JUDGE;
    key->measure = rg_ab_measure(key->differences, key->counted);
    if (rg_ab_span(v, key, RG_AB_A) > STABLE_SPAN && rg_ab_span(v, key, RG_AB_B) > STABLE_SPAN)
        return RG_AB_UNSTABLE;
    if (key->measure.lower > edge)
        return RG_AB_REGRESSION;
    if (key->measure.upper < -edge)
        return RG_AB_IMPROVEMENT;
    for (size_t i = 0; i < key->counted; i++)
        worse += key->differences[i] > 0;
    return worse + 1 >= key->counted ? RG_AB_LEAD : RG_AB_NO_DIFFERENCE;
}

static bool judge_key(struct rg_ab_verdict *v, struct rg_ab_key *key, struct rg_error *err)
{
    for (size_t r = 0; r < v->round_count; r++) {
        if (!rg_ab_counts(v, key, r))
            continue;
        double d = log(key->values[RG_AB_B][r].reading.value / key->values[RG_AB_A][r].reading.value);
        key->differences[key->counted++] = key->context.higher ? -d : d;
    }
    key->kind = decide(v, key);
    v->kinds[key->kind]++;
    return rg_ab_note(v, key, has_one_ladder(v, key), err);
}

static bool judge_keys(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    if (!collect_keys(in, v, err))
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
    return in->thresholds == NULL || rg_ab_judge_budgets(in, v, err);
}

bool rg_ab_judge(const struct rg_ab_input *input, struct rg_ab_verdict *ret, struct rg_error *err)
{
    struct rg_ab_verdict verdict = {.margin = input->margin};

    if (!rg_ab_make_rounds(input, &verdict, err) ||
        (!input->no_load_check && !rg_ab_drop_busy(&verdict, err)) || !judge_keys(input, &verdict, err)) {
        rg_ab_release(&verdict);
        return false;
    }
    *ret = verdict;
    return true;
}

void rg_ab_release(struct rg_ab_verdict *verdict)
{
    rg_arena_release(&verdict->arena);
    *verdict = (struct rg_ab_verdict){0};
}

const char *rg_ab_kind_text(enum rg_ab_kind kind)
{
    static const char *const texts[RG_AB_KIND_COUNT] = {
#define X(id, text) [RG_AB_##id] = (text),
        RG_AB_MAP(X)
#undef X
    };
    return texts[kind];
}

const char *rg_ab_doubt(const struct rg_ab_verdict *v)
{
    if (v->budgets.missing > 0)
        return "a key under a budget has no reading";
    if (v->kinds[RG_AB_CANNOT_JUDGE] + v->kinds[RG_AB_UNSTABLE] == v->key_count && v->budgets.changes == 0)
        return "no key was judged: each has too few rounds that count, or varies too much";
    return NULL;
}

enum rg_exit rg_ab_exit(const struct rg_ab_verdict *v)
{
    if (rg_ab_doubt(v) != NULL)
        return RG_EXIT_CANNOT_JUDGE;
    return v->kinds[RG_AB_REGRESSION] > 0 || v->budgets.exceeded > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}
