#include "measure/unquote.h"

#include "rungate/base/utf8.h"

#include <string.h>

/* Append a code point. False for 0, a surrogate, and beyond Unicode. */
static bool put_code_point(uint32_t c, struct rg_buffer *out)
{
    if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return false;
    if (c < 0x80) {
        rg_buffer_putc(out, (char)c);
        return true;
    }
    if (c < 0x800) {
        rg_buffer_putc(out, (char)(0xC0 | c >> 6));
    } else if (c < 0x10000) {
        rg_buffer_putc(out, (char)(0xE0 | c >> 12));
        rg_buffer_putc(out, (char)(0x80 | (c >> 6 & 0x3F)));
    } else {
        rg_buffer_putc(out, (char)(0xF0 | c >> 18));
        rg_buffer_putc(out, (char)(0x80 | (c >> 12 & 0x3F)));
        rg_buffer_putc(out, (char)(0x80 | (c >> 6 & 0x3F)));
    }
    rg_buffer_putc(out, (char)(0x80 | (c & 0x3F)));
    return true;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* `count` digits at *p, which goes past them. */
static bool take_digits(const char **p, const char *end, size_t count, unsigned base, uint32_t *ret)
{
    *ret = 0;
    if ((size_t)(end - *p) < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        unsigned digit = (unsigned)digit_value(*(*p)++);
        if (digit >= base)
            return false;
        *ret = *ret * base + digit;
    }
    return true;
}

/* What follows a backslash. */
static bool take_escape(const char **p, const char *end, char quote, struct rg_buffer *out)
{
    static const char letters[] = "abfnrtv\\";
    static const char stands_for[] = "\a\b\f\n\r\t\v\\";
    uint32_t value;

    if (*p == end)
        return false;
    char c = *(*p)++;
    const char *letter = memchr(letters, c, sizeof letters - 1);
    if (letter != NULL)
        c = stands_for[letter - letters];
    if (letter != NULL || c == quote) {
        rg_buffer_putc(out, c);
        return true;
    }
    if (c == 'u' || c == 'U')
        return take_digits(p, end, c == 'u' ? 4 : 8, 16, &value) && put_code_point(value, out);
    bool is_hex = c == 'x';
    *p -= !is_hex;
    if (!take_digits(p, end, is_hex ? 2 : 3, is_hex ? 16 : 8, &value) || value == 0 || value > 0xFF)
        return false;
    rg_buffer_putc(out, (char)value);
    return true;
}

static bool is_utf8(const char *text, size_t length)
{
    uint32_t code_point;
    size_t size = 1;

    for (size_t i = 0; i < length && size > 0; i += size)
        size = rg_utf8_decode(text + i, length - i, &code_point);
    return size > 0;
}

bool rg_promql_unescape(const struct rg_slice *inside, char quote, struct rg_buffer *out)
{
    const char *end = inside->start + inside->length;
    size_t start = out->length;

    for (const char *p = inside->start; p < end;) {
        char c = *p++;
        if (quote == '`' || c != '\\')
            rg_buffer_putc(out, c);
        else if (!take_escape(&p, end, quote, out))
            return false;
    }
    return !rg_buffer_ok(out) || out->data == NULL || is_utf8(out->data + start, out->length - start);
}

bool rg_promql_unquote(const struct rg_slice *quoted, struct rg_buffer *out)
{
    struct rg_slice inside = {quoted->start + 1, quoted->length - 2};

    return rg_promql_unescape(&inside, *quoted->start, out);
}
