#include "rungate/model/surface.h"

#include "rungate/base/name.h"
#include "rungate/base/nearest.h"
#include "rungate/base/sorted.h"
#include "rungate/format/json.h"
#include "rungate/format/json_members.h"
#include "rungate/model/key.h"
#include "rungate/model/unit.h"

#include <string.h>

static const char EXCLUDED[] = "excluded_keys";

/* A mistyped member or unit is at most so many edits away from the known one. */
enum { COMMENT_EDITS = 2, UNIT_EDITS = 3 };

/* A group while it is read: its members, checked. */
struct group_reader {
    struct rg_surface *surface;
    struct rg_group *group;
    const struct rg_json *object;
    const struct rg_json *quantiles;
    const struct rg_json *names;
    const struct rg_json *phases; /* NULL when the group has none */
    struct rg_error *err;
};

static bool read_string(struct group_reader *r, const char *member, const char *otherwise, const char **ret)
{
    const struct rg_json *value = rg_json_member(r->object, member);

    if (value == NULL && otherwise == NULL)
        return rg_json_fail(r->object, r->err, "missing '%s'", member);
    if (value != NULL && !rg_json_expect(value, RG_JSON_STRING, r->err))
        return false;
    if (value != NULL && rg_json_string(value)[0] == '\0')
        return rg_json_fail(value, r->err, "must not be empty");
    *ret = rg_arena_strdup(&r->surface->arena, value == NULL ? otherwise : rg_json_string(value));
    return *ret != NULL || rg_error_memory(r->err);
}

/* A non-empty array, all its elements of one type. */
static bool read_list(struct group_reader *r, const char *member, bool required, enum rg_json_type type,
                      const struct rg_json **ret)
{
    const struct rg_json *list = rg_json_member(r->object, member);

    *ret = list;
    if (list == NULL)
        return required ? rg_json_fail(r->object, r->err, "missing '%s'", member) : true;
    if (!rg_json_expect(list, RG_JSON_ARRAY, r->err))
        return false;
    if (rg_json_first(list) == NULL)
        return rg_json_fail(list, r->err, "must not be empty");
    for (const struct rg_json *v = rg_json_first(list); v != NULL; v = rg_json_next(v)) {
        if (!rg_json_expect(v, type, r->err))
            return false;
        if (type == RG_JSON_STRING && rg_json_string(v)[0] == '\0')
            return rg_json_fail(v, r->err, "must not be empty");
    }
    return true;
}

/* "_x_template" for phase x, "_query_template" without phases. */
static char *template_member(struct rg_arena *arena, const struct rg_json *phase)
{
    return phase == NULL ? rg_arena_strdup(arena, "_query_template")
                         : rg_arena_printf(arena, "_%s_template", rg_json_string(phase));
}

/* A member that is not known must clearly be a comment. */
static bool check_member(const struct rg_json *member, const char *const *known, size_t count,
                         struct rg_error *err)
{
    const char *name = rg_json_name(member);
    bool is_comment = rg_is_comment(name);
    struct rg_near near = rg_near_to(name, is_comment ? COMMENT_EDITS : strlen(name) / 2);

    for (size_t i = 0; i < count; i++)
        (void)rg_near_consider(&near, known[i]);
    if (near.distance == 0)
        return true;
    if (!is_comment)
        return rg_unknown_member(member, near.name, err);
    /* "_meta" and "_team" are words; a slip of "_mean" holds what "_mean" holds. */
    if (near.name != NULL && near.distance > 1 && strcmp(near.name, "_mean") == 0 &&
        rg_json_type(member) != RG_JSON_BOOL)
        return true;
    return near.name == NULL ||
           rg_json_fail(member, err, "too close to '%s' to be a comment; did you mean that?", near.name);
}

static bool check_members(struct group_reader *r)
{
    static const char *const fixed[] = {"names",   "_quantiles", "_unit",      "_prefix", "_policy",
                                        "_ladder", "_phases",    "_direction", "_mean"};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    size_t templates = r->phases == NULL ? 1 : rg_json_count(r->phases);
    const char **known = rg_arena_array(&r->surface->arena, FIXED + templates, sizeof *known);
    size_t count = FIXED;

    if (known == NULL)
        return rg_error_memory(r->err);
    memcpy(known, fixed, sizeof fixed);
    const struct rg_json *phase = r->phases == NULL ? NULL : rg_json_first(r->phases);
    do {
        known[count] = template_member(&r->surface->arena, phase);
        if (known[count++] == NULL)
            return rg_error_memory(r->err);
        phase = phase == NULL ? NULL : rg_json_next(phase);
    } while (phase != NULL);

    for (const struct rg_json *m = rg_json_first(r->object); m != NULL; m = rg_json_next(m)) {
        if (!check_member(m, known, count, r->err))
            return false;
    }
    return true;
}

static bool unknown_unit(struct group_reader *r)
{
    static const char known[] =
#define X(name, ns, text) " " name
        RG_UNIT_MAP(X)
#undef X
        ;
    const char *unit = r->group->unit;
    size_t half = strlen(unit) / 2;
    struct rg_near near = rg_near_to(unit, half < UNIT_EDITS ? half : UNIT_EDITS);

    for (size_t i = 0; rg_unit_names[i] != NULL; i++)
        (void)rg_near_consider(&near, rg_unit_names[i]);
    return rg_json_fail(rg_json_member(r->object, "_unit"), r->err, "unknown unit '%s'; %s%s%sknown are%s",
                        unit, near.name == NULL ? "" : "did you mean '", near.name == NULL ? "" : near.name,
                        near.name == NULL ? "" : "'? ", known);
}

/* What only a group with quantiles, or only one without, can have. */
static bool read_kind(struct group_reader *r)
{
    const struct rg_json *ladder = rg_json_member(r->object, "_ladder");
    const struct rg_json *direction = rg_json_member(r->object, "_direction");
    const struct rg_json *mean = rg_json_member(r->object, "_mean");

    r->group->is_value = r->quantiles == NULL;
    if (mean != NULL) {
        if (!rg_json_expect(mean, RG_JSON_BOOL, r->err))
            return false;
        r->group->has_mean = rg_json_bool(mean);
    }
    if (r->group->has_mean && r->group->is_value)
        return rg_json_fail(mean, r->err, "a group without '_quantiles' has no histogram to take a mean of");
    if (r->group->is_value && ladder != NULL)
        return rg_json_fail(ladder, r->err, "a group without '_quantiles' has no ladder");
    if (direction == NULL)
        return true;
    if (!rg_json_expect(direction, RG_JSON_STRING, r->err))
        return false;
    r->group->higher = strcmp(rg_json_string(direction), "higher") == 0;
    if (!r->group->higher && strcmp(rg_json_string(direction), "lower") != 0)
        return rg_json_fail(direction, r->err, "expected \"higher\" or \"lower\"");
    if (r->group->higher && !r->group->is_value)
        return rg_json_fail(direction, r->err, "a latency quantile is better when it is lower");
    return true;
}

/* What keys and messages are made of is a name. */
static bool expect_names(const struct group_reader *r)
{
    static const char *const members[] = {"_prefix", "_policy", "_ladder", "_unit"};
    const struct rg_json *const lists[] = {r->names, r->phases};

    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const struct rg_json *value = rg_json_member(r->object, members[i]);
        if (value != NULL && !rg_json_expect_name(value, r->err))
            return false;
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct rg_json *v = lists[i] == NULL ? NULL : rg_json_first(lists[i]);
        for (; v != NULL; v = rg_json_next(v)) {
            if (!rg_json_expect_name(v, r->err))
                return false;
        }
    }
    return true;
}

static bool read_group_header(struct group_reader *r)
{
    struct rg_group *group = r->group;
    const char *name = rg_arena_strdup(&r->surface->arena, rg_json_name(r->object));

    if (group == NULL || name == NULL)
        return rg_error_memory(r->err);
    *group = (struct rg_group){.line = rg_json_line(r->object), .name = name};
    if (!rg_json_expect(r->object, RG_JSON_OBJECT, r->err) ||
        !read_list(r, "_phases", false, RG_JSON_STRING, &r->phases) || !check_members(r) ||
        !read_list(r, "_quantiles", false, RG_JSON_NUMBER, &r->quantiles) || !read_kind(r) ||
        !read_list(r, "names", true, RG_JSON_STRING, &r->names) || !expect_names(r) ||
        !read_string(r, "_prefix", rg_key_default_prefix(group->name), &group->prefix) ||
        !read_string(r, "_policy", rg_key_default_policy(group->name, group->prefix), &group->policy) ||
        !read_string(r, "_ladder", group->prefix, &group->ladder) ||
        !read_string(r, "_unit", NULL, &group->unit))
        return false;
    if (rg_unit_find(group->unit) == NULL)
        return unknown_unit(r);
    /* The prefix may come from the group's own name. */
    const struct rg_json *prefix = rg_json_member(r->object, "_prefix");
    if (group->prefix[0] == '_')
        return rg_json_fail(prefix == NULL ? r->object : prefix, r->err,
                            "a prefix must not start with '_', which marks comments");
    if (strchr(group->prefix, '.') != NULL)
        return rg_json_fail(prefix == NULL ? r->object : prefix, r->err, "a prefix must not hold a dot");
    return true;
}

/* The template of a phase. One that cannot tell its quantiles or its names apart would answer all with one
 * number. */
static bool read_template(struct group_reader *r, const struct rg_json *phase, const char **ret)
{
    const char *member = template_member(&r->surface->arena, phase);

    if (member == NULL)
        return rg_error_memory(r->err);
    if (!read_string(r, member, NULL, ret))
        return false;
    const struct rg_json *value = rg_json_member(r->object, member);
    bool has_quantile = strstr(*ret, "{quantile}") != NULL;
    if (has_quantile && r->group->is_value)
        return rg_json_fail(r->object, r->err, "missing '_quantiles'");
    if (!has_quantile && !r->group->is_value)
        return rg_json_fail(value, r->err, "the template holds no {quantile}");
    if (strstr(*ret, "{name}") == NULL && rg_json_count(r->names) > 1)
        return rg_json_fail(value, r->err, "the template holds no {name}, and there are several names");
    return true;
}

/* `quantile` is NULL for a key of another kind. */
static bool add_key(struct group_reader *r, const struct rg_series *series, enum rg_key_kind kind,
                    const struct rg_json *quantile)
{
    struct rg_surface *s = r->surface;
    struct rg_surface_key *key = &s->keys[s->key_count];
    char quantile_label[RG_LABEL_SIZE];
    const char *label = kind == RG_KEY_MEAN ? RG_LABEL_MEAN : RG_LABEL_VALUE;
    size_t length = 0;
    const char *text = quantile == NULL ? "" : rg_json_text(quantile, &length);
    double q = quantile == NULL ? 0 : rg_json_number(quantile);

    if (quantile != NULL) {
        if (q <= 0 || q >= 1 || !rg_key_label(text, length, quantile_label))
            return rg_json_fail(quantile, r->err, "a quantile must be above 0 and below 1");
        label = quantile_label;
    }
    char *full = rg_arena_printf(&s->arena, "%s.%s", series->base, label);
    *key = (struct rg_surface_key){.key = full, .kind = kind, .quantile = q, .series = series};
    key->quantile_text = rg_arena_strndup(&s->arena, text, length);
    if (full == NULL || key->quantile_text == NULL)
        return rg_error_memory(r->err);
    /* Each part is a name; put together they can still be too long, or hold what none of them does. */
    const char *fault = rg_name_fault(full);
    if (fault != NULL)
        return rg_json_fail(r->object, r->err, "'%.64s': %s", full, fault);
    s->key_bytes += strlen(full);
    if (s->key_bytes > RG_SURFACE_TEXT_MAX)
        return rg_error_set(r->err, RG_ERROR_LIMIT, "the keys are longer than %d bytes together",
                            RG_SURFACE_TEXT_MAX);
    key->label = strrchr(full, '.') + 1;
    s->key_count++;
    return true;
}

static bool add_series(struct group_reader *r, const struct rg_json *name, const struct rg_json *phase,
                       const char *template_text)
{
    struct rg_surface *s = r->surface;
    struct rg_series *series = &s->series[s->series_count];

    series->group = r->group;
    series->template_text = template_text;
    series->name = rg_arena_strdup(&s->arena, rg_json_string(name));
    series->base = rg_arena_printf(&s->arena, "%s.%s%s%s", r->group->prefix, rg_json_string(name),
                                   phase == NULL ? "" : ".", phase == NULL ? "" : rg_json_string(phase));
    if (series->name == NULL || series->base == NULL)
        return rg_error_memory(r->err);
    s->series_count++;
    if (r->group->is_value)
        return add_key(r, series, RG_KEY_VALUE, NULL);
    for (const struct rg_json *q = rg_json_first(r->quantiles); q != NULL; q = rg_json_next(q)) {
        if (!add_key(r, series, RG_KEY_QUANTILE, q))
            return false;
    }
    return !r->group->has_mean || add_key(r, series, RG_KEY_MEAN, NULL);
}

static bool read_phase(struct group_reader *r, const struct rg_json *phase)
{
    const char *template_text = NULL;

    if (!read_template(r, phase, &template_text))
        return false;
    for (const struct rg_json *name = rg_json_first(r->names); name != NULL; name = rg_json_next(name)) {
        if (!add_series(r, name, phase, template_text))
            return false;
    }
    return true;
}

static bool read_group_keys(struct group_reader *r)
{
    if (r->phases == NULL)
        return read_phase(r, NULL);
    for (const struct rg_json *phase = rg_json_first(r->phases); phase != NULL; phase = rg_json_next(phase)) {
        if (!read_phase(r, phase))
            return false;
    }
    return true;
}

static bool read_exclusion(struct rg_json_reader *r, const struct rg_json *member, void *to)
{
    struct rg_exclusion *e = to;

    e->line = rg_json_line(member);
    return rg_read_text(r, member, &e->reason);
}

/* Allocate for all groups, so that groups and series stay where keys point to. */
static bool allocate(const struct rg_json *root, struct rg_surface *s, struct rg_error *err)
{
    size_t groups = 0;
    size_t series = 0;
    size_t keys = 0;

    for (const struct rg_json *m = rg_json_first(root); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)) || rg_json_type(m) != RG_JSON_OBJECT)
            continue;
        const struct rg_json *list[] = {rg_json_member(m, "names"), rg_json_member(m, "_quantiles"),
                                        rg_json_member(m, "_phases")};
        size_t names = list[0] == NULL ? 0 : rg_json_count(list[0]);
        size_t phases = list[2] == NULL ? 1 : rg_json_count(list[2]);
        groups++;
        size_t labels = list[1] == NULL ? 1 : rg_json_count(list[1]) + 1;
        /* By division, as the product may be beyond a size_t. */
        size_t room = RG_SURFACE_KEYS_MAX - keys;
        if (phases > 0 && names > room / phases / labels)
            return rg_json_fail(m, err, "names, phases and quantiles make more than %d keys",
                                RG_SURFACE_KEYS_MAX);
        series += names * phases;
        keys += names * phases * labels;
    }
    s->groups = rg_arena_array(&s->arena, groups, sizeof *s->groups);
    s->series = rg_arena_array(&s->arena, series, sizeof *s->series);
    s->keys = rg_arena_array(&s->arena, keys, sizeof *s->keys);
    if (s->groups == NULL || s->series == NULL || s->keys == NULL) {
        (void)rg_error_memory(err);
        return false;
    }
    return true;
}

/* Sort, refuse two declarations of one key, mark the excluded ones. */
static bool finish(const struct rg_json *root, struct rg_surface *s, struct rg_error *err)
{
    if (s->group_count == 0)
        return rg_json_fail(root, err, "no group declares a metric");
    rg_sort(s->keys, s->key_count, sizeof *s->keys);
    for (size_t i = 1; i < s->key_count; i++) {
        if (strcmp(s->keys[i - 1].key, s->keys[i].key) == 0)
            return rg_json_fail(rg_json_member(root, s->keys[i].series->group->name), err,
                                "two entries make the key '%s'", s->keys[i].key);
    }
    for (size_t i = 0; i < s->exclusion_count; i++) {
        struct rg_surface_key *key =
            rg_sorted_find(s->keys, s->key_count, sizeof *s->keys, s->exclusions[i].key);
        if (key != NULL) {
            key->excluded = true;
            s->exclusions[i].declared = true;
            s->excluded_count++;
        }
    }
    return true;
}

static bool read_root(const struct rg_json *root, struct rg_surface *s, struct rg_error *err)
{
    struct rg_json_reader reader = {.arena = &s->arena, .err = err};

    if (!allocate(root, s, err))
        return false;
    for (const struct rg_json *m = rg_json_first(root); m != NULL; m = rg_json_next(m)) {
        if (rg_is_comment(rg_json_name(m)))
            continue;
        if (strcmp(rg_json_name(m), EXCLUDED) == 0) {
            s->exclusions =
                rg_read_records(&reader, m, sizeof *s->exclusions, read_exclusion, &s->exclusion_count);
            if (s->exclusions == NULL)
                return false;
            continue;
        }
        if (!rg_json_expect(m, RG_JSON_OBJECT, err))
            return false;
        struct group_reader r = {.surface = s, .group = &s->groups[s->group_count], .object = m, .err = err};
        if (!read_group_header(&r) || !read_group_keys(&r))
            return false;
        s->group_count++;
    }
    return finish(root, s, err);
}

bool rg_surface_read(const struct rg_json *root, struct rg_surface *ret, struct rg_error *err)
{
    struct rg_surface surface = {0};

    if (!read_root(root, &surface, err)) {
        rg_arena_release(&surface.arena);
        return false;
    }
    *ret = surface;
    return true;
}

bool rg_surface_load(const char *path, struct rg_surface *ret, struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);

    if (doc == NULL)
        return false;
    bool ok = rg_surface_read(rg_json_root(doc), ret, err) || rg_error_prefix(err, "cannot read '%s'", path);
    rg_json_free(doc);
    return ok;
}

void rg_surface_release(struct rg_surface *surface)
{
    rg_arena_release(&surface->arena);
    *surface = (struct rg_surface){0};
}

const struct rg_surface_key *rg_surface_find(const struct rg_surface *surface, const char *key)
{
    return rg_sorted_find(surface->keys, surface->key_count, sizeof *surface->keys, key);
}

const struct rg_exclusion *rg_surface_exclusion(const struct rg_surface *surface, const char *key)
{
    return rg_sorted_find(surface->exclusions, surface->exclusion_count, sizeof *surface->exclusions, key);
}
