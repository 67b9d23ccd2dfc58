#include "measure/tally.h"

#include "measure/counts_quantile.h"
#include "rungate/base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* So many notes of a series are told; of the rest, how many. */
enum { NOTES_MAX = 5 };

/* Less of the window than this is worth a note. */
static const double COVERED_SHARE = 0.5;

/* Notes that only those read who want to know all. */
static bool is_detail(enum rg_count_kind kind)
{
    return kind == RG_COUNT_ARRIVING || kind == RG_COUNT_FROM_ZERO;
}

/* Some notes in words, joined by semicolons. False without memory; *ret stays for none. */
static bool put_notes(const struct rg_tally *t, bool details, bool many_instances, struct rg_arena *arena,
                      const char **ret)
{
    const struct rg_counts *c = t->counts;
    struct rg_buffer out;
    size_t said = 0;
    size_t left = 0;

    rg_buffer_init(&out, RG_TEXT_MAX);
    for (size_t i = 0; i < c->note_count; i++) {
        if (is_detail(c->notes[i].kind) != details)
            continue;
        if (said == NOTES_MAX) {
            left++;
            continue;
        }
        rg_buffer_puts(&out, said++ == 0 ? "" : "; ");
        rg_count_note_text(&c->notes[i], many_instances, &out);
    }
    if (left > 0)
        rg_buffer_printf(&out, "; and %zu more", left);
    double covered_s = (double)c->covered_ms / 1000;
    if (!details && c->total > 0 && covered_s < COVERED_SHARE * t->window_s)
        rg_buffer_printf(&out, "%scounted over %g s of the window's %g s", said == 0 ? "" : "; ", covered_s,
                         t->window_s);
    bool ok = rg_buffer_ok(&out);
    if (ok && out.length > 0) {
        *ret = rg_arena_strdup(arena, rg_buffer_text(&out));
        ok = *ret != NULL;
    }
    rg_buffer_release(&out);
    return ok;
}

static bool put_reason(const struct rg_counts *c, bool many_instances, struct rg_arena *arena,
                       const char **ret)
{
    struct rg_buffer out;

    if (c->reason.kind == RG_COUNT_NONE)
        return true;
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_count_note_text(&c->reason, many_instances, &out);
    *ret = rg_buffer_ok(&out) ? rg_arena_strdup(arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    return *ret != NULL;
}

static bool put_counts(const struct rg_counts *c, struct rg_arena *arena, struct rg_series_reading *series)
{
    struct rg_buffer out;
    size_t count;
    const double *ladder = rg_counts_ladder(c, &count);
    double *edges = rg_arena_array(arena, count + 1, sizeof *edges);

    if (edges == NULL)
        return false;
    if (count > 0)
        memcpy(edges, ladder, count * sizeof *edges);
    series->edges = edges;
    series->edge_count = count;
    if (c->status == RG_STATUS_GOOD || c->status == RG_STATUS_NO_TRAFFIC) {
        series->samples = c->total;
        series->covered_s = (double)c->covered_ms / 1000;
    }
    if (!(c->total > 0))
        return true;
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_counts_text(c, &out);
    series->counts = rg_buffer_ok(&out) ? rg_arena_strdup(arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    return series->counts != NULL;
}

bool rg_tally_series(const struct rg_tally *t, bool many_instances, struct rg_arena *arena,
                     struct rg_series_reading *ret, struct rg_error *err)
{
    struct rg_series_reading series = {.samples = -1, .covered_s = -1};
    const struct rg_counts *c = t->counts;

    series.is_absent = c->reason.kind == RG_COUNT_NO_SERIES;
    if (!put_notes(t, false, many_instances, arena, &series.note) ||
        !put_notes(t, true, many_instances, arena, &series.detail) ||
        !put_reason(c, many_instances, arena, &series.reason) ||
        (c->edge_count > 0 && !put_counts(c, arena, &series)))
        return rg_error_memory(err);
    *ret = series;
    return true;
}

/* What to do about a reason, where that is not what its status says; "" where the reason itself says it. */
static const char *const advices[] = {
    [RG_COUNT_FRACTIONS] = NULL, /* the last: so there is a place for each */
    [RG_COUNT_GROUPS] = "keep fewer labels in the template's 'by', or select one group",
    [RG_COUNT_EDGE_BEGINS] = "capture again when nothing changes the ladder any more",
    [RG_COUNT_EDGE_ENDS] = "capture again when nothing changes the ladder any more",
    [RG_COUNT_EDGES_DIFFER] = "give all instances one ladder, or select those that have it",
    [RG_COUNT_START_BACK] = "scrape each process as a target of its own",
    [RG_COUNT_FALL] = "scrape each process as a target of its own",
    [RG_COUNT_FALLS] = "scrape each process as a target of its own",
    [RG_COUNT_CLASH] = "see what writes this series twice",
    [RG_COUNT_LE_JUNK] = "fix the exporter",
    [RG_COUNT_LE_MISSING] = "fix the exporter",
    [RG_COUNT_BAD_VALUE] = "fix the exporter",
    [RG_COUNT_ONLY_INF] = "fix the exporter",
    [RG_COUNT_NO_INF] = "fix the exporter",
    [RG_COUNT_NOT_CUMULATIVE] = "fix the exporter",
    [RG_COUNT_LE_VMRANGE] = "",
    [RG_COUNT_ONE_SCRAPE] = "",
    [RG_COUNT_GONE] = "capture again; a client that removes a series takes away what it counted",
    [RG_COUNT_NOT_BEFORE] = "scrape the same targets with --begin",
    [RG_COUNT_NOTHING] = "run the workload before the capture",
    [RG_COUNT_APPEARED] = "start the workload one scrape after the process",
    [RG_COUNT_SUM_MISSING] = "let the exporter write '_sum', or take '_mean' out of the group",
    [RG_COUNT_SUM_GAP] = "capture again",
    [RG_COUNT_SUM_FELL] = "capture again",
    [RG_COUNT_SUM_INFINITE] = "fix the exporter",
};

/* A reading while it is made. */
struct work {
    const struct rg_tally *tally;
    const struct rg_series_reading *series;
    const struct rg_tally_key *key;
    struct rg_reading *reading;
};

/* Set status and note. Returns true, so that a test can `return fault(…)`. */
static bool fault(struct work *w, enum rg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fault(struct work *w, enum rg_status status, const char *format, ...)
{
    va_list args;

    w->reading->status = status;
    va_start(args, format);
    (void)vsnprintf(w->reading->note, sizeof w->reading->note, format, args);
    va_end(args);
    return true;
}

/* What was asked failed, or was answered with what cannot be read. */
static bool is_unusable(struct work *w)
{
    const struct rg_answer *a = w->key->answer;
    const struct rg_answer *raw = w->tally->raw;

    if (a != NULL && a->failure != NULL)
        return fault(w, RG_STATUS_ERROR, "%s", a->failure);
    if (raw->failure != NULL)
        return fault(w, RG_STATUS_ERROR, "the query for its samples: %s", raw->failure);
    if (raw->is_native || (a != NULL && a->is_native))
        return fault(w, RG_STATUS_ERROR, "%s", RG_NATIVE_MEANING);
    if (a != NULL && a->note != NULL && a->note->status == RG_STATUS_ERROR)
        return fault(w, RG_STATUS_ERROR, "%s", a->note->meaning);
    if (raw->note != NULL && raw->note->status == RG_STATUS_ERROR)
        return fault(w, RG_STATUS_ERROR, "%s", raw->note->meaning);
    return false;
}

static bool is_not_counted(struct work *w)
{
    const struct rg_counts *c = w->tally->counts;

    if (c->status == RG_STATUS_GOOD)
        return false;
    w->reading->advice = advices[c->reason.kind];
    return fault(w, c->status, "%s", w->series->reason);
}

static const char *number_text(double value, char text[RG_NUMBER_SIZE])
{
    if (isfinite(value))
        rg_number_format_short(value, text);
    else
        (void)snprintf(text, RG_NUMBER_SIZE, "%s", isnan(value) ? "no number" : value > 0 ? "+Inf" : "-Inf");
    return text;
}

/* The server's own number is in another bucket. */
static void compare_with_server(struct work *w)
{
    const struct rg_counts *c = w->tally->counts;
    char counted[RG_NUMBER_SIZE];
    char theirs[RG_NUMBER_SIZE];

    if (w->key->answer == NULL || !rg_counts_contradict(c, w->key->key->quantile, w->reading->server))
        return;
    w->reading->differs = true;
    (void)snprintf(w->reading->remark, sizeof w->reading->remark,
                   "counted %s; the server's own quantile is %s, of rates that it extrapolates%s",
                   number_text(w->reading->value, counted), number_text(w->reading->server, theirs),
                   c->restarts > 0 ? " across a restart" : "");
}

static void take_quantile(struct work *w)
{
    struct rg_count_quantile q = rg_counts_quantile(w->tally->counts, w->key->key->quantile);
    size_t count;
    const double *edges = rg_counts_ladder(w->tally->counts, &count);
    char edge[RG_NUMBER_SIZE];

    w->reading->value = q.value;
    w->reading->has_value = true;
    if (q.status == RG_STATUS_SATURATED)
        (void)fault(w, q.status, "the quantile is at or above the top edge, %s",
                    count == 0 ? "0" : number_text(edges[count - 1], edge));
    else if (q.status == RG_STATUS_BELOW_LADDER)
        (void)fault(w, q.status, "the quantile is at most the first edge, %s",
                    count == 0 ? "0" : number_text(edges[0], edge));
    compare_with_server(w);
}

static void judge_quantile(struct work *w)
{
    const struct rg_ladder *declared = w->tally->series->declared;

    if (is_unusable(w) || is_not_counted(w))
        return;
    size_t count;
    const double *edges = rg_counts_ladder(w->tally->counts, &count);
    if (declared != NULL && rg_reading_differs(declared, edges, count, w->reading))
        return;
    take_quantile(w);
}

static void judge_mean(struct work *w)
{
    const struct rg_counts *c = w->tally->counts;
    const struct rg_answer *sum = w->tally->sum;
    struct rg_buffer words;

    if (is_unusable(w))
        return;
    if (sum != NULL && sum->failure != NULL) {
        (void)fault(w, RG_STATUS_ERROR, "the query for its sum: %s", sum->failure);
        return;
    }
    if (is_not_counted(w))
        return;
    if (c->no_mean.kind != RG_COUNT_NONE) {
        rg_buffer_init(&words, RG_TEXT_MAX);
        rg_count_note_text(&c->no_mean, false, &words);
        (void)fault(w, rg_count_status(c->no_mean.kind), "%s", rg_buffer_text(&words));
        rg_buffer_release(&words);
        w->reading->advice = advices[c->no_mean.kind];
        return;
    }
    w->reading->value = c->mean;
    w->reading->has_value = isfinite(c->mean);
    if (!w->reading->has_value)
        (void)fault(w, RG_STATUS_BAD_HISTOGRAM, "the mean is not a number");
}

/* The one number of an answer. Groups without traffic are NaN on some servers, and left out by others. */
static double servers_number(const struct rg_answer *answer)
{
    double found = (double)NAN;
    size_t numbers = 0;

    for (size_t i = 0; i < answer->count; i++) {
        if (isnan(answer->elements[i].value))
            continue;
        found = answer->elements[i].value;
        numbers++;
    }
    return numbers == 1 ? found : (double)NAN;
}

struct rg_reading rg_tally_key(const struct rg_tally *t, const struct rg_series_reading *series,
                               const struct rg_tally_key *key)
{
    struct rg_reading reading = {.status = RG_STATUS_GOOD, .server = (double)NAN};
    struct work w = {t, series, key, &reading};
    const char *partial = t->raw->warning;

    if (key->answer != NULL && partial == NULL)
        partial = key->answer->warning;
    if (key->answer != NULL)
        reading.server = servers_number(key->answer);
    if (key->key->kind == RG_KEY_MEAN)
        judge_mean(&w);
    else
        judge_quantile(&w);
    if (partial != NULL && reading.status != RG_STATUS_ERROR && reading.status != RG_STATUS_AMBIGUOUS) {
        (void)fault(&w, RG_STATUS_PARTIAL, "%s", partial);
        reading.has_value = reading.has_value && t->allow_partial;
    }
    if (!reading.has_value)
        reading.value = 0;
    return reading;
}
