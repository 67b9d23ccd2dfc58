/*
 * json_walk.h: large JSON, read as a stream, without a tree.
 *
 * The text is checked first, as strictly as by the reader of json.h, except for duplicate members. So a
 * walk over it meets no fault of grammar, and only has to look at types. It stands before a value, or at the end
 * of a container.
 */
#ifndef RUNGATE_JSON_WALK_H
#define RUNGATE_JSON_WALK_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_json_walk {
    const char *text;
    const char *at; /* the next value, or white space before it */
    struct rg_error *err;
};

/* Check the text, which must outlive the walk and end in a NUL. Errors: FORMAT, LIMIT, MEMORY, as of json.h. */
bool rg_json_walk_begin(struct rg_json_walk *walk, const char *text, size_t length, struct rg_error *err);

/* The type of the next value. */
enum rg_json_type rg_json_walk_type(struct rg_json_walk *walk);

/* Set the error to FORMAT with line and column in front. Returns false. */
bool rg_json_walk_fail(struct rg_json_walk *walk, const char *what);

/* Go into a container. Errors: FORMAT, the next value is another thing. */
bool rg_json_walk_enter(struct rg_json_walk *walk, enum rg_json_type type);

/* Is there another element, or member? Then the walk stands before it, or its name; else after the container. */
bool rg_json_walk_next(struct rg_json_walk *walk);

/* Take a member's name, or a string. Replaces what is in `out`. Errors: FORMAT, no string; LIMIT, MEMORY. */
bool rg_json_walk_name(struct rg_json_walk *walk, struct rg_buffer *out);
bool rg_json_walk_string(struct rg_json_walk *walk, struct rg_buffer *out);

/* Take a number as text: *ret points into the text of the walk. Errors: FORMAT, no number. */
bool rg_json_walk_number(struct rg_json_walk *walk, const char **ret, size_t *ret_length);

/* The same of a string without escapes: what is between its quotes. Errors: FORMAT, no such string. */
bool rg_json_walk_plain(struct rg_json_walk *walk, const char **ret, size_t *ret_length);

/* Pass the next value. */
void rg_json_walk_skip(struct rg_json_walk *walk);

#endif
