#include "measure/selector.h"

#include <string.h>

static bool is_text(const struct rg_slice *slice, const char *text)
{
    return slice->length == strlen(text) && memcmp(slice->start, text, slice->length) == 0;
}

/* Take a string; *ret is without its quotes. */
static bool take_string(struct rg_scan *s, struct rg_slice *ret)
{
    rg_scan_space(s);
    if (s->p == s->end || strchr("\"'`", *s->p) == NULL)
        return false;
    char quote = *s->p;
    ret->start = ++s->p;
    while (s->p < s->end && *s->p != quote)
        s->p += quote != '`' && *s->p == '\\' && s->p + 1 < s->end ? 2 : 1;
    if (s->p >= s->end)
        return false;
    ret->length = (size_t)(s->p++ - ret->start);
    return true;
}

bool rg_scan_label(struct rg_scan *s, struct rg_slice *ret)
{
    *ret = rg_scan_word(s);
    if (ret->length > 0)
        return true;
    return take_string(s, ret) && ret->length > 0 && memchr(ret->start, '\\', ret->length) == NULL;
}

static bool take_op(struct rg_scan *s, struct rg_slice *ret)
{
    static const char *const ops[] = {"=~", "!~", "!=", "="};

    rg_scan_space(s);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        size_t length = strlen(ops[i]);
        if ((size_t)(s->end - s->p) < length || memcmp(s->p, ops[i], length) != 0)
            continue;
        *ret = (struct rg_slice){s->p, length};
        s->p += length;
        return true;
    }
    return false;
}

/* The name, which is there once. */
static bool set_name(struct rg_selector *ret, enum rg_name_form form, const struct rg_slice *name, char quote)
{
    if (ret->name.length > 0 || name->length == 0)
        return false;
    ret->form = form;
    ret->name = *name;
    ret->quote = quote;
    return true;
}

/* A quoted name of the metric, or a matcher. */
static bool take_item(struct rg_scan *s, struct rg_selector *ret)
{
    struct rg_matcher m;

    rg_scan_space(s);
    char quote = '\0';
    if (s->p < s->end)
        quote = *s->p;
    if (!rg_scan_label(s, &m.label))
        return false;
    const char *label_end = s->p;
    if (!take_op(s, &m.op))
        return (quote == '"' || quote == '\'' || quote == '`') &&
               set_name(ret, RG_NAME_QUOTED, &m.label, quote);
    rg_scan_space(s);
    const char *value = s->p;
    if (!take_string(s, &m.value))
        return false;
    if (is_text(&m.label, "__name__"))
        return is_text(&m.op, "=") && set_name(ret, RG_NAME_LABEL, &m.value, *value);
    if (ret->matcher_count == RG_MATCHERS_MAX)
        return false;
    /* With the quotes, which for a label are part of what is written, too. */
    m.value = (struct rg_slice){value, (size_t)(s->p - value)};
    if (quote == '"' || quote == '\'' || quote == '`')
        m.label = (struct rg_slice){label_end - m.label.length - 2, m.label.length + 2};
    ret->matchers[ret->matcher_count++] = m;
    return true;
}

bool rg_scan_selector(struct rg_scan *s, struct rg_selector *ret)
{
    struct rg_slice name = rg_scan_word(s);

    *ret = (struct rg_selector){0};
    if (name.length > 0)
        (void)set_name(ret, RG_NAME_BARE, &name, '\0');
    rg_scan_space(s);
    if (s->p < s->end && *s->p == '{') {
        s->p++;
        for (;;) {
            rg_scan_space(s);
            if (s->p < s->end && *s->p == '}')
                break;
            if (!take_item(s, ret))
                return false;
            rg_scan_space(s);
            if (s->p == s->end || (*s->p != ',' && *s->p != '}'))
                return false;
            s->p += *s->p == ',';
        }
        s->p++;
    }
    return ret->name.length > 0;
}

static void put_slice(struct rg_buffer *out, const struct rg_slice *slice)
{
    rg_buffer_add(out, slice->start, slice->length);
}

void rg_selector_put(const struct rg_selector *selector, struct rg_buffer *out)
{
    bool inside = selector->form != RG_NAME_BARE;

    if (!inside)
        put_slice(out, &selector->name);
    if (!inside && selector->matcher_count == 0)
        return;
    rg_buffer_puts(out, selector->form == RG_NAME_LABEL ? "{__name__=" : "{");
    if (inside) {
        rg_buffer_putc(out, selector->quote);
        put_slice(out, &selector->name);
        rg_buffer_putc(out, selector->quote);
    }
    for (size_t i = 0; i < selector->matcher_count; i++) {
        if (inside || i > 0)
            rg_buffer_putc(out, ',');
        put_slice(out, &selector->matchers[i].label);
        put_slice(out, &selector->matchers[i].op);
        put_slice(out, &selector->matchers[i].value);
    }
    rg_buffer_putc(out, '}');
}

void rg_selector_drop_at(struct rg_selector *selector, size_t index)
{
    selector->matcher_count--;
    memmove(&selector->matchers[index], &selector->matchers[index + 1],
            (selector->matcher_count - index) * sizeof *selector->matchers);
}

void rg_selector_drop(struct rg_selector *selector, const char *label)
{
    for (size_t i = selector->matcher_count; i > 0; i--) {
        struct rg_slice name = selector->matchers[i - 1].label;
        if (name.length > 2 && strchr("\"'`", *name.start) != NULL) {
            name.start++;
            name.length -= 2;
        }
        if (is_text(&name, label))
            rg_selector_drop_at(selector, i - 1);
    }
}

bool rg_selector_ends(const struct rg_selector *selector, const char *ending)
{
    size_t length = strlen(ending);

    return selector->name.length > length &&
           memcmp(selector->name.start + selector->name.length - length, ending, length) == 0;
}

bool rg_selector_end(struct rg_selector *selector, const char *old, const char *other, struct rg_arena *arena)
{
    if (!rg_selector_ends(selector, old))
        return false;
    size_t kept = selector->name.length - strlen(old);
    char *name = rg_arena_printf(arena, "%.*s%s", (int)kept, selector->name.start, other);
    if (name == NULL)
        return false;
    selector->name = (struct rg_slice){name, strlen(name)};
    return true;
}
