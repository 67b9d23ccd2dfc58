/*
 * matrix.h: series with their labels and raw samples, as a server answers a range vector.
 */
#ifndef RUNGATE_MATRIX_H
#define RUNGATE_MATRIX_H

#include "measure/samples.h"
#include "rungate/base/arena.h"
#include "rungate/format/json_walk.h"

struct rg_matrix_series {
    const struct rg_label *labels; /* as they came, `__name__` and `le` too */
    size_t label_count;
    const struct rg_sample *samples;
    size_t count;
    bool is_native; /* it has native histograms in place of numbers, or beside them */
};

struct rg_matrix {
    struct rg_matrix_series *series;
    size_t count;
    size_t capacity;
    struct rg_arena arena;
};

/*
 * Read the array `result` of an answer, which the walk stands before: of elements with `values`, with `value`, or
 * with native histograms. Release it also after an error. Errors: FORMAT, MEMORY.
 */
bool rg_matrix_read(struct rg_json_walk *walk, struct rg_matrix *ret);
void rg_matrix_release(struct rg_matrix *matrix);

/* The value of a label, or NULL. */
const char *rg_matrix_label(const struct rg_matrix_series *series, const char *name);

/* Add all series. Errors: MEMORY. */
bool rg_matrix_add_to(const struct rg_matrix *matrix, enum rg_raw_kind kind, struct rg_samples *to,
                      struct rg_error *err);

#endif
