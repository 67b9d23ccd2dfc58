#include "rungate/model/timings_copy.h"

#include "rungate/format/json_write.h"

#include <math.h>
#include <string.h>

/* Where the measured numbers are, from the root; "*" is any member or element. */
static const char *const measured[][4] = {
    {"metrics", "*", "value", NULL},     {"capture", "min_ratio", NULL, NULL},
    {"ladders", "*", "edges", "*"},      {"covered", "*", NULL, NULL},
    {"spread", "*", "*", NULL},          {"runs", "*", "covered", "*"},
    {"status", "*", NULL, NULL}, /* no numbers, but keys that can be left out, as is the next */
    {"notes", "*", NULL, NULL},          {"schema_version", NULL, NULL, NULL},
    {"capture", "declared", NULL, NULL}, {"capture", "captured", NULL, NULL},
    {"samples", "*", NULL, NULL},        {"runs", "*", "samples", "*"},
};

/* Of these, from where on they are counts, which are written as integers; and samples, which are where they were. */
enum { FIRST_COUNT = 8, FIRST_SAMPLE = 11 };

/* Doubles hold all whole numbers up to this. */
static const double COUNT_MAX = 1e15;

enum { PATTERNS = sizeof measured / sizeof measured[0], PATTERN_DEPTH = 4 };

/* `live` has a bit for each pattern that the path so far follows. */
static unsigned step(unsigned live, size_t depth, const char *name)
{
    unsigned still = 0;

    if (depth >= PATTERN_DEPTH)
        return 0;
    for (unsigned i = 0; i < PATTERNS; i++) {
        const char *part = measured[i][depth];
        if ((live & 1U << i) != 0 && part != NULL &&
            (part[0] == '*' || (name != NULL && strcmp(part, name) == 0)))
            still |= 1U << i;
    }
    return still;
}

static bool ends_here(unsigned live, size_t depth)
{
    for (unsigned i = 0; i < PATTERNS; i++) {
        if ((live & 1U << i) != 0 && (depth >= PATTERN_DEPTH || measured[i][depth] == NULL))
            return true;
    }
    return false;
}

static bool is_integer_text(const char *text, size_t length)
{
    return memchr(text, '.', length) == NULL && memchr(text, 'e', length) == NULL &&
           memchr(text, 'E', length) == NULL;
}

/* A whole number where a count belongs; of samples one that is written as such. */
static bool is_count(unsigned live, size_t depth, const struct rg_json *value)
{
    double number = rg_json_number(value);

    size_t length;
    const char *text = rg_json_text(value, &length);

    if (ends_here(live & ~((1U << FIRST_SAMPLE) - 1), depth) && !is_integer_text(text, length))
        return false;
    return ends_here(live & ~((1U << FIRST_COUNT) - 1), depth) && fabs(number) < COUNT_MAX &&
           number == floor(number);
}

struct canonical {
    struct rg_json_writer writer;
    const struct rg_surface *surface; /* NULL: nothing is left out */
};

/* A member of `metrics`, `status`, `spread` or `notes` whose key the surface excludes. */
static bool left_out(const struct canonical *c, const struct rg_json *parent, const struct rg_json *member,
                     size_t depth)
{
    const char *block = rg_json_name(parent);

    return c->surface != NULL && depth == 1 &&
           (strcmp(block, "metrics") == 0 || strcmp(block, "status") == 0 || strcmp(block, "spread") == 0 ||
            strcmp(block, "notes") == 0) &&
           rg_surface_exclusion(c->surface, rg_json_name(member)) != NULL;
}

/* An optional block of which nothing stays. */
static bool is_emptied(const struct canonical *c, const struct rg_json *block)
{
    const struct rg_json *m = rg_json_first(block);

    if (m == NULL || rg_json_type(block) != RG_JSON_OBJECT || strcmp(rg_json_name(block), "metrics") == 0)
        return false;
    while (m != NULL && left_out(c, block, m, 1))
        m = rg_json_next(m);
    return m == NULL;
}

/* NOLINTNEXTLINE(misc-no-recursion): the reader bounds the depth */
static void write_value(struct canonical *c, const struct rg_json *value, unsigned live, size_t depth)
{
    struct rg_json_writer *w = &c->writer;
    enum rg_json_type type = rg_json_type(value);

    if (type == RG_JSON_NUMBER && is_count(live, depth, value)) {
        rg_json_write_integer(w, (long long)rg_json_number(value));
    } else if (type == RG_JSON_NUMBER && ends_here(live, depth)) {
        rg_json_write_number(w, rg_json_number(value));
    } else if (live != 0 && type == RG_JSON_OBJECT) {
        rg_json_write_open_object(w);
        for (const struct rg_json *m = rg_json_first(value); m != NULL; m = rg_json_next(m)) {
            if (left_out(c, value, m, depth) || (depth == 0 && is_emptied(c, m)))
                continue;
            rg_json_write_name(w, rg_json_name(m));
            write_value(c, m, step(live, depth, rg_json_name(m)), depth + 1);
        }
        rg_json_write_close_object(w);
    } else if (live != 0 && type == RG_JSON_ARRAY) {
        rg_json_write_open_array(w);
        for (const struct rg_json *v = rg_json_first(value); v != NULL; v = rg_json_next(v))
            write_value(c, v, step(live, depth, NULL), depth + 1);
        rg_json_write_close_array(w);
    } else {
        rg_json_write_value(w, value);
    }
}

bool rg_timings_copy(const struct rg_json_doc *doc, const struct rg_surface *surface, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct canonical c = {.surface = surface};

    rg_json_writer_init(&c.writer, out);
    write_value(&c, rg_json_root(doc), (1U << PATTERNS) - 1, 0);
    return rg_json_writer_finish(&c.writer, err);
}
