#include "format/exposition_families.h"

#include <stdlib.h>
#include <string.h>

const char rg_exposition_no_memory[] = "out of memory";

enum { SUFFIXES_MAX = 4, IN_BOTH = 0, IN_TEXT = 1, IN_STRICT = 2 };

/* The types, and what the names of their samples end in. In text a counter is named as its family is. */
static const struct type {
    const char *name;
    enum rg_exposition_type type;
    int where;
    const char *suffixes[SUFFIXES_MAX];
} types[] = {
    {"counter", RG_EXPOSITION_COUNTER, IN_BOTH, {"_total", "_created"}},
    {"gauge", RG_EXPOSITION_GAUGE, IN_BOTH, {""}},
    {"histogram", RG_EXPOSITION_HISTOGRAM, IN_BOTH, {"_bucket", "_count", "_sum", "_created"}},
    {"summary", RG_EXPOSITION_SUMMARY, IN_BOTH, {"", "_count", "_sum", "_created"}},
    {"untyped", RG_EXPOSITION_UNKNOWN, IN_TEXT, {""}},
    {"unknown", RG_EXPOSITION_UNKNOWN, IN_STRICT, {""}},
    {"gaugehistogram", RG_EXPOSITION_GAUGE_HISTOGRAM, IN_STRICT, {"_bucket", "_gcount", "_gsum"}},
    {"stateset", RG_EXPOSITION_STATE_SET, IN_STRICT, {""}},
    {"info", RG_EXPOSITION_INFO, IN_STRICT, {"_info"}},
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

/* Each suffix of the table once; the longest that fits is looked up first. */
static const char *const all_suffixes[] = {"_created", "_bucket", "_gcount", "_total",
                                           "_count",   "_info",   "_gsum",   "_sum"};

bool rg_exposition_type_find(const char *name, bool strict, enum rg_exposition_type *ret_type)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(types[i].name, name) == 0 && types[i].where != (strict ? IN_TEXT : IN_STRICT)) {
            *ret_type = types[i].type;
            return true;
        }
    }
    return false;
}

static const char *const *suffixes_of(enum rg_exposition_type type)
{
    size_t i = 0;

    while (types[i].type != type)
        i++;
    return types[i].suffixes;
}

/* A sample of the family may end so. */
static bool allows(const struct rg_exposition_families *f, const struct rg_exposition_family *family,
                   const char *suffix)
{
    const char *const *suffixes = suffixes_of(family->type);

    for (size_t i = 0; i < SUFFIXES_MAX && suffixes[i] != NULL; i++) {
        if (strcmp(suffixes[i], suffix) == 0)
            return true;
    }
    return !f->strict && *suffix == '\0';
}

/* The family of that name, or SIZE_MAX. */
static size_t find(const struct rg_exposition_families *f, const char *name, size_t length)
{
    uint64_t hash = rg_exposition_hash(0, name, length);
    size_t at = 0;
    size_t found = rg_exposition_index_next(&f->index, hash, &at);

    while (found != SIZE_MAX &&
           (strncmp(f->items[found].name, name, length) != 0 || f->items[found].name[length] != '\0'))
        found = rg_exposition_index_next(&f->index, hash, &at);
    return found;
}

/* Add a family and make it the current one. False: no memory. */
static bool add(struct rg_exposition_families *f, const char *name)
{
    size_t length = strlen(name);

    if (f->count == f->capacity) {
        size_t capacity = f->capacity == 0 ? 64 : f->capacity * 2;
        struct rg_exposition_family *items = realloc(f->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        f->items = items;
        f->capacity = capacity;
    }
    char *copy = rg_arena_strndup(&f->names, name, length);
    if (copy == NULL || !rg_exposition_index_add(&f->index, rg_exposition_hash(0, name, length), f->count))
        return false;
    f->items[f->count] = (struct rg_exposition_family){.name = copy};
    f->current = f->count++;
    return true;
}

/* The family that a sample of that name belongs to, by its name and the family's type; or SIZE_MAX. */
static size_t owner(const struct rg_exposition_families *f, const char *metric)
{
    size_t length = strlen(metric);
    size_t found = find(f, metric, length);

    if (found != SIZE_MAX && allows(f, &f->items[found], ""))
        return found;
    for (size_t i = 0; i < sizeof all_suffixes / sizeof all_suffixes[0]; i++) {
        size_t suffix = strlen(all_suffixes[i]);
        if (length <= suffix || strcmp(metric + length - suffix, all_suffixes[i]) != 0)
            continue;
        found = find(f, metric, length - suffix);
        if (found != SIZE_MAX && allows(f, &f->items[found], all_suffixes[i]))
            return found;
    }
    return SIZE_MAX;
}

/* A sample of the current family, as most are: no look-up. */
static bool is_current(const struct rg_exposition_families *f, const char *metric)
{
    if (f->current >= f->count)
        return false;
    const struct rg_exposition_family *family = &f->items[f->current];
    size_t length = strlen(family->name);
    return strncmp(metric, family->name, length) == 0 && allows(f, family, metric + length);
}

/* Another family has samples, or a name, that those of `family` would be taken for. */
static bool clashes(const struct rg_exposition_families *f, const struct rg_exposition_family *family)
{
    const char *const *suffixes = suffixes_of(family->type);
    char name[RG_EXPOSITION_NAME_MAX + 16];
    size_t length = strlen(family->name);

    memcpy(name, family->name, length);
    for (size_t i = 0; i < SUFFIXES_MAX && suffixes[i] != NULL; i++) {
        size_t suffix = strlen(suffixes[i]);
        memcpy(name + length, suffixes[i], suffix + 1);
        if (suffix > 0 && find(f, name, length + suffix) != SIZE_MAX)
            return true;
    }
    return false;
}

/* What OpenMetrics forbids of a family that has all its types and units. */
static const char *check_strict(const struct rg_exposition_families *f,
                                const struct rg_exposition_family *family)
{
    if (family->has_unit && (family->type == RG_EXPOSITION_INFO || family->type == RG_EXPOSITION_STATE_SET))
        return "a unit, which an info or a stateset cannot have";
    return clashes(f, family) ? "a family whose samples are named as another family is" : NULL;
}

/* `unit` is what the name ends in, after an underscore. */
static bool has_unit(const char *name, const char *unit)
{
    size_t length = strlen(name);
    size_t end = strlen(unit);

    return end == 0 ||
           (length > end && name[length - end - 1] == '_' && strcmp(name + length - end, unit) == 0);
}

/* Note the line. Returns what is wrong with it, or NULL. */
static const char *note(const struct rg_exposition_families *f, struct rg_exposition_family *family,
                        char kind, enum rg_exposition_type type, const char *unit)
{
    bool *has = kind == 'T' ? &family->has_type : kind == 'H' ? &family->has_help : &family->has_unit;

    if (f->strict && *has)
        return kind == 'T'   ? "a second TYPE of the family"
               : kind == 'H' ? "a second HELP of the family"
                             : "a second UNIT of the family";
    if (kind == 'T' && *has && family->type != type)
        return "a second TYPE of the family, which is another";
    *has = true;
    if (kind == 'T')
        family->type = type;
    if (kind == 'U' && !has_unit(family->name, unit))
        return "a unit in which the family's name does not end";
    return f->strict ? check_strict(f, family) : NULL;
}

const char *rg_exposition_families_declare(struct rg_exposition_families *f, char kind, const char *name,
                                           enum rg_exposition_type type, const char *unit)
{
    size_t found = find(f, name, strlen(name));

    if (found == SIZE_MAX) {
        if (f->strict && owner(f, name) != SIZE_MAX)
            return "a family that is named as a sample of another family is";
        if (!add(f, name))
            return rg_exposition_no_memory;
    } else if (f->strict && found != f->current) {
        return "a family whose lines are not together";
    } else {
        f->current = found;
    }
    if (f->strict && f->items[f->current].has_samples)
        return "HELP, TYPE or UNIT after samples of the family";
    return note(f, &f->items[f->current], kind, type, unit);
}

const char *rg_exposition_families_sample(struct rg_exposition_families *f, const char *metric,
                                          enum rg_exposition_type *ret_type)
{
    if (!is_current(f, metric)) {
        size_t found = owner(f, metric);
        if (f->strict && (found != SIZE_MAX || find(f, metric, strlen(metric)) != SIZE_MAX))
            return found != SIZE_MAX ? "a sample of a family whose lines are not together"
                                     : "a sample that is named as its family is, which its type forbids";
        if (found != SIZE_MAX) {
            f->current = found;
        } else if (!f->strict) {
            *ret_type = RG_EXPOSITION_UNKNOWN;
            return NULL;
        } else if (!add(f, metric)) {
            return rg_exposition_no_memory;
        }
    }
    f->items[f->current].has_samples = true;
    *ret_type = f->items[f->current].type;
    return NULL;
}

void rg_exposition_families_release(struct rg_exposition_families *f)
{
    rg_arena_release(&f->names);
    free(f->items);
    rg_exposition_index_release(&f->index);
    *f = (struct rg_exposition_families){0};
}
