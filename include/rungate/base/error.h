/*
 * error.h: the one way a failure travels.
 *
 * A function that can fail takes `struct rg_error *err` last and returns false (or NULL). It leaves *err and
 * every `ret_` output untouched on success. The leaf says what failed; a caller adds the file, query or key
 * in front, once. The core never prints: the command that gives up prints the message, once, as it stands.
 *
 * Messages are lower case, without a full stop, with the subject in single quotes. They can hold bytes read
 * from outside, so they are escaped where they are printed (see escape.h).
 */
#ifndef RUNGATE_ERROR_H
#define RUNGATE_ERROR_H

#include <stdbool.h>

/* Exit statuses of the three commands: code, name, meaning. --help and the documentation use this table. */
#define RG_EXIT_MAP(X)                                                                                       \
    X(0, PASS, "pass: judged and good")                                                                      \
    X(1, FAIL, "the gate says no")                                                                           \
    X(2, CANNOT_JUDGE, "cannot judge: bad usage, bad or missing input, a server, disk or memory failure")

enum rg_exit {
#define X(code, name, text) RG_EXIT_##name = (code),
    RG_EXIT_MAP(X)
#undef X
};

/* Kinds of error. With any of them a command cannot judge. */
enum rg_error_code {
    RG_ERROR_NONE,
    RG_ERROR_USAGE,    /* the command line */
    RG_ERROR_INPUT,    /* a file that is missing or cannot be read */
    RG_ERROR_FORMAT,   /* a file that is not what it must be */
    RG_ERROR_CONFLICT, /* inputs that are each well-formed and contradict each other */
    RG_ERROR_SERVER,   /* the server cannot be asked, or answers nonsense */
    RG_ERROR_OUTPUT,   /* a file or stream that cannot be written */
    RG_ERROR_LIMIT,    /* larger or deeper than a documented limit */
    RG_ERROR_MEMORY,
};

/* Size of a message; a longer one is cut at a character boundary and ends in "...". */
#define RG_ERROR_SIZE 1024

/* Initialise with `struct rg_error err = {0}`. Holds no memory. */
struct rg_error {
    enum rg_error_code code;
    char message[RG_ERROR_SIZE];
};

/* Set code and message. Returns false, so that a leaf can `return rg_error_set(…)`. */
bool rg_error_set(struct rg_error *err, enum rg_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Put "PREFIX: " before the message. Returns false. */
bool rg_error_prefix(struct rg_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Out of memory. Returns false. */
bool rg_error_memory(struct rg_error *err);

#endif
