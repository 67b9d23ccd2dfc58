#include "rungate/judge/edges.h"

#include "rungate/base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* At least `need` of the candidates first … last have to be chosen. */
struct demand {
    size_t first;
    size_t last;
    size_t need;
};

struct problem {
    double *candidates; /* ascending, none an edge of the ladder */
    size_t candidate_count;
    struct demand *demands; /* by last candidate */
    size_t demand_count;
    bool *chosen; /* decided, of the candidates before the one under decision */
    bool *trial;  /* scratch */
};

static bool at_least(double a, double b)
{
    return a >= b || rg_edges_equal(a, b);
}

static bool is_edge(const struct rg_ladder *ladder, double value)
{
    struct rg_bucket bucket;

    return rg_ladder_bucket(ladder, value, &bucket) && rg_edges_equal(bucket.hi, value);
}

/* The series from `low` to `high`, less the edges that are there. */
static bool make_candidates(const struct rg_ladder *ladder, double low, double high, struct rg_arena *arena,
                            struct problem *p, struct rg_error *err)
{
    static const int series[] = {1, 2, 3, 5};
    enum { STEPS = sizeof series / sizeof series[0] };
    int first = (int)floor(log10(low)) - 1;
    int last = (int)ceil(log10(fmin(high, 1e308))) + 1;
    char text[RG_NUMBER_SIZE];
    double value;

    p->candidates = rg_arena_array(arena, (size_t)(last - first + 1) * STEPS, sizeof *p->candidates);
    if (p->candidates == NULL)
        return rg_error_memory(err);
    for (int decade = first; decade <= last; decade++) {
        for (size_t i = 0; i < STEPS; i++) {
            /* The nearest double to the decimal, which a product is not. */
            (void)snprintf(text, sizeof text, "%de%d", series[i], decade);
            if (rg_number_parse(text, &value) && value > 0 && at_least(value, low) && at_least(high, value) &&
                !is_edge(ladder, value))
                p->candidates[p->candidate_count++] = value;
        }
    }
    return true;
}

static bool is_low_enough(const struct rg_edges_need *need, double edge)
{
    return at_least(need->high, edge);
}

/* The first of ascending values that is high enough. */
static size_t find_first(const double *values, size_t count, const struct rg_edges_need *need)
{
    return rg_edges_from(values, count, need->low, need->exact);
}

/* How many values from `first` on are low enough; no more than `limit` are counted. */
static size_t count_within(const double *values, size_t count, size_t first, size_t limit,
                           const struct rg_edges_need *need)
{
    size_t end = first;

    while (end < count && end - first < limit && is_low_enough(need, values[end]))
        end++;
    return end - first;
}

static int by_last(const void *a, const void *b)
{
    const struct demand *x = a;
    const struct demand *y = b;

    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    if (x->first != y->first)
        return x->first > y->first ? -1 : 1;
    return x->need == y->need ? 0 : x->need > y->need ? -1 : 1;
}

/* Sort, and keep one of each kind: their number is bounded by the candidates, not by the keys. */
static void reduce(struct problem *p)
{
    size_t kept = 0;

    if (p->demand_count == 0)
        return;
    qsort(p->demands, p->demand_count, sizeof *p->demands, by_last);
    for (size_t i = 0; i < p->demand_count; i++) {
        if (kept == 0 || by_last(&p->demands[kept - 1], &p->demands[i]) != 0)
            p->demands[kept++] = p->demands[i];
    }
    p->demand_count = kept;
}

static void make_demands(const struct rg_ladder *ladder, const struct rg_edges_need *needs, size_t count,
                         struct problem *p, bool *ret_reachable)
{
    for (size_t i = 0; i < count; i++) {
        const struct rg_edges_need *need = &needs[i];
        size_t there = count_within(ladder->edges, ladder->edge_count,
                                    find_first(ladder->edges, ladder->edge_count, need), need->edges, need);
        size_t first = find_first(p->candidates, p->candidate_count, need);
        size_t choices = count_within(p->candidates, p->candidate_count, first, p->candidate_count, need);
        ret_reachable[i] = there + choices >= need->edges;
        if (ret_reachable[i] && there < need->edges)
            p->demands[p->demand_count++] =
                (struct demand){.first = first, .last = first + choices - 1, .need = need->edges - there};
    }
    reduce(p);
}

/*
 * The fewest candidates from `from` on that meet all demands together with those chosen before it: demands in
 * the order of their ends, each taking what it lacks as far right as it can, where it helps the later ones
 * most. SIZE_MAX when there is no such set.
 */
static size_t fewest(struct problem *p, size_t from)
{
    size_t total = 0;

    for (size_t i = 0; i < p->candidate_count; i++)
        p->trial[i] = i < from && p->chosen[i];
    for (size_t i = 0; i < p->demand_count; i++) {
        const struct demand *d = &p->demands[i];
        size_t have = 0;
        for (size_t c = d->first; c <= d->last; c++)
            have += p->trial[c];
        for (size_t c = d->last + 1; c > d->first && c > from && have < d->need; c--) {
            if (p->trial[c - 1])
                continue;
            p->trial[c - 1] = true;
            have++;
            total++;
        }
        if (have < d->need)
            return SIZE_MAX;
    }
    return total;
}

/* Choose each candidate, smallest first, that some smallest set has. */
static void choose(struct problem *p, struct rg_edges_added *ret)
{
    size_t left = fewest(p, 0);

    for (size_t i = 0; i < p->candidate_count && left > 0; i++) {
        p->chosen[i] = true;
        if (fewest(p, i + 1) == left - 1) {
            ret->edges[ret->count++] = p->candidates[i];
            left--;
        } else {
            p->chosen[i] = false;
        }
    }
}

bool rg_edges_add(const struct rg_ladder *ladder, const struct rg_edges_need *needs, size_t count,
                  struct rg_arena *arena, bool *ret_reachable, struct rg_edges_added *ret,
                  struct rg_error *err)
{
    struct problem p = {0};
    struct rg_edges_added added = {0};
    double low = HUGE_VAL;
    double high = 0;

    if (count == 0) {
        *ret = added;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, needs[i].low);
        high = fmax(high, fmax(needs[i].low, needs[i].high));
    }
    if (!make_candidates(ladder, low, high, arena, &p, err))
        return false;
    p.demands = rg_arena_array(arena, count, sizeof *p.demands);
    p.chosen = rg_arena_array(arena, p.candidate_count, sizeof *p.chosen);
    p.trial = rg_arena_array(arena, p.candidate_count, sizeof *p.trial);
    added.edges = rg_arena_array(arena, p.candidate_count, sizeof *added.edges);
    if (p.demands == NULL || p.chosen == NULL || p.trial == NULL || added.edges == NULL)
        return rg_error_memory(err);
    make_demands(ladder, needs, count, &p, ret_reachable);
    choose(&p, &added);
    *ret = added;
    return true;
}
