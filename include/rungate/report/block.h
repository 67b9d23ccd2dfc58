/*
 * block.h: the baseline block that a reviewer commits, and the text around it in a summary.
 */
#ifndef RUNGATE_BLOCK_H
#define RUNGATE_BLOCK_H

#include "rungate/base/buffer.h"
#include "rungate/model/runs.h"
#include "rungate/model/surface.h"

/* JSON in a Markdown fence that nothing inside can close. */
void rg_block_fenced(const struct rg_buffer *json, struct rg_buffer *out);

/*
 * The heading, then the whole block in a fence; if that does not fit in `limit` bytes, where to find it
 * instead.
 */
void rg_block_markdown(const struct rg_buffer *block, size_t limit, struct rg_buffer *out);

/*
 * The keys that have no reading in one of the runs, and why, as far as `out` stays within `limit` bytes; the rest are
 * counted. Those that `surface` excludes are left out; NULL excludes none.
 */
void rg_block_without_reading(const struct rg_runs *runs, const struct rg_surface *surface, size_t limit,
                              struct rg_buffer *out);

/* The heading and the reason when there is no block. */
void rg_block_refused_markdown(const char *why, size_t limit, struct rg_buffer *out);

/* A placeholder baseline made at that time. Errors: MEMORY. */
bool rg_block_void(long long now_s, struct rg_buffer *out, struct rg_error *err);

#endif
