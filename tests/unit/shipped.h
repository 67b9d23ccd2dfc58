/*
 * shipped.h: the ladders of config/ladders.json, which the tests of judging use too.
 */
#ifndef RUNGATE_SHIPPED_H
#define RUNGATE_SHIPPED_H

#include "check.h"

#include "rungate/model/ladder.h"

#define SHIPPED_LADDERS RG_SOURCE_DIR "/config/ladders.json"

/* "span" or "job". It is read once and lives as long as the program. */
static inline const struct rg_ladder *shipped_ladder(const char *name)
{
    static struct rg_ladders ladders;
    struct rg_error err = {0};

    if (ladders.count == 0)
        CHECK(SHIPPED_LADDERS, rg_ladders_load(SHIPPED_LADDERS, &ladders, &err));
    const struct rg_ladder *found = rg_ladders_find(&ladders, name);
    CHECK(name, found != NULL);
    return found;
}

#endif
