#include "rungate/base/escape.h"

#include "rungate/base/utf8.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/*
 * Characters that show nothing where they stand, or change how others are shown: the default ignorable code
 * points of Unicode (zero-width characters, directions, variation selectors, tags), the line separators, the
 * interlinear marks and the noncharacters. In order.
 */
static const struct {
    uint32_t first;
    uint32_t last;
} hidden[] = {
    {0x00AD, 0x00AD},     {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},
    {0x180B, 0x180F},     {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},     {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
    {0xFFFE, 0xFFFF},     {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xFFFFE, 0xFFFFF},
    {0x10FFFE, 0x10FFFF},
};

static bool is_hidden(uint32_t c)
{
    size_t low = 0;
    size_t high = sizeof hidden / sizeof hidden[0];

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > hidden[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof hidden / sizeof hidden[0] && c >= hidden[low].first;
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

/* A symbol's own choice between text and picture; not after what is no symbol. */
static bool is_presentation(uint32_t c, uint32_t before)
{
    return (c == 0xFE0E || c == 0xFE0F) && before >= 0x203C && !is_hidden(before);
}

/* Show one character that is not plain, and note it; the length of what was shown. */
static size_t escape_one(struct rg_buffer *out, const char *text, size_t left, escape_ascii *special,
                         uint32_t *before)
{
    uint32_t c;
    size_t size = rg_utf8_decode(text, left, &c);
    uint32_t last = *before;

    *before = size == 0 ? 0 : c;

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
    else if (is_hidden(c) && !is_presentation(c, last))
        rg_buffer_printf(out, "\\u{%x}", (unsigned)c);
    else
        rg_buffer_add(out, text, size);
    return size;
}

static void escape(struct rg_buffer *out, const char *text, size_t left, escape_ascii *special)
{
    uint32_t before = 0;

    while (left > 0) {
        size_t size = plain_run(text, left, special);
        if (size > 0)
            rg_buffer_add(out, text, size);
        else
            size = escape_one(out, text, left, special, &before);
        before = size > 1 || (unsigned char)text[0] >= 0x80 ? before : 0;
        text += size;
        left -= size;
    }
}

void rg_escape_terminal(struct rg_buffer *out, const char *text)
{
    escape(out, text, strlen(text), NULL);
}

/* Kept: what neither Markdown nor HTML gives a meaning inside a line that starts with something else. */
static const char *for_markdown(unsigned char c)
{
    return isalnum(c) || strchr(" .,;()+-=/%'\"?", c) != NULL ? NULL : BY_NUMBER;
}

/*
 * The length of the text up to the next place where a renderer would see a link or a mention: after a '@',
 * '#' or '!' before a letter or digit, the colon of "://", the point of "www." and the hyphen of "GH-1". A
 * character reference does not help there: links are sought in what it stands for.
 */
static size_t link_at(const char *text)
{
    size_t i = 0;

    for (; text[i] != '\0'; i++) {
        unsigned char next = (unsigned char)text[i + 1];
        bool is_word = isalnum(next) || next == '_' || next >= 0x80;
        if ((strchr("@#!", text[i]) != NULL && is_word) || (text[i] == ':' && next == '/') ||
            (i >= 3 && text[i] == '.' && strncasecmp(text + i - 3, "www", 3) == 0) ||
            (i >= 2 && text[i] == '-' && strncasecmp(text + i - 2, "gh", 2) == 0 && isdigit(next)))
            return i + 1;
    }
    return i;
}

/* An element that shows nothing and is part of no link. */
static const char BREAK[] = "<span></span>";

void rg_escape_markdown(struct rg_buffer *out, const char *text)
{
    while (*text != '\0') {
        size_t length = link_at(text);
        escape(out, text, length, for_markdown);
        text += length;
        if (*text != '\0')
            rg_buffer_puts(out, BREAK);
    }
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
    escape(out, text, strlen(text), for_shell);
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
    case '#': /* "##[…]" is a command to a CI system, when the file is its log: /dev/stdout */
        return "&#35;";
    default:
        return NULL;
    }
}

void rg_escape_xml(struct rg_buffer *out, const char *text)
{
    escape(out, text, strlen(text), for_xml);
}

static const char *for_annotation(unsigned char c)
{
    return c == '%' ? "%25" : NULL;
}

/* The line is a command itself, and must hold no other. */
static void escape_annotation(struct rg_buffer *out, const char *text, escape_ascii *special)
{
    struct rg_buffer part;

    rg_buffer_init(&part, RG_TEXT_MAX);
    escape(&part, text, strlen(text), special);
    rg_escape_log(out, rg_buffer_text(&part));
    rg_buffer_inherit(out, &part);
    rg_buffer_release(&part);
}

void rg_escape_annotation(struct rg_buffer *out, const char *text)
{
    escape_annotation(out, text, for_annotation);
}

static const char *for_annotation_property(unsigned char c)
{
    return c == '%' ? "%25" : c == ':' ? "%3A" : c == ',' ? "%2C" : NULL;
}

void rg_escape_annotation_property(struct rg_buffer *out, const char *text)
{
    escape_annotation(out, text, for_annotation_property);
}

/*
 * The length of "##[", "##vso[", "##teamcity[" and their like at the start of the text, less the bracket; 0
 * when it is something else. Any word may stand there: it is a command of some CI system or of the next one.
 */
static size_t marker_at(const char *text)
{
    size_t length = 2;

    if (text[0] != '#' || text[1] != '#')
        return 0;
    while (isalnum((unsigned char)text[length]) ||
           (text[length] != '\0' && strchr("-._", text[length]) != NULL))
        length++;
    return text[length] == '[' ? length : 0;
}

bool rg_has_log_command(const char *text)
{
    for (text = strstr(text, "##"); text != NULL; text = strstr(text + 1, "##")) {
        if (marker_at(text) > 0)
            return true;
    }
    return false;
}

/* What runners strip from the start of a line: white space, that of Unicode included. */
static bool is_blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* The length of the blanks at the start of a line. */
static size_t blanks_at(const char *text)
{
    size_t length = 0;
    uint32_t c;

    for (;;) {
        size_t size = rg_utf8_decode(text + length, strnlen(text + length, 4), &c);
        if (size == 0 || !is_blank(c))
            return length;
        length += size;
    }
}

void rg_escape_log(struct rg_buffer *out, const char *text)
{
    bool at_start = true;

    while (*text != '\0') {
        size_t length = at_start ? blanks_at(text) : 0;
        rg_buffer_add(out, text, length);
        text += length;
        if (at_start && text[0] == ':' && text[1] == ':') {
            rg_buffer_puts(out, "\\u003a");
            text++;
        }
        /* To the next line or the next marker, whichever is first. */
        for (length = 0; strchr("\n\r", text[length]) == NULL && marker_at(text + length) == 0; length++) {
        }
        rg_buffer_add(out, text, length);
        text += length;
        at_start = *text == '\n' || *text == '\r';
        if (at_start)
            rg_buffer_putc(out, *text++);
        else if (*text != '\0') {
            rg_buffer_puts(out, "#\\u0023");
            text += 2;
        }
    }
}
