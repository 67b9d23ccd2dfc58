#include "rungate/judge/ab_decide.h"

#include "judge/ab_edges.h"
#include "rungate/base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rounds that agree better than this do so by chance. */
static const double DEVIATION_MIN = 0.02;

/* A key that varies by more than this factor within each build says nothing about their difference. */
static const double STABLE_SPAN = 10;

/* A build that is worse by more than SLOW in SLOW_ROUNDS rounds, and in none better by as much, is unstable. */
static const double SLOW = 1.5;
static const double NEARLY_SLOW = 1.25;
enum { SLOW_ROUNDS = 3, FEW_ROUNDS = 15 };

/* An experiment that does not rule out a slowdown by this factor shows too little. */
static const double NOISY = 2;

struct rg_ab_measure rg_ab_measure(const double *differences, size_t count, double margin)
{
    struct rg_moments moments = rg_moments(differences, count);
    struct rg_ab_measure m = {
        .median = rg_median(differences, count),
        .mean = moments.mean,
        .deviation = moments.deviation,
        .worse = rg_signed_rank(differences, count, 1, log1p(margin)),
        .better = rg_signed_rank(differences, count, -1, log1p(margin)),
    };
    double reach =
        rg_student(RG_STUDENT_999, count - 1) * fmax(m.deviation, DEVIATION_MIN) / sqrt((double)count);

    m.lower = m.mean - reach;
    m.upper = m.mean + reach;
    return m;
}

size_t rg_ab_needed(double deviation, double gain, double margin)
{
    static const double Z_80 = 0.8416; /* four experiments of five */
    double distance = log((1 + gain) / (1 + margin));
    size_t rounds = RG_AB_ROUNDS_MIN;

    while (rounds < RG_AB_NEEDED_MAX &&
           (rg_student(RG_STUDENT_999, rounds - 1) * fmax(deviation, DEVIATION_MIN) + Z_80 * deviation) /
                   sqrt((double)rounds) >
               distance)
        rounds++;
    return rounds;
}

bool rg_ab_leads(size_t rounds, size_t not_worse)
{
    static const double P_MAX = 0.01;
    double term = pow(0.5, (double)rounds);
    double tail = term;

    for (size_t i = 0; i < not_worse && tail <= P_MAX; i++) {
        term *= (double)(rounds - i) / (double)(i + 1);
        tail += term;
    }
    return tail <= P_MAX && tail > 0;
}

static enum rg_ab_proof proof_of(double lower, const struct rg_signed_rank *ranks, double margin)
{
    size_t critical = rg_signed_rank_critical(ranks->ranked);

    if (lower > log1p(margin))
        return RG_AB_BY_INTERVAL;
    return critical > 0 && ranks->sum >= critical ? RG_AB_BY_RANKS : RG_AB_UNPROVEN;
}

/* The rounds that count and in which only one end of the difference is known: B is worse by at least that much. */
static size_t open_rounds(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    size_t open = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_reading *a = &key->values[RG_AB_A][r];
        const struct rg_ab_reading *b = &key->values[RG_AB_B][r];
        open += rg_ab_counts(v, key, r) && (a->below || b->reading.saturated);
    }
    return open;
}

static int compare_numbers(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;

    return (*a > *b) - (*a < *b);
}

/*
 * B was slow in some rounds and A in none: d is above ln 1.5 in three rounds or more, and below -ln 1.5 in none.
 * Noise can hide one of three, so it is enough that the three highest are above it on average and that the third
 * is above ln 1.25, if it stands apart: from the lower half of the rounds by four of their deviations; among many rounds
 * noise alone has such three.
 */
static bool is_slow_at_times(struct rg_ab_row *key, double *room)
{
    size_t count = key->counted;
    double third_slow;
    double slow = 0;

    (void)memcpy(room, key->differences, count * sizeof *room);
    qsort(room, count, sizeof *room, compare_numbers);
    for (size_t i = 0; i < count; i++)
        key->slow[RG_AB_B] += room[i] > log(NEARLY_SLOW);
    for (size_t i = count - SLOW_ROUNDS; i < count; i++)
        slow += room[i] / (double)SLOW_ROUNDS;
    third_slow = room[count - SLOW_ROUNDS];
    if (room[0] < -log(SLOW) || !(slow > log(SLOW)) || !(third_slow > log(NEARLY_SLOW)))
        return false;
    struct rg_moments rest = rg_moments(room, (count + 1) / 2);
    bool apart = third_slow - rest.mean > 4 * fmax(rest.deviation, DEVIATION_MIN);
    return third_slow > log(SLOW) || (apart && count <= FEW_ROUNDS);
}

static bool is_unstable(const struct rg_ab_verdict *v, struct rg_ab_row *key, double *room, bool seems_worse)
{
    if (v->lopsided) {
        for (size_t side = 0; side < RG_AB_SIDES; side++)
            key->slow[side] = v->slow[side];
        key->against_b = v->slow[RG_AB_B] > v->slow[RG_AB_A];
        return true;
    }
    if (rg_ab_span(v, key, RG_AB_A) > STABLE_SPAN && rg_ab_span(v, key, RG_AB_B) > STABLE_SPAN)
        return true;
    key->against_b = is_slow_at_times(key, room);
    if (key->against_b)
        return true;
    key->slow[RG_AB_B] = key->ladder == NULL ? 0 : rg_ab_crossings(v, key, !key->context.higher);
    key->against_b =
        seems_worse && key->slow[RG_AB_B] >= SLOW_ROUNDS && rg_ab_crossings(v, key, key->context.higher) == 0;
    return key->against_b;
}

/* B is worse, though not for certain by more than the margin. */
static bool is_lead(const struct rg_ab_row *key)
{
    return rg_ab_leads(key->counted, 0) &&
           (key->measure.lower > 0 || rg_ab_leads(key->counted, key->counted - rg_ab_worse(key)));
}

/* Of a key with enough rounds, whose readings do not all lie in one bucket. */
static enum rg_ab_kind judge(const struct rg_ab_verdict *v, struct rg_ab_row *key, double *room)
{
    bool higher = key->context.higher;
    enum rg_ab_proof worse = proof_of(key->measure.lower, &key->measure.worse, v->margin);
    enum rg_ab_proof better = proof_of(-key->measure.upper, &key->measure.better, v->margin);
    size_t open = open_rounds(v, key);

    /* Of a quantile only the edges are facts: most rounds have to cross one. */
    if (worse != RG_AB_UNPROVEN &&
        (key->ladder == NULL || 2 * rg_ab_crossings(v, key, !higher) > key->counted)) {
        key->proof = worse;
        return RG_AB_REGRESSION;
    }
    if (better != RG_AB_UNPROVEN && open == 0 &&
        (key->ladder == NULL || 2 * rg_ab_crossings(v, key, higher) > key->counted)) {
        key->proof = better;
        return RG_AB_IMPROVEMENT;
    }
    if (is_unstable(v, key, room, worse != RG_AB_UNPROVEN))
        return RG_AB_UNSTABLE;
    if (key->measure.upper > log(NOISY))
        return RG_AB_TOO_NOISY;
    if (is_lead(key))
        return RG_AB_LEAD;
    return open > 0 ? RG_AB_CANNOT_JUDGE : RG_AB_NO_DIFFERENCE;
}

/* The rounds that are not dropped and have both readings, whether they count for the key or not. */
static size_t both_read(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    size_t rounds = 0;

    for (size_t r = 0; r < v->round_count; r++)
        rounds += v->rounds[r].dropped == NULL && key->values[RG_AB_A][r].reading.has_value &&
                  key->values[RG_AB_B][r].reading.has_value;
    return rounds;
}

bool rg_ab_decide(const struct rg_ab_verdict *v, struct rg_ab_row *key, double *room, struct rg_error *err)
{
    bool one_ladder = rg_ab_has_one_ladder(v, key);

    key->kind = RG_AB_CANNOT_JUDGE;
    if (one_ladder && key->counted >= RG_AB_ROUNDS_MIN) {
        key->measure = rg_ab_measure(key->differences, key->counted, v->margin);
        key->kind = rg_ab_inside(v, key, &key->bucket) ? RG_AB_SAME_BUCKET : judge(v, key, room);
        if (key->ladder == NULL && key->proof == RG_AB_UNPROVEN)
            key->needed = rg_ab_needed(key->measure.deviation, rg_ab_gain(v->margin), v->margin);
    } else if (one_ladder && both_read(v, key) >= RG_AB_ROUNDS_MIN && rg_ab_inside(v, key, &key->bucket)) {
        key->kind = RG_AB_SAME_BUCKET; /* the first one: its rounds do not count */
    }
    return key->ladder == NULL || !one_ladder ||
           rg_ab_find_edge(v, key, (key->kind == RG_AB_IMPROVEMENT) == key->context.higher, err);
}
