#include "model/yaml_tree.h"

#include "rungate/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct anchor {
    const char *name;
    const struct rg_yaml *node;
};

struct builder {
    yaml_parser_t parser;
    const char *text;
    size_t length;
    const struct rg_yaml *within; /* the text that is parsed, of another document; NULL for a file */
    struct rg_arena *arena;
    struct rg_error *err;
    struct anchor anchors[RG_YAML_ANCHORS_MAX];
    size_t anchor_count;
    size_t node_count;
};

bool rg_yaml_fail(const struct rg_yaml *at, struct rg_error *err, const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (at->column == 0)
        return rg_error_set(err, RG_ERROR_FORMAT, "line %zu: %s", at->line, message);
    return rg_error_set(err, RG_ERROR_FORMAT, "line %zu, column %zu: %s", at->line, at->column, message);
}

/* The place in the file, from one in what is parsed. */
static struct rg_yaml place(const struct builder *b, size_t line, size_t column)
{
    if (b->within == NULL)
        return (struct rg_yaml){.line = line, .column = column};
    return (struct rg_yaml){.line = b->within->line + (b->within->is_block ? line : 0)};
}

static struct rg_yaml place_of(const struct builder *b, const yaml_mark_t *mark)
{
    return place(b, mark->line + 1, mark->column + 1);
}

static bool parser_fault(const struct builder *b)
{
    const yaml_parser_t *parser = &b->parser;
    struct rg_yaml here = place_of(b, &parser->problem_mark);

    if (parser->error == YAML_MEMORY_ERROR)
        return rg_error_memory(b->err);
    /* A character that is none has an offset, and no mark. */
    if (parser->error == YAML_READER_ERROR) {
        rg_utf8_place(b->text, parser->problem_offset < b->length ? parser->problem_offset : b->length,
                      &here.line, &here.column);
        here = place(b, here.line, here.column);
    }
    return rg_yaml_fail(&here, b->err, "%s%s%s", parser->problem == NULL ? "not YAML" : parser->problem,
                        parser->context == NULL ? "" : ", ", parser->context == NULL ? "" : parser->context);
}

/* The next event, which the caller deletes. */
static bool next(struct builder *b, yaml_event_t *event)
{
    return yaml_parser_parse(&b->parser, event) || parser_fault(b);
}

static bool beyond(const struct builder *b, const struct rg_yaml *at, int limit, const char *what)
{
    (void)rg_yaml_fail(at, b->err, "more than %d %s", limit, what);
    b->err->code = RG_ERROR_LIMIT;
    return false;
}

/* Set the node of an alias; the last anchor of its name counts. */
static bool follow(struct builder *b, const struct rg_yaml *here, const char *name,
                   const struct rg_yaml **ret)
{
    size_t i = b->anchor_count;

    while (i > 0 && strcmp(b->anchors[i - 1].name, name) != 0)
        i--;
    if (i == 0)
        return rg_yaml_fail(here, b->err, "the alias '*%s' has no anchor", name);
    if (b->anchors[i - 1].node->open)
        return rg_yaml_fail(here, b->err, "the alias '*%s' is inside its own anchor", name);
    *ret = b->anchors[i - 1].node;
    return true;
}

static bool add_anchor(struct builder *b, const yaml_char_t *name, const struct rg_yaml *node)
{
    struct anchor *anchor = &b->anchors[b->anchor_count];

    if (b->anchor_count == RG_YAML_ANCHORS_MAX)
        return beyond(b, node, RG_YAML_ANCHORS_MAX, "anchors");
    *anchor = (struct anchor){rg_arena_strdup(b->arena, (const char *)name), node};
    b->anchor_count++;
    return anchor->name != NULL || rg_error_memory(b->err);
}

static bool set_text(struct builder *b, const yaml_event_t *event, struct rg_yaml *node)
{
    const char *value = (const char *)event->data.scalar.value;

    if (strlen(value) != event->data.scalar.length)
        return rg_yaml_fail(node, b->err, "a NUL character");
    /* With a tag or an anchor the text may begin below the line of its node. */
    node->is_block = event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE &&
                     event->data.scalar.anchor == NULL && event->data.scalar.tag == NULL;
    node->text = rg_arena_strdup(b->arena, value);
    return node->text != NULL || rg_error_memory(b->err);
}

static bool read_items(struct builder *b, struct rg_yaml *container, size_t depth);

/* A new node of what the event begins, and all that is in it. */
static bool read_node(struct builder *b, const yaml_event_t *event, size_t depth, const struct rg_yaml **ret)
{
    struct rg_yaml here = place_of(b, &event->start_mark);
    bool is_text = event->type == YAML_SCALAR_EVENT;

    if (++b->node_count > RG_YAML_NODES_MAX)
        return beyond(b, &here, RG_YAML_NODES_MAX, "values");
    if (event->type == YAML_ALIAS_EVENT)
        return follow(b, &here, (const char *)event->data.alias.anchor, ret);
    if (!is_text && depth == RG_YAML_DEPTH_MAX)
        return beyond(b, &here, RG_YAML_DEPTH_MAX, "levels");
    here.kind = is_text                                    ? RG_YAML_TEXT
                : event->type == YAML_SEQUENCE_START_EVENT ? RG_YAML_LIST
                                                           : RG_YAML_MAP;
    struct rg_yaml *node = rg_arena_alloc(b->arena, sizeof *node);
    if (node == NULL)
        return rg_error_memory(b->err);
    *node = here;
    node->open = true;
    const yaml_char_t *name = is_text                     ? event->data.scalar.anchor
                              : here.kind == RG_YAML_LIST ? event->data.sequence_start.anchor
                                                          : event->data.mapping_start.anchor;
    if ((name != NULL && !add_anchor(b, name, node)) ||
        !(is_text ? set_text(b, event, node) : read_items(b, node, depth + 1)))
        return false;
    node->open = false;
    *ret = node;
    return true;
}

/* The next node; *ret is NULL when the container, or the stream, is at its end. */
static bool read_next(struct builder *b, size_t depth, const struct rg_yaml **ret)
{
    yaml_event_t event;
    bool ok = true;

    *ret = NULL;
    if (!next(b, &event))
        return false;
    if (event.type != YAML_SEQUENCE_END_EVENT && event.type != YAML_MAPPING_END_EVENT)
        ok = read_node(b, &event, depth, ret);
    yaml_event_delete(&event);
    return ok;
}

/* NOLINTNEXTLINE(misc-no-recursion): no deeper than RG_YAML_DEPTH_MAX */
static bool read_items(struct builder *b, struct rg_yaml *container, size_t depth)
{
    struct rg_yaml_item **end = &container->first;
    const struct rg_yaml *name = NULL;
    const struct rg_yaml *value = NULL;

    for (;;) {
        bool is_map = container->kind == RG_YAML_MAP;
        if (is_map && !read_next(b, depth, &name))
            return false;
        if (is_map && name == NULL)
            return true;
        if (!read_next(b, depth, &value))
            return false;
        if (value == NULL)
            return true;
        *end = rg_arena_alloc(b->arena, sizeof **end);
        if (*end == NULL)
            return rg_error_memory(b->err);
        **end = (struct rg_yaml_item){.name = name, .value = value};
        end = &(*end)->next;
    }
}

/* The one document of the stream. */
static bool read_stream(struct builder *b, const struct rg_yaml **ret)
{
    yaml_event_type_t type = YAML_NO_EVENT;

    while (type != YAML_STREAM_END_EVENT) {
        yaml_event_t event;
        struct rg_yaml here;
        bool ok = true;
        if (!next(b, &event))
            return false;
        type = event.type;
        here = place_of(b, &event.start_mark);
        yaml_event_delete(&event);
        if (type == YAML_DOCUMENT_START_EVENT)
            ok = *ret == NULL ? read_next(b, 0, ret)
                              : rg_yaml_fail(&here, b->err,
                                             "more than one document; put the one that counts into a file of "
                                             "its own");
        if (!ok)
            return false;
    }
    return *ret != NULL || rg_error_set(b->err, RG_ERROR_FORMAT, "it is empty");
}

static const struct rg_yaml *parse(const char *text, size_t length, const struct rg_yaml *within,
                                   struct rg_arena *arena, struct rg_error *err)
{
    struct builder *b = rg_arena_alloc(arena, sizeof *b);
    const struct rg_yaml *root = NULL;

    if (length > RG_YAML_BYTES_MAX) {
        (void)rg_error_set(err, RG_ERROR_LIMIT, "larger than %d bytes, the limit of a YAML file",
                           RG_YAML_BYTES_MAX);
        return NULL;
    }
    if (b == NULL || !yaml_parser_initialize(&b->parser)) {
        (void)rg_error_memory(err);
        return NULL;
    }
    b->text = text;
    b->length = length;
    b->within = within;
    b->arena = arena;
    b->err = err;
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)text, length);
    bool ok = read_stream(b, &root);
    yaml_parser_delete(&b->parser);
    return ok ? root : NULL;
}

const struct rg_yaml *rg_yaml_parse(const char *text, size_t length, struct rg_arena *arena,
                                    struct rg_error *err)
{
    return parse(text, length, NULL, arena, err);
}

const struct rg_yaml *rg_yaml_parse_within(const struct rg_yaml *text, struct rg_arena *arena,
                                           struct rg_error *err)
{
    return parse(text->text, strlen(text->text), text, arena, err);
}

bool rg_yaml_is_null(const struct rg_yaml *value)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};

    for (size_t i = 0; value->kind == RG_YAML_TEXT && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(value->text, words[i]) == 0)
            return true;
    }
    return false;
}

bool rg_yaml_member(const struct rg_yaml *map, const char *name, const struct rg_yaml **ret,
                    struct rg_error *err)
{
    const struct rg_yaml *found = NULL;
    const struct rg_yaml *merge = NULL;

    for (const struct rg_yaml_item *i = map->kind == RG_YAML_MAP ? map->first : NULL; i != NULL;
         i = i->next) {
        if (i->name->kind != RG_YAML_TEXT)
            continue;
        if (strcmp(i->name->text, "<<") == 0)
            merge = i->name;
        if (strcmp(i->name->text, name) != 0)
            continue;
        if (found != NULL)
            return rg_yaml_fail(i->name, err, "duplicate key '%s'", name);
        found = i->value;
    }
    if (found == NULL && merge != NULL)
        return rg_yaml_fail(merge, err, "merge keys are not followed; write '%s' out here", name);
    *ret = found;
    return true;
}
