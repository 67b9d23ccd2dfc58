/*
 * annotations.h: GitHub's ::error and ::warning lines. GitHub keeps ten of each kind per step and silently
 * drops the rest, so if there are more, the tenth counts them.
 */
#ifndef RUNGATE_REPORT_ANNOTATIONS_H
#define RUNGATE_REPORT_ANNOTATIONS_H

#include "rungate/base/buffer.h"

#include <stddef.h>

enum rg_level { RG_LEVEL_NONE, RG_LEVEL_WARNING, RG_LEVEL_ERROR, RG_LEVEL_COUNT };

/* One line. */
void rg_annotation(enum rg_level level, const char *title, const char *message, struct rg_buffer *out);

/* The lines of a step. */
struct rg_annotations {
    struct rg_buffer *out;
    const char *title;                      /* of the lines that follow */
    struct rg_buffer text;                  /* the next message: fill it, then add it */
    struct rg_buffer tenth[RG_LEVEL_COUNT]; /* held back until it is known to be the last */
    size_t counts[RG_LEVEL_COUNT];
};

/* `out` and `title` must outlive them. `doubt`, when it is not NULL, is the first ::error. */
void rg_annotations_begin(struct rg_annotations *a, const char *title, const char *doubt,
                          struct rg_buffer *out);

/* Add `text`, unless the level is NONE; either way it is empty after that. */
void rg_annotations_add(struct rg_annotations *a, enum rg_level level);

/* Add what was held back, and free. */
void rg_annotations_end(struct rg_annotations *a);

#endif
