/*
 * discover_write.h: the surfaces of a discovery: one that is tried, and what is left of it.
 *
 * The surface of the trial is captured like any other, and only what was counted there with enough observations stays.
 * So what is printed can be captured. A quantile is in it when RG_DISCOVER_BEYOND observations or more lie beyond it.
 */
#ifndef RUNGATE_DISCOVER_WRITE_H
#define RUNGATE_DISCOVER_WRITE_H

#include "rungate/base/buffer.h"
#include "rungate/measure/attempt.h"
#include "rungate/measure/discover.h"

enum { RG_DISCOVER_BEYOND = 20 };

/* Take over what was counted when the surface of the trial was captured. Errors: MEMORY. */
bool rg_discovery_judge(struct rg_discovery *discovery, const struct rg_attempt *attempt,
                        struct rg_error *err);

/* Append the surface of the trial: the median and the mean of everything. Errors: LIMIT, MEMORY. */
bool rg_discovery_render_trial(const struct rg_discovery *discovery, struct rg_buffer *out,
                               struct rg_error *err);

/*
 * Append the surface, after the trial. `words` say where it is from. What is left out is in comments. Errors: LIMIT,
 * MEMORY.
 */
bool rg_discovery_render(const struct rg_discovery *discovery, const char *words, struct rg_buffer *out,
                         struct rg_error *err);

#endif
