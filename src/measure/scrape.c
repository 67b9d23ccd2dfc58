#include "rungate/measure/scrape.h"

#include "measure/counts.h"
#include "measure/le.h"
#include "measure/samples_targets.h"
#include "measure/scrape_restart.h"
#include "measure/tally.h"
#include "rungate/base/sorted.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stands for a scrape before any process began. */
enum { LONG_AGO_MS = 1 };

/* A sample of a series. */
struct ref {
    const struct rg_page *page;
    const struct rg_page_sample *sample;
    enum rg_hit_kind kind;
    size_t target;
    bool is_before;
};

/* What came of a series. */
struct outcome {
    struct rg_counts counts;
    const char *refusal; /* no key of it has a value, and why; or NULL */
    const char *advice;
    enum rg_status status; /* then */
};

struct work {
    const struct rg_scrape *scrape;
    struct rg_attempt *attempt;
    struct rg_error *err;
    struct ref *refs; /* by series */
    size_t *from;     /* by series: its first ref; one more at the end */
    struct outcome *outcomes;
    const char **restarted; /* by target: how it shows, or NULL */
    struct rg_samples facts;
    long long from_ms;
    long long to_ms;
    struct rg_arena arena;
};

/* No key of the series has a value. False without memory. */
static bool refuse(struct work *w, size_t series, enum rg_status status, const char *advice,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

static bool refuse(struct work *w, size_t series, enum rg_status status, const char *advice,
                   const char *format, ...)
{
    char text[RG_READING_NOTE_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct outcome *o = &w->outcomes[series];
    o->status = status;
    o->advice = advice;
    o->refusal = rg_arena_strdup(&w->attempt->arena, text);
    struct rg_series_reading *reading = &w->attempt->series[series];
    reading->counts = NULL;
    reading->samples = -1;
    reading->covered_s = -1;
    return o->refusal != NULL || rg_error_memory(w->err);
}

/* Count refs by series, or put them in their places. */
static void gather_page(struct work *w, const struct rg_page *page, size_t target, bool is_before,
                        bool count_only)
{
    for (size_t i = 0; page != NULL && i < page->hit_count; i++) {
        const struct rg_page_hit *h = &page->hits[i];
        if (count_only)
            w->from[h->hit.series + 2]++;
        else
            w->refs[w->from[h->hit.series + 1]++] =
                (struct ref){page, &page->samples[h->sample], h->hit.kind, target, is_before};
    }
}

static bool gather(struct work *w)
{
    const struct rg_scrape *s = w->scrape;
    size_t series = s->plan->series_count;
    size_t total = 0;

    for (size_t t = 0; t < s->target_count; t++)
        total += s->targets[t].after->hit_count +
                 (s->targets[t].before == NULL ? 0 : s->targets[t].before->hit_count);
    w->from = rg_arena_array(&w->arena, series + 2, sizeof *w->from);
    w->refs = rg_arena_array(&w->arena, total + 1, sizeof *w->refs);
    w->outcomes = rg_arena_array(&w->arena, series + 1, sizeof *w->outcomes);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    w->restarted = rg_arena_array(&w->arena, s->target_count + 1, sizeof *w->restarted);
    if (w->from == NULL || w->refs == NULL || w->outcomes == NULL || w->restarted == NULL)
        return rg_error_memory(w->err);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t t = 0; t < s->target_count; t++) {
            gather_page(w, s->targets[t].before, t, true, pass == 0);
            gather_page(w, s->targets[t].after, t, false, pass == 0);
        }
        for (size_t i = 2; pass == 0 && i < series + 2; i++)
            w->from[i] += w->from[i - 1];
    }
    return true;
}

/* What is known of a target at one time. */
static bool add_fact(struct work *w, const struct rg_labels *labels, enum rg_raw_kind kind, long long time_ms,
                     double value)
{
    struct rg_sample sample = {time_ms, value};

    return rg_samples_add(&w->facts, kind, labels->items, labels->count, &sample, 1, w->err);
}

static bool add_facts(struct work *w, const struct rg_page *page, const struct rg_labels *labels)
{
    if (page == NULL)
        return true;
    return add_fact(w, labels, RG_RAW_UP, page->time_ms, 1) &&
           (isnan(page->start_s) || add_fact(w, labels, RG_RAW_START, page->time_ms, page->start_s));
}

/* The targets as a server would know them. */
static bool know_targets(struct work *w)
{
    const struct rg_scrape *s = w->scrape;

    rg_samples_init(&w->facts, w->from_ms, w->to_ms);
    for (size_t t = 0; t < s->target_count; t++) {
        const struct rg_scrape_target *target = &s->targets[t];
        struct rg_labels labels =
            rg_selection_labels(s->selection, target->after->target, NULL, 0, &w->arena);
        if (labels.items == NULL)
            return rg_error_memory(w->err);
        if (!add_facts(w, target->before, &labels) || !add_facts(w, target->after, &labels) ||
            (!s->has_begin && !add_fact(w, &labels, RG_RAW_UP, LONG_AGO_MS, 1)))
            return false;
        if (target->before != NULL &&
            !rg_page_restarted(target->before, target->after, &w->attempt->arena, &w->restarted[t], w->err))
            return false;
    }
    return rg_samples_seal(&w->facts, w->err);
}

static bool is_last_bucket(const struct rg_labels *labels)
{
    const struct rg_label *le = rg_sorted_find(labels->items, labels->count, sizeof *labels->items, "le");
    double edge;

    return le != NULL && rg_le_parse(le->value, &edge) && isinf(edge);
}

static bool add_ref(struct work *w, const struct ref *r, struct rg_samples *to)
{
    static const enum rg_raw_kind kinds[] = {[RG_HIT_BUCKET] = RG_RAW_BUCKET,
                                             [RG_HIT_SUM] = RG_RAW_SUM,
                                             [RG_HIT_TOTAL] = RG_RAW_BUCKET, /* not used */
                                             [RG_HIT_CREATED] = RG_RAW_CREATED};
    const struct rg_labels *labels = &r->sample->labels;
    struct rg_sample sample = {r->page->time_ms, r->sample->value};

    if (r->kind == RG_HIT_TOTAL)
        return true;
    /* Both pages of a target in a file have the name of the second. */
    if (!rg_samples_add(to, kinds[r->kind], labels->items, labels->count, &sample, 1, w->err))
        return false;
    return r->kind != RG_HIT_BUCKET || !r->is_before || !is_last_bucket(labels) ||
           rg_samples_add(to, RG_RAW_PRESENT, labels->items, labels->count, NULL, 0, w->err);
}

/* What is torn is said, and counted. */
static bool note_tears(struct work *w, size_t series, const struct rg_page *page, const char *when)
{
    struct rg_series_reading *reading = &w->attempt->series[series];

    for (size_t i = 0; page != NULL && i < page->tear_count; i++) {
        const struct rg_page_tear *tear = &page->tears[i];
        if (tear->series != series)
            continue;
        reading->note = rg_arena_printf(&w->attempt->arena,
                                        "%s%storn read %s: the last bucket has %.15g, the total is %.15g",
                                        reading->note == NULL ? "" : reading->note,
                                        reading->note == NULL ? "" : "; ", when, tear->bucket, tear->total);
        return reading->note != NULL || rg_error_memory(w->err);
    }
    return true;
}

/* Without a start that is known it is not known how long was counted. */
static void forget_long_ago(struct work *w, size_t series)
{
    struct rg_series_reading *reading = &w->attempt->series[series];

    if (reading->covered_s * 1000 >= (double)(w->to_ms - LONG_AGO_MS) * 0.999)
        reading->covered_s = -1;
}

static const struct rg_answer NO_ANSWER = {0};

static struct rg_tally tally_of(const struct work *w, size_t series)
{
    const struct rg_plan_series *planned = &w->scrape->plan->series[series];

    return (struct rg_tally){.series = planned,
                             .counts = &w->outcomes[series].counts,
                             .raw = &NO_ANSWER,
                             .sum = planned->sum == NULL ? NULL : &NO_ANSWER};
}

static bool count_series(struct work *w, size_t series)
{
    struct rg_count_options options = *w->scrape->plan->series[series].counted;
    struct rg_samples samples;
    bool ok = true;

    options.of_pages = true;
    rg_samples_init(&samples, w->from_ms, w->to_ms);
    samples.knows_presence = true;
    for (size_t i = w->from[series]; ok && i < w->from[series + 1]; i++)
        ok = add_ref(w, &w->refs[i], &samples);
    ok = ok && rg_samples_seal(&samples, w->err);
    if (ok)
        rg_samples_attach(&samples, &w->facts);
    ok = ok && rg_counts_make(&samples, &options, &w->outcomes[series].counts, w->err);
    struct rg_tally tally = tally_of(w, series);
    ok = ok && rg_tally_series(&tally, samples.instance_count > 1, &w->attempt->arena,
                               &w->attempt->series[series], w->err);
    rg_samples_release(&samples);
    for (size_t t = 0; ok && t < w->scrape->target_count; t++)
        ok = note_tears(w, series, w->scrape->targets[t].before, "before the workload") &&
             note_tears(w, series, w->scrape->targets[t].after, "at the end");
    if (ok)
        forget_long_ago(w, series);
    return ok;
}

/* Was it selected when the workload began? Else what is not on the first page was perhaps only not looked for. */
static bool was_selected(const struct rg_scrape *s, const char *text)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of names */
    return !s->has_begin || rg_sorted_find(s->selects, s->select_count, sizeof *s->selects, text) != NULL;
}

static bool explain_absence(struct work *w, size_t series)
{
    const struct rg_selected *selected = &w->scrape->selection->series[series];

    if (!rg_selection_saw(w->scrape->selection, selected->metric))
        return refuse(w, series, RG_STATUS_NO_DATA,
                      "look at the page: is this its name, and was it observed?", "no page has '%s'",
                      selected->metric);
    return refuse(w, series, RG_STATUS_NO_DATA,
                  "look at the page; --target-label sets labels that a server would add",
                  "no series of '%s' is one of %s", selected->metric, selected->text);
}

/* A series that restarted with its target. */
static bool check_restart(struct work *w, size_t series)
{
    for (size_t i = w->from[series]; i < w->from[series + 1]; i++) {
        const struct ref *r = &w->refs[i];
        if (w->restarted[r->target] != NULL)
            return refuse(w, series, RG_STATUS_RESTARTED, NULL,
                          "'%s' started again, and what it had counted is lost: %s",
                          w->scrape->targets[r->target].after->target, w->restarted[r->target]);
    }
    return true;
}

static bool judge_series(struct work *w, size_t series)
{
    const struct rg_plan_series *planned = &w->scrape->plan->series[series];
    const struct rg_selected *selected = &w->scrape->selection->series[series];
    bool is_value = planned->series->group->is_value;

    if (selected->text == NULL)
        return refuse(w, series, RG_STATUS_ERROR, "ask a server, with --prometheus",
                      "a page cannot answer it: %s", selected->why);
    if (w->from[series] == w->from[series + 1])
        return explain_absence(w, series);
    if (is_value)
        return true;
    if (!was_selected(w->scrape, selected->text))
        return refuse(w, series, RG_STATUS_ERROR, "run --begin with this surface",
                      "it was not selected when the workload began");
    return count_series(w, series) && check_restart(w, series);
}

/* A value is what the last page says. */
static bool read_value(struct work *w, size_t series, struct rg_reading *ret)
{
    size_t count = w->from[series + 1] - w->from[series];
    struct rg_element *elements = rg_arena_array(&w->arena, count + 1, sizeof *elements);
    struct rg_answer answer = {.elements = elements};
    struct rg_evidence none = {0};

    if (elements == NULL)
        return rg_error_memory(w->err);
    for (size_t i = w->from[series]; i < w->from[series + 1]; i++) {
        if (!w->refs[i].is_before)
            elements[answer.count++].value = w->refs[i].sample->value;
    }
    *ret = rg_reading_judge(0, &answer, &none, NULL, false);
    return true;
}

static bool judge_key(struct work *w, size_t key)
{
    const struct rg_plan_key *planned = &w->scrape->plan->keys[key];
    const struct outcome *o = &w->outcomes[planned->series];
    struct rg_reading *reading = &w->attempt->readings[key];

    if (o->refusal != NULL) {
        *reading = (struct rg_reading){.status = o->status, .advice = o->advice, .server = (double)NAN};
        (void)snprintf(reading->note, sizeof reading->note, "%s", o->refusal);
        return true;
    }
    if (planned->key->kind == RG_KEY_VALUE)
        return read_value(w, planned->series, reading);
    struct rg_tally tally = tally_of(w, planned->series);
    struct rg_tally_key one = {.key = planned->key};
    *reading = rg_tally_key(&tally, &w->attempt->series[planned->series], &one);
    return true;
}

/* The interval. False, with a failure, when a target's pages are not in order. */
static bool find_times(struct work *w)
{
    const struct rg_scrape *s = w->scrape;

    w->to_ms = s->targets[0].after->time_ms;
    w->from_ms = s->has_begin ? w->to_ms : 0;
    for (size_t t = 0; t < s->target_count; t++) {
        const struct rg_scrape_target *target = &s->targets[t];
        if (target->after->time_ms > w->to_ms)
            w->to_ms = target->after->time_ms;
        if (target->before == NULL)
            continue;
        if (target->before->time_ms - 1 < w->from_ms)
            w->from_ms = target->before->time_ms - 1;
        if (target->before->time_ms >= target->after->time_ms)
            return rg_error_set(&w->attempt->failure, RG_ERROR_CONFLICT,
                                "'%s': its page is not later than the one before the workload",
                                target->after->target);
    }
    w->attempt->unix_s = w->to_ms / 1000;
    return true;
}

static bool judge(struct work *w)
{
    const struct rg_plan *plan = w->scrape->plan;

    if (!gather(w) || !know_targets(w))
        return false;
    for (size_t s = 0; s < plan->series_count; s++) {
        if (!judge_series(w, s))
            return false;
    }
    for (size_t i = 0; i < plan->key_count; i++) {
        if (!judge_key(w, i))
            return false;
    }
    return true;
}

bool rg_scrape_judge(const struct rg_scrape *scrape, struct rg_attempt *attempt, struct rg_error *err)
{
    struct work w = {.scrape = scrape, .attempt = attempt, .err = err};
    bool ok = !find_times(&w) || judge(&w);

    for (size_t s = 0; w.outcomes != NULL && s < scrape->plan->series_count; s++)
        rg_counts_release(&w.outcomes[s].counts);
    rg_samples_release(&w.facts);
    rg_arena_release(&w.arena);
    return ok;
}

long long rg_scrape_began_ms(const struct rg_scrape *s)
{
    long long began_ms = -1;

    for (size_t t = 0; t < s->target_count; t++) {
        const struct rg_scrape_target *target = &s->targets[t];
        double start_ms = floor(target->after->start_s * 1000);
        if (s->has_begin && target->before == NULL)
            continue;
        if (!s->has_begin && !(start_ms > 0 && start_ms <= (double)target->after->time_ms))
            return -1;
        long long one_ms = s->has_begin ? target->before->time_ms : (long long)start_ms;
        if (began_ms < 0 || one_ms < began_ms)
            began_ms = one_ms;
    }
    return began_ms;
}
