#include "rungate/escape.h"

#include "rungate/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Characters that move the cursor, change the direction of writing or break the line without being C0 or C1.
 */
static bool is_hidden(uint32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

/* How one printable ASCII character is shown in some place; NULL: as it is. */
typedef const char *escape_ascii(unsigned char c, char ret[16]);

static void escape(struct rg_buffer *out, const char *text, escape_ascii *special)
{
    size_t left = strlen(text);
    char reference[16];

    while (left > 0) {
        uint32_t c;
        size_t size = rg_utf8_decode(text, left, &c);
        const char *instead = size == 1 && c >= 0x20 && c < 0x7F && special != NULL
                                  ? special((unsigned char)c, reference)
                                  : NULL;
        if (size == 0) {
            rg_buffer_printf(out, "\\x%02x", (unsigned char)*text);
            size = 1;
        } else if (instead != NULL) {
            rg_buffer_puts(out, instead);
        } else if (c == '\n' || c == '\t' || c == '\r') {
            rg_buffer_puts(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
        } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            rg_buffer_printf(out, "\\x%02x", (unsigned)c);
        } else if (is_hidden(c)) {
            rg_buffer_printf(out, "\\u{%x}", (unsigned)c);
        } else {
            rg_buffer_add(out, text, size);
        }
        text += size;
        left -= size;
    }
}

void rg_escape_terminal(struct rg_buffer *out, const char *text)
{
    escape(out, text, NULL);
}

/* Kept: what neither Markdown nor HTML gives a meaning inside a line that starts with something else. */
static const char *for_markdown(unsigned char c, char ret[16])
{
    if (isalnum(c) || strchr(" .,;()+-=/%'\"?", c) != NULL)
        return NULL;
    (void)snprintf(ret, 16, "&#%u;", (unsigned)c);
    return ret;
}

void rg_escape_markdown(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_markdown);
}

static const char *for_shell(unsigned char c, char ret[16])
{
    (void)ret;
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

static const char *for_xml(unsigned char c, char ret[16])
{
    (void)ret;
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

static const char *for_annotation(unsigned char c, char ret[16])
{
    (void)ret;
    return c == '%' ? "%25" : NULL;
}

void rg_escape_annotation(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_annotation);
}

static const char *for_annotation_property(unsigned char c, char ret[16])
{
    (void)ret;
    return c == '%' ? "%25" : c == ':' ? "%3A" : c == ',' ? "%2C" : NULL;
}

void rg_escape_annotation_property(struct rg_buffer *out, const char *text)
{
    escape(out, text, for_annotation_property);
}
