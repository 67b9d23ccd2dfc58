#include "http/spelling.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The byte that two hexadecimal digits stand for, or -1. */
static int hex_byte(const char *p)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *high = p[0] == '\0' ? NULL : strchr(digits, p[0]);
    const char *low = high == NULL || p[1] == '\0' ? NULL : strchr(digits, p[1]);

    return low == NULL ? -1 : (int)((high - digits) % 16 * 16 + (low - digits) % 16);
}

static bool same(int found, unsigned char byte)
{
    return found >= 0 && found < 256 && tolower(found) == tolower(byte);
}

size_t spelled_in_hex(const char *p, unsigned char byte)
{
    return hex_byte(p) == byte ? 2 : 0;
}

/* "%41", "%2541", "%252541", "%u0041" */
static size_t by_percent(const char *p, unsigned char byte)
{
    size_t at = 1;

    if (p[0] != '%')
        return 0;
    for (;; at += 2) {
        if (strncasecmp(p + at, "u00", 3) == 0 && same(hex_byte(p + at + 3), byte))
            return at + 5;
        if (same(hex_byte(p + at), byte))
            return at + 2;
        if (strncmp(p + at, "25", 2) != 0)
            return 0;
    }
}

/* "\u0041", "\x41", "\101" or "\A", after any number of backslashes. */
static size_t by_backslash(const char *p, unsigned char byte)
{
    size_t at = strspn(p, "\\");

    if (at == 0)
        return 0;
    if (strncasecmp(p + at, "u00", 3) == 0 && same(hex_byte(p + at + 3), byte))
        return at + 5;
    if ((p[at] == 'x' || p[at] == 'X') && same(hex_byte(p + at + 1), byte))
        return at + 3;
    if (strspn(p + at, "01234567") >= 3) {
        int value = (p[at] - '0') * 64 + (p[at + 1] - '0') * 8 + (p[at + 2] - '0');
        if (same(value, byte))
            return at + 3;
    }
    if (byte == '\\')
        return 1 + (at > 1);
    return (unsigned char)p[at] == byte ? at + 1 : 0;
}

/* HTML's names of the characters of ASCII that are neither letters nor digits. */
static const struct {
    const char *name;
    char c;
} entities[] = {
    {"amp", '&'},          {"lt", '<'},       {"gt", '>'},
    {"quot", '"'},         {"apos", '\''},    {"nbsp", ' '},
    {"excl", '!'},         {"num", '#'},      {"dollar", '$'},
    {"percnt", '%'},       {"lpar", '('},     {"rpar", ')'},
    {"ast", '*'},          {"midast", '*'},   {"plus", '+'},
    {"comma", ','},        {"period", '.'},   {"sol", '/'},
    {"colon", ':'},        {"semi", ';'},     {"equals", '='},
    {"quest", '?'},        {"commat", '@'},   {"lsqb", '['},
    {"lbrack", '['},       {"bsol", '\\'},    {"rsqb", ']'},
    {"rbrack", ']'},       {"Hat", '^'},      {"lowbar", '_'},
    {"grave", '`'},        {"lcub", '{'},     {"lbrace", '{'},
    {"verbar", '|'},       {"vert", '|'},     {"rcub", '}'},
    {"rbrace", '}'},       {"UnderBar", '_'}, {"DiacriticalGrave", '`'},
    {"VerticalLine", '|'}, {"dash", '-'},     {"hyphen", '-'},
};

/* The length of "&", "&amp;", "&amp;amp;", "&#38;" …; 0 when there is none. */
static size_t ampersand(const char *p)
{
    static const char *const more[] = {"amp;", "#38;", "#x26;", "#X26;", "#038;"};
    size_t at = 1;
    size_t i = 0;

    if (p[0] != '&')
        return 0;
    while (i < sizeof more / sizeof more[0]) {
        size_t length = strlen(more[i]);
        bool again = strncasecmp(p + at, more[i], length) == 0;
        at += again ? length : 0;
        i = again ? 0 : i + 1;
    }
    return at;
}

static size_t by_entity(const char *p, unsigned char byte)
{
    size_t at = ampersand(p);
    char *end;

    if (at == 0)
        return 0;
    if (byte == '&' && at > 1)
        return at;
    if (p[at] == '#') {
        bool is_hex = p[at + 1] == 'x' || p[at + 1] == 'X';
        const char *digits = p + at + 1 + is_hex;
        if (!isxdigit((unsigned char)*digits))
            return 0;
        unsigned long code = strtoul(digits, &end, is_hex ? 16 : 10);
        return code < 256 && same((int)code, byte) ? (size_t)(end - p) + (*end == ';') : 0;
    }
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        size_t length = strlen(entities[i].name);
        if (entities[i].c == (char)byte && strncasecmp(p + at, entities[i].name, length) == 0)
            return at + length + (p[at + length] == ';');
    }
    return 0;
}

size_t spelled(const char *p, unsigned char byte)
{
    unsigned char c = (unsigned char)p[0];
    size_t size = c == '%'    ? by_percent(p, byte)
                  : c == '\\' ? by_backslash(p, byte)
                  : c == '&'  ? by_entity(p, byte)
                              : 0;

    if (size > 0)
        return size;
    return same(c, byte) || (c == '+' && byte == ' ') || (c == '-' && byte == '+') ||
           (c == '_' && byte == '/');
}

size_t line_break(const char *p)
{
    static const char *const ends[] = {"\\n", "\\r",   "\\t",   "%0A",   "%0D",
                                       "%20", "&#10;", "&#13;", "&#xA;", "&#xD;"};
    size_t at = 0;
    size_t i = 0;

    while (i < sizeof ends / sizeof ends[0]) {
        size_t length = strspn(p + at, " \t\r\n");
        if (length == 0 && strncasecmp(p + at, ends[i], strlen(ends[i])) == 0)
            length = strlen(ends[i]);
        at += length;
        i = length > 0 ? 0 : i + 1;
    }
    return at;
}
