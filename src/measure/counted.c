#include "measure/counted.h"

#include "rungate/measure/query.h"

#include <string.h>

static const char WINDOW[] = "{window}";

static const char NO_CALL[] = "the template is not one call of histogram_quantile({quantile}, ...)";
static const char NO_RANGE[] = "the template has no range, so the window does not apply";
static const char NO_RATE[] =
    "the template is not rate or increase of one selector over [{window}], alone or in "
    "'sum by (le, ...)'";
static const char NO_LE[] = "the template sums without keeping 'le'";
static const char NO_METRIC[] = "the selector does not select exactly one metric";

static struct rg_slice slice_of(const char *text)
{
    return (struct rg_slice){text, strlen(text)};
}

/* What a scan of a whole template meets outside of strings, comments and the braces of selectors. */
typedef bool token_visitor(void *context, const char *p, size_t length, size_t depth, struct rg_error *err);

/*
 * Visit each word, and each other character but white space, with the depth of parentheses that it stands in.
 * What stands in brackets is visited as one.
 */
static bool visit(const struct rg_slice *text, token_visitor *visitor, void *context, struct rg_error *err)
{
    char state = RG_PROMQL_OUTSIDE;
    const char *end = text->start + text->length;
    size_t braces = 0;
    size_t depth = 0;
    size_t size;

    for (const char *p = text->start; p < end; p += size) {
        char before = state;
        state = rg_promql_advance(state, p, &size);
        if (before != RG_PROMQL_OUTSIDE || state != RG_PROMQL_OUTSIDE)
            continue;
        braces += *p == '{';
        if (braces > 0 || *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r') {
            braces -= *p == '}' && braces > 0;
            continue;
        }
        if (*p == '[') {
            const char *close = memchr(p, ']', (size_t)(end - p));
            size = close == NULL ? (size_t)(end - p) : (size_t)(close + 1 - p);
        } else {
            while (rg_promql_is_name(*p) && p + size < end && rg_promql_is_name(p[size]))
                size++;
        }
        depth -= *p == ')' && depth > 0;
        if (!visitor(context, p, size, depth, err))
            return false;
        depth += *p == '(';
    }
    return true;
}

/* A range must be {window}, or a subquery over it. */
static bool check_range(void *context, const char *p, size_t length, size_t depth, struct rg_error *err)
{
    bool *has_range = context;

    (void)depth;
    if (*p != '[')
        return true;
    *has_range = true;
    struct rg_slice inside = {p + 1, length - 1 - (p[length - 1] == ']')};
    struct rg_scan s = rg_scan_of(&inside);
    rg_scan_space(&s);
    if ((size_t)(s.end - s.p) >= strlen(WINDOW) && memcmp(s.p, WINDOW, strlen(WINDOW)) == 0)
        return true;
    return rg_error_set(err, RG_ERROR_FORMAT,
                        "the template holds the literal range '%.*s', which --window does not change; write "
                        "'[{window}]'",
                        (int)length, p);
}

/* With "@ 1700000000" every run would read the same old value. */
static bool check_instant(void *context, const char *p, size_t length, size_t depth, struct rg_error *err)
{
    (void)context, (void)length, (void)depth;
    if (*p != '@')
        return true;
    p += 1 + strspn(p + 1, " \t\n\r+-");
    if (strspn(p, "0123456789.") == 0)
        return true;
    return rg_error_set(
        err, RG_ERROR_FORMAT,
        "the template reads at the fixed time '@ %.*s', whenever it is captured; remove that, and "
        "use --time to read an earlier time",
        (int)strspn(p, "0123456789."), p);
}

static bool check_outside(void *context, const char *p, size_t length, size_t depth, struct rg_error *err)
{
    struct rg_slice word = {p, length};
    bool is_equal = (*p == '=' || *p == '!') && p[1] == '=';

    (void)context;
    if (depth > 0)
        return true;
    if (*p == '<' || *p == '>' || is_equal)
        return rg_error_set(
            err, RG_ERROR_FORMAT,
            "the template compares with '%.*s', which leaves a reading out instead of judging "
            "it; remove the comparison, and put the limit into the thresholds",
            1 + (p[1] == '='), p);
    if (rg_slice_is(&word, "and") || rg_slice_is(&word, "unless"))
        return rg_error_set(err, RG_ERROR_FORMAT,
                            "the template ends in '%.*s …', which leaves a reading out; remove it and what "
                            "follows",
                            (int)length, p);
    return true;
}

bool rg_template_check(const char *template_text, struct rg_error *err)
{
    struct rg_slice whole = slice_of(template_text);
    struct rg_slice inner = rg_slice_strip(whole);
    bool has_range = false;

    return visit(&whole, check_range, &has_range, err) && visit(&whole, check_instant, NULL, err) &&
           visit(&inner, check_outside, NULL, err);
}

static bool has_range(const char *template_text)
{
    struct rg_slice whole = slice_of(template_text);
    struct rg_error ignored = {0};
    bool found = false;

    (void)visit(&whole, check_range, &found, &ignored);
    return found;
}

/* A template while it is taken apart. */
struct parser {
    struct rg_arena *arena;
    struct rg_counted *counted;
    const char *why;
    struct rg_error *err;
};

static bool give_up(struct parser *p, const char *why)
{
    if (p->why == NULL)
        p->why = why;
    return false;
}

/* "by (le, x)": *ret_there, and the labels but `le`. False: no such grouping, or it does not keep `le`. */
static bool take_by(struct parser *p, struct rg_scan *s, bool *ret_there)
{
    struct rg_scan ahead = *s;
    struct rg_slice word = rg_scan_word(&ahead);
    struct rg_slice inside;
    const char *comma;
    size_t commas;
    bool has_le = false;

    *ret_there = rg_slice_is(&word, "by");
    if (!*ret_there)
        return word.length == 0 || give_up(p, NO_RATE);
    if (!rg_scan_group(&ahead, &inside, &comma, &commas))
        return give_up(p, NO_RATE);
    const char **by = rg_arena_array(p->arena, commas + 1, sizeof *by);
    size_t count = 0;
    struct rg_scan labels = rg_scan_of(&inside);
    while (by != NULL && !rg_scan_at_end(&labels)) {
        struct rg_slice label;
        if (!rg_scan_label(&labels, &label) || count > commas)
            return give_up(p, NO_RATE);
        bool is_le = label.length == 2 && memcmp(label.start, "le", 2) == 0;
        has_le = has_le || is_le;
        if (!is_le) {
            by[count] = rg_arena_strndup(p->arena, label.start, label.length);
            if (by[count] == NULL)
                return rg_error_memory(p->err);
            count++;
        }
        if (!rg_scan_at_end(&labels) && !rg_scan_take(&labels, ','))
            return give_up(p, NO_RATE);
    }
    if (by == NULL)
        return rg_error_memory(p->err);
    p->counted->options = (struct rg_count_options){.by = by, .by_count = count};
    *s = ahead;
    return has_le || give_up(p, NO_LE);
}

/* "rate(SEL[{window}])" */
static bool take_call(struct parser *p, const struct rg_slice *text)
{
    struct rg_scan s = rg_scan_of(text);
    struct rg_slice function = rg_scan_word(&s);
    struct rg_slice inside;
    const char *comma;
    size_t commas;

    if ((!rg_slice_is(&function, "rate") && !rg_slice_is(&function, "increase")) ||
        !rg_scan_group(&s, &inside, &comma, &commas) || !rg_scan_at_end(&s))
        return give_up(p, NO_RATE);
    struct rg_scan in = rg_scan_of(&inside);
    if (!rg_scan_selector(&in, &p->counted->selector))
        return give_up(p, NO_METRIC);
    if (!rg_scan_take(&in, '['))
        return give_up(p, NO_RATE);
    rg_scan_space(&in);
    if ((size_t)(in.end - in.p) < strlen(WINDOW) || memcmp(in.p, WINDOW, strlen(WINDOW)) != 0)
        return give_up(p, NO_RATE);
    in.p += strlen(WINDOW);
    return (rg_scan_take(&in, ']') && rg_scan_at_end(&in)) || give_up(p, NO_RATE);
}

static bool take_argument(struct parser *p, const struct rg_slice *argument)
{
    struct rg_slice text = rg_slice_strip(*argument);
    struct rg_scan s = rg_scan_of(&text);
    struct rg_slice word = rg_scan_word(&s);
    struct rg_slice inside;
    const char *comma;
    size_t commas;
    bool before;
    bool after = false;

    p->counted->options = (struct rg_count_options){.by_all = true};
    if (!rg_slice_is(&word, "sum"))
        return take_call(p, &text);
    if (!take_by(p, &s, &before) || !rg_scan_group(&s, &inside, &comma, &commas))
        return give_up(p, NO_RATE);
    if (!before && !take_by(p, &s, &after))
        return give_up(p, NO_RATE);
    if (!rg_scan_at_end(&s))
        return give_up(p, NO_RATE);
    if (!before && !after)
        return give_up(p, NO_LE);
    inside = rg_slice_strip(inside);
    return take_call(p, &inside);
}

/* A placeholder in the selector could not be told from a name that holds such a text. */
static bool holds_placeholder(const struct rg_counted *counted)
{
    for (size_t i = 0; i < counted->selector.matcher_count; i++) {
        const struct rg_slice *value = &counted->selector.matchers[i].value;
        const char *brace = memchr(value->start, '{', value->length);
        for (; brace != NULL;
             brace = memchr(brace + 1, '{', (size_t)(value->start + value->length - brace - 1))) {
            if (strncmp(brace, WINDOW, strlen(WINDOW)) == 0)
                return true;
        }
    }
    return false;
}

bool rg_template_classify(const char *template_text, struct rg_arena *arena, struct rg_counted *ret,
                          const char **ret_why, struct rg_error *err)
{
    struct rg_counted counted = {0};
    struct parser p = {.arena = arena, .counted = &counted, .err = err};
    struct rg_slice argument;
    struct rg_error before = *err;

    if (!has_range(template_text))
        p.why = NO_RANGE;
    else if (!rg_query_rates(template_text, &argument))
        p.why = NO_CALL;
    else if (take_argument(&p, &argument) && holds_placeholder(&counted))
        p.why = NO_RATE;
    if (err->code != before.code)
        return false;
    const struct rg_slice *name = &counted.selector.name;
    if (p.why == NULL && memchr(name->start, ':', name->length) != NULL) {
        p.why = rg_arena_printf(
            arena, "'%.*s' is a recorded metric, whose members can join or leave without a visible drop",
            (int)name->length, name->start);
        if (p.why == NULL)
            return rg_error_memory(err);
    }
    if (p.why == NULL)
        *ret = counted;
    *ret_why = p.why;
    return true;
}
