/*
 * options.h: one option table per command, from which it parses, checks and prints its help.
 *
 * A table entry says where its value goes by an offset into the command's own struct of arguments; its
 * default is text that is parsed like a value from the command line. "--name value" and "--name=value"; an
 * option that is not a list may be given once. There are no positional arguments and no abbreviations.
 */
#ifndef RUNGATE_OPTIONS_H
#define RUNGATE_OPTIONS_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum rg_option_kind {
    RG_OPTION_FLAG,      /* bool */
    RG_OPTION_STRING,    /* const char *, NULL without a default */
    RG_OPTION_PATH,      /* struct rg_path */
    RG_OPTION_LIST,      /* struct rg_list; may be given several times */
    RG_OPTION_FILES,     /* struct rg_list: all arguments up to the next option, at least one */
    RG_OPTION_DURATION,  /* struct rg_span */
    RG_OPTION_RATIO,     /* double, above 0 and at most 1 */
    RG_OPTION_FACTOR,    /* double, above 1 and at most 1e6; 0 when not given */
    RG_OPTION_COUNT,     /* long long, 0 to 1000 */
    RG_OPTION_TIMESTAMP, /* struct rg_instant: RFC 3339, or seconds since 1970 */
    RG_OPTION_DATE,      /* struct rg_instant: a day, UTC */
    RG_OPTION_CHOICE,    /* int, the index in `choices`; -1 without a default */
};

/* A file that has a default place: one that is not there is an error only when the user named it. */
struct rg_path {
    const char *path;
    bool named;
};

struct rg_list {
    const char **items; /* point into argv */
    size_t count;
};

/* A duration, with the text it was given as. */
struct rg_span {
    const char *text; /* NULL when not given */
    long long ms;
};

struct rg_instant {
    bool given;
    long long unix_s;
};

struct rg_option {
    const char *name; /* without dashes */
    enum rg_option_kind kind;
    size_t offset;              /* of the target in the arguments */
    const char *value_name;     /* "FILE"; NULL for a flag */
    const char *fallback;       /* the default, as text; NULL for none */
    const char *help;           /* one sentence, lower case, no full stop; lines are wrapped */
    const char *const *choices; /* NULL-terminated, for RG_OPTION_CHOICE */
    char letter;                /* "-q", or 0 */
    bool required;
};

struct rg_command {
    const char *name;
    const char *summary; /* what it does, for the head of --help */
    const struct rg_option *options;
    size_t option_count;
    const char *notes; /* for the end of --help, or NULL */
};

enum rg_options_result {
    RG_OPTIONS_RUN,     /* the arguments are set */
    RG_OPTIONS_HELP,    /* --help was given */
    RG_OPTIONS_VERSION, /* --version was given */
    RG_OPTIONS_ERROR,   /* *err is set */
};

/*
 * Set the arguments, a zeroed struct, from the defaults and from argv[1…]. Free them with
 * rg_options_release(), also after an error. Errors: USAGE, which names the fault and points to --help;
 * MEMORY.
 */
enum rg_options_result rg_options_parse(const struct rg_command *command, int argc, char **argv,
                                        void *arguments, struct rg_error *err);
void rg_options_release(const struct rg_command *command, void *arguments);

void rg_options_help(const struct rg_command *command, struct rg_buffer *out);

/* What is wrong with the table itself, or NULL: for the tests. */
const char *rg_options_fault(const struct rg_command *command);

#endif
