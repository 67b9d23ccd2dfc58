#include "judge/ab_slowed.h"

#include "rungate/base/stats.h"
#include "rungate/model/unit.h"

/* A run is slowed when this share of its keys is above FAR × the median of their build, and the middle one is
 * above MIDDLE × it. */
static const double FAR_SHARE = 0.9;
static const double FAR = 1.25;
static const double MIDDLE = 1.5;

/* So many more rounds of one build than of the other are no accident. */
enum { LOPSIDED = 3 };

static const char *const side_names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* How much slower than the medians of its build one run is. */
struct slowdown {
    size_t keys;   /* that can tell */
    size_t far;    /* of these, above FAR × their median */
    double middle; /* the median of the multiples */
};

static bool is_slowed(const struct slowdown *s)
{
    return s->keys > 0 && (double)s->far >= FAR_SHARE * (double)s->keys && s->middle > MIDDLE;
}

static bool mark_busy(struct rg_ab_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        struct rg_ab_round *round = &v->rounds[i / RG_AB_SIDES];
        size_t side = i % RG_AB_SIDES;
        const struct rg_host *host = &round->file[side].timings->host;
        double load = 0;
        bool at_begin = false;
        if (!rg_host_busy(host, &load, &at_begin))
            continue;
        round->slowed[side] = rg_arena_printf(
            &v->arena, "the host was busy: load average %.2f on %ld processors at the %s of %s", load,
            host->processors, at_begin ? "begin" : "end", side_names[side]);
        if (round->slowed[side] == NULL)
            return rg_error_memory(err);
    }
    return true;
}

/* All readings of a quantile lie in one bucket: what moves inside it is interpolation. */
static bool is_inside(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    const struct rg_ab_reading *first = NULL;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES && key->ladder != NULL; i++) {
        const struct rg_ab_reading *value = &key->values[i % RG_AB_SIDES][i / RG_AB_SIDES];
        if (!value->reading.has_value)
            continue;
        if (first != NULL && first->bucket != value->bucket)
            return false;
        first = value;
    }
    return key->ladder != NULL;
}

/* The median of a key over one side's rounds; 0 when the key cannot tell. Only a time can be slowed; memory and
 * counts cannot. `room` holds a value a round. */
static double median_of(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side, double *room)
{
    size_t count = 0;

    if (!(rg_unit_ns(key->unit) > 0) || key->context.higher || is_inside(v, key))
        return 0;
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_reading *value = &key->values[side][r];
        if (value->reading.has_value && value->value > 0)
            room[count++] = value->value;
    }
    return rg_median(room, count);
}

static struct slowdown slowdown_of(const struct rg_ab_verdict *v, size_t round, size_t side,
                                   const double *medians, double *room)
{
    struct slowdown s = {0};

    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_reading *value = &v->keys[k].values[side][round];
        if (!(medians[k] > 0) || !value->reading.has_value || !(value->value > 0))
            continue;
        room[s.keys] = value->value / medians[k];
        s.far += room[s.keys++] > FAR;
    }
    s.middle = rg_median(room, s.keys);
    return s;
}

/* The slowdown of each run, A and B of a round in turn, all against the same medians: leaving out one round must not
 * change what is said of the next. NULL: no memory. */
static struct slowdown *find_slowdowns(struct rg_ab_verdict *v)
{
    struct slowdown *found = rg_arena_array(&v->arena, v->round_count * RG_AB_SIDES, sizeof *found);
    double *room = rg_arena_array(&v->arena, v->round_count + v->key_count, sizeof *room);
    double *medians = rg_arena_array(&v->arena, v->key_count, sizeof *medians);

    if (found == NULL || room == NULL || medians == NULL)
        return NULL;
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        for (size_t k = 0; k < v->key_count; k++)
            medians[k] = median_of(v, &v->keys[k], side, room);
        for (size_t r = 0; r < v->round_count; r++)
            found[r * RG_AB_SIDES + side] = slowdown_of(v, r, side, medians, room);
    }
    return found;
}

static bool mark_slowed(struct rg_ab_verdict *v, const struct slowdown *slowdowns, struct rg_error *err)
{
    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const char **slowed = &v->rounds[i / RG_AB_SIDES].slowed[i % RG_AB_SIDES];
        const struct slowdown *s = &slowdowns[i];
        if (*slowed != NULL || !is_slowed(s))
            continue;
        *slowed = rg_arena_printf(&v->arena,
                                  "%s was slowed from outside: %zu of %zu keys above %g × the median of its "
                                  "own build, the middle one at %.2f ×",
                                  side_names[i % RG_AB_SIDES], s->far, s->keys, FAR, s->middle);
        if (*slowed == NULL)
            return rg_error_memory(err);
    }
    return true;
}

/* The side that alone was slowed; RG_AB_SIDES: not one alone. */
static size_t slow_side(const struct rg_ab_round *round)
{
    bool a = round->slowed[RG_AB_A] != NULL;
    bool b = round->slowed[RG_AB_B] != NULL;

    return a == b ? RG_AB_SIDES : a ? RG_AB_A : RG_AB_B;
}

/* The side that was nearly slowed, and by as much against the other: what both share is no sign of either. */
static size_t nearly_slow_side(const struct slowdown slowdowns[RG_AB_SIDES])
{
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        double middle = slowdowns[side].middle;
        if (middle > FAR && middle > FAR * slowdowns[1 - side].middle)
            return side;
    }
    return RG_AB_SIDES;
}

/*
 * Count the rounds of which only one run was slowed. Where a build was slowed for certain in one round, its rounds
 * that nearly were count too, so that a slowdown near the limit is not left out in two rounds and kept in a third.
 */
static void count_slow(struct rg_ab_verdict *v, const struct slowdown *slowdowns)
{
    size_t nearly[RG_AB_SIDES + 1] = {0};
    size_t certain[RG_AB_SIDES + 1] = {0};

    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_round *round = &v->rounds[r];
        certain[slow_side(round)]++;
        if (round->slowed[RG_AB_A] == NULL && round->slowed[RG_AB_B] == NULL)
            nearly[nearly_slow_side(&slowdowns[r * RG_AB_SIDES])]++;
    }
    for (size_t side = 0; side < RG_AB_SIDES; side++)
        v->slow[side] = certain[side] > 0 ? certain[side] + nearly[side] : 0;
    size_t most = v->slow[RG_AB_A] > v->slow[RG_AB_B] ? RG_AB_A : RG_AB_B;
    v->lopsided = v->slow[most] >= v->slow[1 - most] + LOPSIDED;
}

bool rg_ab_drop_slowed(struct rg_ab_verdict *v, bool no_load_check, struct rg_error *err)
{
    const struct slowdown *slowdowns = find_slowdowns(v);

    if (slowdowns == NULL)
        return rg_error_memory(err);
    if ((!no_load_check && !mark_busy(v, err)) || !mark_slowed(v, slowdowns, err))
        return false;
    count_slow(v, slowdowns);
    for (size_t r = 0; r < v->round_count && !v->lopsided; r++) {
        struct rg_ab_round *round = &v->rounds[r];
        size_t side = slow_side(round);
        if (side == RG_AB_SIDES)
            continue;
        round->dropped = round->slowed[side];
        v->dropped++;
    }
    return true;
}
