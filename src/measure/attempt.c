#include "rungate/measure/attempt.h"

#include "measure/batch.h"
#include "rungate/base/timestamp.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static size_t question_count(const struct rg_plan *plan)
{
    return plan->key_count + plan->series_count;
}

bool rg_attempt_init(const struct rg_attempt_input *input, struct rg_attempt *a, struct rg_error *err)
{
    const struct rg_plan *plan = input->plan;

    a->input = input;
    a->readings = calloc(plan->key_count + 1, sizeof *a->readings);
    a->series = calloc(plan->series_count + 1, sizeof *a->series);
    a->questions = calloc(question_count(plan) + 1, sizeof *a->questions);
    if (a->readings == NULL || a->series == NULL || a->questions == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < plan->key_count; i++)
        a->questions[i].query = plan->keys[i].query;
    for (size_t s = 0; s < plan->series_count; s++)
        a->series[s] = (struct rg_series_reading){.samples = -1, .covered_s = -1};
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

/* All series, a batch at a time. */
static bool ask(struct rg_attempt *a, struct rg_error *err)
{
    const struct rg_attempt_input *input = a->input;
    struct rg_batches batches = {.plan = input->plan,
                                 .window = input->window,
                                 .window_ms = input->window_ms,
                                 .unix_s = a->unix_s,
                                 .allow_partial = input->allow_partial,
                                 .ask = input->ask,
                                 .context = input->context,
                                 .readings = a->readings,
                                 .series = a->series,
                                 .questions = a->questions,
                                 .arena = &a->arena};
    bool ok = rg_batches_begin(&batches, err);

    while (ok && rg_batches_left(&batches))
        ok = rg_batches_ask(&batches, err);
    a->asked = batches.round.asked;
    a->answer_bytes_max = batches.bytes_max;
    rg_batches_release(&batches);
    return ok;
}

static void fail_readings(struct rg_attempt *a)
{
    for (size_t i = 0; i < a->input->plan->key_count; i++)
        a->readings[i] = (struct rg_reading){.status = RG_STATUS_ERROR, .server = (double)NAN};
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
    if (!rg_attempt_init(input, ret, err))
        return false;
    take_own_time(input, ret);
    ret->failure = *why;
    fail_readings(ret);
    return true;
}

bool rg_attempt_make(const struct rg_attempt_input *input, struct rg_attempt *a, struct rg_error *err)
{
    long long started_ms = rg_clock_ms();

    if (!rg_attempt_init(input, a, err) || !rg_attempt_find_instant(input, a, err))
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
    rg_arena_release(&a->arena);
    free(a->readings);
    free(a->series);
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
