#include "rungate/measure/query.h"

#include "measure/promql.h"

#include <string.h>

static bool add_name(char state, const char *name, struct rg_buffer *out, struct rg_error *err)
{
    if (state == '`' && strchr(name, '`') != NULL)
        return rg_error_set(err, RG_ERROR_FORMAT,
                            "the name '%s' holds a backtick, which a raw string cannot hold; quote with '\"'",
                            name);
    for (const char *p = name; *p != '\0'; p++) {
        if (state == RG_PROMQL_OUTSIDE || state == '#') {
            if (!rg_promql_is_name(*p))
                return rg_error_set(err, RG_ERROR_FORMAT,
                                    "the name '%s' is outside a string in the template, where only "
                                    "letters, digits, '_' and ':' are allowed",
                                    name);
            rg_buffer_putc(out, *p);
        } else if (state != '`' && *p == '\n') {
            rg_buffer_puts(out, "\\n");
        } else if (state != '`' && ((unsigned char)*p < 0x20 || *p == 0x7F)) {
            rg_buffer_printf(out, "\\x%02x", (unsigned char)*p);
        } else {
            if (state != '`' && (*p == '\\' || *p == state))
                rg_buffer_putc(out, '\\');
            rg_buffer_putc(out, *p);
        }
    }
    return true;
}

/* The placeholder at `p`: its length, or 0. */
static size_t placeholder(const char *p, const char *name)
{
    size_t length = strlen(name);

    return strncmp(p, name, length) == 0 ? length : 0;
}

bool rg_query_expand(const char *template_text, const struct rg_query_values *values, struct rg_buffer *out,
                     struct rg_error *err)
{
    char state = RG_PROMQL_OUTSIDE;
    size_t size;

    for (const char *p = template_text; *p != '\0'; p += size) {
        if ((size = placeholder(p, "{quantile}")) != 0) {
            rg_buffer_puts(out, values->quantile);
        } else if ((size = placeholder(p, "{window}")) != 0) {
            rg_buffer_puts(out, values->window);
        } else if ((size = placeholder(p, "{name}")) != 0) {
            if (!add_name(state, values->name, out, err))
                return false;
        } else {
            state = rg_promql_advance(state, p, &size);
            rg_buffer_add(out, p, size);
        }
    }
    if (state != RG_PROMQL_OUTSIDE && state != '#')
        return rg_error_set(err, RG_ERROR_FORMAT, "unterminated string that starts with '%c'", state);
    return rg_buffer_check(out, err);
}

bool rg_query_rates(const char *template_text, struct rg_slice *ret)
{
    struct rg_scan s = {.p = template_text, .end = template_text + strlen(template_text)};
    struct rg_slice function = rg_scan_word(&s);
    struct rg_slice arguments;
    const char *comma;
    size_t commas;

    if (!rg_slice_is(&function, "histogram_quantile") || !rg_scan_group(&s, &arguments, &comma, &commas) ||
        commas != 1 || !rg_scan_at_end(&s))
        return false;

    struct rg_scan first = {.p = arguments.start, .end = comma};
    rg_scan_space(&first);
    size_t size = placeholder(first.p, "{quantile}");
    first.p += size;
    if (size == 0 || first.p > first.end || !rg_scan_at_end(&first))
        return false;

    const char *end = arguments.start + arguments.length;
    struct rg_slice rates = {.start = comma + 1, .length = (size_t)(end - comma - 1)};
    const char *again = strstr(rates.start, "{quantile}");
    struct rg_scan second = rg_scan_of(&rates);
    if (rg_scan_at_end(&second) || (again != NULL && again < end))
        return false;
    while (rates.length > 0 && (*rates.start == ' ' || *rates.start == '\t' || *rates.start == '\n')) {
        rates.start++;
        rates.length--;
    }
    *ret = rates;
    return true;
}

/* The rates, taken apart: sum `grouping` ( function ( selector ) ) `grouping_after`. */
struct shape {
    bool is_sum;
    struct rg_slice grouping;
    struct rg_slice inner;
    struct rg_slice grouping_after;
    bool is_call;
    struct rg_slice function;
    struct rg_slice selector;
};

/* "by (le)" or "without (instance)", or nothing. */
static bool take_grouping(struct rg_scan *s, struct rg_slice *ret)
{
    struct rg_scan ahead = *s;
    struct rg_slice word = rg_scan_word(&ahead);
    struct rg_slice labels;
    const char *comma;
    size_t commas;

    *ret = (struct rg_slice){.start = s->p};
    if (!rg_slice_is(&word, "by") && !rg_slice_is(&word, "without"))
        return word.length == 0;
    if (!rg_scan_group(&ahead, &labels, &comma, &commas))
        return false;
    ret->length = (size_t)(ahead.p - ret->start);
    *s = ahead;
    return true;
}

static struct shape take_apart(const struct rg_slice *rates)
{
    static const char *const functions[] = {"rate", "increase", "irate"};
    struct shape shape = {.inner = *rates};
    struct rg_scan s = rg_scan_of(rates);
    struct rg_slice word = rg_scan_word(&s);
    const char *comma;
    size_t commas;

    if (rg_slice_is(&word, "sum") && take_grouping(&s, &shape.grouping) &&
        rg_scan_group(&s, &shape.inner, &comma, &commas) && commas == 0 &&
        take_grouping(&s, &shape.grouping_after) && rg_scan_at_end(&s))
        shape.is_sum = true;
    else
        shape.inner = *rates;

    s = rg_scan_of(&shape.inner);
    shape.function = rg_scan_word(&s);
    if (!rg_scan_group(&s, &shape.selector, &comma, &commas) || commas != 0 || !rg_scan_at_end(&s))
        return shape;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        shape.is_call = shape.is_call || rg_slice_is(&shape.function, functions[i]);
    return shape;
}

static void add_slice(struct rg_buffer *out, const struct rg_slice *span)
{
    rg_buffer_add(out, span->start, span->length);
    /* A comment ends with its line, and must not hide what follows. */
    if (span->length > 0 && memchr(span->start, '#', span->length) != NULL)
        rg_buffer_putc(out, '\n');
}

static void open_witness(struct rg_buffer *out, const struct shape *shape, const char *aggregation)
{
    rg_buffer_puts(out, " or label_replace(");
    if (shape->is_sum) {
        rg_buffer_puts(out, aggregation);
        add_slice(out, &shape->grouping);
        rg_buffer_puts(out, shape->grouping.length > 0 ? " (" : "(");
    }
}

static void close_witness(struct rg_buffer *out, const struct shape *shape, const char *name)
{
    if (shape->is_sum) {
        rg_buffer_putc(out, ')');
        add_slice(out, &shape->grouping_after);
    }
    rg_buffer_printf(out, ", \"" RG_WITNESS_LABEL "\", \"%s\", \"\", \"\")", name);
}

void rg_query_evidence(const struct rg_slice *rates, struct rg_buffer *out)
{
    struct shape shape = take_apart(rates);

    rg_buffer_putc(out, '(');
    add_slice(out, rates);
    rg_buffer_putc(out, ')');
    if (shape.is_sum) {
        open_witness(out, &shape, "count");
        add_slice(out, &shape.inner);
        close_witness(out, &shape, RG_WITNESS_SERIES);
    }
    if (shape.is_call) {
        open_witness(out, &shape, "min");
        rg_buffer_puts(out, "count_over_time(");
        add_slice(out, &shape.selector);
        rg_buffer_putc(out, ')');
        close_witness(out, &shape, RG_WITNESS_SAMPLES);
    }
}

enum rg_rates_kind rg_query_rates_kind(const struct rg_slice *rates)
{
    struct shape shape = take_apart(rates);

    if (!shape.is_call)
        return RG_RATES_OTHER;
    return rg_slice_is(&shape.function, "increase") ? RG_RATES_INCREASE : RG_RATES_PER_SECOND;
}
