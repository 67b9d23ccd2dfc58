#include "rungate/judge/ab.h"

#include "judge/ab_budgets.h"
#include "judge/ab_notes.h"
#include "judge/ab_rounds.h"
#include "judge/ab_slowed.h"
#include "judge/ab_warnings.h"
#include "rungate/base/stats.h"
#include "rungate/judge/ab_decide.h"

#include <stdlib.h>
#include <string.h>

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

/* The reading is at most the first edge: so says the capture, or it can be seen. */
static bool is_below_ladder(const struct rg_ab_row *key, const struct rg_side *reading)
{
    return reading->metric->status == RG_STATUS_BELOW_LADDER ||
           (reading->ladder != NULL && key->context.kind == RG_KEY_QUANTILE &&
            rg_edges_from(reading->ladder->edges, reading->ladder->edge_count, reading->value, false) == 0);
}

/* What a reading counts as by itself. Of one outside the ladder only that is known, and where the edges are not
 * known, nothing. */
static void weigh(const struct rg_ab_row *key, struct rg_ab_reading *value)
{
    const struct rg_side *reading = &value->reading;
    const struct rg_ladder *ladder = reading->ladder;

    value->value = reading->value;
    value->below = reading->has_value && is_below_ladder(key, reading);
    if (reading->metric == NULL)
        value->fault = "not captured";
    else if (!reading->has_value)
        value->fault =
            reading->metric->status == RG_STATUS_GOOD ? "null" : rg_status_name(reading->metric->status);
    else if (!(reading->value > 0))
        value->fault = "not positive";
    else if (ladder == NULL)
        value->fault = reading->saturated ? "saturated" : value->below ? "below the ladder" : NULL;
    if (!reading->has_value || ladder == NULL)
        return;
    value->bucket = reading->saturated ? ladder->edge_count
                    : value->below     ? 0
                                   : rg_edges_from(ladder->edges, ladder->edge_count, reading->value, false);
    if (value->below || reading->saturated)
        value->value = ladder->edges[value->below ? 0 : ladder->edge_count - 1];
}

/* A reading, with the edges that it was read on: those in its own unit. */
static struct rg_side side_of(const struct rg_timings *timings, const struct rg_ab_row *key)
{
    struct rg_side side = rg_side_of(timings, key->key, &key->context);

    if (side.metric == NULL || (side.ladder != NULL && strcmp(side.ladder->unit, side.metric->unit) != 0))
        side.ladder = NULL;
    return side;
}

/* Two readings on the same side of the whole ladder say nothing of each other. */
static void void_round(struct rg_ab_reading *a, struct rg_ab_reading *b)
{
    const char *fault = a->below && b->below                           ? "below the ladder"
                        : a->reading.saturated && b->reading.saturated ? "saturated"
                                                                       : NULL;

    if (fault == NULL || a->fault != NULL || b->fault != NULL)
        return;
    a->fault = fault;
    b->fault = fault;
}

/* All readings of one key. Errors: CONFLICT when they are not in one unit. */
static bool read_side(struct rg_ab_verdict *v, struct rg_ab_row *key, size_t side, const char **unit_path,
                      struct rg_error *err)
{
    key->values[side] = rg_arena_array(&v->arena, v->round_count, sizeof *key->values[side]);
    if (key->values[side] == NULL)
        return rg_error_memory(err);
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_file *file = &v->rounds[r].file[side];
        struct rg_ab_reading *value = &key->values[side][r];
        value->reading = side_of(file->timings, key);
        weigh(key, value);
        if (value->reading.ladder != NULL)
            key->ladder = value->reading.ladder;
        const struct rg_metric *metric = value->reading.metric;
        key->idle = key->idle && metric != NULL && metric->status == RG_STATUS_NO_TRAFFIC;
        if (metric == NULL)
            continue;
        if (key->unit == NULL) {
            key->unit = metric->unit;
            *unit_path = file->path;
        } else if (strcmp(key->unit, metric->unit) != 0) {
            return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' is in %s in '%s' and in %s in '%s'", key->key,
                                key->unit, *unit_path, metric->unit, file->path);
        }
    }
    return true;
}

static bool read_key(struct rg_ab_verdict *v, struct rg_ab_row *key, struct rg_error *err)
{
    const char *unit_path = NULL;

    key->idle = true;
    if (!read_side(v, key, RG_AB_A, &unit_path, err) || !read_side(v, key, RG_AB_B, &unit_path, err))
        return false;
    for (size_t r = 0; r < v->round_count; r++) {
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            struct rg_ab_reading *value = &key->values[side][r];
            if (key->ladder != NULL && value->reading.ladder == NULL && value->fault == NULL)
                value->fault = "read on edges that are not known";
        }
        void_round(&key->values[RG_AB_A][r], &key->values[RG_AB_B][r]);
    }
    key->differences = rg_arena_array(&v->arena, v->round_count, sizeof *key->differences);
    return key->differences != NULL || rg_error_memory(err);
}

/* The median reading of a side: of the rounds that count, or where none does, of those that are not dropped. */
static double typical_of(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side,
                         double *room)
{
    size_t count = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_reading *value = &key->values[side][r];
        if (key->counted > 0 ? rg_ab_counts(v, key, r)
                             : v->rounds[r].dropped == NULL && value->reading.has_value)
            room[count++] = value->value;
    }
    return rg_median(room, count);
}

/* `room` holds a value a round. */
static bool judge_key(struct rg_ab_verdict *v, struct rg_ab_row *key, double *room, struct rg_error *err)
{
    for (size_t r = 0; r < v->round_count; r++) {
        if (rg_ab_counts(v, key, r))
            key->differences[key->counted++] = rg_ab_difference(key, r);
    }
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        key->typical[side] = typical_of(v, key, side, room);
    if (!rg_ab_decide(v, key, room, err))
        return false;
    v->kinds[key->kind]++;
    v->judged += rg_ab_is_judged(key->kind);
    v->comparable += key->kind != RG_AB_SAME_BUCKET && !key->idle;
    v->against_b += key->kind == RG_AB_UNSTABLE && key->against_b;
    v->idle += key->idle;
    return rg_ab_note(v, key, err);
}

/* Kind by kind; the worst first, then by name. */
static int compare_rows(const void *left, const void *right)
{
    const struct rg_ab_row *a = *(struct rg_ab_row *const *)left;
    const struct rg_ab_row *b = *(struct rg_ab_row *const *)right;

    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->measure.median != b->measure.median)
        return a->measure.median > b->measure.median ? -1 : 1;
    return a < b ? -1 : a > b;
}

static bool judge_keys(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    double *room = rg_arena_array(&v->arena, v->round_count, sizeof *room);

    if (room == NULL)
        return rg_error_memory(err);
    if (!make_keys(in, v, err))
        return false;
    for (size_t k = 0; k < v->key_count; k++) {
        if (!read_key(v, &v->keys[k], err))
            return false;
    }
    if (!rg_ab_drop_slowed(v, in->no_load_check, err))
        return false;
    v->shown =
        rg_arena_array(&v->arena, v->key_count, sizeof *v->shown); /* NOLINT(bugprone-sizeof-expression) */
    if (v->shown == NULL)
        return rg_error_memory(err);
    for (size_t k = 0; k < v->key_count; k++) {
        if (!judge_key(v, &v->keys[k], room, err))
            return false;
        v->shown[k] = &v->keys[k];
    }
    qsort(v->shown, v->key_count, sizeof *v->shown, compare_rows); /* NOLINT(bugprone-sizeof-expression) */
    return in->thresholds == NULL || rg_ab_judge_budgets(in->thresholds, in->surface, in->tier, v, err);
}

bool rg_ab_judge(const struct rg_ab_input *input, struct rg_ab_verdict *ret, struct rg_error *err)
{
    struct rg_ab_verdict verdict = {.margin = input->margin, .min_compared = input->min_compared};

    if (!rg_ab_make_rounds(&input->captures, &verdict, err) || !judge_keys(input, &verdict, err) ||
        !rg_ab_warn(&verdict, input->no_load_check, err) || !rg_ab_note_doubt(&verdict, err)) {
        rg_ab_release(&verdict);
        return false;
    }
    *ret = verdict;
    return true;
}
