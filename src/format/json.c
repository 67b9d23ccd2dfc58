#include "rungate/format/json.h"

#include "format/json_scan.h"
#include "rungate/base/arena.h"
#include "rungate/base/file.h"
#include "rungate/base/name.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rg_json {
    const struct rg_json_doc *doc;
    const cJSON *item;
};

struct rg_json_doc {
    struct rg_buffer owned; /* the text of a file; empty for text of the caller */
    const char *text;
    cJSON *tree;
    struct rg_arena nodes;        /* the tree's memory */
    struct rg_json_place *places; /* values[i] stands at places[i] */
    struct rg_json *values;
    size_t count;
};

static const struct rg_json_place *place_of(const struct rg_json *value)
{
    return &value->doc->places[value - value->doc->values];
}

/* Pair cJSON's tree with the places, both in document order. Depth is bounded by the scan. */
static void pair(struct rg_json_doc *doc, const cJSON *item, size_t *index) /* NOLINT(misc-no-recursion) */
{
    doc->values[(*index)++] = (struct rg_json){.doc = doc, .item = item};
    for (const cJSON *child = item->child; child != NULL; child = child->next)
        pair(doc, child, index);
}

static int by_name(const void *a, const void *b)
{
    const struct rg_json *const *x = a;
    const struct rg_json *const *y = b;
    int order = strcmp((*x)->item->string, (*y)->item->string);

    return order != 0 ? order : *x < *y ? -1 : *x > *y;
}

/* The second of two members of one name, or NULL; the earliest in the document when there are several. */
static const struct rg_json *duplicate_in(const struct rg_json *object, const struct rg_json **sorted)
{
    const struct rg_json *second = NULL;
    const char *last = NULL;
    size_t members = 0;
    bool ascending = true;

    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        const char *name = rg_json_name(m);
        ascending = ascending && (last == NULL || strcmp(last, name) < 0);
        last = name;
        sorted[members++] = m;
    }
    /* Most files are written sorted, and then no two are the same. */
    if (ascending)
        return NULL;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are sorted */
    qsort(sorted, members, sizeof *sorted, by_name);
    for (size_t i = 1; i < members; i++) {
        bool same = strcmp(sorted[i - 1]->item->string, sorted[i]->item->string) == 0;
        if (same && (second == NULL || sorted[i] < second))
            second = sorted[i];
    }
    return second;
}

static bool refuse_names(const struct rg_json_doc *doc, struct rg_error *err)
{
    for (size_t i = 0; i < doc->count; i++) {
        const cJSON *item = doc->values[i].item;
        const char *fault = item == NULL || item->string == NULL ? NULL : rg_name_fault(item->string);
        if (fault != NULL)
            return rg_json_fail(&doc->values[i], err, "%s", fault);
    }
    return true;
}

/* Members are compared by decoded name, so that "a" and "\u0061" are found to be one. */
static bool refuse_duplicates(const struct rg_json_doc *doc, struct rg_error *err)
{
    const struct rg_json **sorted =
        calloc(doc->count, sizeof *sorted); /* NOLINT(bugprone-sizeof-expression): pointers are sorted */
    const struct rg_json *second = NULL;

    if (sorted == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < doc->count && second == NULL; i++) {
        if (cJSON_IsObject(doc->values[i].item))
            second = duplicate_in(&doc->values[i], sorted);
    }
    free(sorted);
    if (second != NULL)
        return rg_json_fail(second, err, "duplicate member");
    return true;
}

/*
 * cJSON's nodes come from an arena, which halves the time of large files: they are never freed one by one.
 * cJSON takes an allocator without a context, so the arena of the parse under way is noted here.
 */
static _Thread_local struct rg_arena *nodes_of_parse;

static void *allocate_node(size_t size)
{
    return rg_arena_alloc(nodes_of_parse, size);
}

static void keep_node(void *node)
{
    (void)node;
}

static cJSON *parse_tree(const char *text, size_t length, struct rg_arena *nodes)
{
    cJSON_Hooks hooks = {.malloc_fn = allocate_node, .free_fn = keep_node};

    nodes_of_parse = nodes;
    cJSON_InitHooks(&hooks);
    cJSON *tree = cJSON_ParseWithLength(text, length);
    cJSON_InitHooks(NULL);
    nodes_of_parse = NULL;
    return tree;
}

static bool build(struct rg_json_doc *doc, const char *text, size_t length, struct rg_error *err)
{
    size_t index = 0;

    doc->text = text;
    if (!rg_json_scan(text, length, &doc->places, &doc->count, err))
        return false;
    doc->tree = parse_tree(text, length, &doc->nodes);
    doc->values = calloc(doc->count, sizeof *doc->values);
    if (doc->tree == NULL || doc->values == NULL)
        return rg_error_memory(err);
    pair(doc, doc->tree, &index);
    return refuse_names(doc, err) && refuse_duplicates(doc, err);
}

struct rg_json_doc *rg_json_parse(const char *text, size_t length, struct rg_error *err)
{
    struct rg_json_doc *doc = calloc(1, sizeof *doc);

    if (doc == NULL) {
        (void)rg_error_memory(err);
        return NULL;
    }
    if (!build(doc, text, length, err)) {
        rg_json_free(doc);
        return NULL;
    }
    return doc;
}

struct rg_json_doc *rg_json_read(const char *path, struct rg_error *err)
{
    struct rg_json_doc *doc = calloc(1, sizeof *doc);

    if (doc == NULL) {
        (void)rg_error_memory(err);
        return NULL;
    }
    rg_buffer_init(&doc->owned, RG_FILE_MAX);
    if (!rg_file_read(path, &doc->owned, err) ||
        !build(doc, rg_buffer_text(&doc->owned), doc->owned.length, err) ||
        !rg_json_expect(rg_json_root(doc), RG_JSON_OBJECT, err)) {
        (void)rg_error_prefix(err, "cannot read '%s'", path);
        rg_json_free(doc);
        return NULL;
    }
    return doc;
}

void rg_json_free(struct rg_json_doc *doc)
{
    if (doc == NULL)
        return;
    rg_arena_release(&doc->nodes);
    free(doc->places);
    free(doc->values);
    rg_buffer_release(&doc->owned);
    free(doc);
}

const struct rg_json *rg_json_root(const struct rg_json_doc *doc)
{
    return &doc->values[0];
}

enum rg_json_type rg_json_type(const struct rg_json *value)
{
    if (cJSON_IsObject(value->item))
        return RG_JSON_OBJECT;
    if (cJSON_IsArray(value->item))
        return RG_JSON_ARRAY;
    if (cJSON_IsString(value->item))
        return RG_JSON_STRING;
    if (cJSON_IsNumber(value->item))
        return RG_JSON_NUMBER;
    return cJSON_IsBool(value->item) ? RG_JSON_BOOL : RG_JSON_NULL;
}

bool rg_json_bool(const struct rg_json *value)
{
    return cJSON_IsTrue(value->item);
}

double rg_json_number(const struct rg_json *value)
{
    return value->item->valuedouble;
}

const char *rg_json_string(const struct rg_json *value)
{
    return value->item->valuestring;
}

const char *rg_json_text(const struct rg_json *value, size_t *ret_length)
{
    const struct rg_json_place *place = place_of(value);

    *ret_length = place->end - place->at;
    return value->doc->text + place->at;
}

const char *rg_json_name(const struct rg_json *value)
{
    return value->item->string; /* NOLINT(clang-analyzer-core.NullDereference): build() pairs every value */
}

const struct rg_json *rg_json_first(const struct rg_json *container)
{
    /* build() has given every value its item. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    return container->item->child == NULL ? NULL : container + 1;
}

const struct rg_json *rg_json_next(const struct rg_json *value)
{
    /* As above. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    return value->item->next == NULL ? NULL : &value->doc->values[place_of(value)->next];
}

size_t rg_json_count(const struct rg_json *container)
{
    size_t count = 0;

    for (const struct rg_json *v = rg_json_first(container); v != NULL; v = rg_json_next(v))
        count++;
    return count;
}

const struct rg_json *rg_json_member(const struct rg_json *object, const char *name)
{
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (m->item->string != NULL && strcmp(m->item->string, name) == 0)
            return m;
    }
    return NULL;
}

size_t rg_json_line(const struct rg_json *value)
{
    return place_of(value)->line;
}

/* "metrics.span.tx.process.p99.value", "spans.names[2]". */
static void add_path(struct rg_buffer *out, const struct rg_json *value) /* NOLINT(misc-no-recursion) */
{
    const struct rg_json *parent = &value->doc->values[place_of(value)->parent];
    size_t position = 0;

    if (parent == value)
        return;
    add_path(out, parent);
    if (value->item->string != NULL) {
        rg_buffer_printf(out, "%s%s", out->length > 0 ? "." : "", value->item->string);
        return;
    }
    for (const struct rg_json *v = rg_json_first(parent); v != value; v = rg_json_next(v))
        position++;
    rg_buffer_printf(out, "[%zu]", position);
}

bool rg_json_fail(const struct rg_json *value, struct rg_error *err, const char *format, ...)
{
    struct rg_buffer what;
    struct rg_buffer path;
    char text[RG_ERROR_SIZE];
    va_list args;

    rg_buffer_init(&what, RG_TEXT_MAX);
    rg_buffer_init(&path, RG_TEXT_MAX);
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_path(&path, value);
    /* A very long name must not push the fault itself out of the message; it is cut between characters. */
    int keep = RG_ERROR_SIZE / 2;
    while (path.length > RG_ERROR_SIZE / 2 && ((unsigned char)path.data[keep] & 0xC0U) == 0x80U)
        keep--;
    if (path.length > RG_ERROR_SIZE / 2)
        rg_buffer_printf(&what, "%.*s...: %s", keep, path.data, text);
    else
        rg_buffer_printf(&what, "%s%s%s", rg_buffer_text(&path), path.length > 0 ? ": " : "", text);
    (void)rg_json_fault_at(value->doc->text, place_of(value)->name_at, err,
                           rg_buffer_ok(&what) ? rg_buffer_text(&what) : text);
    rg_buffer_release(&path);
    rg_buffer_release(&what);
    return false;
}

const char *rg_json_type_name(enum rg_json_type type)
{
    static const char *const names[] = {
        [RG_JSON_NULL] = "null",       [RG_JSON_BOOL] = "a boolean", [RG_JSON_NUMBER] = "a number",
        [RG_JSON_STRING] = "a string", [RG_JSON_ARRAY] = "an array", [RG_JSON_OBJECT] = "an object",
    };
    return names[type];
}

bool rg_json_expect(const struct rg_json *value, enum rg_json_type type, struct rg_error *err)
{
    if (rg_json_type(value) == type)
        return true;
    return rg_json_fail(value, err, "expected %s, found %s", rg_json_type_name(type),
                        rg_json_type_name(rg_json_type(value)));
}

bool rg_json_expect_name(const struct rg_json *value, struct rg_error *err)
{
    if (!rg_json_expect(value, RG_JSON_STRING, err))
        return false;
    const char *fault = rg_name_fault(rg_json_string(value));
    return fault == NULL || rg_json_fail(value, err, "%s", fault);
}
