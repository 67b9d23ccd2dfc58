/*
 * load_ladders.h: the ladders of one file, read as the commands read them.
 */
#ifndef RUNGATE_LOAD_LADDERS_H
#define RUNGATE_LOAD_LADDERS_H

#include "rungate/model/ladder_sources.h"

static inline bool load_ladders(const char *path, struct rg_ladders *ret, struct rg_error *err)
{
    return rg_ladder_sources_load(&path, 1, NULL, ret, err);
}

#endif
