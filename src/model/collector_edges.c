#include "model/collector_edges.h"

#include "rungate/base/duration.h"

#include <stdio.h>
#include <string.h>

/* An edge as it is written, and in nanoseconds. */
struct edge {
    const struct rg_yaml *at;
    double ns;
};

/* A step between edges from which a "5m" is taken for a "5ms". */
static const double STEP_MAX = 1000;
static const double MINUTE_NS = 60e9;
static const double MS_NS = 1e6;

/* "${env:NAME:-default}", "${NAME}" and "$NAME" name a variable; of "${file:NAME}" the rest is the name too. */
static bool fail_variable(const struct rg_yaml *value, const char *dollar, struct rg_error *err)
{
    const char *name = dollar + 1;

    if (*name == '{')
        name++;
    if (strncmp(name, "env:", 4) == 0)
        name += 4;
    size_t length = strcspn(name, "}");
    const char *fallback = strstr(name, ":-");
    if (fallback != NULL && (size_t)(fallback - name) < length)
        length = (size_t)(fallback - name);
    return rg_yaml_fail(
        value, err,
        "'%s': only the Collector knows '%.*s' when it starts; write the value out in a copy of this "
        "file",
        value->text, (int)length, name);
}

bool rg_collector_fail_value(const struct rg_yaml *value, const char *what, struct rg_error *err)
{
    if (value->kind != RG_YAML_TEXT)
        return rg_yaml_fail(value, err, "expected %s", what);
    const char *dollar = strchr(value->text, '$');
    if (dollar != NULL)
        return fail_variable(value, dollar, err);
    return rg_yaml_fail(value, err, "'%s': expected %s", value->text, what);
}

static bool read_edge(const struct rg_yaml *value, struct edge *ret, struct rg_error *err)
{
    long long ns;

    if (value->kind != RG_YAML_TEXT || !rg_go_duration_parse(value->text, &ns))
        return rg_collector_fail_value(value, "a duration such as 10ms", err);
    if (ns <= 0)
        return rg_yaml_fail(value, err, "'%s': an edge must be above 0", value->text);
    *ret = (struct edge){.at = value, .ns = (double)ns};
    return true;
}

static bool ascend(double below, double above)
{
    return above > below && !rg_edges_equal(below, above);
}

/* The index of the first edge that is not above the one before, without the edge `skip`; the count when all ascend. */
static size_t find_descent(const struct edge *edges, size_t count, size_t skip)
{
    size_t before = skip == 0 ? 1 : 0;

    for (size_t i = before + 1; i < count; i++) {
        if (i == skip)
            continue;
        if (!ascend(edges[before].ns, edges[i].ns))
            return i;
        before = i;
    }
    return count;
}

/* The edge is a number of minutes, and as many milliseconds would fit between its neighbours. */
static bool fits_as_ms(const struct edge *edges, size_t count, size_t at)
{
    const char *text = edges[at].at->text;
    double ns = edges[at].ns / MINUTE_NS * MS_NS;

    return strcmp(text + strspn(text, "0123456789."), "m") == 0 &&
           (at == 0 || ascend(edges[at - 1].ns, ns)) && (at + 1 == count || ascend(ns, edges[at + 1].ns));
}

/* Of two neighbours that do not ascend the wrong one is that without which all others do. */
static bool check_order(const struct edge *edges, size_t count, struct rg_error *err)
{
    size_t at = find_descent(edges, count, count);

    if (at == count)
        return true;
    bool first = find_descent(edges, count, at - 1) == count;
    bool second = find_descent(edges, count, at) == count;
    size_t wrong = count;
    if (first && (!second || fits_as_ms(edges, count, at - 1)))
        wrong = at - 1;
    else if (second && !first)
        wrong = at;
    if (wrong == count)
        return rg_yaml_fail(edges[at].at, err, "'%s' comes after '%s': edges must ascend", edges[at].at->text,
                            edges[at - 1].at->text);
    const char *text = edges[wrong].at->text;
    if (fits_as_ms(edges, count, wrong))
        return rg_yaml_fail(edges[wrong].at, err,
                            "'%s': edges must ascend, and all others do; did you mean '%ss'?", text, text);
    return rg_yaml_fail(edges[wrong].at, err, "'%s': edges must ascend, and all others do", text);
}

/* What is said of edges that ascend: "5m" after "2ms" may be meant, but hardly is. */
static bool set_note(const struct edge *edges, size_t count, struct rg_arena *arena, const char **ret,
                     struct rg_error *err)
{
    size_t at = 1;

    while (at < count && !(edges[at].ns > STEP_MAX * edges[at - 1].ns && fits_as_ms(edges, count, at)))
        at++;
    if (at >= count)
        return true;
    struct rg_error note = {0};
    const char *text = edges[at].at->text;
    (void)rg_yaml_fail(edges[at].at, &note,
                       "'%s' is %.0f times the edge before it, '%s'; if '%ss' is meant, correct it in the "
                       "Collector, and if not, write '%.15gs'",
                       text, edges[at].ns / edges[at - 1].ns, edges[at - 1].at->text, text,
                       edges[at].ns / 1e9);
    *ret = rg_arena_strdup(arena, note.message);
    return *ret != NULL || rg_error_memory(err);
}

static bool check_count(const struct rg_yaml *buckets, size_t count, struct rg_error *err)
{
    if (count < 2)
        return rg_yaml_fail(buckets, err, "a ladder needs at least two edges");
    return count <= RG_LADDER_EDGES_MAX ||
           rg_yaml_fail(buckets, err, "more than %d edges", RG_LADDER_EDGES_MAX);
}

bool rg_collector_edges_read(const struct rg_yaml *buckets, double unit_ns, struct rg_arena *arena,
                             struct rg_arena *scratch, struct rg_ladder *ret, struct rg_error *err)
{
    const char *note = NULL;
    size_t count = 0;

    for (const struct rg_yaml_item *i = buckets->first; i != NULL; i = i->next)
        count++;
    if (!check_count(buckets, count, err))
        return false;
    struct edge *read = rg_arena_array(scratch, count, sizeof *read);
    double *edges = rg_arena_array(arena, count, sizeof *edges);
    if (read == NULL || edges == NULL)
        return rg_error_memory(err);
    count = 0;
    for (const struct rg_yaml_item *i = buckets->first; i != NULL; i = i->next, count++) {
        if (!read_edge(i->value, &read[count], err))
            return false;
        edges[count] = read[count].ns / unit_ns;
    }
    if (!check_order(read, count, err) || !set_note(read, count, arena, &note, err))
        return false;
    ret->edges = edges;
    ret->edge_count = count;
    ret->line = buckets->line;
    ret->note = note;
    return true;
}
