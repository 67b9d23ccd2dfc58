#include "rungate/model/collector.h"

#include "model/collector_edges.h"
#include "model/yaml_tree.h"
#include "rungate/model/unit.h"

#include <stdio.h>
#include <string.h>

/* The name of today and the one before it. */
static const char *const types[] = {"span_metrics", "spanmetrics"};
static const char *const sections[] = {"connectors", "processors"};
/* The way to the configuration: none; in Helm's values; in the operator's resource. */
static const char *const ways[][2] = {{NULL, NULL}, {"config", NULL}, {"spec", "config"}};
/* Of the members that are looked for in a file's root, those that make a JSON file a configuration. */
static const char *const roots[] = {"connectors", "processors", "config", "spec"};

/* The connector's unit when it says none, and the processor's only one. */
static const char USUAL_UNIT[] = "ms";

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* What was found, and the names of all of it for a message. */
struct search {
    const char *component; /* wanted, or NULL */
    const struct rg_yaml *found;
    size_t count;
    char names[RG_ERROR_SIZE / 2];
};

/* A histogram with fixed edges, and what it is exported in. */
struct histogram {
    const struct rg_yaml *buckets;
    const char *unit;
    const struct rg_yaml *unit_at; /* NULL: it is not written */
    bool fixed_unit;               /* it cannot be chosen */
};

bool rg_collector_is_json(const struct rg_json *root)
{
    for (size_t i = 0; i < COUNT_OF(roots); i++) {
        const struct rg_json *member = rg_json_member(root, roots[i]);
        if (member != NULL && rg_json_member(member, "edges") == NULL &&
            rg_json_member(member, "unit") == NULL)
            return true;
    }
    return false;
}

/* "span_metrics" or "span_metrics/name", or the same with the older name. */
static bool is_span_metrics(const struct rg_yaml *name)
{
    for (size_t i = 0; i < COUNT_OF(types) && name->kind == RG_YAML_TEXT; i++) {
        size_t length = strlen(types[i]);
        if (strncmp(name->text, types[i], length) == 0 &&
            (name->text[length] == '\0' || name->text[length] == '/'))
            return true;
    }
    return false;
}

/* The component is the wanted one: "connectors/span_metrics/name". */
static bool is_wanted(const struct search *s, const char *section, const char *name)
{
    size_t length = strlen(section);

    return s->component == NULL ||
           (strncmp(s->component, section, length) == 0 && s->component[length] == '/' &&
            strcmp(s->component + length + 1, name) == 0);
}

static bool search_section(struct search *s, const struct rg_yaml *root, const char *section,
                           struct rg_error *err)
{
    const struct rg_yaml *map = NULL;

    if (!rg_yaml_member(root, section, &map, err))
        return false;
    if (map == NULL || map->kind != RG_YAML_MAP)
        return true;
    for (const struct rg_yaml_item *i = map->first; i != NULL; i = i->next) {
        if (!is_span_metrics(i->name))
            continue;
        size_t length = strlen(s->names);
        (void)snprintf(s->names + length, sizeof s->names - length, "%s%s/%s", length == 0 ? "" : ", ",
                       section, i->name->text);
        if (!is_wanted(s, section, i->name->text))
            continue;
        if (s->component != NULL && s->found != NULL)
            return rg_yaml_fail(i->name, err, "duplicate key '%s'", i->name->text);
        s->found = i->value;
        s->count++;
    }
    return true;
}

/* Follow one of the ways; *ret is NULL where it leads nowhere. */
static bool find_configuration(const struct rg_yaml *root, const char *const way[2], struct rg_arena *arena,
                               const struct rg_yaml **ret, struct rg_error *err)
{
    const struct rg_yaml *node = root;

    for (size_t i = 0; i < 2 && way[i] != NULL && node != NULL; i++) {
        if (!rg_yaml_member(node, way[i], &node, err))
            return false;
    }
    if (node != NULL && node != root && node->kind == RG_YAML_TEXT && !rg_yaml_is_null(node)) {
        node = rg_yaml_parse_within(node, arena, err);
        if (node == NULL)
            return false;
    }
    *ret = node;
    return true;
}

static const struct rg_yaml *find_component(const struct rg_yaml *root, const char *component,
                                            struct rg_arena *arena, struct rg_error *err)
{
    struct search s = {.component = component};

    for (size_t w = 0; w < COUNT_OF(ways) && s.names[0] == '\0'; w++) {
        const struct rg_yaml *configuration = NULL;
        if (!find_configuration(root, ways[w], arena, &configuration, err))
            return NULL;
        for (size_t i = 0; i < COUNT_OF(sections) && configuration != NULL; i++) {
            if (!search_section(&s, configuration, sections[i], err))
                return NULL;
        }
    }
    if (s.count == 1)
        return s.found;
    if (s.names[0] == '\0')
        (void)rg_error_set(
            err, RG_ERROR_CONFLICT,
            "neither a ladders.json nor a Collector configuration with a span_metrics connector or "
            "processor");
    else if (s.count == 0)
        (void)rg_error_set(err, RG_ERROR_CONFLICT, "no component '%s'; the file has %s", component, s.names);
    else
        (void)rg_error_set(err, RG_ERROR_CONFLICT, "several histograms in it; choose one with FILE#PART: %s",
                           s.names);
    return NULL;
}

/* The member of a map, which must be of that kind; *ret is NULL where there is none. */
static bool find_member(const struct rg_yaml *map, const char *name, enum rg_yaml_kind kind, const char *what,
                        const struct rg_yaml **ret, struct rg_error *err)
{
    const struct rg_yaml *value = NULL;

    if (map != NULL && !rg_yaml_member(map, name, &value, err))
        return false;
    if (value != NULL && rg_yaml_is_null(value))
        value = NULL;
    if (value != NULL && value->kind != kind)
        return rg_collector_fail_value(value, what, err);
    *ret = value;
    return true;
}

static bool check_enabled(const struct rg_yaml *histogram, struct rg_error *err)
{
    const struct rg_yaml *disable = NULL;

    if (!find_member(histogram, "disable", RG_YAML_TEXT, "true or false", &disable, err))
        return false;
    if (disable == NULL || strcmp(disable->text, "false") == 0 || strcmp(disable->text, "False") == 0 ||
        strcmp(disable->text, "FALSE") == 0)
        return true;
    if (strcmp(disable->text, "true") == 0 || strcmp(disable->text, "True") == 0 ||
        strcmp(disable->text, "TRUE") == 0)
        return rg_yaml_fail(disable, err, "'disable: true': the Collector exports no histogram here");
    return rg_collector_fail_value(disable, "true or false", err);
}

/* Also without a value `exponential` says something, but not to each version the same. */
static bool check_explicit(const struct rg_yaml *histogram, struct rg_error *err)
{
    const struct rg_yaml *exponential = NULL;

    if (histogram != NULL && !rg_yaml_member(histogram, "exponential", &exponential, err))
        return false;
    if (exponential == NULL)
        return true;
    if (rg_yaml_is_null(exponential))
        return rg_yaml_fail(exponential, err,
                            "'exponential' without a value: in some versions of the Collector that is an "
                            "exponential histogram, which has no fixed bucket edges; remove it");
    return rg_yaml_fail(
        exponential, err,
        "an exponential histogram has no fixed bucket edges to gate on; use 'explicit' instead");
}

static bool read_unit(const struct rg_yaml *histogram, struct histogram *h, struct rg_error *err)
{
    static const char WHAT[] = "a unit, ms or s";

    if (!find_member(histogram, "unit", RG_YAML_TEXT, WHAT, &h->unit_at, err))
        return false;
    if (h->unit_at == NULL)
        return true;
    const char *unit = rg_unit_find(h->unit_at->text);
    if (unit == NULL || rg_unit_ns(unit) == 0)
        return rg_collector_fail_value(h->unit_at, WHAT, err);
    h->unit = unit;
    return true;
}

/* histogram.explicit.buckets, or the processor's own older member. */
static bool find_histogram(const struct rg_yaml *component, struct histogram *ret, struct rg_error *err)
{
    static const char LIST[] = "a list of durations";
    const struct rg_yaml *histogram = NULL;
    const struct rg_yaml *explicit_form = NULL;

    if (component->kind != RG_YAML_MAP && !rg_yaml_is_null(component))
        return rg_collector_fail_value(component, "a map", err);
    if (!find_member(component, "histogram", RG_YAML_MAP, "a map", &histogram, err) ||
        !check_enabled(histogram, err) || !check_explicit(histogram, err) ||
        !read_unit(histogram, ret, err) ||
        !find_member(histogram, "explicit", RG_YAML_MAP, "a map", &explicit_form, err) ||
        !find_member(explicit_form, "buckets", RG_YAML_LIST, LIST, &ret->buckets, err))
        return false;
    if (ret->buckets == NULL) {
        if (!find_member(component, "latency_histogram_buckets", RG_YAML_LIST, LIST, &ret->buckets, err))
            return false;
        ret->fixed_unit = ret->buckets != NULL;
        if (ret->fixed_unit) {
            ret->unit = USUAL_UNIT;
            ret->unit_at = NULL;
        }
    }
    return ret->buckets != NULL ||
           rg_yaml_fail(component, err,
                        "no 'histogram.explicit.buckets'; the collector's defaults differ from version to "
                        "version, so write them out");
}

/* A ladder in one unit must not pass for a group in another. */
static bool check_unit(const struct histogram *h, const struct rg_group *group, struct rg_error *err)
{
    char edit[sizeof ", or write 'unit: ms' here"] = "";

    if (group == NULL || strcmp(h->unit, group->unit) == 0)
        return true;
    /* The Collector knows no other. */
    if (!h->fixed_unit && (strcmp(group->unit, "ms") == 0 || strcmp(group->unit, "s") == 0))
        (void)snprintf(edit, sizeof edit, ", or write 'unit: %s' here", group->unit);
    return rg_yaml_fail(h->unit_at != NULL ? h->unit_at : h->buckets, err,
                        "the Collector exports this histogram in '%s'%s, but the group '%s' is in '%s'; set "
                        "its '_unit' to '%s'%s",
                        h->unit,
                        h->unit_at == NULL && !h->fixed_unit ? ", as 'histogram.unit' is not set" : "",
                        group->name, group->unit, h->unit, edit);
}

bool rg_collector_ladder_read(const char *text, size_t length, const char *component,
                              const struct rg_group *group, struct rg_arena *arena, struct rg_ladder *ret,
                              struct rg_error *err)
{
    struct rg_arena scratch = {0};
    struct histogram histogram = {.unit = USUAL_UNIT};
    const struct rg_yaml *root = rg_yaml_parse(text, length, &scratch, err);
    const struct rg_yaml *found = root == NULL ? NULL : find_component(root, component, &scratch, err);
    bool ok =
        found != NULL && find_histogram(found, &histogram, err) && check_unit(&histogram, group, err) &&
        rg_collector_edges_read(histogram.buckets, rg_unit_ns(histogram.unit), arena, &scratch, ret, err);

    if (ok)
        ret->unit = histogram.unit;
    rg_arena_release(&scratch);
    return ok;
}
