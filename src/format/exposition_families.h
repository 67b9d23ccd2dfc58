/*
 * exposition_families.h: the families of a page: what it says about them, and which one a sample belongs to.
 * Private to the reader of expositions.
 *
 * In text, HELP and TYPE may come late, twice, and in any order, as servers take them; only two types that
 * contradict each other are a fault. OpenMetrics wants each once, before the samples, and all lines of a family
 * together.
 */
#ifndef RUNGATE_EXPOSITION_FAMILIES_H
#define RUNGATE_EXPOSITION_FAMILIES_H

#include "rungate/base/arena.h"
#include "rungate/format/exposition_sample.h"

#include "format/exposition_index.h"

struct rg_exposition_family {
    const char *name;
    enum rg_exposition_type type;
    bool has_type;
    bool has_help;
    bool has_unit;
    bool has_samples;
};

struct rg_exposition_families {
    bool strict; /* OpenMetrics */
    struct rg_arena names;
    struct rg_exposition_family *items;
    size_t count;
    size_t capacity;
    struct rg_exposition_index index;
    size_t current; /* the family of the line before; `count` when there is none yet */
};

/* The type of that name in the format, or false. */
bool rg_exposition_type_find(const char *name, bool strict, enum rg_exposition_type *ret_type);

/*
 * A HELP, TYPE or UNIT line about `name`, told by its first letter; `type` and `unit` are what the line says, where
 * it does. Returns NULL, or what is wrong; rg_exposition_no_memory when there is none.
 */
const char *rg_exposition_families_declare(struct rg_exposition_families *families, char kind,
                                           const char *name, enum rg_exposition_type type, const char *unit);

/* The type of the family that a sample belongs to. Returns as above. */
const char *rg_exposition_families_sample(struct rg_exposition_families *families, const char *metric,
                                          enum rg_exposition_type *ret_type);

extern const char rg_exposition_no_memory[];

void rg_exposition_families_release(struct rg_exposition_families *families);

#endif
