#include "measure/matcher.h"

#include "measure/le.h"
#include "measure/pattern.h"
#include "measure/unquote.h"

#include <string.h>

static bool is_op(const struct rg_matcher *m, const char *op)
{
    return m->op.length == strlen(op) && memcmp(m->op.start, op, m->op.length) == 0;
}

/* Append a label's name, in quotes or not. */
static bool put_name(const struct rg_slice *name, struct rg_buffer *out)
{
    if (strchr("\"'`", *name->start) != NULL)
        return rg_promql_unquote(name, out);
    rg_buffer_add(out, name->start, name->length);
    return true;
}

/* The text of a buffer, copied. NULL without memory. */
static const char *keep(const struct rg_buffer *text, struct rg_arena *arena)
{
    return rg_buffer_ok(text) ? rg_arena_strndup(arena, rg_buffer_text(text), text->length) : NULL;
}

static bool compile(struct rg_label_matcher *m, struct rg_arena *arena, struct rg_error *err)
{
    regex_t *pattern = rg_arena_alloc(arena, sizeof *pattern);
    struct rg_buffer text;

    if (pattern == NULL)
        return rg_error_memory(err);
    rg_buffer_init(&text, RG_TEXT_MAX);
    bool ok = rg_pattern_translate(m->value, &text, err);
    if (ok) {
        int code = regcomp(pattern, rg_buffer_text(&text), REG_EXTENDED | REG_NOSUB);
        if (code == REG_ESPACE)
            ok = rg_error_memory(err);
        else if (code != 0)
            ok = rg_error_set(err, RG_ERROR_FORMAT, "this is not a regular expression");
        if (ok)
            m->pattern = pattern;
    }
    rg_buffer_release(&text);
    return ok;
}

static bool read_value(struct rg_label_matcher *m, bool is_pattern, struct rg_arena *arena,
                       struct rg_error *err)
{
    bool is_edge = strcmp(m->label, "le") == 0;

    if (is_edge && is_pattern)
        return rg_error_set(
            err, RG_ERROR_FORMAT,
            "servers rewrite 'le', so a pattern does not tell which edges are meant; use '='");
    if (!is_edge)
        return !is_pattern || compile(m, arena, err);
    m->is_number = rg_le_parse(m->value, &m->number);
    return true;
}

bool rg_matcher_make(const struct rg_matcher *matcher, struct rg_arena *arena, struct rg_label_matcher *ret,
                     struct rg_error *err)
{
    struct rg_label_matcher m = {.is_negated = *matcher->op.start == '!'};
    bool is_pattern = is_op(matcher, "=~") || is_op(matcher, "!~");
    struct rg_buffer name;
    struct rg_buffer value;

    rg_buffer_init(&name, RG_TEXT_MAX);
    rg_buffer_init(&value, RG_TEXT_MAX);
    bool ok = (put_name(&matcher->label, &name) && rg_promql_unquote(&matcher->value, &value)) ||
              rg_error_set(err, RG_ERROR_FORMAT, "its string has an escape that PromQL does not have");
    if (ok) {
        m.label = keep(&name, arena);
        m.value = keep(&value, arena);
        ok = m.label != NULL && m.value != NULL ? read_value(&m, is_pattern, arena, err)
                                                : rg_error_memory(err);
    }
    if (ok)
        *ret = m;
    else if (err->code != RG_ERROR_MEMORY)
        (void)rg_error_prefix(err, "the matcher %.*s%.*s%.*s cannot be applied to a page",
                              (int)matcher->label.length, matcher->label.start, (int)matcher->op.length,
                              matcher->op.start, (int)matcher->value.length, matcher->value.start);
    rg_buffer_release(&name);
    rg_buffer_release(&value);
    return ok;
}

void rg_matcher_release(struct rg_label_matcher *matcher)
{
    if (matcher->pattern != NULL)
        regfree(matcher->pattern);
    *matcher = (struct rg_label_matcher){0};
}

bool rg_matcher_test(const struct rg_label_matcher *m, const char *value)
{
    double number;
    bool matches;

    if (m->pattern != NULL)
        matches = regexec(m->pattern, value, 0, NULL, 0) == 0;
    else if (m->is_number && rg_le_parse(value, &number))
        matches = rg_le_equal(m->number, number);
    else
        matches = strcmp(m->value, value) == 0;
    return matches != m->is_negated;
}
