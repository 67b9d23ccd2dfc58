#include "judge/ab_edges.h"

#include "rungate/model/series_counts.h"

#include <stdlib.h>

/* A reading of a side in a round that is not dropped, or NULL. */
static const struct rg_ab_reading *reading_of(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                                              size_t side, size_t round)
{
    const struct rg_ab_reading *value = &key->values[side][round];

    return v->rounds[round].dropped == NULL && value->reading.has_value ? value : NULL;
}

bool rg_ab_inside(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_bucket *ret)
{
    const struct rg_ladder *ladder = key->ladder;
    const struct rg_ab_reading *first = NULL;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES && ladder != NULL; i++) {
        const struct rg_ab_reading *value = reading_of(v, key, i % RG_AB_SIDES, i / RG_AB_SIDES);
        if (value == NULL)
            continue;
        if (first != NULL && first->bucket != value->bucket)
            return false;
        first = value;
    }
    if (first == NULL || first->bucket >= ladder->edge_count)
        return false;
    *ret = (struct rg_bucket){.lo = first->bucket > 0 ? ladder->edges[first->bucket - 1] : 0,
                              .hi = ladder->edges[first->bucket]};
    return true;
}

size_t rg_ab_crossings(const struct rg_ab_verdict *v, const struct rg_ab_row *key, bool up)
{
    size_t crossings = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        size_t a = key->values[RG_AB_A][r].bucket;
        size_t b = key->values[RG_AB_B][r].bucket;
        crossings += rg_ab_counts(v, key, r) && (up ? b > a : b < a);
    }
    return crossings;
}

/* The edge that most rounds cross; where none does, the lower end of the highest bucket that is read, which has
 * readings on both sides or none above it. `room` holds a number an edge, and one more, all 0. */
static size_t most_crossed(const struct rg_ab_verdict *v, const struct rg_ab_row *key, bool up,
                           long long *room)
{
    size_t best = 0;
    size_t highest = 0;
    long long most = 0;
    long long here = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        size_t a = key->values[RG_AB_A][r].bucket;
        size_t b = key->values[RG_AB_B][r].bucket;
        if (!rg_ab_counts(v, key, r))
            continue;
        highest = a > highest ? a : highest;
        highest = b > highest ? b : highest;
        if (up ? b > a : b < a) {
            room[up ? a : b]++;
            room[up ? b : a]--;
        }
    }
    for (size_t i = 0; i < key->ladder->edge_count; i++) {
        here += room[i];
        if (here > most) {
            most = here;
            best = i;
        }
    }
    return most > 0 ? best : highest > 0 ? highest - 1 : 0;
}

/* The share of a side's observations above an edge, of all rounds that count; below 0 when one does not record it. */
static bool find_share(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t side, size_t edge,
                       double *ret, struct rg_error *err)
{
    double above = 0;
    double total = 0;
    bool counted = true;
    bool ok = true;

    for (size_t r = 0; r < v->round_count && counted && ok; r++) {
        struct rg_arena arena = {0};
        struct rg_series_counts counts;
        if (!rg_ab_counts(v, key, r))
            continue;
        ok = rg_timings_counts(v->rounds[r].file[side].timings, key->key, key->ladder->edge_count, &arena,
                               &counts, err);
        counted = ok && counts.above != NULL;
        above += counted ? counts.above[edge] : 0;
        total += counted ? counts.total : 0;
        rg_arena_release(&arena);
    }
    *ret = counted && total > 0 ? above / total : -1;
    return ok;
}

bool rg_ab_find_edge(const struct rg_ab_verdict *v, struct rg_ab_row *key, bool up, struct rg_error *err)
{
    struct rg_bucket inside;
    bool is_inside = rg_ab_inside(v, key, &inside);

    if (key->counted == 0 && !is_inside)
        return true;
    long long *room = calloc(key->ladder->edge_count + 1, sizeof *room);
    if (room == NULL)
        return rg_error_memory(err);
    size_t edge = most_crossed(v, key, up, room);
    free(room);
    if (is_inside)
        edge = rg_edges_from(key->ladder->edges, key->ladder->edge_count, inside.hi, true);
    key->edge = (struct rg_ab_edge){.edge = key->ladder->edges[edge], .there = true};
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        for (size_t r = 0; r < v->round_count; r++)
            key->edge.above[side] += rg_ab_counts(v, key, r) && key->values[side][r].bucket > edge;
        if (!find_share(v, key, side, edge, &key->edge.share[side], err))
            return false;
    }
    return true;
}
