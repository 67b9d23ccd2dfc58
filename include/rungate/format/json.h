/*
 * json.h: the reader. Text comes in here and nowhere else.
 *
 * cJSON builds the tree: small, packaged everywhere, and decoding strings and numbers is done there already.
 * But it lets through what a gate must not guess at (text after the value, raw control characters, bytes that
 * are not UTF-8, "\u0000", numbers beyond a double, one member twice), and it keeps no places. So a strict check
 * comes first: RFC 8259 to the letter, in UTF-8; it also notes the place and the text of each value.
 *
 * Limits: depth 128, numbers of 63 characters, names of RG_NAME_MAX bytes, 4,000,000 values (and no more than
 * 200,000 and one for 8 bytes of the file), files of RG_FILE_MAX bytes. A name that holds a command to a CI
 * system is refused (see name.h).
 *
 * A value belongs to its document and is valid until rg_json_free().
 */
#ifndef RUNGATE_JSON_H
#define RUNGATE_JSON_H

#include "rungate/base/error.h"

#include <stddef.h>

enum rg_json_type {
    RG_JSON_NULL,
    RG_JSON_BOOL,
    RG_JSON_NUMBER,
    RG_JSON_STRING,
    RG_JSON_ARRAY,
    RG_JSON_OBJECT
};

struct rg_json_doc;
struct rg_json;

/* Parse text. Errors: FORMAT ("line 3, column 7: …"; columns count code points), LIMIT, MEMORY. */
struct rg_json_doc *rg_json_parse(const char *text, size_t length, struct rg_error *err);

/* Read and parse a file whose top value must be an object. Errors: the above and INPUT, all with the path in
 * front. */
struct rg_json_doc *rg_json_read(const char *path, struct rg_error *err);

/* NULL is allowed. */
void rg_json_free(struct rg_json_doc *doc);

const struct rg_json *rg_json_root(const struct rg_json_doc *doc);

enum rg_json_type rg_json_type(const struct rg_json *value);

/* Only for a value of the type that the name says. Strings hold no NUL. */
bool rg_json_bool(const struct rg_json *value);
double rg_json_number(const struct rg_json *value);
const char *rg_json_string(const struct rg_json *value);

/* The number's own text, such as "0.50"; not NUL-terminated. */
const char *rg_json_text(const struct rg_json *value, size_t *ret_length);

/* A member's name; NULL for the root and for elements of arrays. */
const char *rg_json_name(const struct rg_json *value);

/* Walk an array or an object in document order; NULL at the end, and for a value of another type. */
const struct rg_json *rg_json_first(const struct rg_json *container);
const struct rg_json *rg_json_next(const struct rg_json *value);

/* How many elements or members. */
size_t rg_json_count(const struct rg_json *container);

/* The member of that name, or NULL. Walks the object: for a few known names, not for a join. */
const struct rg_json *rg_json_member(const struct rg_json *object, const char *name);

/* The line, from 1, of the value, or of a member's name. */
size_t rg_json_line(const struct rg_json *value);

/*
 * Set *err to FORMAT, "line L, column C: metrics.a.value: …", for the value's place and its path from the
 * root. Returns false.
 */
bool rg_json_fail(const struct rg_json *value, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Require a type. Errors: FORMAT, "… expected a number, found a string". */
bool rg_json_expect(const struct rg_json *value, enum rg_json_type type, struct rg_error *err);

/* Require a string that is a name (see name.h). Errors: FORMAT. */
bool rg_json_expect_name(const struct rg_json *value, struct rg_error *err);

/* "a number", "an object", …: what a message calls a type. */
const char *rg_json_type_name(enum rg_json_type type);

#endif
