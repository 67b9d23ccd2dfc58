/*
 * answer.h: what a server answered to one instant query,
 * https://prometheus.io/docs/prometheus/latest/querying/api/
 *
 * The response is taken to the letter: a member of another type than documented is an error, never a value.
 */
#ifndef RUNGATE_ANSWER_H
#define RUNGATE_ANSWER_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/model/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The series of an answer with their labels and samples; see src/measure/matrix.h. */
struct rg_matrix;

enum rg_element_kind {
    RG_ELEMENT_VALUE,
    RG_ELEMENT_SERIES,  /* a witness; see query.h */
    RG_ELEMENT_SAMPLES, /* a witness */
    RG_ELEMENT_MARKED,  /* one of several questions in one, by number; see explain.h */
};

struct rg_element {
    double value; /* can be NaN or infinite */
    double le;    /* only with has_le; +Inf for the last bucket */
    enum rg_element_kind kind;
    int mark;       /* of a marked one */
    bool has_le;    /* there is a label `le`, and it is a number */
    bool is_native; /* a native histogram: no value */
};

/*
 * What a warning or an info of a server says about the data, not about whether the answer is whole. It leaves
 * no value, whichever of the two lists it came in.
 */
struct rg_note {
    const char *text; /* a part of the server's words */
    enum rg_status status;
    const char *meaning;
};

struct rg_answer {
    char *failure; /* why there is no answer; NULL when there is one */
    char *warning; /* the first that may mean a partial result, or that it is one; NULL when it is whole */
    const struct rg_note *note; /* that of the first status; NULL when the data are in order */
    struct rg_element *elements;
    size_t count;
    bool is_native;           /* some element is a native histogram */
    struct rg_matrix *series; /* in place of elements, when these were asked for; else NULL */
    bool has_time;            /* some element of a vector or scalar has one */
    double time_s;            /* the first of them */
    bool mixed_times;         /* another element has another */
    bool mixed_labels;        /* two elements of one kind differ in another label than `le` */
};

/*
 * Errors: FORMAT, not an answer of this API; SERVER, an error that the server reports; LIMIT; MEMORY. On
 * success the answer is to be released.
 */
bool rg_answer_parse(const char *text, size_t length, struct rg_answer *ret, struct rg_error *err);

/* What is wanted of an answer. */
enum rg_wanted {
    RG_WANT_NUMBERS, /* elements, of a vector or a scalar */
    RG_WANT_SERIES,  /* the series of a vector, with a sample each */
    RG_WANT_SAMPLES, /* the series of a range vector, with their raw samples */
};

/* The same where series are wanted; no elements. Many megabytes are read without a tree. */
bool rg_answer_parse_series(const char *text, size_t length, enum rg_wanted wanted, struct rg_answer *ret,
                            struct rg_error *err);

void rg_answer_release(struct rg_answer *answer);

/*
 * Append what an error response says, on one line: "bad_data: parse error" from the API's JSON, else the
 * start of the text, else nothing.
 */
void rg_answer_explain(const char *text, size_t length, struct rg_buffer *out);

#endif
