#include "measure/batch.h"

#include "measure/counts.h"
#include "measure/evidence.h"
#include "measure/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Series at a time: at first, at most, and how much longer a batch may be than the one before. */
enum { FIRST = 2, MOST = 64, GROWTH = 8 };

/* What the answers of a batch may come to, as far as can be told. */
static const size_t BYTES_AIM = (size_t)16 * 1024 * 1024;

/* A series of a batch. */
struct rg_item {
    size_t series;
    const struct rg_plan_series *planned;
    struct rg_question *main; /* for its raw samples, or for its rates */
    struct rg_question sum;
    struct rg_question created;
    struct rg_question present;
    const char *uncounted; /* why it is read by its rates; NULL: counted */
    bool is_chosen;        /* to be asked now */
    bool needs_beginning;  /* where it began decides what is counted */
};

bool rg_batches_begin(struct rg_batches *b, struct rg_error *err)
{
    const struct rg_plan *plan = b->plan;

    b->key_from = calloc(plan->series_count + 2, sizeof *b->key_from);
    b->keys = calloc(plan->key_count + 1, sizeof *b->keys);
    b->items = calloc(MOST, sizeof *b->items);
    if (b->key_from == NULL || b->keys == NULL || b->items == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++)
        b->key_from[plan->keys[i].series + 2]++;
    for (size_t s = 2; s < plan->series_count + 2; s++)
        b->key_from[s] += b->key_from[s - 1];
    for (size_t i = 0; i < plan->key_count; i++)
        b->keys[b->key_from[plan->keys[i].series + 1]++] = i;
    b->targets.window = b->window;
    b->targets.to_ms = b->unix_s * 1000;
    b->targets.from_ms = b->targets.to_ms - b->window_ms;
    return true;
}

bool rg_batches_left(const struct rg_batches *b)
{
    return b->next < b->plan->series_count;
}

void rg_batches_release(struct rg_batches *b)
{
    free(b->key_from);
    free(b->keys);
    free(b->items);
    rg_targets_release(&b->targets);
    rg_round_release(&b->round);
}

static size_t batch_size(const struct rg_batches *b)
{
    size_t size = b->size == 0 ? FIRST : b->size * GROWTH;
    size_t left = b->plan->series_count - b->next;

    if (b->bytes_max > 0 && size > BYTES_AIM / b->bytes_max)
        size = BYTES_AIM / b->bytes_max;
    if (size > MOST)
        size = MOST;
    if (size == 0)
        size = 1;
    return size < left ? size : left;
}

static void begin_items(struct rg_batches *b)
{
    b->size = b->item_count = batch_size(b);
    for (size_t i = 0; i < b->item_count; i++) {
        size_t s = b->next + i;
        const struct rg_plan_series *planned = &b->plan->series[s];
        b->items[i] = (struct rg_item){.series = s,
                                       .planned = planned,
                                       .main = &b->questions[b->plan->key_count + s],
                                       .uncounted = planned->counted == NULL ? planned->why : b->no_ranges,
                                       .is_chosen = true};
    }
    b->next += b->item_count;
}

static bool is_counted(const struct rg_item *item)
{
    return item->planned->counted != NULL && item->uncounted == NULL;
}

/* Forget the answers; the questions keep what -v tells of them. */
static void end_items(struct rg_batches *b)
{
    for (size_t i = 0; i < b->item_count; i++) {
        struct rg_item *item = &b->items[i];
        rg_answer_release(&item->main->answer);
        rg_answer_release(&item->sum.answer);
        rg_answer_release(&item->created.answer);
        rg_answer_release(&item->present.answer);
        for (size_t k = b->key_from[item->series]; k < b->key_from[item->series + 1]; k++)
            rg_answer_release(&b->questions[b->keys[k]].answer);
    }
    b->item_count = 0;
}

static bool add(struct rg_batches *b, struct rg_question *question, const char *query, enum rg_wanted wanted,
                struct rg_error *err)
{
    question->query = query;
    question->wanted = wanted;
    return query == NULL || rg_round_add(&b->round, question, err);
}

static bool ask_round(struct rg_batches *b, long long unix_s, struct rg_error *err)
{
    return rg_round_ask(&b->round, b->ask, b->context, unix_s, err);
}

/* The server's own numbers for the keys of a series. */
static bool add_keys(struct rg_batches *b, size_t series, struct rg_error *err)
{
    for (size_t k = b->key_from[series]; k < b->key_from[series + 1]; k++) {
        size_t key = b->keys[k];
        if (!add(b, &b->questions[key], b->plan->keys[key].query, RG_WANT_NUMBERS, err))
            return false;
    }
    return true;
}

/* Keys are asked well before their samples, so that there is always enough to ask side by side. */
static bool add_keys_ahead(struct rg_batches *b, struct rg_error *err)
{
    for (; b->ahead < b->plan->series_count && b->ahead < b->next + MOST; b->ahead++) {
        if (!add_keys(b, b->ahead, err))
            return false;
    }
    return true;
}

/* The raw samples of the chosen, or their rates; with `again` their keys, too. */
static bool ask_chosen(struct rg_batches *b, bool again, struct rg_error *err)
{
    if (!again && !add_keys_ahead(b, err))
        return false;
    for (size_t i = 0; i < b->item_count; i++) {
        struct rg_item *item = &b->items[i];
        const struct rg_plan_series *p = item->planned;
        bool counted = is_counted(item);
        if (!item->is_chosen)
            continue;
        if (again && !add_keys(b, item->series, err))
            return false;
        if (!add(b, item->main, counted ? p->raw : p->evidence, counted ? RG_WANT_SAMPLES : RG_WANT_NUMBERS,
                 err) ||
            (counted && !add(b, &item->sum, p->sum, RG_WANT_SAMPLES, err)))
            return false;
    }
    return ask_round(b, b->unix_s, err);
}

/* Where do they come from? */
static bool ask_targets(struct rg_batches *b, struct rg_error *err)
{
    for (size_t i = 0; i < b->item_count; i++) {
        const struct rg_question *q = b->items[i].main;
        if (q->bytes > b->bytes_max)
            b->bytes_max = q->bytes;
        if (q->answer.series != NULL && !rg_targets_see(&b->targets, q->answer.series, err))
            return false;
    }
    return rg_targets_ask(&b->targets, &b->round, b->ask, b->context, b->unix_s, err);
}

/* Read the series by its rates, for that reason. */
static bool give_up_counting(struct rg_batches *b, struct rg_item *item, const char *what, const char *why,
                             struct rg_error *err)
{
    item->uncounted = rg_arena_printf(b->arena, "%s%s", what, why);
    return item->uncounted != NULL || rg_error_memory(err);
}

static bool add_series(const struct rg_question *q, enum rg_raw_kind kind, struct rg_samples *to,
                       struct rg_error *err)
{
    return q->answer.series == NULL || rg_matrix_add_to(q->answer.series, kind, to, err);
}

static bool gather(const struct rg_batches *b, const struct rg_item *item, struct rg_samples *to,
                   struct rg_error *err)
{
    rg_samples_init(to, b->targets.from_ms, b->targets.to_ms);
    to->knows_presence = item->present.answer.series != NULL;
    if (!add_series(item->main, RG_RAW_BUCKET, to, err) || !add_series(&item->sum, RG_RAW_SUM, to, err) ||
        !add_series(&item->created, RG_RAW_CREATED, to, err) ||
        !add_series(&item->present, RG_RAW_PRESENT, to, err) || !rg_samples_seal(to, err))
        return false;
    rg_targets_attach(&b->targets, to);
    return true;
}

/* Observations of which it is not known whether they were made in the window. */
static bool has_unknown(const struct rg_counts *c)
{
    if (c->reason.kind == RG_COUNT_ONE_SCRAPE || c->reason.kind == RG_COUNT_APPEARED)
        return true;
    for (size_t i = 0; i < c->note_count; i++) {
        if (c->notes[i].kind == RG_COUNT_ONE_SCRAPE || c->notes[i].kind == RG_COUNT_APPEARED)
            return true;
    }
    return false;
}

/* The readings of a series that was counted. */
static bool judge_counts(struct rg_batches *b, const struct rg_item *item, const struct rg_counts *counts,
                         bool many_instances, struct rg_error *err)
{
    struct rg_tally tally = {.series = item->planned,
                             .counts = counts,
                             .raw = &item->main->answer,
                             .sum = item->sum.query == NULL ? NULL : &item->sum.answer,
                             .window_s = (double)b->window_ms / 1000,
                             .allow_partial = b->allow_partial};
    struct rg_series_reading *series = &b->series[item->series];

    if (!rg_tally_series(&tally, many_instances, b->arena, series, err))
        return false;
    for (size_t k = b->key_from[item->series]; k < b->key_from[item->series + 1]; k++) {
        size_t key = b->keys[k];
        struct rg_tally_key one = {.key = b->plan->keys[key].key,
                                   .answer =
                                       b->questions[key].query == NULL ? NULL : &b->questions[key].answer};
        b->readings[key] = rg_tally_key(&tally, series, &one);
    }
    return true;
}

/* Count, as far as it is known; `is_last`: no more will be. */
static bool count(struct rg_batches *b, struct rg_item *item, bool is_last, struct rg_error *err)
{
    const struct rg_answer *raw = &item->main->answer;
    struct rg_samples samples = {0};
    struct rg_counts counts = {0};
    bool ok = true;

    if (raw->series != NULL && !raw->is_native)
        ok = gather(b, item, &samples, err) && rg_counts_make(&samples, item->planned->counted, &counts, err);
    if (ok && counts.is_uncounted) {
        struct rg_buffer why;
        rg_buffer_init(&why, RG_TEXT_MAX);
        rg_count_note_text(&counts.reason, false, &why);
        ok = give_up_counting(b, item, "", rg_buffer_text(&why), err);
        rg_buffer_release(&why);
    } else if (ok && !is_last && has_unknown(&counts)) {
        item->needs_beginning = true;
    } else if (ok) {
        ok = judge_counts(b, item, &counts, samples.instance_count > 1, err);
    }
    rg_counts_release(&counts);
    rg_samples_release(&samples);
    return ok;
}

/* What the server does not give raw is read by its rates. */
static bool count_chosen(struct rg_batches *b, struct rg_error *err)
{
    size_t refused = 0;

    for (size_t i = 0; i < b->item_count; i++) {
        struct rg_item *item = &b->items[i];
        const struct rg_question *q = item->main;
        item->needs_beginning = false;
        if (!item->is_chosen || !is_counted(item))
            continue;
        b->has_ranges = b->has_ranges || q->answer.series != NULL;
        bool ok;
        if (q->is_too_large)
            ok = give_up_counting(b, item, "its samples are ", "more than 16 MiB", err);
        else if (q->answer.failure != NULL && q->refused && ++refused > 0)
            ok = give_up_counting(b, item, "its samples cannot be asked for: ", q->answer.failure, err);
        else
            ok = count(b, item, false, err);
        if (!ok)
            return false;
        if (refused > 1 && !b->has_ranges)
            b->no_ranges = item->uncounted;
    }
    return true;
}

/* Where a series began: what its client says, and whether the server knew it before the window. */
static bool ask_beginnings(struct rg_batches *b, struct rg_error *err)
{
    bool ok = true;

    for (size_t i = 0; ok && i < b->item_count; i++) {
        if (b->items[i].needs_beginning)
            ok = add(b, &b->items[i].created, b->items[i].planned->created, RG_WANT_SAMPLES, err);
    }
    ok = ok && ask_round(b, b->unix_s, err);
    for (size_t i = 0; ok && i < b->item_count; i++) {
        if (b->items[i].needs_beginning)
            ok = add(b, &b->items[i].present, b->items[i].planned->present, RG_WANT_SERIES, err);
    }
    ok = ok && ask_round(b, (long long)floor((double)b->targets.from_ms / 1000), err);
    for (size_t i = 0; ok && i < b->item_count; i++) {
        if (b->items[i].needs_beginning)
            ok = count(b, &b->items[i], true, err);
    }
    return ok;
}

/* The rates of those that turned out not to be counted. */
static bool ask_rates(struct rg_batches *b, struct rg_error *err)
{
    for (size_t i = 0; i < b->item_count; i++) {
        struct rg_item *item = &b->items[i];
        if (item->is_chosen && item->uncounted != NULL && item->main->wanted == RG_WANT_SAMPLES &&
            !add(b, item->main, item->planned->evidence, RG_WANT_NUMBERS, err))
            return false;
    }
    return ask_round(b, b->unix_s, err);
}

static bool keep_edges(struct rg_batches *b, const struct rg_evidence *e, struct rg_series_reading *series)
{
    /* A sum over different ladders shows a ladder that nobody has. */
    if (e->kind != RG_EVIDENCE_BUCKETS || e->mixed != NULL || e->changed != NULL)
        return true;
    double *edges = rg_arena_array(b->arena, e->edge_count + 1, sizeof *edges);
    if (edges == NULL)
        return false;
    if (e->edge_count > 0)
        memcpy(edges, e->edges, e->edge_count * sizeof *edges);
    series->edges = edges;
    series->edge_count = e->edge_count;
    return true;
}

static void judge_key_by_rates(struct rg_batches *b, const struct rg_item *item, size_t key,
                               const struct rg_evidence *evidence)
{
    struct rg_reading *reading = &b->readings[key];
    const struct rg_surface_key *surface_key = b->plan->keys[key].key;

    if (surface_key->kind != RG_KEY_MEAN) {
        *reading = rg_reading_judge(surface_key->quantile, &b->questions[key].answer, evidence,
                                    item->planned->declared, b->allow_partial);
        return;
    }
    *reading = (struct rg_reading){.status = RG_STATUS_ERROR, .server = (double)NAN};
    (void)snprintf(reading->note, sizeof reading->note, "there is no mean of what is not counted: %s",
                   item->uncounted);
}

/* The readings of a series that is not counted: what the server says, and what its rates say of it. */
static bool judge_rates(struct rg_batches *b, const struct rg_item *item, struct rg_error *err)
{
    struct rg_series_reading series = {.uncounted = item->uncounted, .samples = -1, .covered_s = -1};
    struct rg_evidence evidence = {0};
    enum rg_rates_kind kind = item->planned->kind;

    if (item->main->query != NULL && !rg_evidence_make(&item->main->answer, &evidence, err))
        return false;
    if (evidence.kind == RG_EVIDENCE_BUCKETS && evidence.has_inf && !evidence.has_bad &&
        kind != RG_RATES_OTHER)
        series.samples =
            kind == RG_RATES_INCREASE ? evidence.total : evidence.total * (double)b->window_ms / 1000;
    series.is_absent = evidence.kind == RG_EVIDENCE_EMPTY;
    bool ok = keep_edges(b, &evidence, &series) || rg_error_memory(err);
    b->series[item->series] = series;
    for (size_t k = b->key_from[item->series]; ok && k < b->key_from[item->series + 1]; k++)
        judge_key_by_rates(b, item, b->keys[k], &evidence);
    rg_evidence_release(&evidence);
    return ok;
}

/* Ask and judge the chosen. */
static bool take_chosen(struct rg_batches *b, bool again, struct rg_error *err)
{
    bool ok = ask_chosen(b, again, err) && ask_targets(b, err) && count_chosen(b, err) &&
              ask_beginnings(b, err) && ask_rates(b, err);

    for (size_t i = 0; ok && i < b->item_count; i++) {
        if (b->items[i].is_chosen && !is_counted(&b->items[i]))
            ok = judge_rates(b, &b->items[i], err);
    }
    return ok;
}

/* Choose what differs from the server, or from its buckets: a scrape may have come in between two answers. */
static bool choose_again(struct rg_batches *b)
{
    bool any = false;

    for (size_t i = 0; i < b->item_count; i++) {
        struct rg_item *item = &b->items[i];
        item->is_chosen = false;
        for (size_t k = b->key_from[item->series]; k < b->key_from[item->series + 1]; k++)
            item->is_chosen = item->is_chosen || b->readings[b->keys[k]].differs;
        any = any || item->is_chosen;
    }
    return any;
}

/* One question, two answers: that is said, whichever of them is right. */
static void compare_answers(struct rg_reading *now, double earlier)
{
    size_t length = strlen(now->remark);

    if (now->server == earlier || (isnan(now->server) && isnan(earlier)))
        return;
    (void)snprintf(now->remark + length, sizeof now->remark - length,
                   "%sthe server gave two answers for one instant, %.6g and then %.6g",
                   length == 0 ? "" : "; ", earlier, now->server);
}

static bool compare_counts(struct rg_batches *b, const struct rg_item *item, const char *earlier)
{
    struct rg_series_reading *series = &b->series[item->series];

    if (earlier == NULL || series->counts == NULL || strcmp(earlier, series->counts) == 0)
        return true;
    series->note =
        rg_arena_printf(b->arena, "%s%sthe server gave two answers for one instant: its samples changed",
                        series->note == NULL ? "" : series->note, series->note == NULL ? "" : "; ");
    return series->note != NULL;
}

static bool ask_again(struct rg_batches *b, struct rg_error *err)
{
    size_t from = b->key_from[b->items[0].series];
    size_t count = b->key_from[b->items[b->item_count - 1].series + 1] - from;
    double *earlier = calloc(count + 1, sizeof *earlier);
    const char *counts[MOST];

    if (earlier == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++)
        earlier[i] = b->readings[b->keys[from + i]].server;
    for (size_t i = 0; i < b->item_count; i++)
        counts[i] = b->series[b->items[i].series].counts;
    bool ok = take_chosen(b, true, err);
    for (size_t i = 0; ok && i < b->item_count; i++) {
        const struct rg_item *item = &b->items[i];
        for (size_t k = b->key_from[item->series]; item->is_chosen && k < b->key_from[item->series + 1]; k++)
            compare_answers(&b->readings[b->keys[k]], earlier[k - from]);
        ok = compare_counts(b, item, counts[i]) || rg_error_memory(err);
    }
    free(earlier);
    return ok;
}

bool rg_batches_ask(struct rg_batches *b, struct rg_error *err)
{
    begin_items(b);
    bool ok = take_chosen(b, false, err);
    if (ok && choose_again(b))
        ok = ask_again(b, err);
    end_items(b);
    return ok;
}
