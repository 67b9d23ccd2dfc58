#include "rungate/format/json_walk.h"

#include "format/json_scan.h"

#include <stdio.h>
#include <string.h>

bool rg_json_walk_begin(struct rg_json_walk *w, const char *text, size_t length, struct rg_error *err)
{
    *w = (struct rg_json_walk){.text = text, .at = text, .err = err};
    return rg_json_scan(text, length, NULL, NULL, err);
}

static void skip_space(struct rg_json_walk *w)
{
    while (*w->at == ' ' || *w->at == '\n' || *w->at == '\t' || *w->at == '\r')
        w->at++;
}

enum rg_json_type rg_json_walk_type(struct rg_json_walk *w)
{
    skip_space(w);
    switch (*w->at) {
    case '{':
        return RG_JSON_OBJECT;
    case '[':
        return RG_JSON_ARRAY;
    case '"':
        return RG_JSON_STRING;
    case 't':
    case 'f':
        return RG_JSON_BOOL;
    case 'n':
        return RG_JSON_NULL;
    default:
        return RG_JSON_NUMBER;
    }
}

bool rg_json_walk_fail(struct rg_json_walk *w, const char *what)
{
    return rg_json_fault_at(w->text, (size_t)(w->at - w->text), w->err, what);
}

/* Require a type of the next value. */
static bool expect(struct rg_json_walk *w, enum rg_json_type type)
{
    enum rg_json_type found = rg_json_walk_type(w);
    char what[96];

    if (found == type)
        return true;
    (void)snprintf(what, sizeof what, "expected %s, found %s", rg_json_type_name(type),
                   rg_json_type_name(found));
    return rg_json_walk_fail(w, what);
}

bool rg_json_walk_enter(struct rg_json_walk *w, enum rg_json_type type)
{
    if (!expect(w, type))
        return false;
    w->at++;
    return true;
}

bool rg_json_walk_next(struct rg_json_walk *w)
{
    skip_space(w);
    if (*w->at == ']' || *w->at == '}') {
        w->at++;
        return false;
    }
    if (*w->at == ',')
        w->at++;
    skip_space(w);
    return true;
}

/* One past the closing quote of the string that starts at `p`. */
static const char *string_end(const char *p)
{
    for (p++; *p != '"'; p++) {
        if (*p == '\\')
            p++;
    }
    return p + 1;
}

static unsigned hex4(const char *p)
{
    unsigned value = 0;

    for (int i = 0; i < 4; i++) {
        char c = p[i];
        unsigned digit = c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
        value = value * 16 + digit;
    }
    return value;
}

static void put_utf8(struct rg_buffer *out, unsigned code)
{
    if (code < 0x80) {
        rg_buffer_putc(out, (char)code);
        return;
    }
    if (code < 0x800) {
        rg_buffer_putc(out, (char)(0xC0 | code >> 6));
    } else {
        if (code < 0x10000) {
            rg_buffer_putc(out, (char)(0xE0 | code >> 12));
        } else {
            rg_buffer_putc(out, (char)(0xF0 | code >> 18));
            rg_buffer_putc(out, (char)(0x80 | (code >> 12 & 0x3F)));
        }
        rg_buffer_putc(out, (char)(0x80 | (code >> 6 & 0x3F)));
    }
    rg_buffer_putc(out, (char)(0x80 | (code & 0x3F)));
}

/* Append what the escape at the backslash `p` stands for. Returns what is after it. */
static const char *put_escape(struct rg_buffer *out, const char *p)
{
    static const char names[] = "bfnrt";
    static const char values[] = "\b\f\n\r\t";

    if (p[1] != 'u') {
        const char *name = strchr(names, p[1]);
        if (name == NULL)
            rg_buffer_putc(out, p[1]);
        else
            rg_buffer_putc(out, values[name - names]);
        return p + 2;
    }
    unsigned code = hex4(p + 2);
    p += 6;
    if (code >= 0xD800 && code <= 0xDBFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + (hex4(p + 2) - 0xDC00);
        p += 6;
    }
    put_utf8(out, code);
    return p;
}

bool rg_json_walk_string(struct rg_json_walk *w, struct rg_buffer *out)
{
    if (!expect(w, RG_JSON_STRING))
        return false;
    const char *end = string_end(w->at);
    const char *p = w->at + 1;
    rg_buffer_clear(out);
    while (p < end - 1) {
        const char *escape = memchr(p, '\\', (size_t)(end - 1 - p));
        const char *stop = escape == NULL ? end - 1 : escape;
        rg_buffer_add(out, p, (size_t)(stop - p));
        p = escape == NULL ? stop : put_escape(out, escape);
    }
    w->at = end;
    return rg_buffer_check(out, w->err);
}

bool rg_json_walk_name(struct rg_json_walk *w, struct rg_buffer *out)
{
    if (!rg_json_walk_string(w, out))
        return false;
    skip_space(w);
    w->at++; /* the colon */
    skip_space(w);
    return true;
}

bool rg_json_walk_number(struct rg_json_walk *w, const char **ret, size_t *ret_length)
{
    if (!expect(w, RG_JSON_NUMBER))
        return false;
    *ret = w->at;
    *ret_length = strspn(w->at, "+-.0123456789eE");
    w->at += *ret_length;
    return true;
}

bool rg_json_walk_plain(struct rg_json_walk *w, const char **ret, size_t *ret_length)
{
    if (!expect(w, RG_JSON_STRING))
        return false;
    const char *start = w->at + 1;
    size_t length = strcspn(start, "\"\\");
    if (start[length] != '"')
        return rg_json_walk_fail(w, "expected a string without escapes");
    *ret = start;
    *ret_length = length;
    w->at = start + length + 1;
    return true;
}

void rg_json_walk_skip(struct rg_json_walk *w)
{
    size_t depth = 0;

    do {
        enum rg_json_type type = rg_json_walk_type(w);
        if (*w->at == ']' || *w->at == '}') {
            depth--;
            w->at++;
        } else if (*w->at == ',' || *w->at == ':') {
            w->at++;
        } else if (type == RG_JSON_OBJECT || type == RG_JSON_ARRAY) {
            depth++;
            w->at++;
        } else if (type == RG_JSON_STRING) {
            w->at = string_end(w->at);
        } else {
            w->at += strspn(w->at, "+-.0123456789eEtrufalsn");
        }
    } while (depth > 0);
}
