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

/* Objects and arrays that may be open at once: more than any document that was read has. */
enum { RG_JSON_LEVELS_MAX = 136 };

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
    } levels[RG_JSON_LEVELS_MAX];
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

/* A member whole: its name, then its value; a number that is not there is null, as is one that is not finite. */
void rg_json_member_bool(struct rg_json_writer *w, const char *name, bool value);
void rg_json_member_string(struct rg_json_writer *w, const char *name, const char *text);
void rg_json_member_integer(struct rg_json_writer *w, const char *name, long long value);
void rg_json_member_number(struct rg_json_writer *w, const char *name, bool there, double value);
void rg_json_member_numbers(struct rg_json_writer *w, const char *name, const double *values, size_t count);

/* A member that is an object or an array, opened. */
void rg_json_member_open_object(struct rg_json_writer *w, const char *name);
void rg_json_member_open_array(struct rg_json_writer *w, const char *name);

/* A value that was read: members sorted, strings in canonical form, numbers with the text they had. */
void rg_json_write_value(struct rg_json_writer *w, const struct rg_json *value);

/* The newline that ends a document. */
void rg_json_write_end(struct rg_json_writer *w);

/* The same, release the writer and check the buffer. Errors: LIMIT, MEMORY. */
bool rg_json_writer_finish(struct rg_json_writer *w, struct rg_error *err);

#endif
