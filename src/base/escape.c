#include "rungate/base/escape.h"

#include "rungate/base/utf8.h"

#include <ctype.h>
#include <string.h>

/* Characters that move the cursor, turn the direction of writing or break the line, and are not C0 or C1. */
static bool is_hidden(uint32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

/* How one printable ASCII character is shown in some place; NULL: as it is; BY_NUMBER: as &#N;. */
typedef const char *escape_ascii(unsigned char c);

static const char BY_NUMBER[] = "";

/* The length of the run at `text` that is printable ASCII and shown as it is. */
static size_t plain_run(const char *text, size_t length, escape_ascii *special)
{
    size_t run = 0;

    while (run < length && text[run] >= 0x20 && text[run] < 0x7F &&
           (special == NULL || special((unsigned char)text[run]) == NULL))
        run++;
    return run;
}

static void put_special(struct rg_buffer *out, const char *instead, uint32_t c)
{
    if (instead == BY_NUMBER)
        rg_buffer_printf(out, "&#%u;", (unsigned)c);
    else
        rg_buffer_puts(out, instead);
}

/* Show one character that is not plain; the length of what was shown. */
static size_t escape_one(struct rg_buffer *out, const char *text, size_t left, escape_ascii *special)
{
    uint32_t c;
    size_t size = rg_utf8_decode(text, left, &c);

    if (size == 0) {
        rg_buffer_printf(out, "\\x%02x", (unsigned char)*text);
        return 1;
    }
    if (c == '\n' || c == '\t' || c == '\r')
        rg_buffer_puts(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
    else if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        rg_buffer_printf(out, "\\x%02x", (unsigned)c);
    else if (c < 0x7F)
        put_special(out, special((unsigned char)c), c);
    else if (is_hidden(c))
        rg_buffer_printf(out, "\\u{%x}", (unsigned)c);
    else
        rg_buffer_add(out, text, size);
    return size;
}

static void escape(struct rg_buffer *out, const char *text, escape_ascii *special)
{
    size_t left = strlen(text);

    while (left > 0) {
        size_t size = plain_run(text, left, special);
        if (size > 0)
            rg_buffer_add(out, text, size);
        else
            size = escape_one(out, text, left, special);
        text += size;
        left -= size;
    }
}

void rg_escape_terminal(struct rg_buffer *out, const char *text)
{
    escape(out, text, NULL);
}

/* Kept: what neither Markdown nor HTML gives a meaning inside a line that starts with something else. */
static const char *for_markdown(unsigned char c)
{
    return isalnum(c) || strchr(" .,;()+-=/%'\"?", c) != NULL ? NULL : BY_NUMBER;
}

void rg_escape_markdown(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_markdown);
}

static const char *for_shell(unsigned char c)
{
    return c == '\'' ? "'\\''" : NULL;
}

void rg_escape_shell(struct rg_buffer *out, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/:@%+=,";

    if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
        rg_buffer_puts(out, text);
        return;
    }
    rg_buffer_putc(out, '\'');
    escape(out, text, for_shell);
    rg_buffer_putc(out, '\'');
}

static const char *for_xml(unsigned char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void rg_escape_xml(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_xml);
}

static const char *for_annotation(unsigned char c)
{
    return c == '%' ? "%25" : NULL;
}

void rg_escape_annotation(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_annotation);
}

static const char *for_annotation_property(unsigned char c)
{
    return c == '%' ? "%25" : c == ':' ? "%3A" : c == ',' ? "%2C" : NULL;
}

void rg_escape_annotation_property(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_annotation_property);
}
