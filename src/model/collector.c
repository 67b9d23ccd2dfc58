#include "rungate/model/collector.h"

#include "model/yaml_tree.h"
#include "rungate/base/duration.h"

#include <stdio.h>
#include <string.h>

static const char TYPE[] = "spanmetrics";
static const char *const sections[] = {"connectors", "processors"};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* What was found, and the names of all of it for a message. */
struct search {
    const char *component; /* wanted, or NULL */
    const struct rg_yaml *found;
    size_t count;
    char names[RG_ERROR_SIZE / 2];
};

/* "spanmetrics" or "spanmetrics/name". */
static bool is_spanmetrics(const struct rg_yaml *name)
{
    return name->kind == RG_YAML_TEXT && strncmp(name->text, TYPE, sizeof TYPE - 1) == 0 &&
           (name->text[sizeof TYPE - 1] == '\0' || name->text[sizeof TYPE - 1] == '/');
}

/* The component is the wanted one: "connectors/spanmetrics/name". */
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
        if (!is_spanmetrics(i->name))
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

static const struct rg_yaml *find_component(const struct rg_yaml *root, const char *component,
                                            struct rg_error *err)
{
    struct search s = {.component = component};

    for (size_t i = 0; i < SECTIONS; i++) {
        if (!search_section(&s, root, sections[i], err))
            return NULL;
    }
    if (s.count == 1)
        return s.found;
    if (s.names[0] == '\0')
        (void)rg_error_set(
            err, RG_ERROR_CONFLICT,
            "neither a ladders.json nor a Collector configuration with a spanmetrics connector or processor");
    else if (s.count == 0)
        (void)rg_error_set(err, RG_ERROR_CONFLICT, "no component '%s'; the file has %s", component, s.names);
    else
        (void)rg_error_set(err, RG_ERROR_CONFLICT, "several histograms in it; choose one with FILE#PART: %s",
                           s.names);
    return NULL;
}

/* histogram.explicit.buckets, or the processor's own older member. NULL on an error. */
static const struct rg_yaml *find_buckets(const struct rg_yaml *component, struct rg_error *err)
{
    const struct rg_yaml *histogram = NULL;
    const struct rg_yaml *explicit_form = NULL;
    const struct rg_yaml *exponential = NULL;
    const struct rg_yaml *buckets = NULL;

    if (!rg_yaml_member(component, "histogram", &histogram, err))
        return NULL;
    if (histogram != NULL && (!rg_yaml_member(histogram, "explicit", &explicit_form, err) ||
                              !rg_yaml_member(histogram, "exponential", &exponential, err)))
        return NULL;
    if (explicit_form != NULL && !rg_yaml_member(explicit_form, "buckets", &buckets, err))
        return NULL;
    if (buckets == NULL && !rg_yaml_member(component, "latency_histogram_buckets", &buckets, err))
        return NULL;
    if (exponential != NULL)
        (void)rg_yaml_fail(exponential, err, "an exponential histogram has no fixed bucket edges to gate on");
    else if (buckets == NULL)
        (void)rg_yaml_fail(component, err,
                           "no 'histogram.explicit.buckets'; the collector's defaults differ from version to "
                           "version, so write them out");
    else if (buckets->kind != RG_YAML_LIST)
        (void)rg_yaml_fail(buckets, err, "expected a list of durations");
    else
        return buckets;
    return NULL;
}

static bool read_edges(const struct rg_yaml *buckets, double unit_ns, double *edges, struct rg_error *err)
{
    size_t count = 0;
    long long ns;

    for (const struct rg_yaml_item *i = buckets->first; i != NULL; i = i->next, count++) {
        const struct rg_yaml *value = i->value;
        if (value->kind != RG_YAML_TEXT)
            return rg_yaml_fail(value, err, "expected a duration such as 10ms");
        if (!rg_go_duration_parse(value->text, &ns))
            return rg_yaml_fail(value, err, "'%s': expected a duration such as 10ms", value->text);
        edges[count] = (double)ns / unit_ns;
        if (ns <= 0)
            return rg_yaml_fail(value, err, "'%s': an edge must be above 0", value->text);
        if (count > 0 && (edges[count] <= edges[count - 1] || rg_edges_equal(edges[count], edges[count - 1])))
            return rg_yaml_fail(value, err, "'%s': edges must ascend", value->text);
    }
    return true;
}

bool rg_collector_ladder_read(const char *text, size_t length, const char *component, double unit_ns,
                              struct rg_arena *arena, struct rg_ladder *ret, struct rg_error *err)
{
    struct rg_arena scratch = {0};
    const struct rg_yaml *root = rg_yaml_parse(text, length, &scratch, err);
    const struct rg_yaml *found = root == NULL ? NULL : find_component(root, component, err);
    const struct rg_yaml *buckets = found == NULL ? NULL : find_buckets(found, err);
    double *edges = NULL;
    size_t count = 0;
    bool ok = false;

    if (buckets == NULL)
        goto cleanup;
    for (const struct rg_yaml_item *i = buckets->first; i != NULL; i = i->next)
        count++;
    ok = (count >= 2 || rg_yaml_fail(buckets, err, "a ladder needs at least two edges")) &&
         (count <= RG_LADDER_EDGES_MAX ||
          rg_yaml_fail(buckets, err, "more than %d edges", RG_LADDER_EDGES_MAX));
    if (!ok)
        goto cleanup;
    edges = rg_arena_array(arena, count, sizeof *edges);
    ok = edges != NULL ? read_edges(buckets, unit_ns, edges, err) : rg_error_memory(err);
    if (ok) {
        ret->edges = edges;
        ret->edge_count = count;
        ret->line = buckets->line;
    }
cleanup:
    rg_arena_release(&scratch);
    return ok;
}
