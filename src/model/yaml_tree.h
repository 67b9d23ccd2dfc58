/*
 * yaml_tree.h: as much of YAML as a configuration file needs: a tree of texts, lists and maps, with places.
 * Private to the readers of ladders.
 *
 * What is read may be hostile: size, depth, nodes and anchors are limited, an alias costs nothing but a
 * pointer, and one inside its own anchor is refused.
 */
#ifndef RUNGATE_YAML_TREE_H
#define RUNGATE_YAML_TREE_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    RG_YAML_BYTES_MAX = 4 * 1024 * 1024,
    RG_YAML_DEPTH_MAX = 64,
    RG_YAML_NODES_MAX = 200000,
    RG_YAML_ANCHORS_MAX = 256
};

enum rg_yaml_kind { RG_YAML_TEXT, RG_YAML_LIST, RG_YAML_MAP };

struct rg_yaml {
    enum rg_yaml_kind kind;
    const char *text;           /* of a text */
    bool is_block;              /* of a text: its lines are those of the file below its own */
    size_t line;                /* both from 1 */
    size_t column;              /* 0 where it is not known: inside a text that is parsed itself */
    bool open;                  /* it is not read to its end yet */
    struct rg_yaml_item *first; /* of a list or a map */
};

struct rg_yaml_item {
    const struct rg_yaml *name; /* of a map's entry */
    const struct rg_yaml *value;
    struct rg_yaml_item *next;
};

/* Parse the one document of a text. NULL on an error: FORMAT ("line 3, column 7: …"), LIMIT, MEMORY. */
const struct rg_yaml *rg_yaml_parse(const char *text, size_t length, struct rg_arena *arena,
                                    struct rg_error *err);

/* The same for a text inside a document, which must live as long as the tree. Lines are those of the file where
 * the text is a block, else the line that the text begins on. */
const struct rg_yaml *rg_yaml_parse_within(const struct rg_yaml *text, struct rg_arena *arena,
                                           struct rg_error *err);

/* A value that is left out, or "null". */
bool rg_yaml_is_null(const struct rg_yaml *value);

/* The value of an entry, in *ret; NULL there when there is none or `map` is no map. Errors: FORMAT, for a
 * second entry of that name. */
bool rg_yaml_member(const struct rg_yaml *map, const char *name, const struct rg_yaml **ret,
                    struct rg_error *err);

/* Set *err to FORMAT, "line L, column C: …", or "line L: …" without a column. Returns false. */
bool rg_yaml_fail(const struct rg_yaml *at, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
