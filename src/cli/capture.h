/*
 * capture.h: what the parts of the command share. Not public.
 */
#ifndef RUNGATE_CLI_CAPTURE_H
#define RUNGATE_CLI_CAPTURE_H

#include "cli/tool.h"
#include "rungate/measure/plan.h"
#include "rungate/measure/questions.h"
#include "rungate/measure/reading.h"
#include "rungate/model/timings_write.h"

struct capture_arguments {
    const char *prometheus;
    const char *metrics;
    const char *output;
    struct rg_span window;
    const char *profile;
    double min_ratio;
    struct rg_instant time;
    struct rg_span timeout;
    long long retries;
    long long parallel;
    struct rg_span wait;
    struct rg_list labels;
    const char *git_sha;
    bool dry_run;
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
    bool quiet;
    bool verbose;
};

/* What the table cannot check. Errors: USAGE. */
bool capture_check_arguments(const struct capture_arguments *arguments, struct rg_error *err);

/* What is the same for every attempt. */
struct capture {
    const struct rg_tool *tool;
    const struct capture_arguments *arguments;
    const struct rg_plan *plan;
    size_t excluded;             /* keys that the surface excludes */
    struct rg_condition *labels; /* sorted by name */
    size_t label_count;
    const char *git_sha;
    struct rg_host host;
    long long began_s; /* with --since */
};

/* --label NAME=VALUE, each name once. Errors: USAGE, MEMORY. */
bool capture_read_labels(const struct rg_list *list, struct rg_arena *arena, struct capture *capture,
                         struct rg_error *err);

/* One attempt: a capture at one instant. */
struct attempt {
    long long unix_s;
    long long elapsed_ms;
    struct rg_reading *readings;   /* by the plan's keys */
    struct rg_evidence *evidence;  /* by the plan's series */
    struct rg_question *questions; /* one a key, then one a series that has evidence */
    size_t question_count;
    size_t *key_of; /* from a series to its keys: key_list[key_of[s]…key_of[s + 1]] */
    size_t *key_list;
    size_t *evidence_of; /* from a series to its question, or NO_QUESTION */
    char *why;           /* the server could not be asked at all, and every reading says so; else NULL */
    bool refused;        /* `why` is not mended by asking later */
    bool written;        /* the file is there, with this attempt in it */
    bool ours;           /* `why` is not the server's fault but about the begin of the workload */
};

#define NO_QUESTION ((size_t)-1)

/*
 * Ask everything at one instant. What goes wrong with the server is in the readings. Errors: MEMORY, SERVER
 * (libcurl itself). Release in every case.
 */
bool attempt_make(const struct capture *capture, struct rg_prometheus *client, struct attempt *ret,
                  struct rg_error *err);

/* The server's own present into a->unix_s, or *ret_why it cannot be had; free that. Errors: MEMORY, SERVER.
 */
bool attempt_preflight(const struct capture *capture, struct rg_prometheus *client, struct attempt *a,
                       char **ret_why, struct rg_error *err);

/* capture_begin.c */

/* --begin: write the time and the host's load. `client` is NULL for that reason. Returns an exit status. */
int capture_begin(const struct capture *capture, struct rg_prometheus *client,
                  const struct rg_error *refusal);

/* --since: the begin into capture->host. Errors: those of rg_begin_load(). */
bool capture_read_begin(struct capture *capture, struct rg_arena *arena, struct rg_error *err);

/* Why a window that ends at that instant holds more than the workload into *ret_why, to be freed. Errors:
 * MEMORY. */
bool capture_check_window(const struct capture *capture, long long unix_s, char **ret_why,
                          struct rg_error *err);

/* An attempt that never came to asking, for that reason. Errors: MEMORY. */
bool attempt_fail(const struct capture *capture, const char *why, struct attempt *ret, struct rg_error *err);
void attempt_release(const struct capture *capture, struct attempt *attempt);

/* Enough keys have a value: the flag in the file. */
bool attempt_complete(const struct capture *capture, const struct attempt *attempt);

/* Write timings.json, which sets attempt->written, and --write-ladders. Errors: OUTPUT, MEMORY. */
bool attempt_write(const struct capture *capture, struct attempt *attempt, struct rg_error *err);

/* The summary line, a line for each key that is not good, and with -v each query; what the file says only
 * when it was written. */
void attempt_say(const struct capture *capture, const struct attempt *attempt);

/* The progress line of a terminal, an rg_prometheus_progress; `context` is the address of a pointer to the
 * capture. */
void capture_progress(void *context, size_t done, size_t total);
void capture_progress_end(const struct capture *capture);

/* The commit that is measured: the flag, the CI's variable, git, "unknown". Free it. NULL: no memory. */
char *find_git_sha(const char *flag);

/* Zeros where it cannot be known. */
struct rg_host find_host(void);

#endif
