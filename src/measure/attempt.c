#include "rungate/measure/attempt.h"

#include "rungate/base/timestamp.h"
#include "rungate/model/ladder_vote.h"
#include "rungate/model/timings_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t question_count(const struct rg_plan *plan)
{
    return plan->key_count + plan->series_count;
}

static bool allocate(const struct rg_attempt_input *input, struct rg_attempt *a, struct rg_error *err)
{
    const struct rg_plan *plan = input->plan;

    a->input = input;
    a->readings = calloc(plan->key_count + 1, sizeof *a->readings);
    a->evidence = calloc(plan->series_count + 1, sizeof *a->evidence);
    a->questions = calloc(question_count(plan) + 1, sizeof *a->questions);
    if (a->readings == NULL || a->evidence == NULL || a->questions == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++)
        a->questions[i].query = plan->keys[i].query;
    for (size_t s = 0; s < plan->series_count; s++)
        a->questions[plan->key_count + s].query = plan->series[s].evidence;
    return true;
}

/* The one question that also tells whether there is a server at all. */
bool rg_attempt_find_instant(const struct rg_attempt_input *input, struct rg_attempt *a, struct rg_error *err)
{
    struct rg_question question = {.query = "time()"};
    const struct rg_answer *answer = &question.answer;
    double present = (double)NAN;
    bool ok = input->ask(input->context, &question, 1, RG_ASK_NOW, err);

    if (ok && answer->count == 1)
        present = answer->elements[0].value;
    a->refused = question.refused;
    if (ok && answer->failure != NULL)
        (void)rg_error_set(&a->failure, RG_ERROR_SERVER, "%s", answer->failure);
    else if (ok && !(present >= 0 && present < 253402300800.0))
        (void)rg_error_set(&a->failure, RG_ERROR_SERVER, "the server returned no usable value for 'time()'");
    else if (ok)
        a->unix_s = input->time_s != NULL ? *input->time_s : (long long)floor(present);
    rg_answer_release(&question.answer);
    return ok;
}

/* What ran before the workload must not be in the readings. */
static void check_window(const struct rg_attempt_input *input, struct rg_attempt *a)
{
    enum { MS = 1000 };

    if (input->began_s == NULL || a->unix_s * MS - input->window_ms >= *input->began_s * MS)
        return;
    (void)rg_error_set(&a->failure, RG_ERROR_CONFLICT,
                       "the workload began %lld s before this capture, and the window of %s reaches back "
                       "further; run it longer or give a shorter window",
                       a->unix_s - *input->began_s, input->window);
}

/* Ask the questions of the chosen series and of their keys, and take the answers in place of earlier ones. */
static bool ask_chosen(struct rg_attempt *a, const bool *chosen, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    struct rg_question *asked = calloc(question_count(plan) + 1, sizeof *asked);
    size_t *at = calloc(question_count(plan) + 1, sizeof *at);
    size_t count = 0;
    bool ok = asked != NULL && at != NULL;

    if (!ok)
        (void)rg_error_memory(err);
    for (size_t i = 0; ok && i < question_count(plan); i++) {
        size_t series = i < plan->key_count ? plan->keys[i].series : i - plan->key_count;
        if (!chosen[series] || a->questions[i].query == NULL)
            continue;
        at[count] = i;
        asked[count++].query = a->questions[i].query;
    }
    ok = ok && a->input->ask(a->input->context, asked, count, a->unix_s, err);
    for (size_t i = 0; i < count; i++) {
        /* Swapped, so that what is left over is released once, here or with the attempt. */
        struct rg_question earlier = a->questions[at[i]];
        if (ok) {
            a->questions[at[i]] = asked[i];
            asked[i] = earlier;
        }
        rg_answer_release(&asked[i].answer);
    }
    free(asked);
    free(at);
    return ok;
}

/* Make the evidence of the chosen series, and a reading of each of their keys. */
static bool judge_chosen(struct rg_attempt *a, const bool *chosen, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;

    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_question *question = &a->questions[plan->key_count + s];
        if (!chosen[s])
            continue;
        rg_evidence_release(&a->evidence[s]);
        if (question->query != NULL && !rg_evidence_make(&question->answer, &a->evidence[s], err))
            return false;
    }
    for (size_t i = 0; i < plan->key_count; i++) {
        size_t s = plan->keys[i].series;
        if (chosen[s])
            a->readings[i] =
                rg_reading_judge(plan->keys[i].key->quantile, &a->questions[i].answer, &a->evidence[s],
                                 plan->series[s].declared, a->input->allow_partial);
    }
    return true;
}

/* A scrape may have landed between a value and its buckets: such a series is asked once more. */
static bool ask(struct rg_attempt *a, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    bool *chosen = malloc((plan->series_count + 1) * sizeof *chosen);
    bool differs = false;

    if (chosen == NULL)
        return rg_error_memory(err);
    for (size_t s = 0; s < plan->series_count; s++)
        chosen[s] = true;
    bool ok = ask_chosen(a, chosen, err) && judge_chosen(a, chosen, err);
    for (size_t s = 0; s < plan->series_count; s++)
        chosen[s] = false;
    for (size_t i = 0; i < plan->key_count; i++) {
        if (a->readings[i].differs)
            differs = chosen[plan->keys[i].series] = true;
    }
    if (ok && differs)
        ok = ask_chosen(a, chosen, err) && judge_chosen(a, chosen, err);
    free(chosen);
    return ok;
}

static void fail_readings(struct rg_attempt *a)
{
    for (size_t i = 0; i < a->input->plan->key_count; i++)
        a->readings[i] = (struct rg_reading){.status = RG_STATUS_ERROR};
}

/* Without a server to ask, the instant is one of this machine. */
static void take_own_time(const struct rg_attempt_input *input, struct rg_attempt *a)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_REALTIME, &now);
    a->unix_s = input->time_s != NULL ? *input->time_s : (long long)now.tv_sec;
}

bool rg_attempt_fail(const struct rg_attempt_input *input, const struct rg_error *why, struct rg_attempt *ret,
                     struct rg_error *err)
{
    if (!allocate(input, ret, err))
        return false;
    take_own_time(input, ret);
    ret->failure = *why;
    fail_readings(ret);
    return true;
}

bool rg_attempt_make(const struct rg_attempt_input *input, struct rg_attempt *a, struct rg_error *err)
{
    long long started_ms = rg_clock_ms();

    if (!allocate(input, a, err) || !rg_attempt_find_instant(input, a, err))
        return false;
    if (a->failure.code != RG_ERROR_NONE)
        take_own_time(input, a);
    else
        check_window(input, a);
    if (a->failure.code != RG_ERROR_NONE) {
        fail_readings(a);
        return true;
    }
    bool ok = ask(a, err);
    a->elapsed_ms = rg_clock_ms() - started_ms;
    return ok;
}

void rg_attempt_release(struct rg_attempt *a)
{
    if (a->input == NULL)
        return;
    const struct rg_plan *plan = a->input->plan;
    for (size_t i = 0; a->questions != NULL && i < question_count(plan); i++)
        rg_answer_release(&a->questions[i].answer);
    for (size_t s = 0; a->evidence != NULL && s < plan->series_count; s++)
        rg_evidence_release(&a->evidence[s]);
    free(a->readings);
    free(a->evidence);
    free(a->questions);
    *a = (struct rg_attempt){0};
}

size_t rg_attempt_captured(const struct rg_attempt *a)
{
    size_t captured = 0;

    for (size_t i = 0; i < a->input->plan->key_count; i++)
        captured += a->readings[i].has_value;
    return captured;
}

bool rg_attempt_fill(const struct rg_attempt *a, struct rg_timings *t, struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    double window_s = (double)a->input->window_ms / 1000;

    t->metrics = rg_arena_array(&t->arena, plan->key_count, sizeof *t->metrics);
    t->samples.items = rg_arena_array(&t->arena, plan->series_count, sizeof *t->samples.items);
    if (t->metrics == NULL || t->samples.items == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++) {
        const struct rg_surface_key *key = plan->keys[i].key;
        t->metrics[t->metric_count++] = (struct rg_metric){
            .key = key->key,
            .unit = key->series->group->unit,
            .value = a->readings[i].value,
            .has_value = a->readings[i].has_value,
            .status = a->readings[i].status,
        };
    }
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_evidence *e = &a->evidence[s];
        enum rg_rates_kind kind = plan->series[s].kind;
        if (e->kind != RG_EVIDENCE_BUCKETS || !e->has_inf || e->has_bad || kind == RG_RATES_OTHER)
            continue;
        t->samples.items[t->samples.count++] = (struct rg_sample){
            .base = plan->series[s].base,
            .count = kind == RG_RATES_INCREASE ? e->total : e->total * window_s,
        };
    }
    return rg_attempt_ladders(a, false, &t->ladders, err);
}

bool rg_attempt_ladders(const struct rg_attempt *a, bool by_ladder_name, struct rg_ladders *ret,
                        struct rg_error *err)
{
    const struct rg_plan *plan = a->input->plan;
    struct rg_arena arena = {0};
    struct rg_seen_ladder *seen = rg_arena_array(&arena, plan->series_count, sizeof *seen);
    size_t count = 0;

    if (seen == NULL)
        return rg_error_memory(err);
    for (size_t s = 0; s < plan->series_count; s++) {
        const struct rg_evidence *e = &a->evidence[s];
        const struct rg_group *group = plan->series[s].series->group;
        /* A sum over different ladders shows a ladder that nobody has. */
        if (e->kind != RG_EVIDENCE_BUCKETS || e->edge_count < 2 || e->mixed != NULL || e->changed != NULL)
            continue;
        seen[count++] = (struct rg_seen_ladder){
            .name = by_ladder_name ? group->ladder : group->prefix,
            .base = plan->series[s].base,
            .ladder = {.unit = group->unit, .edges = e->edges, .edge_count = e->edge_count},
        };
    }
    bool ok = rg_ladders_vote(seen, count, ret, err);
    rg_arena_release(&arena);
    return ok;
}
