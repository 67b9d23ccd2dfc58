#include "rungate/format/exposition.h"

#include "format/exposition_families.h"
#include "format/exposition_index.h"
#include "format/exposition_line.h"
#include "rungate/base/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct page {
    const char *text;
    size_t length;
    bool strict; /* OpenMetrics */
    bool ended;  /* # EOF was there */
    size_t line_number;
    size_t samples;
    struct rg_exposition_line *line;
    struct rg_exposition_line *other; /* an earlier one, to compare with */
    struct rg_exposition_families families;
    struct rg_exposition_index series; /* offsets of their lines */
    rg_exposition_take *take;
    void *context;
    struct rg_error *err;
};

static bool fail_at(struct page *p, enum rg_error_code code, const char *at, const char *what)
{
    size_t line;
    size_t column;

    rg_utf8_place(p->text, (size_t)(at - p->text), &line, &column);
    return rg_error_set(p->err, code, "line %zu, column %zu: %s", line, column, what);
}

static bool fail(struct page *p, const char *at, const char *what)
{
    return fail_at(p, RG_ERROR_FORMAT, at, what);
}

/* What the line could not be. */
static bool fail_line(struct page *p)
{
    return fail_at(p, p->line->fault.code, p->line->fault.at, p->line->fault.what);
}

/* Eight bytes of ASCII without NUL, as most are. */
static bool is_plain(const char *bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return ((word | (word - ones)) & (ones << 7)) == 0;
}

static bool check_characters(struct page *p)
{
    uint32_t code;

    if (p->length >= 3 && memcmp(p->text, "\xEF\xBB\xBF", 3) == 0)
        return fail(p, p->text, "a byte order mark");
    for (size_t i = 0; i < p->length;) {
        if (i + 8 <= p->length && is_plain(p->text + i)) {
            i += 8;
            continue;
        }
        size_t size = rg_utf8_decode(p->text + i, p->length - i, &code);
        if (size == 0)
            return fail(p, p->text + i, "bytes that are not UTF-8");
        if (code == 0)
            return fail(p, p->text + i, "a NUL");
        i += size;
    }
    return true;
}

/* In which order labels stand does not matter, nor an empty value: a server drops that label. */
static uint64_t series_hash(const struct rg_exposition_sample *s)
{
    uint64_t hash = rg_exposition_hash(0, s->metric, strlen(s->metric));

    for (size_t i = 0; i < s->label_count; i++) {
        const struct rg_exposition_label *label = &s->labels[i];
        if (*label->value != '\0')
            hash += rg_exposition_hash(rg_exposition_hash(1, label->name, strlen(label->name)), label->value,
                                       strlen(label->value));
    }
    return hash;
}

/* Each label of `a` that has a value is one of `b`. */
static bool includes(const struct rg_exposition_sample *b, const struct rg_exposition_sample *a)
{
    for (size_t i = 0; i < a->label_count; i++) {
        size_t k = 0;
        while (k < b->label_count && strcmp(a->labels[i].name, b->labels[k].name) != 0)
            k++;
        const char *there = k < b->label_count ? b->labels[k].value : "";
        if (strcmp(a->labels[i].value, there) != 0)
            return false;
    }
    return true;
}

/* The sample of the current line is of the same series as that of the line at an offset. */
static bool is_same(struct page *p, size_t offset)
{
    const char *text = p->text + offset;
    const char *end = memchr(text, '\n', p->length - offset);

    rg_exposition_line_begin(p->other, text, (size_t)(end - text), p->strict);
    return rg_exposition_line_sample(p->other) &&
           strcmp(p->other->sample.metric, p->line->sample.metric) == 0 &&
           includes(&p->other->sample, &p->line->sample) && includes(&p->line->sample, &p->other->sample);
}

/* Each series once. Earlier lines are read again only where the hash is the same. */
static bool add_series(struct page *p, const char *text)
{
    uint64_t hash = series_hash(&p->line->sample);
    size_t at = 0;
    size_t found;

    while ((found = rg_exposition_index_next(&p->series, hash, &at)) != SIZE_MAX) {
        if (is_same(p, found))
            return fail(p, text, "a series that is there already");
    }
    return rg_exposition_index_add(&p->series, hash, (size_t)(text - p->text)) || rg_error_memory(p->err);
}

static bool take_sample(struct page *p, const char *text)
{
    struct rg_exposition_sample *sample = &p->line->sample;

    if (!rg_exposition_line_sample(p->line))
        return fail_line(p);
    if (p->samples++ == RG_EXPOSITION_SAMPLES_MAX)
        return fail_at(p, RG_ERROR_LIMIT, text, "more than 2000000 samples");
    const char *fault = rg_exposition_families_sample(&p->families, sample->metric, &sample->type);
    if (fault == rg_exposition_no_memory)
        return rg_error_memory(p->err);
    if (fault != NULL)
        return fail(p, text, fault);
    sample->line = p->line_number;
    return add_series(p, text) && p->take(p->context, sample, p->err);
}

/* The last word of a TYPE or UNIT line, copied. In text blanks may follow it. */
static bool last_word(struct page *p, char *word, size_t size)
{
    struct rg_exposition_line *line = p->line;
    const char *start = line->at;

    while (line->at < line->end && *line->at != ' ' && *line->at != '\t')
        line->at++;
    size_t length = (size_t)(line->at - start);
    rg_exposition_line_skip(line);
    if (line->at < line->end)
        return fail(p, line->at, "expected the end of the line");
    if (length >= size)
        return fail_at(p, RG_ERROR_LIMIT, start, "a word that is too long");
    memcpy(word, start, length);
    word[length] = '\0';
    return true;
}

/* What comes after "# HELP", "# TYPE" or "# UNIT". */
static bool take_metadata(struct page *p, char kind)
{
    struct rg_exposition_line *line = p->line;
    enum rg_exposition_type type = RG_EXPOSITION_UNKNOWN;
    char word[RG_EXPOSITION_NAME_MAX + 1] = "";
    const char *name;

    if (!rg_exposition_line_blank(line))
        return fail_line(p);
    const char *at = line->at;
    if (!rg_exposition_line_metric(line, &name))
        return fail_line(p);
    /* In text HELP may be of nothing. */
    bool is_bare = kind == 'H' && !p->strict && line->at == line->end;
    if (!is_bare && !rg_exposition_line_blank(line))
        return fail_line(p);
    const char *word_at = line->at;
    if (kind != 'H' && !last_word(p, word, sizeof word))
        return false;
    if (kind == 'T' && !rg_exposition_type_find(word, p->strict, &type))
        return fail(p, word_at,
                    p->strict ? "expected a type: counter, gauge, histogram, summary, unknown, "
                                "gaugehistogram, stateset or info"
                              : "expected a type: counter, gauge, histogram, summary or untyped");
    const char *fault = rg_exposition_families_declare(&p->families, kind, name, type, word);
    if (fault == rg_exposition_no_memory)
        return rg_error_memory(p->err);
    return fault == NULL || fail(p, at, fault);
}

/* Does the line go on with that word, and then a blank or its end? Then pass it. */
static bool pass_word(struct rg_exposition_line *line, const char *word)
{
    size_t length = strlen(word);
    size_t left = (size_t)(line->end - line->at);

    if (left < length || memcmp(line->at, word, length) != 0 ||
        (left > length && line->at[length] != ' ' && line->at[length] != '\t'))
        return false;
    line->at += length;
    return true;
}

/* A line that begins with '#'. In text all others are comments. */
static bool take_comment(struct page *p)
{
    struct rg_exposition_line *line = p->line;
    const char *start = line->at++;

    if (p->strict && (size_t)(line->end - start) == 5 && memcmp(start, "# EOF", 5) == 0) {
        p->ended = true;
        return true;
    }
    if (rg_exposition_line_blank(line)) {
        if (pass_word(line, "HELP"))
            return take_metadata(p, 'H');
        if (pass_word(line, "TYPE"))
            return take_metadata(p, 'T');
        if (p->strict && pass_word(line, "UNIT"))
            return take_metadata(p, 'U');
    }
    return !p->strict || fail(p, start, "expected '# HELP', '# TYPE', '# UNIT' or '# EOF'");
}

static bool take_line(struct page *p, const char *text, size_t length)
{
    if (p->ended)
        return fail(p, text, "a line after '# EOF'");
    if (length > RG_EXPOSITION_LINE_MAX)
        return fail_at(p, RG_ERROR_LIMIT, text, "a line of more than 65536 bytes");
    rg_exposition_line_begin(p->line, text, length, p->strict);
    rg_exposition_line_skip(p->line);
    if (p->line->at == p->line->end)
        return !p->strict || fail(p, text, "an empty line");
    return *p->line->at == '#' ? take_comment(p) : take_sample(p, text);
}

static bool take_lines(struct page *p)
{
    const char *end = p->text + p->length;

    for (const char *text = p->text; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        bool last = p->strict && stop == NULL && end - text == 5 && memcmp(text, "# EOF", 5) == 0;
        if (stop == NULL && !last)
            return fail(p, end, "the last line does not end: the page was cut short");
        p->line_number++;
        if (!take_line(p, text, (size_t)((last ? end : stop) - text)))
            return false;
        text = last ? end : stop + 1;
    }
    return !p->strict || p->ended || fail(p, end, "expected '# EOF': the page was cut short");
}

bool rg_exposition_read(const char *text, size_t length, enum rg_exposition_format format,
                        rg_exposition_take *take, void *context, struct rg_error *err)
{
    struct page page = {.text = text,
                        .length = length,
                        .strict = format == RG_EXPOSITION_OPENMETRICS,
                        .take = take,
                        .context = context,
                        .err = err};

    page.families.strict = page.strict;
    page.line = malloc(sizeof *page.line);
    page.other = malloc(sizeof *page.other);
    bool ok = page.line != NULL && page.other != NULL ? check_characters(&page) && take_lines(&page)
                                                      : rg_error_memory(err);
    free(page.line);
    free(page.other);
    rg_exposition_families_release(&page.families);
    rg_exposition_index_release(&page.series);
    return ok;
}

/* Is the parameter at `p` of that name? Then *ret is its value, without quotes. Goes to the next one. */
static bool version(const char *p, const char **ret, size_t *ret_length)
{
    while ((p = strchr(p, ';')) != NULL) {
        p += 1 + strspn(p + 1, " \t");
        if (strncasecmp(p, "version=", 8) != 0)
            continue;
        p += 8;
        p += *p == '"';
        *ret = p;
        *ret_length = strcspn(p, "\"; \t");
        return true;
    }
    return false;
}

bool rg_exposition_format_of(const char *content_type, enum rg_exposition_format *ret_format)
{
    static const struct {
        const char *type;
        enum rg_exposition_format format;
        const char *versions; /* each with a blank before and after it */
    } known[] = {
        {"text/plain", RG_EXPOSITION_TEXT, " 0.0.4 1.0.0 "},
        {"application/openmetrics-text", RG_EXPOSITION_OPENMETRICS, " 0.0.1 1.0.0 "},
    };
    const char *value = "";
    size_t value_length = 0;

    const char *type = content_type == NULL ? "" : content_type + strspn(content_type, " \t");
    size_t length = strcspn(type, "; \t");
    if (*type == '\0') {
        *ret_format = RG_EXPOSITION_TEXT;
        return true;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i].type) != length || strncasecmp(type, known[i].type, length) != 0)
            continue;
        if (version(type, &value, &value_length)) {
            const char *p = known[i].versions;
            while ((p = strchr(p, ' ')) != NULL &&
                   (strncmp(p + 1, value, value_length) != 0 || p[1 + value_length] != ' '))
                p++;
            if (p == NULL || value_length == 0)
                return false;
        }
        *ret_format = known[i].format;
        return true;
    }
    return false;
}
