#include "measure/counts_instance.h"

#include "measure/counts_grid.h"

#include <math.h>

/* A process start, or `_created`, that moved by more than this is another one; clocks are adjusted. */
static const double START_SLACK_S = 1;

/* What a torn read can be off by: observations, or a share of all. */
static const double TORN_MAX = 10;
static const double TORN_SHARE = 0.001;

/* A first scrape that comes later than this many intervals is that of a series that has just begun. */
static const double LATE_INTERVALS = 1.5;

struct work {
    const struct rg_samples *samples;
    const struct rg_instance *instance;
    bool of_pages;
    struct rg_arena *ret_arena;
    struct rg_instance_counts *ret;
    struct rg_error *err;
    struct rg_arena arena; /* only while this instance is counted */
    struct rg_grid grid;
    double *values; /* of one series, by scrape */
    double *sums;   /* NULL when there are none */
    size_t *fell;   /* by scrape: the number of the lowest edge that fell since the one before; 0 for none */
    bool *restart;  /* by scrape: since the one before */
    bool from_zero;
};

/* Not counted, and why. Returns true: no error. */
static bool leave(struct work *w, enum rg_count_kind kind, double edge, long long time_ms, double number)
{
    w->ret->reason = (struct rg_count_note){
        .kind = kind, .instance = w->instance, .edge = edge, .time_ms = time_ms, .number = number};
    return true;
}

static void note(struct work *w, enum rg_count_kind kind, double edge, long long time_ms, double number)
{
    w->ret->notes[w->ret->note_count++] = (struct rg_count_note){
        .kind = kind, .instance = w->instance, .edge = edge, .time_ms = time_ms, .number = number};
}

/* Put the values of an edge from its first scrape on into `values`. Returns the number of that scrape. */
static size_t read_edge(struct work *w, const struct rg_raw_series *edge)
{
    const struct rg_grid *g = &w->grid;
    size_t low = 0;
    size_t high = g->scrape_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->scrapes[middle] < edge->samples[0].time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    const struct rg_sample *sample = edge->samples + rg_raw_series_before(edge, g->scrapes[low]);
    for (size_t i = low; i < g->scrape_count; i++) {
        while (sample->time_ms < g->scrapes[i])
            sample++;
        w->values[i] = sample->value;
    }
    return low;
}

/* The increment over all scrapes from number `first` on, before which the value is 0. */
static double increment(const struct work *w, const double *values, size_t first)
{
    double base = first > 0 || w->from_zero ? 0 : values[0];
    double total = 0;

    for (size_t i = first == 0 ? 1 : first; i < w->grid.scrape_count; i++) {
        if (!w->restart[i])
            continue;
        /* What was counted until then, and a new beginning. */
        if (i > first)
            total += values[i - 1] - base;
        base = 0;
    }
    return total + values[w->grid.scrape_count - 1] - base;
}

static void find_falls(struct work *w)
{
    for (size_t k = 0; k < w->grid.edge_count; k++) {
        size_t first = read_edge(w, w->grid.edges[k]);
        for (size_t i = first + 1; i < w->grid.scrape_count; i++) {
            if (w->fell[i] == 0 && rg_count_fell(w->values[i - 1], w->values[i]))
                w->fell[i] = k + 1;
        }
    }
}

/* The process start that was scraped at that time; NaN when it is not known. */
static double start_at(const struct work *w, long long time_ms)
{
    const struct rg_sample *sample = rg_raw_series_at(w->instance->start, time_ms);

    return sample == NULL ? (double)NAN : sample->value;
}

static double created_at(const struct work *w, long long time_ms)
{
    const struct rg_raw_series *created = w->instance->created;

    if (created == NULL)
        return (double)NAN;
    size_t before = rg_raw_series_before(created, time_ms + 1);
    return created->samples[before == 0 ? 0 : before - 1].value;
}

/* 1 for a start that is later than the old one, -1 for one that is earlier; 0 also when one is not known. */
static int moved(double old_s, double now_s)
{
    return (now_s - old_s > START_SLACK_S) - (old_s - now_s > START_SLACK_S);
}

static bool is_start_known(const struct work *w, size_t i)
{
    return !isnan(start_at(w, w->grid.scrapes[i - 1])) && !isnan(start_at(w, w->grid.scrapes[i]));
}

/* Find the restarts. False for an instance that cannot be counted. *ret_falls: those that no start explains. */
static bool find_restarts(struct work *w, size_t *ret_falls)
{
    size_t falls = 0;

    find_falls(w);
    for (size_t i = 1; i < w->grid.scrape_count; i++) {
        long long old_ms = w->grid.scrapes[i - 1];
        long long now_ms = w->grid.scrapes[i];
        int start = moved(start_at(w, old_ms), start_at(w, now_ms));
        int created = moved(created_at(w, old_ms), created_at(w, now_ms));
        bool rose = start > 0 || created > 0;
        double edge = w->fell[i] == 0 ? 0 : w->grid.edges[w->fell[i] - 1]->le;
        w->restart[i] = rose || w->fell[i] != 0;
        if (w->of_pages && (w->restart[i] || start < 0 || created < 0))
            return !leave(w, RG_COUNT_RESTART_REFUSED, edge, now_ms, 0);
        if (start < 0 || created < 0)
            return !leave(w, RG_COUNT_START_BACK, 0, now_ms, 0);
        if (w->fell[i] == 0 || rose)
            continue;
        if (is_start_known(w, i))
            return !leave(w, RG_COUNT_FALL, edge, now_ms, 0);
        if (falls++ > 0)
            return !leave(w, RG_COUNT_FALLS, edge, now_ms, 0);
    }
    *ret_falls = falls;
    return true;
}

static void no_sum(struct work *w, enum rg_count_kind kind, long long time_ms)
{
    w->ret->no_sum = (struct rg_count_note){.kind = kind, .instance = w->instance, .time_ms = time_ms};
}

/* The sums, by scrape, into `sums`; or why there is no mean. */
static bool read_sums(struct work *w)
{
    const struct rg_raw_series *sum = w->instance->sum;

    if (sum == NULL) {
        no_sum(w, RG_COUNT_SUM_MISSING, 0);
        return false;
    }
    for (size_t i = 0; i < w->grid.scrape_count; i++) {
        const struct rg_sample *sample = rg_raw_series_at(sum, w->grid.scrapes[i]);
        if (sample == NULL || isinf(sample->value)) {
            no_sum(w, sample == NULL ? RG_COUNT_SUM_GAP : RG_COUNT_SUM_INFINITE, w->grid.scrapes[i]);
            return false;
        }
        w->sums[i] = sample->value;
    }
    return true;
}

/* A sum that falls where no edge does: a restart that no edge shows, or the end of the mean. */
static bool find_sum_falls(struct work *w, size_t falls)
{
    size_t fall = 0;

    for (size_t i = 1; i < w->grid.scrape_count; i++) {
        if (w->restart[i] || !rg_count_fell(w->sums[i - 1], w->sums[i]))
            continue;
        if (w->grid.edges[0]->le <= 0 || is_start_known(w, i) || falls++ > 0) {
            no_sum(w, RG_COUNT_SUM_FELL, w->grid.scrapes[i]);
            return true;
        }
        fall = i;
    }
    if (fall == 0)
        return true;
    if (w->of_pages)
        return !leave(w, RG_COUNT_RESTART_REFUSED, 0, w->grid.scrapes[fall], 0);
    w->restart[fall] = true;
    return true;
}

/* Is a process start, or `_created`, inside the window and not after that time? */
static bool starts_inside(const struct work *w, double start_s, long long time_ms, long long *ret_ms)
{
    double start_ms = round(start_s * 1000);

    if (!(start_ms > (double)w->samples->from_ms && start_ms <= (double)time_ms))
        return false;
    *ret_ms = (long long)start_ms;
    return true;
}

/* The first scrape of the target before that time, or NULL. */
static const struct rg_sample *earlier_scrape(const struct work *w, long long time_ms, bool worked)
{
    const struct rg_raw_series *up = w->instance->up;

    for (size_t i = 0; up != NULL && i < up->count && up->samples[i].time_ms < time_ms; i++) {
        if (!worked || up->samples[i].value == 1)
            return &up->samples[i];
    }
    return NULL;
}

/* Did it count from 0, and since when? */
static void find_base(struct work *w)
{
    long long first_ms = w->grid.scrapes[0];
    bool was_absent = w->samples->knows_presence && !w->instance->was_present;
    const struct rg_sample *earlier = earlier_scrape(w, first_ms, true);

    w->ret->from_ms = first_ms;
    if (starts_inside(w, start_at(w, first_ms), first_ms, &w->ret->from_ms) ||
        starts_inside(w, created_at(w, first_ms), first_ms, &w->ret->from_ms)) {
        w->from_zero = true;
    } else if (earlier != NULL && was_absent && rg_raw_series_at(w->instance->up, first_ms) != NULL) {
        w->from_zero = true;
        w->ret->from_ms = earlier->time_ms;
    }
}

/* Does its first scrape look like the beginning of the series, and not only like that of the window? */
static bool begins_inside(const struct work *w)
{
    long long longest_ms = 0;

    if (w->samples->knows_presence && !w->instance->was_present)
        return true;
    if (w->instance->up != NULL)
        return earlier_scrape(w, w->grid.scrapes[0], false) != NULL;
    for (size_t i = 1; i < w->grid.scrape_count; i++) {
        if (w->grid.scrapes[i] - w->grid.scrapes[i - 1] > longest_ms)
            longest_ms = w->grid.scrapes[i] - w->grid.scrapes[i - 1];
    }
    return longest_ms > 0 &&
           (double)(w->grid.scrapes[0] - w->samples->from_ms) > LATE_INTERVALS * (double)longest_ms;
}

/* Where the counting begins. False for an instance that has nothing to count from. */
static bool judge_base(struct work *w)
{
    const struct rg_raw_series *inf = w->grid.edges[w->grid.edge_count - 1];
    double total = rg_raw_series_at(inf, w->grid.scrapes[0])->value;

    find_base(w);
    if (!w->from_zero && w->grid.scrape_count < 2) {
        enum rg_count_kind kind = !w->of_pages               ? RG_COUNT_ONE_SCRAPE
                                  : w->instance->was_present ? RG_COUNT_GONE
                                                             : RG_COUNT_NOT_BEFORE;
        w->ret->unknown = total;
        return !leave(w, kind, 0, w->grid.scrapes[0], total);
    }
    if (w->from_zero && total > 0) {
        note(w, RG_COUNT_FROM_ZERO, 0, w->grid.scrapes[0], total);
    } else if (!w->from_zero && total > 0 && begins_inside(w)) {
        w->ret->unknown = total;
        note(w, RG_COUNT_APPEARED, 0, w->grid.scrapes[0], total);
    }
    return true;
}

/* Raise counts that fall a little; the one that falls most is noted. */
static void repair(struct work *w)
{
    double *counts = w->ret->counts;
    double limit = fmax(TORN_MAX, TORN_SHARE * counts[w->ret->edge_count - 1]);
    double most = 0;
    double edge = 0;

    for (size_t k = 1; k < w->ret->edge_count; k++) {
        double fall = counts[k - 1] - counts[k];
        if (fall > limit) {
            (void)leave(w, RG_COUNT_NOT_CUMULATIVE, w->ret->edges[k], 0, fall);
            return;
        }
        if (fall > 0)
            counts[k] = counts[k - 1];
        if (fall > most) {
            most = fall;
            edge = w->ret->edges[k];
        }
    }
    if (most > 0)
        note(w, RG_COUNT_TORN, edge, 0, most);
}

static void note_scrapes(struct work *w)
{
    long long first_ms = 0;

    for (size_t i = w->grid.scrape_count - 1; i > 0; i--) {
        w->ret->restarts += w->restart[i];
        if (w->restart[i])
            first_ms = w->grid.scrapes[i];
    }
    if (w->ret->restarts > 0)
        note(w, RG_COUNT_RESTARTS, 0, first_ms, (double)w->ret->restarts);
    if (w->grid.arriving > 0)
        note(w, RG_COUNT_ARRIVING, 0, w->grid.arriving_ms, (double)w->grid.arriving);
}

static bool count_edges(struct work *w)
{
    size_t count = w->grid.edge_count;

    w->ret->edges = rg_arena_array(w->ret_arena, count, sizeof *w->ret->edges);
    w->ret->counts = rg_arena_array(w->ret_arena, count, sizeof *w->ret->counts);
    if (w->ret->edges == NULL || w->ret->counts == NULL)
        return rg_error_memory(w->err);
    w->ret->edge_count = count;
    for (size_t k = 0; k < count; k++) {
        size_t first = read_edge(w, w->grid.edges[k]);
        w->ret->edges[k] = w->grid.edges[k]->le;
        w->ret->counts[k] = increment(w, w->values, first);
    }
    return true;
}

static bool count_grid(struct work *w)
{
    size_t count = w->grid.scrape_count;
    size_t falls = 0;

    w->values = rg_arena_array(&w->arena, count, sizeof *w->values);
    w->sums = rg_arena_array(&w->arena, count, sizeof *w->sums);
    w->fell = rg_arena_array(&w->arena, count, sizeof *w->fell);
    w->restart = rg_arena_array(&w->arena, count, sizeof *w->restart);
    if (w->values == NULL || w->sums == NULL || w->fell == NULL || w->restart == NULL)
        return rg_error_memory(w->err);
    bool has_sums = read_sums(w);
    if (!find_restarts(w, &falls) || (has_sums && !find_sum_falls(w, falls)) || !judge_base(w))
        return true;
    w->ret->to_ms = w->grid.scrapes[count - 1];
    if (w->ret->no_sum.kind == RG_COUNT_NONE)
        w->ret->sum = increment(w, w->sums, 0);
    note_scrapes(w);
    if (!count_edges(w))
        return false;
    repair(w);
    return true;
}

bool rg_instance_count(const struct rg_samples *samples, const struct rg_instance *instance, bool of_pages,
                       struct rg_arena *arena, struct rg_instance_counts *ret, struct rg_error *err)
{
    struct rg_instance_counts result = {.instance = instance, .group = ret->group};
    struct work w = {.samples = samples,
                     .instance = instance,
                     .of_pages = of_pages,
                     .ret_arena = arena,
                     .ret = &result,
                     .err = err};

    bool ok = rg_grid_make(instance, of_pages, &w.arena, &w.grid, &result.reason, err) &&
              (result.reason.kind != RG_COUNT_NONE || count_grid(&w));
    rg_arena_release(&w.arena);
    if (ok)
        *ret = result;
    return ok;
}
