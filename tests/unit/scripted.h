/*
 * scripted.h: a server that answers as a script says, for attempts.
 */
#ifndef RUNGATE_SCRIPTED_H
#define RUNGATE_SCRIPTED_H

#include "check.h"

#include "rungate/measure/questions.h"

/* What is answered to a question that begins so: the elements of its result. The first that fits. */
struct line {
    const char *query;
    const char *result;
};

static const long long NOW_S = 1000000;

enum { SCRIPT_LOG_MAX = 64 };

struct script {
    const struct line *lines; /* ends with an empty one */
    size_t asked;
    char log[SCRIPT_LOG_MAX][400];
    long long instants[SCRIPT_LOG_MAX];
};

static inline bool answer_by_script(const struct line *line, struct rg_question *q, struct rg_error *err)
{
    bool is_time = strcmp(q->query, "time()") == 0;
    struct rg_buffer out;

    while (line->query != NULL && strncmp(q->query, line->query, strlen(line->query)) != 0)
        line++;
    const char *result = line->query == NULL ? "" : line->result;
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    rg_buffer_printf(&out, "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[%s]}}",
                     q->wanted == RG_WANT_SAMPLES ? "matrix" : "vector",
                     is_time ? "{\"metric\":{},\"value\":[1,\"1000000\"]}" : result);
    bool ok = rg_buffer_check(&out, err) &&
              (q->wanted == RG_WANT_NUMBERS
                   ? rg_answer_parse(out.data, out.length, &q->answer, err)
                   : rg_answer_parse_series(out.data, out.length, q->wanted, &q->answer, err));
    q->answer.has_time = false; /* what is scripted has no instant */
    rg_buffer_release(&out);
    return ok;
}

/* An rg_ask; `context` is a struct script. */
static inline bool ask_script(void *context, struct rg_question *questions, size_t count, long long unix_s,
                              struct rg_error *err)
{
    struct script *script = context;

    for (size_t i = 0; i < count; i++) {
        if (unix_s != RG_ASK_NOW) {
            assert_true(script->asked < SCRIPT_LOG_MAX);
            (void)snprintf(script->log[script->asked], sizeof script->log[0], "%s", questions[i].query);
            script->instants[script->asked++] = unix_s;
        }
        if (!answer_by_script(script->lines, &questions[i], err))
            return false;
    }
    return true;
}

#endif
