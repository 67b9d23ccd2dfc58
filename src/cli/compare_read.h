/*
 * compare_read.h: the inputs of compare.
 */
#ifndef RUNGATE_CLI_COMPARE_READ_H
#define RUNGATE_CLI_COMPARE_READ_H

#include "cli/compare_options.h"
#include "cli/tool.h"
#include "rungate/judge/compare.h"
#include "rungate/model/runs.h"

/* Initialise with `{0}`; release with compare_inputs_release(). */
struct compare_inputs {
    struct rg_runs runs; /* the captures: one to judge, or to make a block of, and reruns or further runs; of
                            --ab, those of A and B in turn */
    struct rg_timings *timings;   /* of the runs, owned */
    struct rg_json_doc *document; /* of a single capture that a block is made of, else NULL */
    struct rg_timings baseline;
    struct rg_thresholds thresholds;
    struct rg_surface surface;
    struct rg_ladders ladders;
    bool has_thresholds; /* what is not there is empty */
    bool has_surface;
    bool has_ladders;
};

/*
 * Read what the arguments ask for. What was read before an error stays in *inputs. Errors: those of the
 * functions that load each file.
 */
bool compare_read(const struct rg_tool *tool, const struct compare_arguments *arguments,
                  struct compare_inputs *inputs, struct rg_error *err);

/*
 * The runs can be judged, or made a block of: what the table of judge/sound.h says of the files and of their time.
 * Errors: CONFLICT, with the names; those of rg_file_same(); MEMORY.
 */
bool compare_check_runs(const struct compare_arguments *arguments, const struct compare_inputs *inputs,
                        struct rg_error *err);

void compare_inputs_release(struct compare_inputs *inputs);

/* The surface, or NULL without one. */
const struct rg_surface *compare_surface(const struct compare_inputs *inputs);

/* The ladders, or NULL without any. */
const struct rg_ladders *compare_ladders(const struct compare_inputs *inputs);

/* What is judged: the first run, with the others as its reruns. */
struct rg_judge_input compare_judge_input(const struct compare_arguments *arguments,
                                          const struct compare_inputs *inputs);

#endif
