#include "rungate/judge/ab_verdict.h"

#include <math.h>

const char *rg_ab_kind_text(enum rg_ab_kind kind)
{
    static const char *const texts[RG_AB_KIND_COUNT] = {
#define X(id, text) [RG_AB_##id] = (text),
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

double rg_ab_span(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side)
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

size_t rg_ab_worse(const struct rg_ab_row *key)
{
    size_t worse = 0;

    for (size_t i = 0; i < key->counted; i++)
        worse += key->differences[i] > 0;
    return worse;
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

enum rg_doubt rg_ab_unsound(const struct rg_ab_verdict *v)
{
    size_t not_judged = v->kinds[RG_AB_CANNOT_JUDGE] + v->kinds[RG_AB_UNSTABLE];

    if (v->budgets.missing > 0)
        return RG_DOUBT_BUDGET;
    return not_judged == v->key_count && v->budgets.changes == 0 ? RG_DOUBT_ROUNDS : RG_DOUBT_NONE;
}

enum rg_exit rg_ab_exit(const struct rg_ab_verdict *v)
{
    if (rg_ab_unsound(v) != RG_DOUBT_NONE)
        return RG_EXIT_CANNOT_JUDGE;
    return v->kinds[RG_AB_REGRESSION] > 0 || v->budgets.exceeded > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}

void rg_ab_release(struct rg_ab_verdict *verdict)
{
    rg_arena_release(&verdict->arena);
    *verdict = (struct rg_ab_verdict){0};
}
