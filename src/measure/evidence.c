#include "measure/evidence.h"

#include "measure/le.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much two sums over the same observations can differ, as a share of all. */
static const double NOISE = 1e-9;

/* One sample fewer is no changed ladder: the buckets of the latest scrape can arrive one by one. */
static const double SAMPLES_SLACK = 1;

static int by_edge(const void *a, const void *b)
{
    const struct rg_bucket_rate *x = a;
    const struct rg_bucket_rate *y = b;

    return x->le < y->le ? -1 : x->le > y->le;
}

/* The rates, by edge; those of one edge, which "1" and "1.0" are too, added up. */
static bool gather_rates(const struct rg_answer *answer, struct rg_evidence *e, struct rg_error *err)
{
    size_t count = 0;
    size_t merged = 0;

    e->buckets = calloc(answer->count, sizeof *e->buckets);
    if (e->buckets == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < answer->count; i++) {
        const struct rg_element *from = &answer->elements[i];
        if (from->kind != RG_ELEMENT_VALUE)
            continue;
        e->buckets[count++] =
            (struct rg_bucket_rate){.le = from->le, .rate = from->value, .samples = (double)INFINITY};
        e->has_bad = e->has_bad || !isfinite(from->value) || from->value < 0;
    }
    qsort(e->buckets, count, sizeof *e->buckets, by_edge);
    for (size_t i = 0; i < count; i++) {
        if (merged > 0 && e->buckets[merged - 1].le == e->buckets[i].le)
            e->buckets[merged - 1].rate += e->buckets[i].rate;
        else
            e->buckets[merged++] = e->buckets[i];
    }
    e->bucket_count = merged;
    return true;
}

/* An edge that only a witness has is left out: one sample makes no rate. */
static void attach_witnesses(const struct rg_answer *answer, struct rg_evidence *e)
{
    for (size_t i = 0; i < answer->count; i++) {
        const struct rg_element *from = &answer->elements[i];
        struct rg_bucket_rate wanted = {.le = from->le};
        struct rg_bucket_rate *to =
            bsearch(&wanted, e->buckets, e->bucket_count, sizeof *e->buckets, by_edge);
        if (to == NULL)
            continue;
        if (from->kind == RG_ELEMENT_SERIES)
            to->series += from->value;
        else if (from->kind == RG_ELEMENT_SAMPLES)
            to->samples = fmin(to->samples, from->value);
    }
}

static bool find_edges(struct rg_evidence *e, struct rg_error *err)
{
    e->edges = calloc(e->bucket_count + 1, sizeof *e->edges);
    if (e->edges == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < e->bucket_count; i++) {
        double le = e->buckets[i].le;
        if (le <= 0 || le >= RG_EDGE_OVERFLOW)
            continue;
        if (e->edge_count == 0 || !rg_edges_equal(e->edges[e->edge_count - 1], le))
            e->edges[e->edge_count++] = le;
    }
    return true;
}

/* Compare each bucket with the others, and with its neighbour. */
static void find_faults(struct rg_evidence *e)
{
    double series = 0;
    double samples = 0;

    for (size_t i = 0; i < e->bucket_count; i++) {
        series = fmax(series, e->buckets[i].series);
        if (isfinite(e->buckets[i].samples))
            samples = fmax(samples, e->buckets[i].samples);
    }
    for (size_t i = 0; i < e->bucket_count; i++) {
        const struct rg_bucket_rate *b = &e->buckets[i];
        if (b->series < series && e->mixed == NULL)
            e->mixed = b;
        if (b->samples < samples - SAMPLES_SLACK && e->changed == NULL)
            e->changed = b;
        if (i > 0 && b->rate < b[-1].rate - NOISE * b[-1].rate && e->fall == NULL)
            e->fall = b;
    }
    const struct rg_bucket_rate *last = &e->buckets[e->bucket_count - 1];
    e->has_inf = last->le >= RG_EDGE_OVERFLOW;
    e->total = last->rate;
}

static bool has_rates(const struct rg_answer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        if (answer->elements[i].kind == RG_ELEMENT_VALUE)
            return true;
    }
    return false;
}

static bool lacks_le(const struct rg_answer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        if (!answer->elements[i].has_le)
            return true;
    }
    return false;
}

static bool fill(const struct rg_answer *answer, struct rg_evidence *e, struct rg_error *err)
{
    if (answer->warning != NULL && (e->warning = strdup(answer->warning)) == NULL)
        return rg_error_memory(err);
    e->note = answer->note;
    if (answer->failure != NULL) {
        e->kind = RG_EVIDENCE_FAILED;
        e->failure = strdup(answer->failure);
        return e->failure != NULL || rg_error_memory(err);
    }
    if (answer->is_native)
        e->kind = RG_EVIDENCE_NATIVE;
    else if (!has_rates(answer))
        e->kind = RG_EVIDENCE_EMPTY;
    else if (answer->mixed_labels)
        e->kind = RG_EVIDENCE_AMBIGUOUS;
    else if (lacks_le(answer))
        e->kind = RG_EVIDENCE_NO_LE;
    else
        e->kind = RG_EVIDENCE_BUCKETS;
    if (e->kind != RG_EVIDENCE_BUCKETS)
        return true;
    if (!gather_rates(answer, e, err) || !find_edges(e, err))
        return false;
    attach_witnesses(answer, e);
    find_faults(e);
    return true;
}

bool rg_evidence_make(const struct rg_answer *answer, struct rg_evidence *ret, struct rg_error *err)
{
    struct rg_evidence evidence = {0};

    if (!fill(answer, &evidence, err)) {
        rg_evidence_release(&evidence);
        return false;
    }
    *ret = evidence;
    return true;
}

void rg_evidence_release(struct rg_evidence *evidence)
{
    free(evidence->failure);
    free(evidence->warning);
    free(evidence->buckets);
    free(evidence->edges);
    *evidence = (struct rg_evidence){0};
}

bool rg_evidence_below_ladder(const struct rg_evidence *e, double share)
{
    if (e->bucket_count == 0 || e->buckets[0].le < 0)
        return false;
    for (size_t i = 0; i < e->bucket_count; i++) {
        if (e->buckets[i].le > 0)
            return e->buckets[i].le < RG_EDGE_OVERFLOW &&
                   e->buckets[i].rate >= share * e->total * (1 - NOISE);
    }
    return false;
}

double rg_evidence_quantile(const struct rg_evidence *e, double share)
{
    const struct rg_bucket_rate *b = e->buckets;
    size_t last = e->bucket_count - 1;
    size_t at = 0;

    if (e->bucket_count < 2 || !isinf(b[last].le) || !(e->total > 0))
        return (double)NAN;
    double rank = share * e->total;
    while (at < last && b[at].rate < rank)
        at++;
    if (at == last)
        return b[last - 1].le;
    if (at == 0 && b[0].le <= 0)
        return b[0].le;
    double lo = at == 0 ? 0 : b[at - 1].le;
    double below = at == 0 ? 0 : b[at - 1].rate;
    return lo + (b[at].le - lo) * (rank - below) / (b[at].rate - below);
}
