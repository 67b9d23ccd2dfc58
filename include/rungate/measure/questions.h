/*
 * questions.h: instant queries, and the function that asks them.
 */
#ifndef RUNGATE_QUESTIONS_H
#define RUNGATE_QUESTIONS_H

#include "rungate/base/error.h"
#include "rungate/measure/answer.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The largest answer, decompressed; and the room for all that are awaited at one time, which they share. */
#define RG_ANSWER_MAX ((size_t)16 * 1024 * 1024)
#define RG_ANSWERS_MAX ((size_t)256 * 1024 * 1024)

/* One question and, afterwards, its answer. A page has no `query`. */
struct rg_question {
    const char *query;
    enum rg_wanted wanted;
    struct rg_answer answer; /* `failure` is set when there is none; to be released */
    bool refused;            /* asking again later cannot help */
    bool is_too_large;       /* the failure is that the answer is larger than RG_ANSWER_MAX */
    long long elapsed_us;    /* of the last attempt */
    size_t bytes;            /* of the answer, decompressed */
    int attempts;
    char *page;         /* of a client that asks for pages: the page, in place of an answer; free() it ... */
    char *content_type; /* ... and this; NULL when there is none */
    size_t page_length;
};

/* The instant that stands for the server's own present. */
#define RG_ASK_NOW LLONG_MIN

/*
 * Ask all questions, each evaluated at the same instant (Unix seconds). What goes wrong with one question is
 * the `failure` of its answer; false means that all of them failed. Errors: SERVER, MEMORY.
 */
typedef bool rg_ask(void *context, struct rg_question *questions, size_t count, long long unix_s,
                    struct rg_error *err);

#endif
