/*
 * block.h: the baseline block that a reviewer pastes and commits, and what stands around it in a summary.
 */
#ifndef RUNGATE_BLOCK_H
#define RUNGATE_BLOCK_H

#include "rungate/base/buffer.h"
#include "rungate/model/timings.h"

/* JSON in a Markdown fence that nothing in it closes. */
void rg_block_fenced(const struct rg_buffer *json, struct rg_buffer *out);

/* The heading, then the whole block in a fence; when that has no room in `limit` bytes, where to find it
 * instead. */
void rg_block_markdown(const struct rg_buffer *block, size_t limit, struct rg_buffer *out);

/* The heading and the reason when there is no block. */
void rg_block_refused_markdown(const char *why, size_t limit, struct rg_buffer *out);

/* A placeholder baseline made at that time. Errors: MEMORY. */
bool rg_block_void(long long now_s, struct rg_buffer *out, struct rg_error *err);

#endif
