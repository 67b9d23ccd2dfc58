/*
 * json_members.h: objects into structs: a table says which members there may be, what reads each, and where
 * it goes.
 */
#ifndef RUNGATE_JSON_MEMBERS_H
#define RUNGATE_JSON_MEMBERS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

/* A document while it is read. */
struct rg_json_reader {
    struct rg_arena *arena;   /* what is read is copied there */
    struct rg_faults *faults; /* NULL: a fault is an error */
    struct rg_error *err;
    const char *ending; /* of the name of the member being read, when its field has endings */
};

/* Read a value into *to, whose type the function knows. Errors: FORMAT, LIMIT, MEMORY. */
typedef bool rg_json_read_function(struct rg_json_reader *r, const struct rg_json *value, void *to);

/* A member. A table of them ends with one that has no name. */
struct rg_field {
    const char *name;
    rg_json_read_function *read;
    size_t offset;              /* in the struct, of what is read into */
    const char *const *endings; /* NULL-terminated: the name goes on with one of these; NULL: it does not */
};

/* The fields into *to. Unknown members, except comments, are an error with a hint. */
bool rg_read_fields(struct rg_json_reader *r, const struct rg_json *object, const struct rg_field *fields,
                    void *to);

/* The same, but unknown members are ignored. */
bool rg_read_known_fields(struct rg_json_reader *r, const struct rg_json *object,
                          const struct rg_field *fields, void *to);

/*
 * An object whose members are records of `size` bytes, comments left out: an array, sorted by name. A record
 * begins with its name (see sorted.h), which is set before `read` gets the rest. NULL on an error.
 */
void *rg_read_records(struct rg_json_reader *r, const struct rg_json *object, size_t size,
                      rg_json_read_function *read, size_t *ret_count);

/*
 * The same for an object of such objects: the name of a record is "outer.inner". An outer member that is no
 * object is given to `read` itself, under its own name.
 */
void *rg_read_nested_records(struct rg_json_reader *r, const struct rg_json *object, size_t size,
                             rg_json_read_function *read, size_t *ret_count);

rg_json_read_function rg_read_text;         /* into a const char * */
rg_json_read_function rg_read_name;         /* the same, of a name (see name.h) */
rg_json_read_function rg_read_name_or_null; /* the same; null leaves it alone */
rg_json_read_function rg_read_number;       /* into a double */
rg_json_read_function rg_read_bool;         /* into a bool */
rg_json_read_function rg_read_later;        /* into a const struct rg_json *: the value itself */

/* A name that starts with "_" is a comment, unless it is a known member; so is "$schema", by which editors find a schema. */
bool rg_is_comment(const char *name);

/* Refuse `member`; `near` is the known name that it is closest to, or NULL. Returns false. */
bool rg_unknown_member(const struct rg_json *member, const char *near, struct rg_error *err);

/*
 * A fault in one entry of a baseline or of the thresholds. compare refuses a file that has one; check-bounds
 * reads on and reports each as rule V. `key` is the metric key, or what the entry stands for.
 */
struct rg_fault {
    const char *key;
    const char *message;
    size_t line;
};

struct rg_faults {
    struct rg_fault *items;
    size_t count;
    size_t capacity;
};

/*
 * With faults in the reader, add one (its strings copied into the arena) and return true. Without, make it an
 * error at `value` and return false. Errors: FORMAT, MEMORY.
 */
bool rg_fault_or_fail(struct rg_json_reader *r, const char *key, const struct rg_json *value,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

void rg_faults_release(struct rg_faults *faults);

#endif
