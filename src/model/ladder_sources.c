#include "rungate/model/ladder_sources.h"

#include "rungate/base/file.h"
#include "rungate/base/nearest.h"
#include "rungate/model/collector.h"
#include "rungate/model/unit.h"

#include <stdlib.h>
#include <string.h>

/* The ladder of the metrics that the span_metrics connector makes. */
static const char USUAL_NAME[] = "span";

/* A source, taken apart. */
struct source {
    const char *name; /* NULL when not given */
    const char *file;
    const char *part; /* NULL when not given */
};

/* A ladder, and where it came from. */
struct found {
    struct rg_ladder ladder;
    const struct source *source;
};

struct loader {
    const struct rg_surface *surface;
    struct source *sources;
    size_t source_count;
    struct found *found;
    size_t found_count;
    size_t found_capacity;
    struct rg_arena arena; /* of the result */
    struct rg_arena scratch;
    struct rg_error *err;
};

static size_t name_length(const char *source)
{
    size_t length = strcspn(source, "=./#");

    return source[length] == '=' ? length : 0;
}

bool rg_ladder_sources_want_default(const char *const *sources, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (name_length(sources[i]) == 0)
            return false;
    }
    return true;
}

char *rg_ladder_source_file(const char *source)
{
    size_t name = name_length(source);
    const char *file = name > 0 ? source + name + 1 : source;
    const char *part = strrchr(file, '#');

    return part == NULL ? strdup(file) : strndup(file, (size_t)(part - file));
}

static bool take_apart(struct loader *l, const char *text, struct source *ret)
{
    size_t length = name_length(text);
    const char *file = length > 0 ? text + length + 1 : text;
    const char *part = strrchr(file, '#');

    if (length > 0)
        ret->name = rg_arena_strndup(&l->scratch, text, length);
    ret->file = rg_arena_strndup(&l->scratch, file, part == NULL ? strlen(file) : (size_t)(part - file));
    ret->part = part == NULL ? NULL : part + 1;
    if (ret->file == NULL || (length > 0 && ret->name == NULL))
        return rg_error_memory(l->err);
    if (ret->file[0] == '\0' || (part != NULL && part[1] == '\0'))
        return rg_error_set(l->err, RG_ERROR_USAGE, "'--ladders %s': expected [NAME=]FILE[#PART]", text);
    return true;
}

/* The group that uses a ladder, or NULL. */
static const struct rg_group *user_of(const struct rg_surface *surface, const char *name)
{
    for (size_t i = 0; surface != NULL && i < surface->group_count; i++) {
        if (!surface->groups[i].is_value && strcmp(surface->groups[i].ladder, name) == 0)
            return &surface->groups[i];
    }
    return NULL;
}

/* A ladder that is given by name must be one that something uses. */
static bool check_name(struct loader *l, const char *name)
{
    struct rg_near near = rg_near_to(name, 2);

    if (l->surface == NULL || user_of(l->surface, name) != NULL)
        return true;
    for (size_t i = 0; i < l->surface->group_count; i++) {
        if (!l->surface->groups[i].is_value)
            (void)rg_near_consider(&near, l->surface->groups[i].ladder);
    }
    return rg_error_set(l->err, RG_ERROR_CONFLICT, "no group uses a ladder '%s'%s%s%s", name,
                        near.name == NULL ? "" : "; did you mean '", near.name == NULL ? "" : near.name,
                        near.name == NULL ? "" : "'?");
}

static bool is_given(const struct loader *l, const char *name)
{
    for (size_t i = 0; i < l->source_count; i++) {
        if (l->sources[i].name != NULL && strcmp(l->sources[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Whose ladder a histogram without a name is. */
static const char *guess_name(struct loader *l, const struct source *source)
{
    const char *only = NULL;

    if (l->surface == NULL || (user_of(l->surface, USUAL_NAME) != NULL && !is_given(l, USUAL_NAME)))
        return USUAL_NAME;
    for (size_t i = 0; i < l->surface->group_count; i++) {
        const struct rg_group *group = &l->surface->groups[i];
        if (group->is_value || rg_unit_ns(group->unit) == 0 || is_given(l, group->ladder))
            continue;
        if (only != NULL && strcmp(only, group->ladder) != 0) {
            (void)rg_error_set(
                l->err, RG_ERROR_CONFLICT,
                "several groups could use this histogram; name the ladder, as in --ladders %s=%s", only,
                source->file);
            return NULL;
        }
        only = group->ladder;
    }
    if (only == NULL)
        (void)rg_error_set(l->err, RG_ERROR_CONFLICT, "no remaining group has a time unit");
    return only;
}

static bool add(struct loader *l, const struct source *source, const struct rg_ladder *ladder)
{
    if (l->found_count == l->found_capacity) {
        size_t capacity = l->found_capacity == 0 ? 8 : l->found_capacity * 2;
        struct found *found = realloc(l->found, capacity * sizeof *found);
        if (found == NULL)
            return rg_error_memory(l->err);
        l->found = found;
        l->found_capacity = capacity;
    }
    struct rg_ladder copy = {.edge_count = ladder->edge_count, .line = ladder->line};
    double *edges = rg_arena_array(&l->arena, ladder->edge_count, sizeof *edges);
    copy.name = rg_arena_strdup(&l->arena, source->name == NULL ? ladder->name : source->name);
    copy.unit = rg_arena_strdup(&l->arena, ladder->unit);
    copy.file = rg_arena_strdup(&l->arena, source->file);
    if (ladder->note != NULL)
        copy.note = rg_arena_printf(&l->arena, "'%s': %s", source->file, ladder->note);
    if (edges == NULL || copy.name == NULL || copy.unit == NULL || copy.file == NULL ||
        (ladder->note != NULL && copy.note == NULL))
        return rg_error_memory(l->err);
    memcpy(edges, ladder->edges, ladder->edge_count * sizeof *edges);
    copy.edges = edges;
    l->found[l->found_count++] = (struct found){.ladder = copy, .source = source};
    return true;
}

static bool load_collector(struct loader *l, const struct source *source, const struct rg_buffer *text)
{
    struct rg_ladder ladder = {0};

    ladder.name = source->name != NULL ? source->name : guess_name(l, source);
    if (ladder.name == NULL)
        return false;
    const struct rg_group *group = user_of(l->surface, ladder.name);
    if (group != NULL && rg_unit_ns(group->unit) == 0)
        return rg_error_set(l->err, RG_ERROR_CONFLICT,
                            "its edges are durations, but the group '%s' is in '%s'", group->name,
                            group->unit);
    return rg_collector_ladder_read(text->data, text->length, source->part, group, &l->scratch, &ladder,
                                    l->err) &&
           add(l, source, &ladder);
}

/* The one ladder that a source is about: PART, else NAME, else the only one. */
static bool choose(struct loader *l, const struct source *source, const struct rg_ladders *ladders)
{
    const char *wanted = source->part != NULL ? source->part : source->name;
    const struct rg_ladder *ladder = rg_ladders_find(ladders, wanted);

    if (ladder == NULL && source->part == NULL && ladders->count == 1)
        ladder = &ladders->items[0];
    if (ladder == NULL)
        return rg_error_set(l->err, RG_ERROR_CONFLICT, "no ladder '%s' in it; choose one with FILE#LADDER",
                            wanted);
    return add(l, source, ladder);
}

static bool load_json(struct loader *l, const struct source *source, const struct rg_buffer *text)
{
    struct rg_ladders ladders = {0};
    struct rg_json_doc *doc = rg_json_parse(text->data, text->length, l->err);

    if (doc == NULL)
        return false;
    if (rg_collector_is_json(rg_json_root(doc))) {
        rg_json_free(doc);
        return load_collector(l, source, text);
    }
    bool ok = rg_ladders_read(rg_json_root(doc), false, &ladders, l->err);
    rg_json_free(doc);
    if (!ok)
        return false;
    if (source->name != NULL || source->part != NULL)
        ok = choose(l, source, &ladders);
    for (size_t i = 0; i < ladders.count && ok && source->name == NULL && source->part == NULL; i++)
        ok = add(l, source, &ladders.items[i]);
    rg_ladders_release(&ladders);
    return ok;
}

static bool has_ending(const char *file, const char *ending)
{
    size_t length = strlen(file);

    return length >= strlen(ending) && strcmp(file + length - strlen(ending), ending) == 0;
}

static bool is_yaml(const char *file, const struct rg_buffer *text)
{
    const char *start = rg_buffer_text(text);

    if (has_ending(file, ".yaml") || has_ending(file, ".yml"))
        return true;
    start += strspn(start, " \t\r\n");
    return !has_ending(file, ".json") && *start != '{' && *start != '\0';
}

static bool load_source(struct loader *l, const struct source *source)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_FILE_MAX);
    bool ok =
        (source->name == NULL || check_name(l, source->name)) && rg_file_read(source->file, &text, l->err);
    /* An empty file has no bytes to point at. */
    if (ok && text.data == NULL)
        rg_buffer_puts(&text, "");
    if (ok)
        ok = is_yaml(source->file, &text) ? load_collector(l, source, &text) : load_json(l, source, &text);
    rg_buffer_release(&text);
    return ok || rg_error_prefix(l->err, "cannot read '%s'", source->file);
}

static int by_name(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int order = strcmp(x->ladder.name, y->ladder.name);

    return order != 0 ? order : (x->source->name == NULL) - (y->source->name == NULL);
}

/* Sort; a source that is given for a NAME comes before one without. */
static bool merge(struct loader *l, struct rg_ladders *ret)
{
    struct rg_ladders ladders = {0};

    ladders.items = rg_arena_array(&l->arena, l->found_count, sizeof *ladders.items);
    if (ladders.items == NULL)
        return rg_error_memory(l->err);
    if (l->found_count > 0)
        qsort(l->found, l->found_count, sizeof *l->found, by_name);
    for (size_t i = 0, kept = 0; i < l->found_count; i++) {
        const struct found *f = &l->found[i];
        if (ladders.count == 0 || strcmp(l->found[kept].ladder.name, f->ladder.name) != 0) {
            ladders.items[ladders.count++] = f->ladder;
            kept = i;
            continue;
        }
        if ((l->found[kept].source->name == NULL) == (f->source->name == NULL))
            return rg_error_set(l->err, RG_ERROR_CONFLICT, "two sources for the ladder '%s': '%s' and '%s'",
                                f->ladder.name, l->found[kept].source->file, f->source->file);
    }
    ladders.arena = l->arena;
    l->arena = (struct rg_arena){0};
    *ret = ladders;
    return true;
}

bool rg_ladder_sources_load(const char *const *sources, size_t count, const struct rg_surface *surface,
                            struct rg_ladders *ret, struct rg_error *err)
{
    struct loader l = {.surface = surface, .err = err};
    bool ok = true;

    l.sources = rg_arena_array(&l.scratch, count, sizeof *l.sources);
    if (l.sources == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count && ok; i++) {
        ok = take_apart(&l, sources[i], &l.sources[i]);
        l.source_count++;
    }
    for (size_t i = 0; i < count && ok; i++)
        ok = load_source(&l, &l.sources[i]);
    ok = ok && merge(&l, ret);
    free(l.found);
    rg_arena_release(&l.arena);
    rg_arena_release(&l.scratch);
    return ok;
}
