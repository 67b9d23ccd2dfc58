/*
 * compare.h: what the parts of the compare command share: the arguments, and everything that was read.
 */
#ifndef RUNGATE_COMPARE_H
#define RUNGATE_COMPARE_H

#include "cli/tool.h"
#include "rungate/judge/compare.h"
#include "rungate/report/style.h"
#include "rungate/report/table.h"

enum compare_when { COMPARE_AUTO, COMPARE_ALWAYS, COMPARE_NEVER };
enum compare_annotate { COMPARE_ANNOTATE_AUTO, COMPARE_ANNOTATE_GITHUB, COMPARE_ANNOTATE_NONE };

struct compare_arguments {
    struct rg_list timings;
    struct rg_path baseline;
    struct rg_path thresholds;
    struct rg_path metrics;
    struct rg_list ladders;
    const char *report;
    const char *summary;
    const char *junit;
    const char *explain;
    int format;   /* enum rg_form */
    int annotate; /* enum compare_annotate */
    int color;    /* enum compare_when */
    int tier;     /* enum rg_tier */
    struct rg_list ab;
    double margin; /* 0 when not given */
    bool no_load_check;
    double min_compared;
    struct rg_instant today;
    bool paste;
    bool print_void;
    bool replay;
};

struct compare_work {
    const struct rg_tool *tool;
    struct compare_arguments arguments;
    const char *const *names; /* of the captures: their paths */
    struct rg_timings
        *runs;        /* the captures: one to judge, or to make a block of, and reruns or further runs */
    size_t run_count; /* as many as were read */
    struct rg_json_doc *document; /* of a single capture that a block is made of, else NULL */
    struct rg_timings baseline;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    bool has_surface;
    bool has_ladders;
    struct rg_verdict verdict;
};

/* compare_read.c */

/* Errors: USAGE, for arguments that make no sense together. */
bool rg_compare_check_arguments(const struct compare_arguments *arguments, struct rg_error *err);

/* Read everything that the arguments ask for. */
bool rg_compare_read(struct compare_work *work, struct rg_error *err);

/* compare_output.c */

/* The annotations are wanted: asked for, or auto and in GitHub's CI. */
bool rg_compare_annotates(const struct compare_work *work);

/*
 * Append to the --summary file, when there is one, what `render` makes of `subject` for the room that it has
 * left.
 */
bool rg_compare_append_summary(const struct compare_work *work, const void *subject,
                               bool (*render)(const void *subject, size_t limit, struct rg_buffer *out,
                                              struct rg_error *err),
                               struct rg_error *err);

/* Write --report, --junit and --summary. */
bool rg_compare_files(const struct compare_work *work, struct rg_error *err);

/* What the terminal can show, and is asked to. */
struct rg_style rg_compare_style(const struct compare_work *work);

/* Print the annotations, where they are wanted. */
bool rg_compare_annotate(const struct compare_work *work, struct rg_error *err);

/* Print and write the verdict in each form that was asked for: files first, so that the verdict stands last.
 */
bool rg_compare_output(const struct compare_work *work, struct rg_error *err);

/* compare.c */

struct rg_judge_input rg_compare_input(const struct compare_work *work);

/* compare_budget.c: judge the budgets on a placeholder, and say how they stand. Returns an exit status. */
int rg_compare_budgets(struct compare_work *work);

/* compare_ab.c: two builds in place of a capture and a baseline. Returns an exit status. */
int rg_compare_ab(struct compare_work *work);

/* compare_block.c: each returns an exit status. */

/* For a placeholder and for --paste: print the block to commit, or say why there is none. */
int rg_compare_block(const struct compare_work *work);

/* Say why there is no block, on the error stream and in the summary. */
int rg_compare_refuse_block(const struct compare_work *work, const char *why);

/* --void: print a placeholder. */
int rg_compare_void(const struct compare_work *work);

/* compare_replay.c: judge each run by itself and print the matrix. Returns an exit status. */
int rg_compare_replay(const struct compare_work *work);

/* The start of today, UTC, or the day that --today names, in seconds since 1970. */
long long rg_compare_today(const struct compare_work *work);

#endif
