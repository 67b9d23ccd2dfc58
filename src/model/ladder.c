#include "rungate/model/ladder.h"

#include "rungate/base/sorted.h"
#include "rungate/format/json_members.h"

#include <math.h>
#include <string.h>

static bool read_edges(struct rg_json_reader *r, const struct rg_json *array, void *to)
{
    struct rg_ladder *ladder = to;
    struct rg_error *err = r->err;

    if (!rg_json_expect(array, RG_JSON_ARRAY, err))
        return false;
    size_t count = rg_json_count(array);
    if (count < 2)
        return rg_json_fail(array, err, "a ladder needs at least two edges");
    if (count > RG_LADDER_EDGES_MAX) {
        (void)rg_json_fail(array, err, "more than %d edges", RG_LADDER_EDGES_MAX);
        err->code = RG_ERROR_LIMIT;
        return false;
    }
    double *edges = rg_arena_array(r->arena, count, sizeof *edges);
    if (edges == NULL)
        return rg_error_memory(err);

    size_t i = 0;
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v), i++) {
        if (!rg_json_expect(v, RG_JSON_NUMBER, err))
            return false;
        edges[i] = rg_json_number(v);
        if (edges[i] <= 0)
            return rg_json_fail(v, err, "an edge must be above 0");
        if (i > 0 && (edges[i] <= edges[i - 1] || rg_edges_equal(edges[i], edges[i - 1])))
            return rg_json_fail(v, err, "edges must ascend");
    }
    ladder->edges = edges;
    ladder->edge_count = count;
    return true;
}

static const struct rg_field ladder_fields[] = {
    {"edges", read_edges, 0, NULL},
    {"unit", rg_read_name, offsetof(struct rg_ladder, unit), NULL},
    {0},
};

static bool check_ladder(struct rg_json_reader *r, const struct rg_json *object, struct rg_ladder *ladder)
{
    size_t length = strlen(ladder->name);

    ladder->line = rg_json_line(object);
    if (ladder->unit == NULL || ladder->edges == NULL)
        return rg_json_fail(object, r->err, "a ladder needs '%s'", ladder->unit == NULL ? "unit" : "edges");
    /* A key prefix may be written with the dot it ends at. */
    if (length < 2 || ladder->name[length - 1] != '.')
        return true;
    ladder->name = rg_arena_strndup(r->arena, ladder->name, length - 1);
    return ladder->name != NULL || rg_error_memory(r->err);
}

static bool read_ladder(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    return rg_read_fields(r, object, ladder_fields, to) && check_ladder(r, object, to);
}

static bool read_recorded_ladder(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    return rg_read_known_fields(r, object, ladder_fields, to) && check_ladder(r, object, to);
}

/* "a." and "a" are one prefix. Nothing else can be there twice: the reader refuses duplicate members. */
static bool refuse_second(const struct rg_json *object, const struct rg_ladders *sorted, struct rg_error *err)
{
    for (size_t i = 1; i < sorted->count; i++) {
        const char *name = sorted->items[i].name;
        if (strcmp(sorted->items[i - 1].name, name) != 0)
            continue;
        const struct rg_json *second = object;
        for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
            if (strncmp(rg_json_name(m), name, strlen(name)) == 0 &&
                (rg_json_name(m)[strlen(name)] == '\0' || strcmp(rg_json_name(m) + strlen(name), ".") == 0))
                second = m;
        }
        return rg_json_fail(second, err, "more than one ladder for this prefix");
    }
    return true;
}

bool rg_ladders_read(const struct rg_json *object, bool keep_unknown, struct rg_ladders *ret,
                     struct rg_error *err)
{
    struct rg_ladders ladders = {0};
    struct rg_json_reader r = {.arena = &ladders.arena, .err = err};

    ladders.items = rg_read_records(&r, object, sizeof *ladders.items,
                                    keep_unknown ? read_recorded_ladder : read_ladder, &ladders.count);
    if (ladders.items == NULL || !refuse_second(object, &ladders, err)) {
        rg_arena_release(&ladders.arena);
        return false;
    }
    *ret = ladders;
    return true;
}

void rg_ladders_release(struct rg_ladders *ladders)
{
    rg_arena_release(&ladders->arena);
    *ladders = (struct rg_ladders){0};
}

const struct rg_ladder *rg_ladders_find(const struct rg_ladders *ladders, const char *name)
{
    return rg_sorted_find(ladders->items, ladders->count, sizeof *ladders->items, name);
}

/* The ladder of the longest part of `key` that ends at a dot and has at least so many characters, or NULL. */
static const struct rg_ladder *match(const struct rg_ladders *ladders, const char *key, size_t least)
{
    const struct rg_ladder *found = NULL;

    if (ladders->count == 0)
        return NULL;
    for (size_t length = strlen(key); length >= least && found == NULL; length--) {
        if (key[length] == '.' || key[length] == '\0')
            found = rg_sorted_find_part(ladders->items, ladders->count, sizeof *ladders->items, key, length);
    }
    return found;
}

const struct rg_ladder *rg_ladders_match(const struct rg_ladders *ladders, const char *key)
{
    return match(ladders, key, 1);
}

const struct rg_ladder *rg_ladders_declared(const struct rg_ladders *ladders, const char *name,
                                            const char *base)
{
    const struct rg_ladder *own = match(ladders, base, strcspn(base, ".") + 1);

    return own != NULL ? own : rg_ladders_find(ladders, name);
}

bool rg_edges_equal(double a, double b)
{
    return fabs(a - b) <= RG_EDGE_TOLERANCE * fmax(fabs(a), fabs(b));
}

size_t rg_edges_from(const double *edges, size_t edge_count, double value, bool exact)
{
    size_t low = 0;
    size_t high = edge_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (value <= edges[middle] || (!exact && rg_edges_equal(value, edges[middle])))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool rg_ladder_bucket(const struct rg_ladder *ladder, double value, struct rg_bucket *ret)
{
    size_t low = rg_edges_from(ladder->edges, ladder->edge_count, value, false);

    if (low == ladder->edge_count)
        return false;
    ret->lo = low == 0 ? 0 : ladder->edges[low - 1];
    ret->hi = ladder->edges[low];
    ret->has_next = low + 1 < ladder->edge_count;
    ret->hi_next = ret->has_next ? ladder->edges[low + 1] : 0;
    return true;
}

bool rg_ladder_saturated(const struct rg_ladder *ladder, double value)
{
    double top = ladder->edges[ladder->edge_count - 1];

    return value >= top || rg_edges_equal(value, top);
}

size_t rg_edges_differ_at(const struct rg_ladder *ladder, const double *edges, size_t edge_count)
{
    size_t i = 0;

    while (i < ladder->edge_count && i < edge_count && rg_edges_equal(ladder->edges[i], edges[i]))
        i++;
    return i;
}

bool rg_ladders_equal(const struct rg_ladder *a, const struct rg_ladder *b)
{
    return strcmp(a->unit, b->unit) == 0 && a->edge_count == b->edge_count &&
           rg_edges_differ_at(a, b->edges, b->edge_count) == a->edge_count;
}
