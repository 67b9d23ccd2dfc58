/*
 * timings_copy.h: a timings document, copied in canonical form. It goes from document to text and not through
 * the model, so that members that this version does not know are kept.
 */
#ifndef RUNGATE_TIMINGS_COPY_H
#define RUNGATE_TIMINGS_COPY_H

#include "rungate/base/buffer.h"
#include "rungate/format/json.h"
#include "rungate/model/surface.h"

/*
 * Measured values are written as such. Keys that `surface` excludes are left out; NULL leaves out none.
 * Errors: LIMIT, MEMORY.
 */
bool rg_timings_copy(const struct rg_json_doc *doc, const struct rg_surface *surface, struct rg_buffer *out,
                     struct rg_error *err);

#endif
