/*
 * capture_file.h: a capture, written: timings.json, and the ladders that the server showed.
 */
#ifndef RUNGATE_CAPTURE_FILE_H
#define RUNGATE_CAPTURE_FILE_H

#include "rungate/base/buffer.h"
#include "rungate/model/host.h"
#include "rungate/model/ladder.h"
#include "rungate/model/timings.h"

#include <stdbool.h>
#include <stddef.h>

/* captured / declared >= min_ratio, and something is declared. */
bool rg_capture_is_complete(size_t captured, size_t declared, double min_ratio);

/* Set the counts of the `capture` block and whether they make it complete, from the metrics. */
void rg_capture_count(struct rg_timings *timings, double min_ratio);

/* timings.json in canonical form; blocks without content are left out. Errors: LIMIT, MEMORY. */
bool rg_capture_render(const struct rg_timings *timings, const struct rg_host *host, struct rg_buffer *out,
                       struct rg_error *err);

/* ladders.json in canonical form. Errors: LIMIT, MEMORY. */
bool rg_ladders_render(const struct rg_ladders *ladders, struct rg_buffer *out, struct rg_error *err);

/* The ladder that one series showed. */
struct rg_seen_ladder {
    const char *name; /* what the ladder goes under: a key prefix, or its name in ladders.json */
    const char *base; /* of the series */
    struct rg_ladder ladder;
};

/*
 * One ladder a name: the most frequent; a series whose ladder is another gets an entry under its base. `seen`
 * is sorted by base; the edges are shared, not copied. Errors: MEMORY.
 */
bool rg_ladders_collect(const struct rg_seen_ladder *seen, size_t count, struct rg_ladders *ret,
                        struct rg_error *err);

#endif
