#include "rungate/measure/reading.h"

#include "rungate/base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* How far the server's value and our own from the same buckets may lie apart. */
static const double VALUE_TOLERANCE = 1e-6;

/*
 * How far the rank may be off: sums of floats depend on their order, and at an edge with empty buckets above
 * it the last bit decides which edge comes out.
 */
static const double RANK_TOLERANCE = 1e-9;

/* What is judged. */
struct judge {
    double quantile;
    const struct rg_answer *answer;
    const struct rg_evidence *evidence;
    const struct rg_ladder *declared;
    struct rg_reading *reading;
};

/* Set status and note. Returns true, so that a test can `return fault(…)`. */
static bool fault(struct judge *j, enum rg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fault(struct judge *j, enum rg_status status, const char *format, ...)
{
    va_list args;

    j->reading->status = status;
    va_start(args, format);
    (void)vsnprintf(j->reading->note, sizeof j->reading->note, format, args);
    va_end(args);
    return true;
}

static const char *short_text(double value, char text[RG_NUMBER_SIZE])
{
    if (isfinite(value))
        rg_number_format_short(value, text);
    else
        (void)snprintf(text, RG_NUMBER_SIZE, "%s", isnan(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf");
    return text;
}

/* Every digit, for numbers that can differ in the last ones only. */
static const char *full_text(double value, char text[RG_NUMBER_SIZE])
{
    if (!isfinite(value))
        return short_text(value, text);
    rg_number_format(value, text);
    return text;
}

/* The server's note about the value or its buckets, when it means this status. */
static bool is_noted(struct judge *j, enum rg_status status)
{
    const struct rg_note *note = j->answer->note;

    if (note == NULL || note->status != status)
        note = j->evidence->note;
    return note != NULL && note->status == status && fault(j, status, "%s", note->meaning);
}

/* The query failed, or did not give one thing. */
static bool is_unusable(struct judge *j)
{
    const struct rg_evidence *e = j->evidence;

    if (j->answer->failure != NULL)
        return fault(j, RG_STATUS_ERROR, "%s", j->answer->failure);
    if (e->kind == RG_EVIDENCE_FAILED)
        return fault(j, RG_STATUS_ERROR, "the query for its buckets: %s", e->failure);
    if (j->answer->is_native || e->kind == RG_EVIDENCE_NATIVE)
        return fault(j, RG_STATUS_ERROR, "%s", RG_NATIVE_MEANING);
    if (is_noted(j, RG_STATUS_ERROR))
        return true;
    if (j->answer->count > 1)
        return fault(j, RG_STATUS_AMBIGUOUS, "the query returned %zu results", j->answer->count);
    if (e->kind == RG_EVIDENCE_AMBIGUOUS)
        return fault(j, RG_STATUS_AMBIGUOUS, "its buckets are of several histograms");
    return false;
}

/*
 * Name the edge that only one of the two ladders has, and not the one that stands at another place because of it.
 */
bool rg_reading_differs(const struct rg_ladder *declared, const double *edges, size_t edge_count,
                        struct rg_reading *reading)
{
    char text[RG_NUMBER_SIZE];
    size_t i = rg_edges_differ_at(declared, edges, edge_count);
    bool is_extra = i == declared->edge_count || (i < edge_count && edges[i] < declared->edges[i]);

    if (i == edge_count && i == declared->edge_count)
        return false;
    reading->status = RG_STATUS_LADDER_MISMATCH;
    reading->is_undeclared = true;
    (void)snprintf(reading->note, sizeof reading->note,
                   is_extra ? "the histogram has an edge %s, which the declared ladder '%s' does not have"
                            : "the histogram has no edge %s, which the declared ladder '%s' has",
                   short_text(is_extra ? edges[i] : declared->edges[i], text), declared->name);
    return true;
}

static bool is_wrong_ladder(struct judge *j)
{
    const struct rg_evidence *e = j->evidence;
    char edge[RG_NUMBER_SIZE];

    if (is_noted(j, RG_STATUS_LADDER_MISMATCH))
        return true;
    if (e->kind != RG_EVIDENCE_BUCKETS)
        return false;
    if (e->mixed != NULL)
        return fault(j, RG_STATUS_LADDER_MISMATCH,
                     "series with different edges were summed: edge %s is not in all of them",
                     short_text(e->mixed->le, edge));
    if (e->changed != NULL)
        return fault(j, RG_STATUS_LADDER_MISMATCH,
                     "the ladder changed inside the window: edge %s was not there all the time",
                     short_text(e->changed->le, edge));
    return j->declared != NULL && rg_reading_differs(j->declared, e->edges, e->edge_count, j->reading);
}

static bool is_bad_histogram(struct judge *j)
{
    const struct rg_evidence *e = j->evidence;
    char edge[RG_NUMBER_SIZE];

    if (e->kind == RG_EVIDENCE_NO_LE)
        return fault(j, RG_STATUS_BAD_HISTOGRAM, "its buckets have no 'le'; keep it with 'sum by (le)'");
    if (e->kind == RG_EVIDENCE_BUCKETS) {
        if (!e->has_inf)
            return fault(j, RG_STATUS_BAD_HISTOGRAM, "there is no bucket with le=\"+Inf\"");
        if (e->bucket_count < 2)
            return fault(j, RG_STATUS_BAD_HISTOGRAM, "the only bucket is le=\"+Inf\"");
        if (e->has_bad)
            return fault(j, RG_STATUS_BAD_HISTOGRAM, "a bucket's rate is negative or not a number");
        if (e->fall != NULL)
            return fault(j, RG_STATUS_BAD_HISTOGRAM, "the counts fall at edge %s",
                         short_text(e->fall->le, edge));
    }
    return is_noted(j, RG_STATUS_BAD_HISTOGRAM);
}

/* Is the server's number what its own buckets give? */
static bool agrees(double value, double quantile, const struct rg_evidence *e)
{
    double low = rg_evidence_quantile(e, quantile * (1 - RANK_TOLERANCE));
    double high = rg_evidence_quantile(e, quantile * (1 + RANK_TOLERANCE));

    return value >= low - VALUE_TOLERANCE * fabs(low) && value <= high + VALUE_TOLERANCE * fabs(high);
}

/* Value and buckets were of two moments, or one of them is wrong. */
static bool contradicts(struct judge *j)
{
    const struct rg_evidence *e = j->evidence;
    bool has = j->answer->count == 1;
    double value = (double)NAN;
    char theirs[RG_NUMBER_SIZE];
    char ours[RG_NUMBER_SIZE];

    if (has)
        value = j->answer->elements[0].value;
    if (e->kind == RG_EVIDENCE_NONE)
        return isinf(value) &&
               fault(j, RG_STATUS_BAD_HISTOGRAM, "the server answers %s", short_text(value, theirs));
    if (isnan(value) && (e->kind == RG_EVIDENCE_EMPTY || e->total == 0))
        return false;
    if (e->kind == RG_EVIDENCE_BUCKETS && e->total > 0 && agrees(value, j->quantile, e))
        return false;
    j->reading->differs = true;
    if (e->kind == RG_EVIDENCE_EMPTY)
        return fault(j, RG_STATUS_BAD_HISTOGRAM, "the server answers %s, and has no buckets",
                     short_text(value, theirs));
    return fault(j, RG_STATUS_BAD_HISTOGRAM, "the server answers %s, its buckets give %s",
                 has ? full_text(value, theirs) : "nothing",
                 full_text(rg_evidence_quantile(e, j->quantile), ours));
}

/* Good, or at an end of the ladder, where the value is kept. False: there is no value. */
static bool take_value(struct judge *j)
{
    const struct rg_evidence *e = j->evidence;
    struct rg_ladder seen = {.edges = e->edges, .edge_count = e->edge_count};
    const struct rg_ladder *ladder = e->kind == RG_EVIDENCE_BUCKETS ? &seen : j->declared;
    char top[RG_NUMBER_SIZE];

    if (j->answer->count == 0 && (e->kind == RG_EVIDENCE_EMPTY || e->kind == RG_EVIDENCE_NONE))
        return !fault(j, RG_STATUS_NO_DATA, "%s", rg_status_meaning(RG_STATUS_NO_DATA));
    if (j->answer->count == 0 || isnan(j->answer->elements[0].value))
        return !fault(
            j, e->kind == RG_EVIDENCE_EMPTY ? RG_STATUS_NO_DATA : RG_STATUS_NO_TRAFFIC, "%s",
            rg_status_meaning(e->kind == RG_EVIDENCE_EMPTY ? RG_STATUS_NO_DATA : RG_STATUS_NO_TRAFFIC));
    j->reading->value = j->answer->elements[0].value;
    if (ladder != NULL && ladder->edge_count > 0 && rg_ladder_saturated(ladder, j->reading->value))
        (void)fault(j, RG_STATUS_SATURATED, "the quantile is at or above the top edge, %s",
                    short_text(ladder->edges[ladder->edge_count - 1], top));
    else if (e->kind == RG_EVIDENCE_BUCKETS && rg_evidence_below_ladder(e, j->quantile))
        (void)fault(j, RG_STATUS_BELOW_LADDER, "the quantile is at most the first edge, %s",
                    short_text(e->edge_count == 0 ? 0 : e->edges[0], top));
    return true;
}

struct rg_reading rg_reading_judge(double quantile, const struct rg_answer *answer,
                                   const struct rg_evidence *evidence, const struct rg_ladder *declared,
                                   bool allow_partial)
{
    struct rg_reading reading = {.status = RG_STATUS_GOOD, .server = (double)NAN};
    struct judge j = {quantile, answer, evidence, declared, &reading};
    const char *partial = answer->warning != NULL ? answer->warning : evidence->warning;

    if (answer->count == 1)
        reading.server = answer->elements[0].value;
    if (is_unusable(&j))
        return reading;
    reading.has_value = !is_wrong_ladder(&j) && !is_bad_histogram(&j) && !contradicts(&j) && take_value(&j);
    if (partial != NULL) {
        (void)fault(&j, RG_STATUS_PARTIAL, "%s", partial);
        reading.has_value = reading.has_value && allow_partial;
    }
    if (!reading.has_value)
        reading.value = 0;
    return reading;
}
