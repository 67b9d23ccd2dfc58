/*
 * options.h: one option table per command, from which it parses, checks and prints its help.
 *
 * A row says where its value goes by an offset into the command's own struct of arguments; its default is
 * text that is parsed like a value from the command line. "--name value" and "--name=value"; an option that
 * is not a list may be given once. The first word after an option that takes a value is its value, whatever
 * it looks like. There are no positional arguments and no abbreviations.
 */
#ifndef RUNGATE_CLI_OPTIONS_H
#define RUNGATE_CLI_OPTIONS_H

#include "rungate/base/error.h"
#include "rungate/model/paths.h"

#include <stdbool.h>
#include <stddef.h>

enum rg_option_kind {
    RG_OPTION_FLAG,   /* bool */
    RG_OPTION_STRING, /* const char *, NULL without a default */
    RG_OPTION_PATH,   /* struct rg_path */
    RG_OPTION_LIST,   /* struct rg_list; may be given several times */
    RG_OPTION_FILES,  /* the same; each time with all words up to one that begins with '-', "-" alone aside */
    RG_OPTION_DURATION,  /* struct rg_span */
    RG_OPTION_RATIO,     /* double, above 0 and at most 1 */
    RG_OPTION_FACTOR,    /* double, above 1 and at most 1e6; 0 when not given */
    RG_OPTION_PERCENT,   /* struct rg_percent, 0 to 1e6 */
    RG_OPTION_COUNT,     /* long long, 0 to 1000 */
    RG_OPTION_TIMESTAMP, /* struct rg_instant: RFC 3339, or seconds since 1970 */
    RG_OPTION_DATE,      /* struct rg_instant: a day, UTC */
    RG_OPTION_CHOICE,    /* int, the index in `choices`; -1 without a default */
};

/* What happens to the file that the value names; see outputs.h. */
enum rg_file_use {
    RG_FILE_NONE,     /* the value is no path */
    RG_FILE_INPUT,    /* read */
    RG_FILE_LADDERS,  /* read; [NAME=]FILE[#PART], see ladder_sources.h, which says when the default counts */
    RG_FILE_OUTPUT,   /* replaced */
    RG_FILE_APPENDED, /* appended to */
};

/* A file that has a default place: one that is not there is an error only when the user named it. */
struct rg_path {
    const char *path;
    bool named;
};

/* Empty when the option is not given, also with a default: that is the command's to use. */
struct rg_list {
    const char **items; /* point into argv */
    size_t count;
};

/* A duration, with the text it was given as. */
struct rg_span {
    const char *text; /* NULL when not given */
    long long ms;
};

struct rg_percent {
    bool given;
    double value;
};

struct rg_instant {
    bool given;
    long long unix_s;
};

/* A row. What it does not name is NULL, none or false. */
struct rg_option {
    const char *name; /* without dashes */
    enum rg_option_kind kind;
    size_t offset;              /* of the target in the arguments */
    const char *value_name;     /* "FILE"; NULL for a flag and a choice */
    const char *fallback;       /* the default, as text; NULL for none */
    const char *help;           /* one sentence, lower case, no full stop; lines are wrapped */
    const char *const *choices; /* NULL-terminated, for RG_OPTION_CHOICE */
    enum rg_file_use file;
    const char *may_replace;         /* an output: the input, by its name, that it may be written over */
    const char *may_replace_default; /* the same, as long as that input is only the default */
    char letter;                     /* "-q", or 0 */
    bool required;
};

/* The start of a row: kind and target, a member of `struct TYPE`. */
#define RG_OPTION(TYPE, KIND, member) .kind = RG_OPTION_##KIND, .offset = offsetof(struct TYPE, member)

/* The row of --ladders, which all commands have. */
#define RG_OPTION_LADDERS(TYPE)                                                                              \
    .name = "ladders", RG_OPTION(TYPE, LIST, ladders), .file = RG_FILE_LADDERS,                              \
    .value_name = "[NAME=]FILE[#PART]", .fallback = RG_PATH_LADDERS, .help = RG_LADDERS_HELP
#define RG_LADDERS_HELP                                                                                      \
    "the declared bucket edges: a ladders.json, or an OpenTelemetry Collector configuration, of which PART " \
    "chooses the component; NAME: of this ladder alone"

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
 * Set the arguments, a zeroed struct, from the defaults and from argv[1…], in order: the first fault, --help
 * or --version ends it. Free them with rg_options_release(), also after an error. Errors: USAGE, which names
 * the fault and points to --help; MEMORY.
 */
enum rg_options_result rg_options_parse(const struct rg_command *command, int argc, char **argv,
                                        void *arguments, struct rg_error *err);
void rg_options_release(const struct rg_command *command, void *arguments);

/*
 * The values of an option, as text: its list, or its one value when there is one. Not of numbers and times.
 */
struct rg_list rg_options_values(const struct rg_option *option, void *arguments);

#endif
