#include "measure/round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Servers keep milliseconds. */
static const double TIME_TOLERANCE_S = 0.0015;

bool rg_round_add(struct rg_round *r, struct rg_question *question, struct rg_error *err)
{
    if (r->count == r->capacity) {
        size_t capacity = r->capacity == 0 ? 64 : r->capacity * 2;
        struct rg_question **larger = realloc(r->homes, capacity * sizeof(void *));
        if (larger == NULL)
            return rg_error_memory(err);
        r->homes = larger;
        r->capacity = capacity;
    }
    r->homes[r->count++] = question;
    return true;
}

/* The samples of a range vector have times of their own. */
static bool check_time(struct rg_question *q, long long unix_s, struct rg_error *err)
{
    double off = q->answer.time_s - (double)unix_s;
    char why[128];

    if (!q->answer.has_time || (off > -TIME_TOLERANCE_S && off < TIME_TOLERANCE_S && !q->answer.mixed_times))
        return true;
    (void)snprintf(why, sizeof why,
                   "the server answers for another instant, %.3f, than it was asked for, %lld",
                   q->answer.time_s, unix_s);
    rg_answer_release(&q->answer);
    q->answer.failure = strdup(why);
    return q->answer.failure != NULL || rg_error_memory(err);
}

bool rg_round_ask(struct rg_round *r, rg_ask *ask, void *context, long long unix_s, struct rg_error *err)
{
    struct rg_question *asked = calloc(r->count + 1, sizeof *asked);

    if (asked == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < r->count; i++) {
        asked[i].query = r->homes[i]->query;
        asked[i].wanted = r->homes[i]->wanted;
    }
    bool ok = r->count == 0 || ask(context, asked, r->count, unix_s, err);
    for (size_t i = 0; i < r->count; i++) {
        ok = ok && check_time(&asked[i], unix_s, err);
        /* Swapped, so that what is left over is released once, here or by its owner. */
        struct rg_question earlier = *r->homes[i];
        if (ok) {
            *r->homes[i] = asked[i];
            asked[i] = earlier;
        }
        rg_answer_release(&asked[i].answer);
    }
    free(asked);
    r->asked += r->count;
    r->count = 0;
    return ok;
}

void rg_round_release(struct rg_round *r)
{
    free(r->homes);
    *r = (struct rg_round){0};
}
