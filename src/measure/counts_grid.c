#include "measure/counts_grid.h"

#include <math.h>
#include <stdlib.h>

/* Times that may be incomplete at the end: a server takes buckets in one by one. */
enum { ARRIVING_MAX = 2 };

/* A time at which some edge has a sample, and how many have. */
struct moment {
    long long time_ms;
    size_t samples;
};

static const double FALL_SHARE = 1e-12;

struct work {
    const struct rg_instance *instance;
    struct rg_arena *arena;
    struct rg_grid *grid;
    struct rg_count_note *fault;
    struct moment *moments;
    size_t moment_count;
    bool of_pages;
    size_t whole; /* moments at which no edge between its first and its last sample lacks one */
};

bool rg_count_fell(double old, double now)
{
    return now < old - FALL_SHARE * fabs(old);
}

static bool fail(struct work *w, enum rg_count_kind kind, double edge, long long time_ms, double number)
{
    *w->fault = (struct rg_count_note){
        .kind = kind, .instance = w->instance, .edge = edge, .time_ms = time_ms, .number = number};
    return false;
}

/* A sample that no counter has. */
static bool check_values(struct work *w, const struct rg_raw_series *edge)
{
    for (size_t i = 0; i < edge->count; i++) {
        double value = edge->samples[i].value;
        if (value < 0 || isinf(value))
            return fail(w, RG_COUNT_BAD_VALUE, edge->le, edge->samples[i].time_ms, value);
    }
    return true;
}

static bool check_edges(struct work *w)
{
    const struct rg_raw_series *edges = w->instance->edges;
    size_t count = w->instance->edge_count;
    static const enum rg_count_kind faults[] = {[RG_LE_JUNK] = RG_COUNT_LE_JUNK,
                                                [RG_LE_MISSING] = RG_COUNT_LE_MISSING,
                                                [RG_LE_VMRANGE] = RG_COUNT_LE_VMRANGE};

    if (edges[0].le_state != RG_LE_GOOD) {
        (void)fail(w, faults[edges[0].le_state], 0, 0, 0);
        w->fault->text = edges[0].le_text;
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (edges[i].has_clash)
            return fail(w, RG_COUNT_CLASH, edges[i].le, edges[i].clash_ms, 0);
        if (!check_values(w, &edges[i]))
            return false;
    }
    if (!isinf(edges[count - 1].le))
        return fail(w, RG_COUNT_NO_INF, 0, 0, 0);
    return count > 1 || fail(w, RG_COUNT_ONLY_INF, 0, 0, 0);
}

static int by_time(const void *a, const void *b)
{
    const long long *x = a;
    const long long *y = b;

    return *x < *y ? -1 : *x > *y;
}

static bool find_moments(struct work *w)
{
    const struct rg_raw_series *edges = w->instance->edges;
    size_t total = 0;
    size_t at = 0;

    for (size_t i = 0; i < w->instance->edge_count; i++)
        total += edges[i].count;
    long long *times = rg_arena_array(w->arena, total, sizeof *times);
    if (times == NULL)
        return false;
    for (size_t i = 0; i < w->instance->edge_count; i++) {
        for (size_t k = 0; k < edges[i].count; k++)
            times[at++] = edges[i].samples[k].time_ms;
    }
    qsort(times, total, sizeof *times, by_time);
    for (size_t i = 0; i < total; i++)
        w->moment_count += i == 0 || times[i - 1] != times[i];
    w->moments = rg_arena_array(w->arena, w->moment_count, sizeof *w->moments);
    if (w->moments == NULL)
        return false;
    struct moment *moment = w->moments;
    for (size_t i = 0; i < total; i++) {
        if (i > 0 && times[i - 1] != times[i])
            moment++;
        moment->time_ms = times[i];
        moment->samples++;
    }
    return true;
}

/* The moments at which every edge that has begun has a sample. */
static bool find_scrapes(struct work *w)
{
    size_t edge_count = w->instance->edge_count;
    long long *begins = rg_arena_array(w->arena, edge_count, sizeof *begins);
    long long *ends = rg_arena_array(w->arena, edge_count, sizeof *ends);
    size_t begun = 0;
    size_t ended = 0;

    w->grid->scrapes = rg_arena_array(w->arena, w->moment_count, sizeof *w->grid->scrapes);
    if (begins == NULL || ends == NULL || w->grid->scrapes == NULL)
        return false;
    for (size_t i = 0; i < edge_count; i++) {
        const struct rg_raw_series *edge = &w->instance->edges[i];
        begins[i] = edge->samples[0].time_ms;
        ends[i] = edge->samples[edge->count - 1].time_ms;
    }
    qsort(begins, edge_count, sizeof *begins, by_time);
    qsort(ends, edge_count, sizeof *ends, by_time);
    for (size_t i = 0; i < w->moment_count; i++) {
        const struct moment *m = &w->moments[i];
        while (begun < edge_count && begins[begun] <= m->time_ms)
            begun++;
        while (ended < edge_count && ends[ended] < m->time_ms)
            ended++;
        w->whole += m->samples == begun - ended;
        if (m->samples == begun)
            w->grid->scrapes[w->grid->scrape_count++] = m->time_ms;
    }
    return true;
}

/* The value of an edge before a time: its latest sample, or 0 before its first. */
static double value_before(const struct rg_raw_series *edge, long long time_ms)
{
    size_t before = rg_raw_series_before(edge, time_ms);

    return before == 0 ? 0 : edge->samples[before - 1].value;
}

/*
 * Can an edge have been 0 until its first sample? Then that is at most what the edge above it counted in the
 * same step. *ret_known is false when the edge above has no sample then.
 */
static bool fits_above(const struct rg_raw_series *edge, bool *ret_known)
{
    const struct rg_sample *first = &edge->samples[0];
    const struct rg_sample *above = rg_raw_series_at(edge + 1, first->time_ms);

    *ret_known = above != NULL;
    if (above == NULL)
        return true;
    double old = value_before(edge + 1, first->time_ms);
    return first->value <= (rg_count_fell(old, above->value) ? above->value : above->value - old);
}

/*
 * Take in the edges that the scrapes have; of those that begin later than +Inf only what may count as 0. +Inf
 * is there from the first moment on.
 */
static bool keep_edges(struct work *w)
{
    const struct rg_raw_series *edges = w->instance->edges;
    long long last_ms = w->grid->scrapes[w->grid->scrape_count - 1];
    bool has_counted = false; /* a lower edge was above 0 ... */
    long long counted_ms = 0; /* ... from then on */

    for (size_t i = 0; i < w->instance->edge_count; i++) {
        const struct rg_raw_series *edge = &edges[i];
        long long begin_ms = edge->samples[0].time_ms;
        bool is_late = begin_ms > w->moments[0].time_ms;
        bool known = true;
        if (is_late && ((has_counted && counted_ms < begin_ms) || !fits_above(edge, &known) ||
                        (!known && begin_ms <= last_ms)))
            return fail(w, RG_COUNT_EDGE_BEGINS, edge->le, begin_ms, 0);
        if (begin_ms <= last_ms)
            w->grid->edges[w->grid->edge_count++] = edge;
        size_t k = 0;
        while (k < edge->count && edge->samples[k].value == 0)
            k++;
        if (k < edge->count && (!has_counted || edge->samples[k].time_ms < counted_ms)) {
            has_counted = true;
            counted_ms = edge->samples[k].time_ms;
        }
    }
    return w->grid->edge_count > 1 || fail(w, RG_COUNT_ONLY_INF, 0, 0, 0);
}

/* More incomplete times at the end than can still be arriving: the edge that ended first. */
static bool check_end(struct work *w)
{
    const struct rg_raw_series *edges = w->instance->edges;
    const struct rg_raw_series *first = &edges[0];
    long long last_ms = w->grid->scrapes[w->grid->scrape_count - 1];

    while (w->moments[w->moment_count - 1 - w->grid->arriving].time_ms > last_ms)
        w->grid->arriving++;
    if (w->grid->arriving == 0)
        return true;
    w->grid->arriving_ms = w->moments[w->moment_count - w->grid->arriving].time_ms;
    if (w->grid->arriving <= ARRIVING_MAX && !w->of_pages)
        return true;
    for (size_t i = 1; i < w->instance->edge_count; i++) {
        if (edges[i].samples[edges[i].count - 1].time_ms < first->samples[first->count - 1].time_ms)
            first = &edges[i];
    }
    return fail(w, RG_COUNT_EDGE_ENDS, first->le, first->samples[first->count - 1].time_ms, 0);
}

bool rg_grid_make(const struct rg_instance *instance, bool of_pages, struct rg_arena *arena,
                  struct rg_grid *ret, struct rg_count_note *fault, struct rg_error *err)
{
    struct rg_grid grid = {0};
    struct work w = {
        .instance = instance, .of_pages = of_pages, .arena = arena, .grid = &grid, .fault = fault};

    if (!check_edges(&w))
        return true;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    grid.edges = rg_arena_array(arena, instance->edge_count, sizeof *grid.edges);
    if (grid.edges == NULL || !find_moments(&w) || !find_scrapes(&w))
        return rg_error_memory(err);
    const struct rg_raw_series *inf = &instance->edges[instance->edge_count - 1];
    if (!of_pages && w.whole * 2 < w.moment_count)
        (void)fail(&w, RG_COUNT_SCATTERED, 0, 0, (double)w.whole);
    else if (inf->samples[0].time_ms > w.moments[0].time_ms)
        (void)fail(&w, RG_COUNT_EDGE_BEGINS, inf->le, inf->samples[0].time_ms, 0);
    else if (keep_edges(&w) && check_end(&w))
        *ret = grid;
    return true;
}
