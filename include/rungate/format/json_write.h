/*
 * json_write.h: the writer. Everything rungate writes as JSON is made here, in one canonical form: the bytes
 * of Python's json.dumps(obj, indent=2, sort_keys=True) and a newline.
 *
 * Members may be written in any order: an object is sorted when it is closed. So a caller writes what it has,
 * and the output is canonical by construction. Failures are sticky in the buffer (see buffer.h).
 */
#ifndef RUNGATE_JSON_WRITE_H
#define RUNGATE_JSON_WRITE_H

#include "rungate/base/buffer.h"
#include "rungate/format/json.h"

#include <stdbool.h>
#include <stddef.h>

struct rg_json_writer {
    struct rg_buffer *out;
    struct rg_buffer names; /* of the members of all open objects */
    struct rg_json_member_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    struct rg_json_level {
        size_t first_mark;
        size_t items;
        bool is_object;
    } levels[RG_JSON_DEPTH_MAX + 8];
    size_t depth;
    bool after_name;
};

/* Append to `out`, which must stay where it is until rg_json_writer_release(). */
void rg_json_writer_init(struct rg_json_writer *w, struct rg_buffer *out);
void rg_json_writer_release(struct rg_json_writer *w);

void rg_json_write_open_object(struct rg_json_writer *w);
void rg_json_write_close_object(struct rg_json_writer *w);
void rg_json_write_open_array(struct rg_json_writer *w);
void rg_json_write_close_array(struct rg_json_writer *w);

/* The name of the member that the next write gives the value of. Each name once in an object. */
void rg_json_write_name(struct rg_json_writer *w, const char *name);

void rg_json_write_null(struct rg_json_writer *w);
void rg_json_write_bool(struct rg_json_writer *w, bool value);
void rg_json_write_string(struct rg_json_writer *w, const char *text); /* UTF-8; NULL writes null */
void rg_json_write_integer(struct rg_json_writer *w, long long value);
void rg_json_write_number(struct rg_json_writer *w, double value); /* measured: 1500.0; not finite: null */

/* A document that is one object: opened, and closed with all that ends it. */
void rg_json_begin(struct rg_json_writer *w, struct rg_buffer *out);
void rg_json_finish(struct rg_json_writer *w);

/* A member that is an object or an array, to be closed. */
void rg_json_member_object(struct rg_json_writer *w, const char *name);
void rg_json_member_array(struct rg_json_writer *w, const char *name);

/* A member whole: its name, then its value; a number that is not there is null. */
void rg_json_member_bool(struct rg_json_writer *w, const char *name, bool value);
void rg_json_member_string(struct rg_json_writer *w, const char *name, const char *text);
void rg_json_member_integer(struct rg_json_writer *w, const char *name, long long value);
void rg_json_member_number(struct rg_json_writer *w, const char *name, bool there, double value);

/* A value that was read: members sorted, strings in canonical form, numbers with the text they had. */
void rg_json_write_value(struct rg_json_writer *w, const struct rg_json *value);

/* The newline that ends a document. */
void rg_json_write_end(struct rg_json_writer *w);

#endif
