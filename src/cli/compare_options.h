/*
 * compare_options.h: the options of compare.
 */
#ifndef RUNGATE_CLI_COMPARE_OPTIONS_H
#define RUNGATE_CLI_COMPARE_OPTIONS_H

#include "cli/options.h"
#include "rungate/judge/sound.h"

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
    const char *html;
    const char *explain;
    int format;   /* enum rg_form */
    int annotate; /* enum compare_annotate */
    int color;    /* enum compare_when */
    int tier;     /* enum rg_tier */
    struct rg_list ab;
    double margin; /* 0 when not given */
    bool no_load_check;
    double min_compared;
    bool require_baseline;
    bool same_conditions;
    struct rg_span max_age;
    struct rg_instant not_before;
    struct rg_instant today;
    bool paste;
    bool print_void;
    bool replay;
};

extern const struct rg_command rg_compare_command;

/* Checks beyond the table: options that make no sense together. Errors: USAGE. */
bool compare_check_arguments(const struct compare_arguments *arguments, struct rg_error *err);

/* The start of today, UTC, or the day that --today names, in seconds since 1970. */
long long compare_today(const struct compare_arguments *arguments);

/* How new the newest run has to be. */
struct rg_clock compare_clock(const struct compare_arguments *arguments);

#endif
