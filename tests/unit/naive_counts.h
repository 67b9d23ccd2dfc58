/*
 * naive_counts.h: the rules of counting once more, step by step and in no hurry, to hold the real ones against.
 * Every look at a sample is a search through all of them; increments are added up one by one.
 */
#ifndef RUNGATE_NAIVE_COUNTS_H
#define RUNGATE_NAIVE_COUNTS_H

#include "check.h"

#include "measure/counts.h"

enum { NAIVE_EDGES_MAX = 6, NAIVE_SCRAPES_MAX = 24 };

struct naive_series {
    int count;
    struct rg_sample samples[NAIVE_SCRAPES_MAX];
};

/* Samples that are in the window. The last edge may or may not be +Inf. */
struct naive_instance {
    int edge_count;
    double le[NAIVE_EDGES_MAX];
    struct naive_series edges[NAIVE_EDGES_MAX];
    struct naive_series sum;
    struct naive_series start;
    struct naive_series created;
    struct naive_series up;
    bool was_present;
    int group;
};

struct naive_counts {
    enum rg_count_kind reason;
    int edge_count;
    double le[NAIVE_EDGES_MAX];
    double counts[NAIVE_EDGES_MAX];
    double unknown;
    double sum;
    enum rg_count_kind no_sum;
    long long from_ms;
    long long to_ms;
};

static bool naive_at(const struct naive_series *s, long long time_ms, double *ret)
{
    for (int i = 0; i < s->count; i++) {
        if (s->samples[i].time_ms == time_ms) {
            *ret = s->samples[i].value;
            return true;
        }
    }
    return false;
}

static bool naive_has(const struct naive_series *s, long long time_ms)
{
    double value;

    return naive_at(s, time_ms, &value);
}

static long long naive_first(const struct naive_series *s)
{
    return s->samples[0].time_ms;
}

static long long naive_last(const struct naive_series *s)
{
    return s->samples[s->count - 1].time_ms;
}

/* All times of all edges, ascending. */
static int naive_times(const struct naive_instance *in, long long times[NAIVE_SCRAPES_MAX * NAIVE_EDGES_MAX])
{
    int count = 0;
    long long last = 0;

    for (;;) {
        bool found = false;
        long long next = 0;
        for (int e = 0; e < in->edge_count; e++) {
            for (int i = 0; i < in->edges[e].count; i++) {
                long long t = in->edges[e].samples[i].time_ms;
                if (t > last && (!found || t < next)) {
                    found = true;
                    next = t;
                }
            }
        }
        if (!found)
            return count;
        times[count++] = last = next;
    }
}

/* Does every edge that has begun have a sample? With `spans`, of those that have not ended. */
static bool naive_complete(const struct naive_instance *in, long long t, bool spans)
{
    for (int e = 0; e < in->edge_count; e++) {
        bool expected = naive_first(&in->edges[e]) <= t && (!spans || naive_last(&in->edges[e]) >= t);
        if (expected && !naive_has(&in->edges[e], t))
            return false;
    }
    return true;
}

/* May this edge count as 0 before its first sample? */
static bool naive_may_be_zero(const struct naive_instance *in, int e, long long last_ms)
{
    long long begin = naive_first(&in->edges[e]);
    double above;
    double old = 0;

    for (int lower = 0; lower < e; lower++) {
        for (int i = 0; i < in->edges[lower].count; i++) {
            if (in->edges[lower].samples[i].time_ms < begin && in->edges[lower].samples[i].value != 0)
                return false;
        }
    }
    if (!naive_at(&in->edges[e + 1], begin, &above))
        return begin > last_ms;
    for (int i = 0; i < in->edges[e + 1].count; i++) {
        if (in->edges[e + 1].samples[i].time_ms < begin)
            old = in->edges[e + 1].samples[i].value;
    }
    return in->edges[e].samples[0].value <= (above < old ? above : above - old);
}

/* Find the scrapes, and drop the edges that only arriving ones have. */
static enum rg_count_kind naive_scrapes(struct naive_instance *in, long long *scrapes, int *ret_count)
{
    long long times[NAIVE_SCRAPES_MAX * NAIVE_EDGES_MAX];
    int time_count = naive_times(in, times);
    int whole = 0;
    int later = 0;
    int kept = 0;

    *ret_count = 0;
    for (int i = 0; i < time_count; i++) {
        whole += naive_complete(in, times[i], true);
        if (naive_complete(in, times[i], false))
            scrapes[(*ret_count)++] = times[i];
    }
    if (*ret_count == 0 || 2 * whole < time_count)
        return RG_COUNT_SCATTERED;
    if (naive_first(&in->edges[in->edge_count - 1]) != times[0])
        return RG_COUNT_EDGE_BEGINS;
    long long last_ms = scrapes[*ret_count - 1];
    for (int e = 0; e < in->edge_count; e++) {
        if (naive_first(&in->edges[e]) > times[0] && !naive_may_be_zero(in, e, last_ms))
            return RG_COUNT_EDGE_BEGINS;
    }
    for (int e = 0; e < in->edge_count; e++) {
        if (naive_first(&in->edges[e]) > last_ms)
            continue;
        in->edges[kept] = in->edges[e];
        in->le[kept++] = in->le[e];
    }
    in->edge_count = kept;
    for (int i = 0; i < time_count; i++)
        later += times[i] > last_ms;
    if (kept < 2)
        return RG_COUNT_ONLY_INF;
    return later > 2 ? RG_COUNT_EDGE_ENDS : RG_COUNT_NONE;
}

static double naive_value(const struct naive_series *s, long long t)
{
    double value = 0;

    (void)naive_at(s, t, &value);
    return value;
}

/* `_created` at a time: the latest until then, or the first. */
static bool naive_created(const struct naive_series *s, long long t, double *ret)
{
    if (s->count == 0)
        return false;
    *ret = s->samples[0].value;
    for (int i = 0; i < s->count; i++) {
        if (s->samples[i].time_ms <= t)
            *ret = s->samples[i].value;
    }
    return true;
}

/* What happened between two scrapes. */
struct naive_step {
    bool fell;
    bool rose;
    bool went_back;
    bool known; /* the process start */
    bool restart;
};

static struct naive_step naive_look(const struct naive_instance *in, long long old_ms, long long now_ms)
{
    struct naive_step step = {0};
    double old;
    double now;

    for (int e = 0; e < in->edge_count; e++)
        step.fell = step.fell || naive_value(&in->edges[e], now_ms) < naive_value(&in->edges[e], old_ms);
    if (naive_at(&in->start, old_ms, &old) && naive_at(&in->start, now_ms, &now)) {
        step.known = true;
        step.rose = now > old + 1;
        step.went_back = now < old - 1;
    }
    if (naive_created(&in->created, old_ms, &old) && naive_created(&in->created, now_ms, &now)) {
        step.rose = step.rose || now > old + 1;
        step.went_back = step.went_back || now < old - 1;
    }
    step.restart = step.fell || step.rose;
    return step;
}

static enum rg_count_kind naive_restarts(const struct naive_instance *in, const long long *scrapes, int count,
                                         struct naive_step *steps)
{
    int falls = 0;

    for (int i = 1; i < count; i++) {
        steps[i] = naive_look(in, scrapes[i - 1], scrapes[i]);
        if (steps[i].went_back)
            return RG_COUNT_START_BACK;
        if (steps[i].fell && !steps[i].rose && steps[i].known)
            return RG_COUNT_FALL;
        if (steps[i].fell && !steps[i].rose && ++falls > 1)
            return RG_COUNT_FALLS;
    }
    return RG_COUNT_NONE;
}

/* Does the sum allow a mean? One unexplained fall is a restart. */
static enum rg_count_kind naive_sum(const struct naive_instance *in, const long long *scrapes, int count,
                                    struct naive_step *steps)
{
    int falls = 0;
    int at = 0;

    if (in->sum.count == 0)
        return RG_COUNT_SUM_MISSING;
    for (int i = 0; i < count; i++) {
        if (!naive_has(&in->sum, scrapes[i]))
            return RG_COUNT_SUM_GAP;
    }
    for (int i = 1; i < count; i++)
        falls += steps[i].fell && !steps[i].rose;
    for (int i = 1; i < count; i++) {
        if (steps[i].restart || naive_value(&in->sum, scrapes[i]) >= naive_value(&in->sum, scrapes[i - 1]))
            continue;
        if (in->le[0] <= 0 || steps[i].known || ++falls > 1)
            return RG_COUNT_SUM_FELL;
        at = i;
    }
    if (at > 0)
        steps[at].restart = true;
    return RG_COUNT_NONE;
}

/* Is it known to have begun inside the window? */
static bool naive_from_zero(const struct naive_instance *in, long long from_ms, long long first_ms,
                            bool knows, long long *ret_ms)
{
    double start;

    if (naive_at(&in->start, first_ms, &start) && start * 1000 > (double)from_ms &&
        start * 1000 <= (double)first_ms) {
        *ret_ms = (long long)(start * 1000);
        return true;
    }
    if (naive_created(&in->created, first_ms, &start) && start * 1000 > (double)from_ms &&
        start * 1000 <= (double)first_ms) {
        *ret_ms = (long long)(start * 1000);
        return true;
    }
    for (int i = 0; i < in->up.count; i++) {
        if (in->up.samples[i].time_ms < first_ms && in->up.samples[i].value == 1 && knows &&
            !in->was_present && naive_has(&in->up, first_ms)) {
            *ret_ms = in->up.samples[i].time_ms;
            return true;
        }
    }
    return false;
}

static bool naive_appears(const struct naive_instance *in, long long from_ms, const long long *scrapes,
                          int count, bool knows)
{
    long long longest = 0;

    if (knows && !in->was_present)
        return true;
    if (in->up.count > 0)
        return naive_first(&in->up) < scrapes[0];
    for (int i = 1; i < count; i++)
        longest = scrapes[i] - scrapes[i - 1] > longest ? scrapes[i] - scrapes[i - 1] : longest;
    return 2 * (scrapes[0] - from_ms) > 3 * longest;
}

static double naive_increment(const struct naive_series *s, const long long *scrapes, int count,
                              const struct naive_step *steps, bool from_zero)
{
    double total = from_zero ? naive_value(s, scrapes[0]) : 0;

    for (int i = 1; i < count; i++) {
        double now = naive_value(s, scrapes[i]);
        total += steps[i].restart ? now : now - naive_value(s, scrapes[i - 1]);
    }
    return total;
}

static void naive_count(struct naive_instance *in, long long from_ms, bool knows, struct naive_counts *ret)
{
    long long scrapes[NAIVE_SCRAPES_MAX * NAIVE_EDGES_MAX] = {0};
    struct naive_step steps[NAIVE_SCRAPES_MAX * NAIVE_EDGES_MAX];
    int count = 0;

    *ret = (struct naive_counts){.reason = RG_COUNT_NO_INF};
    if (!isinf(in->le[in->edge_count - 1]) ||
        (ret->reason = naive_scrapes(in, scrapes, &count)) != RG_COUNT_NONE ||
        (ret->reason = naive_restarts(in, scrapes, count, steps)) != RG_COUNT_NONE)
        return;
    ret->no_sum = naive_sum(in, scrapes, count, steps);
    double total = naive_value(&in->edges[in->edge_count - 1], scrapes[0]);
    ret->from_ms = scrapes[0];
    bool from_zero = naive_from_zero(in, from_ms, scrapes[0], knows, &ret->from_ms);
    if (!from_zero && (count < 2 || naive_appears(in, from_ms, scrapes, count, knows)))
        ret->unknown = total;
    if (!from_zero && count < 2) {
        ret->reason = RG_COUNT_ONE_SCRAPE;
        return;
    }
    ret->to_ms = scrapes[count - 1];
    ret->edge_count = in->edge_count;
    for (int e = 0; e < in->edge_count; e++) {
        ret->le[e] = in->le[e];
        ret->counts[e] = naive_increment(&in->edges[e], scrapes, count, steps, from_zero);
    }
    ret->sum = naive_increment(&in->sum, scrapes, count, steps, from_zero);
    double allowed =
        ret->counts[in->edge_count - 1] * 0.001 > 10 ? ret->counts[in->edge_count - 1] * 0.001 : 10;
    for (int e = 1; e < in->edge_count; e++) {
        if (ret->counts[e] < ret->counts[e - 1] - allowed)
            ret->reason = RG_COUNT_NOT_CUMULATIVE;
        if (ret->counts[e] < ret->counts[e - 1])
            ret->counts[e] = ret->counts[e - 1];
    }
}

#endif
