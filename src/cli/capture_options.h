/*
 * capture_options.h: the options of capture.
 */
#ifndef RUNGATE_CLI_CAPTURE_OPTIONS_H
#define RUNGATE_CLI_CAPTURE_OPTIONS_H

#include "cli/options.h"
#include "rungate/model/timings.h"

struct capture_arguments {
    const char *prometheus;
    const char *metrics;
    const char *output;
    struct rg_span window;
    const char *profile;
    const char *like;
    double min_ratio;
    struct rg_instant time;
    struct rg_span timeout;
    long long retries;
    long long parallel;
    struct rg_span wait;
    struct rg_list labels;
    const char *git_sha;
    bool dry_run;
    bool discover;
    struct rg_list headers;
    const char *header_file;
    const char *bearer_token_file;
    const char *basic_auth_file;
    const char *ca_file;
    const char *cert_file;
    const char *key_file;
    const char *aws_sigv4;
    bool allow_partial;
    struct rg_list ladders;
    const char *write_ladders;
    const char *begin;
    const char *since;
    struct rg_list scrape;
    struct rg_list target_labels;
    bool quick;
    bool quiet;
    bool verbose;
};

extern const struct rg_command rg_capture_command;

/* --output names a file; it is not the default. */
bool capture_output_is_given(const struct capture_arguments *arguments);

/* Checks beyond the table: options that make no sense together. Errors: USAGE. */
bool capture_check_arguments(const struct capture_arguments *arguments, struct rg_error *err);

/*
 * What holds where an option was not given: RUNGATE_PROMETHEUS, and the window and profile of --like; copied into
 * the arena. Errors: those of the file; FORMAT when its window is no duration; MEMORY.
 */
bool capture_complete_arguments(struct capture_arguments *arguments, struct rg_arena *arena,
                                struct rg_error *err);

/* --OPTION NAME=VALUE, each name once; sorted by name. Errors: USAGE, MEMORY. */
bool capture_read_pairs(const struct rg_list *list, const char *option, struct rg_arena *arena,
                        struct rg_condition **ret, struct rg_error *err);

#endif
