#include "format/exposition_line.h"

#include "rungate/base/number.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_MAX = 127 };

void rg_exposition_line_begin(struct rg_exposition_line *line, const char *text, size_t length, bool strict)
{
    line->at = text;
    line->end = text + length;
    line->strict = strict;
    line->room = line->strings;
    line->label_count = 0;
    line->sample = (struct rg_exposition_sample){.labels = line->labels};
}

static bool fail_with(struct rg_exposition_line *line, enum rg_error_code code, const char *at,
                      const char *what)
{
    line->fault = (struct rg_exposition_fault){code, what, at};
    return false;
}

bool rg_exposition_line_fail(struct rg_exposition_line *line, const char *at, const char *what)
{
    return fail_with(line, RG_ERROR_FORMAT, at, what);
}

static bool next_is(const struct rg_exposition_line *line, char c)
{
    return line->at < line->end && *line->at == c;
}

static bool is_blank(const struct rg_exposition_line *line, char c)
{
    return c == ' ' || (c == '\t' && !line->strict);
}

void rg_exposition_line_skip(struct rg_exposition_line *line)
{
    while (!line->strict && line->at < line->end && is_blank(line, *line->at))
        line->at++;
}

bool rg_exposition_line_blank(struct rg_exposition_line *line)
{
    if (line->at == line->end || !is_blank(line, *line->at))
        return rg_exposition_line_fail(line, line->at, "expected a blank");
    line->at++;
    rg_exposition_line_skip(line);
    return true;
}

static bool is_name_byte(char c, bool first, bool metric)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c == ':' && metric) ||
           (c >= '0' && c <= '9' && !first);
}

/* End a text in the room with a NUL, and return it. */
static const char *finish(struct rg_exposition_line *line, char *text, size_t length)
{
    text[length] = '\0';
    line->room = text + length + 1;
    return text;
}

/* A name without quotes. */
static bool plain_name(struct rg_exposition_line *line, bool metric, const char **ret)
{
    const char *start = line->at;
    const char *p = start;

    while (p < line->end && is_name_byte(*p, p == start, metric))
        p++;
    if (p == start)
        return rg_exposition_line_fail(
            line, p, metric ? "expected the name of a metric" : "expected the name of a label");
    size_t length = (size_t)(p - start);
    if (length > RG_EXPOSITION_NAME_MAX)
        return fail_with(line, RG_ERROR_LIMIT, start, "a name of more than 1024 bytes");
    memcpy(line->room, start, length);
    *ret = finish(line, line->room, length);
    line->at = p;
    return true;
}

/* A text in quotes, without its escapes. */
static bool quoted(struct rg_exposition_line *line, const char **ret)
{
    const char *p = line->at + 1;
    char *to = line->room;

    for (; p < line->end && *p != '"'; p++) {
        if (*p != '\\') {
            *to++ = *p;
            continue;
        }
        if (++p == line->end)
            break;
        if (*p == 'n')
            *to++ = '\n';
        else if (*p == '\\' || *p == '"')
            *to++ = *p;
        else if (!line->strict)
            return rg_exposition_line_fail(line, p - 1, "expected '\\\\', '\\\"' or '\\n' as an escape");
        else {
            /* OpenMetrics lets any other character stand for itself, with its backslash. */
            *to++ = '\\';
            *to++ = *p;
        }
    }
    if (p == line->end)
        return rg_exposition_line_fail(line, line->at, "a quoted text that does not end on its line");
    line->at = p + 1;
    *ret = finish(line, line->room, (size_t)(to - line->room));
    return true;
}

static bool quoted_name(struct rg_exposition_line *line, const char **ret)
{
    const char *start = line->at;

    if (!quoted(line, ret))
        return false;
    if ((*ret)[0] == '\0')
        return rg_exposition_line_fail(line, start, "an empty name");
    if (strlen(*ret) > RG_EXPOSITION_NAME_MAX)
        return fail_with(line, RG_ERROR_LIMIT, start, "a name of more than 1024 bytes");
    return true;
}

bool rg_exposition_line_metric(struct rg_exposition_line *line, const char **ret_name)
{
    return next_is(line, '"') ? quoted_name(line, ret_name) : plain_name(line, true, ret_name);
}

/* Add a label; `first` is the first of its set. */
static bool add_label(struct rg_exposition_line *line, size_t first, const char *at, const char *name,
                      const char *value)
{
    size_t length = strlen(name);

    if (line->label_count - first == RG_EXPOSITION_LABELS_MAX)
        return fail_with(line, RG_ERROR_LIMIT, at, "more than 64 labels");
    if (strcmp(name, "__name__") == 0)
        return rg_exposition_line_fail(line, at, "'__name__' cannot be a label");
    for (size_t i = first; i < line->label_count; i++) {
        if (line->name_lengths[i] == length && memcmp(line->labels[i].name, name, length) == 0)
            return rg_exposition_line_fail(line, at, "a label that is there already");
    }
    line->name_lengths[line->label_count] = length;
    line->labels[line->label_count++] = (struct rg_exposition_label){name, value};
    return true;
}

/* A label, or the metric's name in quotes; `metric` is NULL where none may be. */
static bool label(struct rg_exposition_line *line, size_t first, const char **metric)
{
    const char *at = line->at;
    const char *name;
    const char *value;

    if (!next_is(line, '"')) {
        if (!plain_name(line, false, &name))
            return false;
    } else {
        if (!quoted_name(line, &name))
            return false;
        rg_exposition_line_skip(line);
        if (metric != NULL && !next_is(line, '=')) {
            if (*metric != NULL)
                return rg_exposition_line_fail(line, at, "a second name of the metric");
            *metric = name;
            return true;
        }
    }
    rg_exposition_line_skip(line);
    if (!next_is(line, '='))
        return rg_exposition_line_fail(line, line->at, "expected '='");
    line->at++;
    rg_exposition_line_skip(line);
    if (!next_is(line, '"'))
        return rg_exposition_line_fail(line, line->at, "expected '\"'");
    return quoted(line, &value) && add_label(line, first, at, name, value);
}

/* What is in braces. In text a comma may follow the last label. */
static bool labels(struct rg_exposition_line *line, size_t first, const char **metric)
{
    bool may_close = true;

    line->at++;
    for (;;) {
        rg_exposition_line_skip(line);
        if (may_close && next_is(line, '}'))
            break;
        if (!label(line, first, metric))
            return false;
        rg_exposition_line_skip(line);
        if (next_is(line, '}'))
            break;
        if (!next_is(line, ','))
            return rg_exposition_line_fail(line, line->at, "expected ',' or '}'");
        line->at++;
        may_close = !line->strict;
    }
    line->at++;
    return true;
}

/* Copy what stands before the next blank as C text. */
static bool token(struct rg_exposition_line *line, char text[NUMBER_MAX + 1], const char *what)
{
    const char *p = line->at;

    while (p < line->end && !is_blank(line, *p))
        p++;
    size_t length = (size_t)(p - line->at);
    if (length == 0)
        return rg_exposition_line_fail(line, line->at, what);
    if (length > NUMBER_MAX)
        return fail_with(line, RG_ERROR_LIMIT, line->at, "a number of more than 127 characters");
    memcpy(text, line->at, length);
    text[length] = '\0';
    line->at = p;
    return true;
}

/* The spellings of Go that are no decimals: any case, and a sign for infinity only. */
static bool special_value(const char *text, double *ret)
{
    const char *rest = text + (*text == '+' || *text == '-');

    if (strcasecmp(text, "nan") == 0)
        *ret = (double)NAN;
    else if (strcasecmp(rest, "inf") == 0 || strcasecmp(rest, "infinity") == 0)
        *ret = *text == '-' ? -(double)INFINITY : (double)INFINITY;
    else
        return false;
    return true;
}

/* Whole numbers are most of a page; up to 15 digits they need no rounding. */
static bool whole_value(const char *text, double *ret)
{
    long long value = 0;
    int count = 0;

    for (; text[count] >= '0' && text[count] <= '9' && count < 15; count++)
        value = value * 10 + (text[count] - '0');
    if (count == 0 || text[count] != '\0')
        return false;
    *ret = (double)value;
    return true;
}

static bool value(struct rg_exposition_line *line, double *ret)
{
    const char *at = line->at;
    char text[NUMBER_MAX + 1];

    if (!token(line, text, "expected a value"))
        return false;
    if (whole_value(text, ret) || rg_number_parse(text, ret) || special_value(text, ret))
        return true;
    return rg_exposition_line_fail(line, at, "expected a decimal number, NaN, +Inf or -Inf");
}

/* Milliseconds in text, seconds in OpenMetrics. */
static bool timestamp(struct rg_exposition_line *line)
{
    const char *at = line->at;
    char text[NUMBER_MAX + 1];
    double seconds;
    long long ms;

    if (!token(line, text, "expected a timestamp"))
        return false;
    if (line->strict)
        return rg_number_parse(text, &seconds) ||
               rg_exposition_line_fail(line, at, "expected a timestamp: a decimal number of seconds");
    return rg_integer_parse(text + (text[0] == '+' && text[1] != '-'), LLONG_MIN, LLONG_MAX, &ms) ||
           rg_exposition_line_fail(line, at, "expected a timestamp: a whole number of milliseconds");
}

/* " # {labels} value [timestamp]", from its '#' to the end of the line. */
static bool exemplar(struct rg_exposition_line *line)
{
    double ignored;

    line->at++;
    if (!rg_exposition_line_blank(line))
        return false;
    if (!next_is(line, '{'))
        return rg_exposition_line_fail(line, line->at, "expected '{', of an exemplar");
    if (!labels(line, line->label_count, NULL) || !rg_exposition_line_blank(line) || !value(line, &ignored))
        return false;
    if (line->at < line->end && (!rg_exposition_line_blank(line) || !timestamp(line)))
        return false;
    return line->at == line->end || rg_exposition_line_fail(line, line->at, "expected the end of the line");
}

/* What may follow the value: a timestamp, and in OpenMetrics an exemplar. */
static bool strict_rest(struct rg_exposition_line *line)
{
    if (line->at == line->end)
        return true;
    if (!rg_exposition_line_blank(line))
        return false;
    if (next_is(line, '#'))
        return exemplar(line);
    if (!timestamp(line))
        return false;
    if (line->at == line->end)
        return true;
    if (!rg_exposition_line_blank(line))
        return false;
    return next_is(line, '#') ? exemplar(line)
                              : rg_exposition_line_fail(line, line->at, "expected '#', of an exemplar");
}

static bool text_rest(struct rg_exposition_line *line)
{
    rg_exposition_line_skip(line);
    if (line->at < line->end && !timestamp(line))
        return false;
    rg_exposition_line_skip(line);
    return line->at == line->end || rg_exposition_line_fail(line, line->at, "expected the end of the line");
}

bool rg_exposition_line_sample(struct rg_exposition_line *line)
{
    const char *metric = NULL;
    bool braces = false;

    rg_exposition_line_skip(line);
    if (!next_is(line, '{') && !plain_name(line, true, &metric))
        return false;
    rg_exposition_line_skip(line);
    if (next_is(line, '{')) {
        braces = true;
        if (!labels(line, 0, &metric))
            return false;
        if (metric == NULL)
            return rg_exposition_line_fail(line, line->at, "no name of a metric");
    }
    line->sample.metric = metric;
    line->sample.label_count = line->label_count;
    /* In text nothing needs to be between a brace and the value; the blanks after a name are passed already. */
    if (line->strict && !rg_exposition_line_blank(line))
        return false;
    if (!line->strict && !braces && line->at < line->end && !is_blank(line, line->at[-1]))
        return rg_exposition_line_fail(line, line->at, "expected a blank or '{' after the metric's name");
    rg_exposition_line_skip(line);
    return value(line, &line->sample.value) && (line->strict ? strict_rest(line) : text_rest(line));
}
