/*
 * bounds_view.h: what check-bounds shows in place of its findings. Each view reads what the rules made of
 * each key (struct rg_gate), and appends to a buffer in one of three forms.
 *
 * Errors of each: MEMORY, and those of the functions it asks.
 */
#ifndef RUNGATE_BOUNDS_VIEW_H
#define RUNGATE_BOUNDS_VIEW_H

#include "rungate/base/buffer.h"
#include "rungate/format/json.h"
#include "rungate/judge/findings.h"

enum rg_form { RG_FORM_TEXT, RG_FORM_JSON, RG_FORM_MARKDOWN };

/* Where each key fires, and the detection floor, weakest first. */
bool rg_bounds_table(const struct rg_bounds_input *input, const struct rg_findings *findings,
                     enum rg_form form, struct rg_buffer *out, struct rg_error *err);

/* Each key in turn, `factor` times slower, judged by compare's own code: caught or missed. */
bool rg_bounds_sensitivity(const struct rg_bounds_input *input, const struct rg_findings *findings,
                           double factor, enum rg_form form, struct rg_buffer *out, struct rg_error *err);

/* The edges to add so that no floor is above `floor`. *ret_all is false when there are keys that none of them
 * can bring there. */
bool rg_bounds_suggest(const struct rg_bounds_input *input, const struct rg_findings *findings, double floor,
                       enum rg_form form, struct rg_buffer *out, bool *ret_all, struct rg_error *err);

/* What the refresh from `old` to the baseline does to each key; keys that lost sensitivity first. */
bool rg_bounds_diff(const struct rg_bounds_input *input, const struct rg_findings *findings,
                    const struct rg_timings *old, enum rg_form form, struct rg_buffer *out,
                    struct rg_error *err);

#endif
