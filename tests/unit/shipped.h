/*
 * shipped.h: the ladders of config/ladders.json, which the tests of judging use too.
 */
#ifndef RUNGATE_SHIPPED_H
#define RUNGATE_SHIPPED_H

#include "check.h"
#include "load_ladders.h"

#include <stdlib.h>

#define SHIPPED_LADDERS RG_SOURCE_DIR "/config/ladders.json"

static struct rg_ladders shipped_ladders;

static inline void shipped_release(void)
{
    rg_ladders_release(&shipped_ladders);
}

/* "span" or "job". It is read once and lives as long as the program. */
static inline const struct rg_ladder *shipped_ladder(const char *name)
{
    struct rg_error err = {0};

    if (shipped_ladders.count == 0) {
        CHECK(SHIPPED_LADDERS, load_ladders(SHIPPED_LADDERS, &shipped_ladders, &err));
        CHECK(SHIPPED_LADDERS, atexit(shipped_release) == 0);
    }
    const struct rg_ladder *found = rg_ladders_find(&shipped_ladders, name);
    CHECK(name, found != NULL);
    return found;
}

#endif
