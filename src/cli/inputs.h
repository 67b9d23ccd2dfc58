/*
 * inputs.h: the files that several commands read.
 */
#ifndef RUNGATE_INPUTS_H
#define RUNGATE_INPUTS_H

#include "cli/options.h"
#include "rungate/base/error.h"
#include "rungate/model/ladder_sources.h"
#include "rungate/model/surface.h"

#include <stdbool.h>

/* The file is there, or the user named it. */
bool rg_input_present(const struct rg_path *path);

/* A file that may be absent where the user did not name it; then *ret is not touched and *ret_present is
 * false. */
bool rg_input_surface(const struct rg_path *path, struct rg_surface *ret, bool *ret_present,
                      struct rg_error *err);

/*
 * The ladders of all sources (see ladder_source.h). The default file is read as well when none of them is
 * without a name; it may be absent unless `required`. *ret_present is false, and *ret not touched, when there
 * is nothing at all.
 */
bool rg_input_ladders(const struct rg_list *sources, const struct rg_surface *surface, bool required,
                      struct rg_ladders *ret, bool *ret_present, struct rg_error *err);

#endif
