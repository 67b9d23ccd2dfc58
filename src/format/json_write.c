#include "rungate/format/json_write.h"

#include "format/json_scan.h"
#include "rungate/base/number.h"
#include "rungate/base/sorted.h"
#include "rungate/base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(RG_JSON_LEVELS_MAX >= RG_JSON_DEPTH_MAX + 8, "a document, inside what is written around it");

/* A member of an open object: where its name is kept, and where its text is in the output. */
struct rg_json_member_mark {
    const char *name; /* set while sorting, when the names do not move */
    size_t name_at;
    size_t start;
    size_t end;
};

void rg_json_writer_init(struct rg_json_writer *w, struct rg_buffer *out)
{
    *w = (struct rg_json_writer){.out = out};
    rg_buffer_init(&w->names, RG_TEXT_MAX);
}

void rg_json_writer_release(struct rg_json_writer *w)
{
    free(w->marks);
    w->marks = NULL;
    rg_buffer_release(&w->names);
}

static void break_line(struct rg_json_writer *w)
{
    rg_buffer_putc(w->out, '\n');
    rg_buffer_pad(w->out, ' ', w->depth * 2);
}

static struct rg_json_level *level(struct rg_json_writer *w)
{
    return w->depth == 0 ? NULL : &w->levels[w->depth - 1];
}

/* What comes before an element or a member's name. */
static void begin_item(struct rg_json_writer *w)
{
    struct rg_json_level *now = level(w);

    if (now == NULL)
        return;
    if (now->items++ > 0) {
        if (now->is_object && w->mark_count > now->first_mark)
            w->marks[w->mark_count - 1].end = w->out->length;
        rg_buffer_putc(w->out, ',');
    }
    break_line(w);
}

/* What comes before any value. */
static void begin_value(struct rg_json_writer *w)
{
    if (!w->after_name)
        begin_item(w);
    w->after_name = false;
}

static void write_code_point(struct rg_buffer *out, uint32_t c)
{
    static const char shorthand[] = "\"\"\\\\\bb\ff\nn\rr\tt";

    for (size_t i = 0; i + 1 < sizeof shorthand; i += 2) {
        if (c == (unsigned char)shorthand[i]) {
            rg_buffer_putc(out, '\\');
            rg_buffer_putc(out, shorthand[i + 1]);
            return;
        }
    }
    if (c > 0xFFFF)
        rg_buffer_printf(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + ((c - 0x10000) >> 10)),
                         (unsigned)(0xDC00 + ((c - 0x10000) & 0x3FF)));
    else
        rg_buffer_printf(out, "\\u%04x", (unsigned)c);
}

static void write_quoted(struct rg_buffer *out, const char *text)
{
    size_t left = strlen(text);

    rg_buffer_putc(out, '"');
    while (left > 0) {
        size_t plain = 0;
        while (plain < left && text[plain] >= 0x20 && text[plain] < 0x7F && text[plain] != '"' &&
               text[plain] != '\\')
            plain++;
        rg_buffer_add(out, text, plain);
        text += plain;
        left -= plain;
        if (left == 0)
            break;
        uint32_t c;
        size_t size = rg_utf8_decode(text, left, &c);
        if (size == 0) { /* what the environment or a command line can hold */
            c = 0xFFFD;
            size = 1;
        }
        write_code_point(out, c);
        text += size;
        left -= size;
    }
    rg_buffer_putc(out, '"');
}

static bool add_mark(struct rg_json_writer *w)
{
    if (w->mark_count == w->mark_capacity) {
        size_t capacity = w->mark_capacity == 0 ? 32 : w->mark_capacity * 2;
        struct rg_json_member_mark *marks = realloc(w->marks, capacity * sizeof *marks);
        if (marks == NULL) {
            rg_buffer_fail(w->out, RG_ERROR_MEMORY);
            return false;
        }
        w->marks = marks;
        w->mark_capacity = capacity;
    }
    w->marks[w->mark_count++] =
        (struct rg_json_member_mark){.name_at = w->names.length, .start = w->out->length};
    return true;
}

void rg_json_write_name(struct rg_json_writer *w, const char *name)
{
    begin_item(w);
    w->after_name = true;
    if (!rg_buffer_ok(w->out) || !add_mark(w))
        return;
    rg_buffer_add(&w->names, name, strlen(name) + 1);
    write_quoted(w->out, name);
    rg_buffer_puts(w->out, ": ");
}

static void open_level(struct rg_json_writer *w, bool is_object)
{
    begin_value(w);
    rg_buffer_putc(w->out, is_object ? '{' : '[');
    w->levels[w->depth++] = (struct rg_json_level){.first_mark = w->mark_count, .is_object = is_object};
}

static void close_level(struct rg_json_writer *w, char close)
{
    size_t items = level(w)->items;

    w->depth--;
    if (items > 0)
        break_line(w);
    rg_buffer_putc(w->out, close);
}

/* Put the text of the innermost object's members in the order of their names. */
static void sort_members(struct rg_json_writer *w)
{
    struct rg_json_member_mark *marks = w->marks + level(w)->first_mark;
    size_t count = w->mark_count - level(w)->first_mark;

    for (size_t i = 0; i < count; i++)
        marks[i].name = w->names.data + marks[i].name_at;
    marks[count - 1].end = w->out->length;
    if (rg_is_sorted(marks, count, sizeof *marks))
        return;

    size_t start = marks[0].start;
    size_t length = w->out->length - start;
    char *old = malloc(length);
    if (old == NULL) {
        rg_buffer_fail(w->out, RG_ERROR_MEMORY);
        return;
    }
    memcpy(old, w->out->data + start, length);
    rg_sort(marks, count, sizeof *marks);
    w->out->length = start;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            rg_buffer_putc(w->out, ',');
            break_line(w);
        }
        rg_buffer_add(w->out, old + (marks[i].start - start), marks[i].end - marks[i].start);
    }
    free(old);
}

void rg_json_write_open_object(struct rg_json_writer *w)
{
    open_level(w, true);
}

void rg_json_write_close_object(struct rg_json_writer *w)
{
    size_t first = level(w)->first_mark;

    rg_buffer_inherit(w->out, &w->names);
    if (rg_buffer_ok(w->out) && w->mark_count > first) {
        size_t names_start = w->marks[first].name_at;
        sort_members(w);
        w->names.length = names_start;
        w->mark_count = first;
    }
    close_level(w, '}');
}

void rg_json_write_open_array(struct rg_json_writer *w)
{
    open_level(w, false);
}

void rg_json_write_close_array(struct rg_json_writer *w)
{
    close_level(w, ']');
}

void rg_json_write_null(struct rg_json_writer *w)
{
    begin_value(w);
    rg_buffer_puts(w->out, "null");
}

void rg_json_write_bool(struct rg_json_writer *w, bool value)
{
    begin_value(w);
    rg_buffer_puts(w->out, value ? "true" : "false");
}

void rg_json_write_string(struct rg_json_writer *w, const char *text)
{
    if (text == NULL) {
        rg_json_write_null(w);
        return;
    }
    begin_value(w);
    write_quoted(w->out, text);
}

void rg_json_write_integer(struct rg_json_writer *w, long long value)
{
    begin_value(w);
    rg_buffer_printf(w->out, "%lld", value);
}

void rg_json_write_number(struct rg_json_writer *w, double value)
{
    char text[RG_NUMBER_SIZE];

    if (!isfinite(value)) {
        rg_json_write_null(w);
        return;
    }
    begin_value(w);
    rg_number_format(value, text);
    rg_buffer_puts(w->out, text);
}

void rg_json_member_bool(struct rg_json_writer *w, const char *name, bool value)
{
    rg_json_write_name(w, name);
    rg_json_write_bool(w, value);
}

void rg_json_member_string(struct rg_json_writer *w, const char *name, const char *text)
{
    rg_json_write_name(w, name);
    rg_json_write_string(w, text);
}

void rg_json_member_integer(struct rg_json_writer *w, const char *name, long long value)
{
    rg_json_write_name(w, name);
    rg_json_write_integer(w, value);
}

void rg_json_member_number(struct rg_json_writer *w, const char *name, bool there, double value)
{
    rg_json_write_name(w, name);
    if (there)
        rg_json_write_number(w, value);
    else
        rg_json_write_null(w);
}

void rg_json_member_open_object(struct rg_json_writer *w, const char *name)
{
    rg_json_write_name(w, name);
    rg_json_write_open_object(w);
}

void rg_json_member_open_array(struct rg_json_writer *w, const char *name)
{
    rg_json_write_name(w, name);
    rg_json_write_open_array(w);
}

void rg_json_member_numbers(struct rg_json_writer *w, const char *name, const double *values, size_t count)
{
    rg_json_member_open_array(w, name);
    for (size_t i = 0; i < count; i++)
        rg_json_write_number(w, values[i]);
    rg_json_write_close_array(w);
}

void rg_json_write_value(struct rg_json_writer *w,
                         const struct rg_json *value) /* NOLINT(misc-no-recursion) */
{
    const struct rg_json *child = rg_json_first(value);
    size_t length;
    const char *text;

    switch (rg_json_type(value)) {
    case RG_JSON_OBJECT:
        rg_json_write_open_object(w);
        for (; child != NULL; child = rg_json_next(child)) {
            rg_json_write_name(w, rg_json_name(child));
            rg_json_write_value(w, child);
        }
        rg_json_write_close_object(w);
        break;
    case RG_JSON_ARRAY:
        rg_json_write_open_array(w);
        for (; child != NULL; child = rg_json_next(child))
            rg_json_write_value(w, child);
        rg_json_write_close_array(w);
        break;
    case RG_JSON_STRING:
        rg_json_write_string(w, rg_json_string(value));
        break;
    case RG_JSON_NULL:
    case RG_JSON_BOOL:
    case RG_JSON_NUMBER:
        text = rg_json_text(value, &length);
        begin_value(w);
        rg_buffer_add(w->out, text, length);
        break;
    }
}

void rg_json_write_end(struct rg_json_writer *w)
{
    rg_buffer_putc(w->out, '\n');
}

bool rg_json_writer_finish(struct rg_json_writer *w, struct rg_error *err)
{
    rg_json_write_end(w);
    rg_json_writer_release(w);
    return rg_buffer_check(w->out, err);
}
