#include "format/json_scan.h"

#include "rungate/base/name.h"
#include "rungate/base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(RG_JSON_NUMBER_MAX == 63 && RG_JSON_DEPTH_MAX == 128 && RG_NAME_MAX == 1024,
               "messages below say so");

struct scan {
    const char *text;
    size_t length;
    size_t at;
    size_t line;
    size_t depth;
    size_t spared; /* bytes that the escapes of the last string have more than what they stand for */
    struct rg_json_place *places;
    size_t count;
    size_t capacity;
    bool only_checks; /* no places */
    struct rg_error *err;
};

bool rg_json_fault_at(const char *text, size_t offset, struct rg_error *err, const char *what)
{
    size_t line;
    size_t column;

    rg_utf8_place(text, offset, &line, &column);
    return rg_error_set(err, RG_ERROR_FORMAT, "line %zu, column %zu: %s", line, column, what);
}

static bool fault(struct scan *s, size_t offset, const char *what)
{
    (void)rg_json_fault_at(s->text, offset, s->err, what);
    return false;
}

/* The same for what is well-formed and too large. */
static bool beyond(struct scan *s, size_t offset, const char *what)
{
    (void)fault(s, offset, what);
    s->err->code = RG_ERROR_LIMIT;
    return false;
}

static int peek(const struct scan *s)
{
    return s->at < s->length ? (unsigned char)s->text[s->at] : -1;
}

static void skip_space(struct scan *s)
{
    for (; s->at < s->length; s->at++) {
        char c = s->text[s->at];
        if (c == '\n')
            s->line++;
        else if (c != ' ' && c != '\t' && c != '\r')
            break;
    }
}

static bool skip_digits(struct scan *s)
{
    size_t start = s->at;

    while (s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9')
        s->at++;
    return s->at > start;
}

static bool scan_number(struct scan *s)
{
    size_t start = s->at;
    char copy[RG_JSON_NUMBER_MAX + 1];
    bool has_exponent = false;

    if (peek(s) == '-')
        s->at++;
    size_t first = s->at;
    if (!skip_digits(s))
        return fault(s, first, "expected a digit");
    if (s->text[first] == '0' && s->at > first + 1)
        return fault(s, first, "a number must not start with 0");
    if (peek(s) == '.') {
        s->at++;
        if (!skip_digits(s))
            return fault(s, s->at, "expected a digit after the decimal point");
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        has_exponent = true;
        s->at++;
        if (peek(s) == '+' || peek(s) == '-')
            s->at++;
        if (!skip_digits(s))
            return fault(s, s->at, "expected a digit in the exponent");
    }
    size_t length = s->at - start;
    if (length >= sizeof copy)
        return beyond(s, start, "a number of more than 63 characters");
    if (!has_exponent)
        return true;
    memcpy(copy, s->text + start, length);
    copy[length] = '\0';
    if (!isfinite(strtod(copy, NULL)))
        return fault(s, start, "a number too large for a double");
    return true;
}

static bool scan_hex4(struct scan *s, uint32_t *ret)
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++, s->at++) {
        int c = peek(s);
        if (c >= '0' && c <= '9')
            value = value * 16 + (uint32_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (uint32_t)(c - 'a' + 10);
        else if (c >= 'A' && c <= 'F')
            value = value * 16 + (uint32_t)(c - 'A' + 10);
        else
            return fault(s, s->at, "expected four hexadecimal digits after \\u");
    }
    *ret = value;
    return true;
}

/* The part of an escape after the backslash. */
static bool scan_escape(struct scan *s)
{
    size_t start = s->at - 1;
    int c = peek(s);
    uint32_t unit = 0;
    uint32_t low = 0;

    if (c < 0 || c == '\0' || strchr("\"\\/bfnrtu", c) == NULL)
        return fault(s, start, "an unknown escape in a string");
    s->at++;
    s->spared++;
    if (c != 'u')
        return true;
    if (!scan_hex4(s, &unit))
        return false;
    if (unit == 0)
        return fault(s, start, "\\u0000 in a string");
    if (unit < 0xD800 || unit > 0xDFFF) {
        s->spared += unit < 0x80 ? 4 : unit < 0x800 ? 3 : 2;
        return true;
    }
    if (unit > 0xDBFF || peek(s) != '\\' || s->at + 1 >= s->length || s->text[s->at + 1] != 'u')
        return fault(s, start, "unpaired surrogate in a string");
    s->at += 2;
    if (!scan_hex4(s, &low))
        return false;
    if (low < 0xDC00 || low > 0xDFFF)
        return fault(s, start, "unpaired surrogate in a string");
    s->spared += 7;
    return true;
}

/* The end of a run of plain ASCII: the bulk of every string. */
static size_t skip_plain(const char *text, size_t at, size_t length)
{
    while (at < length) {
        unsigned char c = (unsigned char)text[at];
        if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
            break;
        at++;
    }
    return at;
}

static bool scan_string(struct scan *s)
{
    size_t start = s->at++;

    s->spared = 0;
    for (;;) {
        uint32_t code_point;
        s->at = skip_plain(s->text, s->at, s->length);
        int c = peek(s);
        if (c < 0)
            return fault(s, start, "unterminated string");
        if (c == '"') {
            s->at++;
            return true;
        }
        if (c < 0x20)
            return fault(s, s->at, "a raw control character in a string");
        if (c == '\\') {
            s->at++;
            if (!scan_escape(s))
                return false;
            continue;
        }
        size_t size = rg_utf8_decode(s->text + s->at, s->length - s->at, &code_point);
        if (size == 0)
            return fault(s, s->at, "invalid UTF-8");
        s->at += size;
    }
}

static bool scan_word(struct scan *s)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (s->length - s->at >= length && memcmp(s->text + s->at, words[i], length) == 0) {
            s->at += length;
            return true;
        }
    }
    return fault(s, s->at, s->at < s->length ? "expected a value" : "expected a value, found the end");
}

/* Note a new value; *ret_index names it while the array can still move. */
static bool add_place(struct scan *s, size_t name_at, size_t line, size_t parent, size_t *ret_index)
{
    *ret_index = 0;
    if (s->only_checks)
        return true;
    if (s->count == RG_JSON_VALUES_MAX)
        return rg_error_set(s->err, RG_ERROR_LIMIT, "more than %d values", RG_JSON_VALUES_MAX);
    if (s->count == RG_JSON_VALUES_DENSE + s->length / RG_JSON_VALUE_BYTES)
        return rg_error_set(
            s->err, RG_ERROR_LIMIT,
            "more than %zu values in %zu bytes: a file of mostly empty values is none of ours", s->count,
            s->length);
    if (s->count == s->capacity) {
        size_t capacity = s->capacity == 0 ? 64 : s->capacity + s->capacity / 2;
        struct rg_json_place *places = realloc(s->places, capacity * sizeof *places);
        if (places == NULL) {
            (void)rg_error_memory(s->err);
            return false;
        }
        s->places = places;
        s->capacity = capacity;
    }
    *ret_index = s->count;
    s->places[s->count++] = (struct rg_json_place){.name_at = (uint32_t)name_at,
                                                   .at = (uint32_t)s->at,
                                                   .line = (uint32_t)line,
                                                   .parent = (uint32_t)parent};
    return true;
}

static bool scan_value(struct scan *s, size_t name_at, size_t line, size_t parent);

/* A member's name and colon; the value follows. */
static bool scan_name(struct scan *s)
{
    if (peek(s) != '"')
        return fault(s, s->at, "expected a member name in double quotes");
    size_t start = s->at;
    if (!scan_string(s))
        return false;
    if (s->at - start - strlen("\"\"") - s->spared > RG_NAME_MAX)
        return beyond(s, start, "a name is longer than 1024 bytes");
    skip_space(s);
    if (peek(s) != ':')
        return fault(s, s->at, "expected ':' after the member name");
    s->at++;
    skip_space(s);
    return true;
}

static bool scan_container(struct scan *s, size_t index, char close)
{
    bool is_object = close == '}';

    if (++s->depth > RG_JSON_DEPTH_MAX)
        return beyond(s, s->at, "nested deeper than 128 levels");
    s->at++;
    skip_space(s);
    if (peek(s) == close) {
        s->at++;
        s->depth--;
        return true;
    }
    for (;;) {
        size_t name_at = s->at;
        size_t line = s->line;
        if (is_object && !scan_name(s))
            return false;
        if (!scan_value(s, name_at, line, index))
            return false;
        skip_space(s);
        int c = peek(s);
        if (c != ',' && c != close)
            return fault(s, s->at, is_object ? "expected ',' or '}'" : "expected ',' or ']'");
        s->at++;
        if (c == close)
            break;
        skip_space(s);
    }
    s->depth--;
    return true;
}

static bool scan_value(struct scan *s, size_t name_at, size_t line, size_t parent)
{
    size_t index = 0;
    bool ok;

    if (!add_place(s, name_at, line, parent, &index))
        return false;
    int c = peek(s);
    if (c == '{' || c == '[')
        ok = scan_container(s, index, c == '{' ? '}' : ']');
    else if (c == '"')
        ok = scan_string(s);
    else if (c == '-' || (c >= '0' && c <= '9'))
        ok = scan_number(s);
    else
        ok = scan_word(s);
    if (ok && s->places != NULL) {
        s->places[index].end = (uint32_t)s->at;
        s->places[index].next = (uint32_t)s->count;
    }
    return ok;
}

bool rg_json_scan(const char *text, size_t length, struct rg_json_place **ret_places, size_t *ret_count,
                  struct rg_error *err)
{
    struct scan s = {
        .text = text, .length = length, .line = 1, .only_checks = ret_places == NULL, .err = err};
    bool ok;

    if (length > UINT32_MAX / 2)
        return rg_error_set(err, RG_ERROR_LIMIT, "more than 2 GiB of JSON");
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        return rg_json_fault_at(text, 0, err, "unexpected byte order mark");
    skip_space(&s);
    ok = scan_value(&s, s.at, s.line, 0);
    if (ok) {
        skip_space(&s);
        if (s.at < s.length)
            ok = fault(&s, s.at, "unexpected text after the value");
    }
    if (!ok) {
        free(s.places);
        return false;
    }
    if (ret_places != NULL) {
        *ret_places = s.places;
        *ret_count = s.count;
    }
    return true;
}
