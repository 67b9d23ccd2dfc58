#include "measure/promql.h"

#include <string.h>
#include <strings.h>

/* In a comment. */
static const char COMMENT = '#';

char rg_promql_advance(char state, const char *p, size_t *ret_size)
{
    *ret_size = 1;
    if (state == RG_PROMQL_OUTSIDE) {
        if (strchr("\"'`#", *p) != NULL)
            return *p;
        return RG_PROMQL_OUTSIDE;
    }
    if (state != COMMENT && state != '`' && *p == '\\' && p[1] != '\0')
        *ret_size = 2;
    if (*p == (state == COMMENT ? '\n' : (int)state))
        return RG_PROMQL_OUTSIDE;
    return state;
}

bool rg_promql_is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

struct rg_scan rg_scan_of(const struct rg_slice *span)
{
    return (struct rg_scan){.p = span->start, .end = span->start + span->length};
}

void rg_scan_space(struct rg_scan *s)
{
    while (s->p < s->end) {
        if (*s->p == '#')
            while (s->p < s->end && *s->p != '\n')
                s->p++;
        else if (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r')
            s->p++;
        else
            return;
    }
}

bool rg_scan_at_end(struct rg_scan *s)
{
    rg_scan_space(s);
    return s->p == s->end;
}

bool rg_scan_take(struct rg_scan *s, char expected)
{
    if (rg_scan_at_end(s) || *s->p != expected)
        return false;
    s->p++;
    return true;
}

struct rg_slice rg_scan_word(struct rg_scan *s)
{
    rg_scan_space(s);
    struct rg_slice word = {.start = s->p};
    while (s->p < s->end && rg_promql_is_name(*s->p))
        s->p++;
    word.length = (size_t)(s->p - word.start);
    return word;
}

bool rg_slice_is(const struct rg_slice *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->start, text, word->length) == 0;
}

static char closer_of(char opener)
{
    switch (opener) {
    case '(':
        return ')';
    case '[':
        return ']';
    default:
        return '}';
    }
}

bool rg_scan_group(struct rg_scan *s, struct rg_slice *ret, const char **ret_comma, size_t *ret_commas)
{
    char closers[64] = {0}; /* of the brackets that are open */
    size_t depth = 0;
    char state = RG_PROMQL_OUTSIDE;
    size_t size;

    rg_scan_space(s);
    if (s->p == s->end || *s->p != '(')
        return false;
    ret->start = s->p + 1;
    *ret_comma = NULL;
    *ret_commas = 0;
    for (; s->p < s->end; s->p += size) {
        char c = *s->p;
        bool code = state == RG_PROMQL_OUTSIDE;
        state = rg_promql_advance(state, s->p, &size);
        if (!code || state != RG_PROMQL_OUTSIDE)
            continue;
        if (c == '(' || c == '[' || c == '{') {
            if (depth == sizeof closers)
                return false;
            closers[depth++] = closer_of(c);
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == 0 || closers[depth - 1] != c)
                return false;
            depth--;
            if (depth == 0) {
                ret->length = (size_t)(s->p++ - ret->start);
                return true;
            }
        } else if (c == ',' && depth == 1 && (*ret_commas)++ == 0) {
            *ret_comma = s->p;
        }
    }
    return false;
}

struct rg_slice rg_slice_strip(struct rg_slice text)
{
    for (;;) {
        struct rg_scan s = rg_scan_of(&text);
        struct rg_slice inside;
        const char *comma;
        size_t commas;
        if (!rg_scan_group(&s, &inside, &comma, &commas) || !rg_scan_at_end(&s))
            return text;
        text = inside;
    }
}
