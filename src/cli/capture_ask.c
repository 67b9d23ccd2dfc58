/*
 * One attempt: the server's present, then all queries at that instant, then once more what did not agree.
 */
#include "cli/capture.h"

#include "rungate/base/timestamp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One question a key, then one a series that has evidence; and which keys a series has. */
static bool allocate(const struct capture *capture, struct attempt *a, struct rg_error *err)
{
    const struct rg_plan *plan = capture->plan;

    a->readings = calloc(plan->key_count + 1, sizeof *a->readings);
    a->evidence = calloc(plan->series_count + 1, sizeof *a->evidence);
    a->questions = calloc(plan->key_count + plan->series_count + 1, sizeof *a->questions);
    a->key_of = calloc(plan->series_count + 2, sizeof *a->key_of);
    a->key_list = calloc(plan->key_count + 1, sizeof *a->key_list);
    a->evidence_of = calloc(plan->series_count + 1, sizeof *a->evidence_of);
    if (a->readings == NULL || a->evidence == NULL || a->questions == NULL || a->key_of == NULL ||
        a->key_list == NULL || a->evidence_of == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++) {
        a->questions[i].query = plan->keys[i].query;
        a->key_of[plan->keys[i].series + 2]++;
    }
    for (size_t s = 1; s <= plan->series_count; s++)
        a->key_of[s + 1] += a->key_of[s];
    for (size_t i = 0; i < plan->key_count; i++)
        a->key_list[a->key_of[plan->keys[i].series + 1]++] = i;
    a->question_count = plan->key_count;
    for (size_t s = 0; s < plan->series_count; s++) {
        a->evidence_of[s] = NO_QUESTION;
        if (plan->series[s].evidence == NULL)
            continue;
        a->evidence_of[s] = a->question_count;
        a->questions[a->question_count++].query = plan->series[s].evidence;
    }
    return true;
}

/* The server's own present; also the one question that tells whether there is a server at all. */
bool attempt_preflight(const struct capture *capture, struct rg_prometheus *client, struct attempt *a,
                       char **ret_why, struct rg_error *err)
{
    struct rg_question question = {.query = "time()"};
    const struct rg_instant *given = &capture->arguments->time;

    if (!rg_prometheus_ask(client, &question, 1, RG_PROMETHEUS_NOW, NULL, NULL, err))
        return false;
    const struct rg_answer *answer = &question.answer;
    double present = (double)NAN;
    bool ok = true;

    if (answer->count == 1)
        present = answer->elements[0].value;
    a->refused = question.refused;
    if (answer->failure != NULL)
        *ret_why = strdup(answer->failure);
    else if (!(present >= 0 && present < 253402300800.0))
        *ret_why = strdup("the server does not tell its time: 'time()' has no usable answer");
    else
        a->unix_s = given->given ? given->unix_s : (long long)floor(present);
    if ((answer->failure != NULL || isnan(present)) && *ret_why == NULL)
        ok = rg_error_memory(err);
    rg_answer_release(&question.answer);
    return ok;
}

/* Take the answers of one series: its evidence, then a reading for each of its keys. */
static bool judge_series(const struct capture *capture, struct attempt *a, size_t series,
                         struct rg_error *err)
{
    const struct rg_plan *plan = capture->plan;
    struct rg_evidence *evidence = &a->evidence[series];

    rg_evidence_release(evidence);
    if (a->evidence_of[series] != NO_QUESTION &&
        !rg_evidence_make(&a->questions[a->evidence_of[series]].answer, evidence, err))
        return false;
    for (size_t i = a->key_of[series]; i < a->key_of[series + 1]; i++) {
        size_t key = a->key_list[i];
        a->readings[key] =
            rg_reading_judge(plan->keys[key].key->quantile, &a->questions[key].answer, evidence,
                             plan->series[series].declared, capture->arguments->allow_partial);
    }
    return true;
}

static bool series_differs(const struct attempt *a, size_t series)
{
    for (size_t i = a->key_of[series]; i < a->key_of[series + 1]; i++) {
        if (a->readings[a->key_list[i]].differs)
            return true;
    }
    return false;
}

/* Move a question to the list of those asked again, or its new answer back. */
static void move_answer(struct rg_question *to, struct rg_question *from)
{
    rg_answer_release(&to->answer);
    *to = *from;
    from->answer = (struct rg_answer){0};
}

/* A scrape may have landed between value and buckets: ask both once more. */
static bool ask_again(const struct capture *capture, struct rg_prometheus *client, struct attempt *a,
                      struct rg_error *err)
{
    const struct rg_plan *plan = capture->plan;
    struct rg_question *again = calloc(a->question_count + 1, sizeof *again);
    size_t *from = calloc(a->question_count + 1, sizeof *from);
    size_t count = 0;
    bool ok = again != NULL && from != NULL;

    if (!ok)
        (void)rg_error_memory(err);
    for (size_t s = 0; ok && s < plan->series_count; s++) {
        if (!series_differs(a, s))
            continue;
        for (size_t i = a->key_of[s]; i < a->key_of[s + 1]; i++)
            from[count++] = a->key_list[i];
        if (a->evidence_of[s] != NO_QUESTION)
            from[count++] = a->evidence_of[s];
    }
    for (size_t i = 0; ok && i < count; i++)
        again[i].query = a->questions[from[i]].query;
    ok = ok && (count == 0 || rg_prometheus_ask(client, again, count, a->unix_s, NULL, NULL, err));
    for (size_t i = 0; ok && i < count; i++)
        move_answer(&a->questions[from[i]], &again[i]);
    for (size_t s = 0; ok && count > 0 && s < plan->series_count; s++) {
        if (series_differs(a, s))
            ok = judge_series(capture, a, s, err);
    }
    for (size_t i = 0; again != NULL && i < count; i++)
        rg_answer_release(&again[i].answer);
    free(again);
    free(from);
    return ok;
}

bool attempt_fail(const struct capture *capture, const char *why, struct attempt *ret, struct rg_error *err)
{
    struct timespec now = {0};
    const struct rg_instant *given = &capture->arguments->time;

    if (ret->readings == NULL && !allocate(capture, ret, err))
        return false;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    ret->unix_s = given->given ? given->unix_s : (long long)now.tv_sec;
    ret->why = strdup(why);
    if (ret->why == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < capture->plan->key_count; i++)
        ret->readings[i] = (struct rg_reading){.status = RG_STATUS_ERROR};
    return true;
}

bool attempt_make(const struct capture *capture, struct rg_prometheus *client, struct attempt *a,
                  struct rg_error *err)
{
    long long started = rg_clock_ms();
    char *why = NULL;

    if (!allocate(capture, a, err) || !attempt_preflight(capture, client, a, &why, err))
        return false;
    if (why == NULL) {
        if (!capture_check_window(capture, a->unix_s, &why, err))
            return false;
        a->ours = why != NULL;
    }
    if (why != NULL) {
        long long present = a->unix_s;
        bool ok = attempt_fail(capture, why, a, err);
        a->unix_s = a->ours ? present : a->unix_s;
        free(why);
        return ok;
    }
    bool ok = rg_prometheus_ask(client, a->questions, a->question_count, a->unix_s, capture_progress,
                                &capture, err);
    capture_progress_end(capture);
    for (size_t s = 0; ok && s < capture->plan->series_count; s++)
        ok = judge_series(capture, a, s, err);
    ok = ok && ask_again(capture, client, a, err);
    a->elapsed_ms = rg_clock_ms() - started;
    return ok;
}

void attempt_release(const struct capture *capture, struct attempt *a)
{
    for (size_t i = 0; a->questions != NULL && i < a->question_count; i++)
        rg_answer_release(&a->questions[i].answer);
    for (size_t s = 0; a->evidence != NULL && s < capture->plan->series_count; s++)
        rg_evidence_release(&a->evidence[s]);
    free(a->why);
    free(a->readings);
    free(a->evidence);
    free(a->questions);
    free(a->key_of);
    free(a->key_list);
    free(a->evidence_of);
    *a = (struct attempt){0};
}
