/*
 * explain.h: the arithmetic of one key's verdict, in words and numbers.
 */
#ifndef RUNGATE_EXPLAIN_H
#define RUNGATE_EXPLAIN_H

#include "rungate/base/buffer.h"
#include "rungate/judge/compare.h"

/* What the files are called, for the commands at the end. */
struct rg_explain_paths {
    const char *timings;
    const char *baseline;
    const char *thresholds;
    const char *surface;
    const char *const *ladders; /* the sources that were given */
    size_t ladder_count;
    const char *prefix; /* of the commands' names: "rungate-" when they are installed, else "" */
};

/*
 * Explain `key`: readings and where they come from, ladder, bucket, bounds, trip, floor, verdict, and what to
 * do. Errors: USAGE when neither side has the key and nothing excludes it; MEMORY.
 */
bool rg_explain(const struct rg_verdict *verdict, const struct rg_surface *surface,
                const struct rg_explain_paths *paths, const char *key, struct rg_buffer *out,
                struct rg_error *err);

/* The parts of an explanation; the counts are those of the key's series. */
enum rg_explain_part { RG_EXPLAIN_ARITHMETIC, RG_EXPLAIN_COUNTS, RG_EXPLAIN_ADVICE };

/* One part of it, for a row of the verdict; nothing where there is nothing to say. Errors: MEMORY. */
bool rg_explain_row(const struct rg_verdict *verdict, const struct rg_row *row,
                    const struct rg_explain_paths *paths, enum rg_explain_part part, struct rg_buffer *out,
                    struct rg_error *err);

#endif
