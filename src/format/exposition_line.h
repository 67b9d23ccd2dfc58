/*
 * exposition_line.h: one line of an exposition. Private to its reader.
 *
 * The line is of valid UTF-8 without NUL. What it holds is unescaped into room that is part of the struct, so
 * a struct is allocated once and used for each line.
 */
#ifndef RUNGATE_EXPOSITION_LINE_H
#define RUNGATE_EXPOSITION_LINE_H

#include "rungate/base/error.h"
#include "rungate/format/exposition_sample.h"

#include <stdbool.h>

/* A fault: what, and at which byte. */
struct rg_exposition_fault {
    enum rg_error_code code; /* FORMAT, LIMIT or MEMORY */
    const char *what;
    const char *at;
};

struct rg_exposition_line {
    const char *at; /* what is to be read next */
    const char *end;
    bool strict; /* OpenMetrics: single blanks, and only where the grammar has them */
    char *room;  /* the next free byte of `strings` */
    struct rg_exposition_fault fault;
    struct rg_exposition_sample sample;
    size_t label_count;                                              /* with those of the exemplar */
    struct rg_exposition_label labels[2 * RG_EXPOSITION_LABELS_MAX]; /* of the sample, then of its exemplar */
    size_t name_lengths[2 * RG_EXPOSITION_LABELS_MAX];
    /* A name or value needs one byte more than its text, for its NUL; in the line a delimiter follows each. */
    char strings[RG_EXPOSITION_LINE_MAX + 16];
};

/* Begin a line of at most RG_EXPOSITION_LINE_MAX bytes, which ends before its LF. */
void rg_exposition_line_begin(struct rg_exposition_line *line, const char *text, size_t length, bool strict);

/* Set the fault, at a byte. Returns false. */
bool rg_exposition_line_fail(struct rg_exposition_line *line, const char *at, const char *what);

/* Pass blanks and tabs; in OpenMetrics nothing. */
void rg_exposition_line_skip(struct rg_exposition_line *line);

/* The blank between two parts: in OpenMetrics one, else one or more. Fault: there is none. */
bool rg_exposition_line_blank(struct rg_exposition_line *line);

/* Take the name of a metric, quoted or not. */
bool rg_exposition_line_metric(struct rg_exposition_line *line, const char **ret_name);

/* Take a whole line as a sample: all of line->sample but type and line. */
bool rg_exposition_line_sample(struct rg_exposition_line *line);

#endif
