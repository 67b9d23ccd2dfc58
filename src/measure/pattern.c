#include "measure/pattern.h"

#include <string.h>

/* Larger counts make regcomp() slow, and nobody needs them to tell labels apart. */
enum { COUNT_MAX = 255, DEPTH_MAX = 100 };

/* A character of more than one byte, in the C locale. */
#define LONGER                                                                                               \
    "[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF][\x80-\xBF]|[\xF0-\xF4][\x80-\xBF][\x80-\xBF][\x80-\xBF]"

struct translation {
    const char *p;
    struct rg_buffer *out;
    struct rg_error *err;
    size_t depth;      /* open parentheses */
    bool can_repeat;   /* an atom stands before */
    bool was_repeated; /* and its repetition */
};

static bool refuse(const struct translation *t, const char *what)
{
    return rg_error_set(t->err, RG_ERROR_FORMAT, "'%.24s': %s", t->p, what);
}

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The end of a bracket expression that starts at `p`, behind its ']'; NULL when there is none. */
static const char *bracket_end(const char *p)
{
    p += p[1] == '^' ? 2 : 1;
    p += *p == ']';
    while (*p != ']' && *p != '\0') {
        const char *class_end = p[0] == '[' && p[1] == ':' ? strstr(p + 2, ":]") : NULL;
        p = class_end != NULL ? class_end + 2 : p + 1;
    }
    return *p == ']' ? p + 1 : NULL;
}

static bool take_bracket(struct translation *t)
{
    const char *end = bracket_end(t->p);
    bool is_negated = t->p[1] == '^';
    const char *first = t->p + (is_negated ? 2 : 1);

    if (end == NULL)
        return refuse(t, "the bracket is not closed");
    for (const char *p = first; p < end; p++) {
        if (*p == '\\' || !is_ascii(*p))
            return refuse(t, "a backslash, or a character beyond ASCII, in brackets");
        if (p[0] == '[' && (p[1] == '.' || p[1] == '='))
            return refuse(t, "'[.' and '[=' mean other things to a server");
    }
    if (is_negated) {
        rg_buffer_puts(t->out, "([^");
        rg_buffer_add(t->out, first, (size_t)(end - 1 - first));
        /* A '-' that stands last must stay last. */
        if (end - first > 2 && end[-2] == '-') {
            t->out->length--;
            rg_buffer_puts(t->out, "\x80-\xFF-]|" LONGER ")");
        } else {
            rg_buffer_puts(t->out, "\x80-\xFF]|" LONGER ")");
        }
    } else {
        rg_buffer_add(t->out, t->p, (size_t)(end - t->p));
    }
    t->p = end;
    t->can_repeat = true;
    return true;
}

static bool take_escape(struct translation *t)
{
    if (t->p[1] == '\0' || is_letter_or_digit(t->p[1]) || !is_ascii(t->p[1]) || t->p[1] < ' ')
        return refuse(t, "an escape that only a server's expressions have");
    /* Only of these is an escape defined: "\<" and others mean something else to some. */
    if (strchr("\\^$.|?*+()[{", t->p[1]) != NULL)
        rg_buffer_putc(t->out, '\\');
    rg_buffer_putc(t->out, t->p[1]);
    t->p += 2;
    t->can_repeat = true;
    return true;
}

/* Digits, 0 to COUNT_MAX. */
static bool take_count(const char **p, int *ret)
{
    const char *start = *p;

    for (*ret = 0; **p >= '0' && **p <= '9' && *ret <= COUNT_MAX; (*p)++)
        *ret = *ret * 10 + (**p - '0');
    return *p > start && *ret <= COUNT_MAX;
}

/* "{2}", "{2,}", "{2,5}" */
static bool is_count(const char *p, size_t *ret_length)
{
    const char *start = p++;
    int low;
    int high;

    if (!take_count(&p, &low))
        return false;
    high = low;
    if (*p == ',') {
        p++;
        if (*p != '}' && !take_count(&p, &high))
            return false;
    }
    if (*p != '}' || high < low)
        return false;
    *ret_length = (size_t)(p + 1 - start);
    return true;
}

static bool take_repetition(struct translation *t)
{
    size_t length = 1;

    if (t->was_repeated)
        return refuse(t, "a repetition of a repetition, or one that is not greedy");
    if (!t->can_repeat)
        return refuse(t, "there is nothing to repeat before it");
    if (*t->p == '{' && !is_count(t->p, &length))
        return refuse(t, "expected a count of at most 255, such as {2} or {2,5}");
    rg_buffer_add(t->out, t->p, length);
    t->p += length;
    t->was_repeated = true;
    return true;
}

static bool take_parenthesis(struct translation *t)
{
    bool opens = *t->p == '(';

    if (opens && t->p[1] == '?')
        return refuse(t, "flags and groups that start with '(?'");
    if (opens ? t->depth == DEPTH_MAX : t->depth == 0)
        return refuse(t, opens ? "more than 100 groups in each other" : "this ')' closes nothing");
    t->depth = opens ? t->depth + 1 : t->depth - 1;
    rg_buffer_putc(t->out, *t->p++);
    t->can_repeat = !opens;
    return true;
}

/* A character that stands for itself, of one byte or more. */
static bool take_literal(struct translation *t)
{
    size_t length = 1;

    while (!is_ascii(*t->p) && ((unsigned char)t->p[length] & 0xC0U) == 0x80U)
        length++;
    if (length > 1)
        rg_buffer_putc(t->out, '(');
    rg_buffer_add(t->out, t->p, length);
    if (length > 1)
        rg_buffer_putc(t->out, ')');
    t->p += length;
    t->can_repeat = true;
    return true;
}

static bool take(struct translation *t)
{
    if (strchr("*+?{", *t->p) != NULL)
        return take_repetition(t);
    t->was_repeated = false;
    switch (*t->p) {
    case '[':
        return take_bracket(t);
    case '\\':
        return take_escape(t);
    case '(':
    case ')':
        return take_parenthesis(t);
    case '.':
        rg_buffer_puts(t->out, "([\x01-\x7F]|" LONGER ")");
        t->can_repeat = true;
        break;
    case '|':
    case '^':
    case '$':
        rg_buffer_putc(t->out, *t->p);
        t->can_repeat = false;
        break;
    default:
        return take_literal(t);
    }
    t->p++;
    return true;
}

bool rg_pattern_translate(const char *pattern, struct rg_buffer *out, struct rg_error *err)
{
    struct translation t = {.p = pattern, .out = out, .err = err};

    rg_buffer_puts(out, "^(");
    while (*t.p != '\0') {
        if (!take(&t))
            return false;
    }
    if (t.depth > 0)
        return refuse(&t, "a group is not closed");
    rg_buffer_puts(out, ")$");
    return rg_buffer_check(out, err);
}
