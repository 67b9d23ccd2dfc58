#include "model/yaml_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* A list or a map that is not closed yet. */
struct level {
    struct rg_yaml *node;
    struct rg_yaml_item *last;
    const struct rg_yaml *name; /* read, and waiting for its value */
};

struct anchor {
    const char *name;
    const struct rg_yaml *node;
    size_t depth; /* of the level that is open under it; 0 when it is closed */
};

struct builder {
    struct rg_arena *arena;
    struct rg_error *err;
    struct level levels[RG_YAML_DEPTH_MAX];
    size_t depth;
    struct anchor anchors[RG_YAML_ANCHORS_MAX];
    size_t anchor_count;
    size_t node_count;
    const struct rg_yaml *root;
};

bool rg_yaml_fail(const struct rg_yaml *at, struct rg_error *err, const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return rg_error_set(err, RG_ERROR_FORMAT, "line %zu, column %zu: %s", at->line, at->column, message);
}

/* Put a node where it belongs: at the root, in the list, or as name or value in the map. */
static bool place(struct builder *b, const struct rg_yaml *node)
{
    if (b->depth == 0) {
        b->root = node;
        return true;
    }
    struct level *level = &b->levels[b->depth - 1];
    if (level->node->kind == RG_YAML_MAP && level->name == NULL) {
        level->name = node;
        return true;
    }
    struct rg_yaml_item *item = rg_arena_alloc(b->arena, sizeof *item);
    if (item == NULL)
        return rg_error_memory(b->err);
    *item = (struct rg_yaml_item){.name = level->name, .value = node};
    level->name = NULL;
    if (level->last == NULL)
        level->node->first = item;
    else
        level->last->next = item;
    level->last = item;
    return true;
}

static bool add_anchor(struct builder *b, const char *name, const struct rg_yaml *node, bool open)
{
    if (b->anchor_count == RG_YAML_ANCHORS_MAX)
        return rg_error_set(b->err, RG_ERROR_LIMIT, "line %zu, column %zu: more than %d anchors", node->line,
                            node->column, RG_YAML_ANCHORS_MAX);
    struct anchor *anchor = &b->anchors[b->anchor_count++];
    *anchor = (struct anchor){
        .name = rg_arena_strdup(b->arena, name), .node = node, .depth = open ? b->depth + 1 : 0};
    return anchor->name != NULL || rg_error_memory(b->err);
}

static struct rg_yaml *add_node(struct builder *b, const yaml_event_t *event, enum rg_yaml_kind kind,
                                const yaml_char_t *anchor)
{
    struct rg_yaml *node;
    size_t line = event->start_mark.line + 1;
    size_t column = event->start_mark.column + 1;

    if (++b->node_count > RG_YAML_NODES_MAX || (kind != RG_YAML_TEXT && b->depth == RG_YAML_DEPTH_MAX)) {
        (void)rg_error_set(b->err, RG_ERROR_LIMIT, "line %zu, column %zu: more than %d %s", line, column,
                           b->node_count > RG_YAML_NODES_MAX ? RG_YAML_NODES_MAX : RG_YAML_DEPTH_MAX,
                           b->node_count > RG_YAML_NODES_MAX ? "values" : "levels");
        return NULL;
    }
    node = rg_arena_alloc(b->arena, sizeof *node);
    if (node == NULL) {
        (void)rg_error_memory(b->err);
        return NULL;
    }
    *node = (struct rg_yaml){.kind = kind, .line = line, .column = column};
    if (anchor != NULL && !add_anchor(b, (const char *)anchor, node, kind != RG_YAML_TEXT))
        return NULL;
    return place(b, node) ? node : NULL;
}

static bool add_text(struct builder *b, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    struct rg_yaml *node = add_node(b, event, RG_YAML_TEXT, event->data.scalar.anchor);

    if (node == NULL)
        return false;
    if (strlen(value) != event->data.scalar.length)
        return rg_yaml_fail(node, b->err, "a NUL character");
    node->text = rg_arena_strdup(b->arena, value);
    return node->text != NULL || rg_error_memory(b->err);
}

static bool open_level(struct builder *b, const yaml_event_t *event, enum rg_yaml_kind kind,
                       const yaml_char_t *anchor)
{
    struct rg_yaml *node = add_node(b, event, kind, anchor);

    if (node == NULL)
        return false;
    b->levels[b->depth++] = (struct level){.node = node};
    return true;
}

static void close_level(struct builder *b)
{
    for (size_t i = 0; i < b->anchor_count; i++) {
        if (b->anchors[i].depth == b->depth)
            b->anchors[i].depth = 0;
    }
    b->depth--;
}

/* The last anchor of that name counts. */
static bool add_alias(struct builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    struct rg_yaml here = {.line = event->start_mark.line + 1, .column = event->start_mark.column + 1};

    if (++b->node_count > RG_YAML_NODES_MAX)
        return rg_error_set(b->err, RG_ERROR_LIMIT, "line %zu, column %zu: more than %d values", here.line,
                            here.column, RG_YAML_NODES_MAX);
    for (size_t i = b->anchor_count; i > 0; i--) {
        if (strcmp(b->anchors[i - 1].name, name) != 0)
            continue;
        if (b->anchors[i - 1].depth > 0)
            return rg_yaml_fail(&here, b->err, "the alias '*%s' stands inside its own anchor", name);
        return place(b, b->anchors[i - 1].node);
    }
    return rg_yaml_fail(&here, b->err, "the alias '*%s' has no anchor", name);
}

static bool take(struct builder *b, const yaml_event_t *event)
{
    struct rg_yaml here = {.line = event->start_mark.line + 1, .column = event->start_mark.column + 1};

    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return b->root == NULL || rg_yaml_fail(&here, b->err, "a second document");
    case YAML_SCALAR_EVENT:
        return add_text(b, event);
    case YAML_ALIAS_EVENT:
        return add_alias(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_level(b, event, RG_YAML_LIST, event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return open_level(b, event, RG_YAML_MAP, event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_level(b);
        return true;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return true;
    }
    return true;
}

/* The place of a byte; columns count code points. */
static struct rg_yaml place_of(const char *text, size_t offset)
{
    struct rg_yaml here = {.line = 1, .column = 1};

    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n')
            here = (struct rg_yaml){.line = here.line + 1, .column = 1};
        else if (((unsigned char)text[i] & 0xC0U) != 0x80U)
            here.column++;
    }
    return here;
}

static bool parser_fault(const yaml_parser_t *parser, const char *text, size_t length, struct rg_error *err)
{
    struct rg_yaml here = {.line = parser->problem_mark.line + 1, .column = parser->problem_mark.column + 1};

    if (parser->error == YAML_MEMORY_ERROR)
        return rg_error_memory(err);
    /* A character that is none has an offset, and no mark. */
    if (parser->error == YAML_READER_ERROR)
        here = place_of(text, parser->problem_offset < length ? parser->problem_offset : length);
    return rg_yaml_fail(&here, err, "%s%s%s", parser->problem == NULL ? "not YAML" : parser->problem,
                        parser->context == NULL ? "" : ", ", parser->context == NULL ? "" : parser->context);
}

static bool parse(yaml_parser_t *parser, const char *text, size_t length, struct builder *b)
{
    for (bool done = false; !done;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return parser_fault(parser, text, length, b->err);
        done = event.type == YAML_STREAM_END_EVENT;
        bool ok = take(b, &event);
        yaml_event_delete(&event);
        if (!ok)
            return false;
    }
    return b->root != NULL || rg_error_set(b->err, RG_ERROR_FORMAT, "it is empty");
}

const struct rg_yaml *rg_yaml_parse(const char *text, size_t length, struct rg_arena *arena,
                                    struct rg_error *err)
{
    struct builder *b = rg_arena_alloc(arena, sizeof *b);
    yaml_parser_t parser;

    if (length > RG_YAML_BYTES_MAX) {
        (void)rg_error_set(err, RG_ERROR_LIMIT, "larger than %d bytes, the limit of a YAML file",
                           RG_YAML_BYTES_MAX);
        return NULL;
    }
    if (b == NULL || !yaml_parser_initialize(&parser)) {
        (void)rg_error_memory(err);
        return NULL;
    }
    b->arena = arena;
    b->err = err;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    bool ok = parse(&parser, text, length, b);
    yaml_parser_delete(&parser);
    return ok ? b->root : NULL;
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
            return rg_yaml_fail(i->name, err, "a second '%s'", name);
        found = i->value;
    }
    if (found == NULL && merge != NULL)
        return rg_yaml_fail(merge, err, "merge keys are not followed; write '%s' out here", name);
    *ret = found;
    return true;
}
