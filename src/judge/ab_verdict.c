#include "rungate/judge/ab_verdict.h"

#include <math.h>

const char *rg_ab_kind_text(enum rg_ab_kind kind)
{
    static const char *const texts[RG_AB_KIND_COUNT] = {
#define X(id, text, member) [RG_AB_##id] = (text),
        RG_AB_MAP(X)
#undef X
    };
    return texts[kind];
}

bool rg_ab_counts(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t round)
{
    return v->rounds[round].dropped == NULL && key->values[RG_AB_A][round].fault == NULL &&
           key->values[RG_AB_B][round].fault == NULL;
}

const char *rg_ab_first_fault(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const char *fault = key->values[i % RG_AB_SIDES][i / RG_AB_SIDES].fault;
        if (v->rounds[i / RG_AB_SIDES].dropped == NULL && fault != NULL)
            return fault;
    }
    return NULL;
}

double rg_ab_difference(const struct rg_ab_row *key, size_t round)
{
    double d = log(key->values[RG_AB_B][round].value / key->values[RG_AB_A][round].value);

    return key->context.higher ? -d : d;
}

size_t rg_ab_first(const struct rg_ab_round *round)
{
    const long long *at = round->captured_s;

    return at[RG_AB_A] == at[RG_AB_B] ? RG_AB_SIDES : at[RG_AB_A] < at[RG_AB_B] ? RG_AB_A : RG_AB_B;
}

double rg_ab_span(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side)
{
    double least = HUGE_VAL;
    double most = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        if (!rg_ab_counts(v, key, r))
            continue;
        least = fmin(least, key->values[side][r].value);
        most = fmax(most, key->values[side][r].value);
    }
    return most / least;
}

size_t rg_ab_worse(const struct rg_ab_row *key)
{
    size_t worse = 0;

    for (size_t i = 0; i < key->counted; i++)
        worse += key->differences[i] > 0;
    return worse;
}

double rg_ab_change(const struct rg_ab_row *key, double d)
{
    return expm1(key->context.higher ? -d : d);
}

double rg_ab_gain(double margin)
{
    static const double GAIN = 0.2;

    return fmax(GAIN, 4 * margin);
}

bool rg_ab_has_one_ladder(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
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

bool rg_ab_is_judged(enum rg_ab_kind kind)
{
    return kind == RG_AB_REGRESSION || kind == RG_AB_LEAD || kind == RG_AB_IMPROVEMENT ||
           kind == RG_AB_NO_DIFFERENCE;
}

/* Too few rounds were run for a verdict on any key, and the budgets have theirs: the experiment was for them. */
static bool is_for_budgets(const struct rg_ab_verdict *v)
{
    return v->round_count < RG_AB_ROUNDS_MIN && v->budgets.changes > 0;
}

enum rg_ab_doubt rg_ab_unsound(const struct rg_ab_verdict *v)
{
    if (v->budgets.missing > 0)
        return RG_AB_DOUBT_BUDGET;
    if (v->kinds[RG_AB_REGRESSION] > 0 || v->budgets.exceeded > 0 || is_for_budgets(v))
        return RG_AB_SOUND;
    if (v->against_b > 0)
        return RG_AB_DOUBT_B_SLOW;
    if (v->judged == 0)
        return RG_AB_DOUBT_NOTHING;
    return (double)v->judged < v->min_compared * (double)v->comparable ? RG_AB_DOUBT_FEW : RG_AB_SOUND;
}

enum rg_exit rg_ab_exit(const struct rg_ab_verdict *v)
{
    if (rg_ab_unsound(v) != RG_AB_SOUND)
        return RG_EXIT_CANNOT_JUDGE;
    return v->kinds[RG_AB_REGRESSION] > 0 || v->budgets.exceeded > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}

void rg_ab_release(struct rg_ab_verdict *verdict)
{
    rg_arena_release(&verdict->arena);
    *verdict = (struct rg_ab_verdict){0};
}
