#include "rungate/measure/discover.h"

#include "measure/matrix.h"
#include "measure/promql.h"
#include "rungate/base/name.h"
#include "rungate/base/sorted.h"

#include <stdlib.h>
#include <string.h>

static const char BUCKET[] = "_bucket";

/* The name of a histogram that is not split. */
static const char ALL[] = "all";

const char *const rg_discover_labels[RG_DISCOVER_LABELS] = {
    "span_name", "route", "handler", "path", "endpoint", "method", "operation", "uri", "rpc", "name"};

const char rg_discover_query[] =
    "count by (__name__, span_name, route, handler, path, endpoint, method, operation, uri, rpc, name) "
    "({__name__=~\".+_bucket\", le=\"+Inf\"})";

/* What a metric's name ends in, and its unit. */
static const struct {
    const char *ending;
    const char *unit;
} units[] = {
    {"_seconds", "s"},      {"_milliseconds", "ms"}, {"_microseconds", "us"},
    {"_nanoseconds", "ns"}, {"_ms", "ms"},           {"_us", "us"},
    {"_ns", "ns"},          {"_bytes", "bytes"},     {"_per_second", "per_second"},
    {"_ratio", "ratio"},
};

static bool ends_in(const char *text, size_t length, const char *ending)
{
    size_t size = strlen(ending);

    return length > size && memcmp(text + length - size, ending, size) == 0;
}

static bool copy(struct rg_arena *arena, const char **text)
{
    if (*text != NULL)
        *text = rg_arena_strdup(arena, *text);
    return *text != NULL;
}

bool rg_discovery_see(struct rg_discovery *d, const struct rg_sighting *sighting, struct rg_error *err)
{
    struct rg_sighting row = *sighting;

    if (!ends_in(row.metric, strlen(row.metric), BUCKET) || rg_name_fault(row.metric) != NULL)
        return true;
    if (d->sighting_count == d->sighting_capacity) {
        size_t room = d->sighting_capacity == 0 ? 64 : d->sighting_capacity * 2;
        struct rg_sighting *larger = realloc(d->sightings, room * sizeof *larger);
        if (larger == NULL)
            return rg_error_memory(err);
        d->sightings = larger;
        d->sighting_capacity = room;
    }
    if (!copy(&d->arena, &row.metric))
        return rg_error_memory(err);
    for (size_t i = 0; i < RG_DISCOVER_LABELS; i++) {
        if (row.values[i] != NULL && row.values[i][0] == '\0')
            row.values[i] = NULL;
        if (row.values[i] != NULL && !copy(&d->arena, &row.values[i]))
            return rg_error_memory(err);
    }
    d->sightings[d->sighting_count++] = row;
    return true;
}

bool rg_discovery_see_answer(struct rg_discovery *d, const struct rg_answer *answer, struct rg_error *err)
{
    for (size_t i = 0; answer->series != NULL && i < answer->series->count; i++) {
        const struct rg_matrix_series *series = &answer->series->series[i];
        struct rg_sighting sighting = {.metric = rg_matrix_label(series, "__name__")};
        for (size_t l = 0; l < RG_DISCOVER_LABELS; l++)
            sighting.values[l] = rg_matrix_label(series, rg_discover_labels[l]);
        if (sighting.metric != NULL && !rg_discovery_see(d, &sighting, err))
            return false;
    }
    return true;
}

/* The sightings of one histogram, while it is grouped. */
struct run {
    const struct rg_sighting *rows;
    size_t count;
    const char **values; /* room for one a row */
};

/* The values of a label, each once, sorted. Returns how many. */
static size_t collect(struct run *r, size_t label, size_t *ret_without)
{
    size_t found = 0;

    for (size_t i = 0; i < r->count; i++) {
        if (r->rows[i].values[label] != NULL)
            r->values[found++] = r->rows[i].values[label];
    }
    *ret_without = r->count - found;
    /* NOLINTBEGIN(bugprone-sizeof-expression): an array of names */
    rg_sort((void *)r->values, found, sizeof *r->values);
    return rg_sorted_unique((void *)r->values, found, sizeof *r->values);
    /* NOLINTEND(bugprone-sizeof-expression) */
}

/* Find the label that splits it; its values are in `values` then. Without one the count is 1. */
static bool split(struct rg_discovery *d, struct run *r, struct rg_discovered *h, struct rg_error *err)
{
    size_t without;

    for (size_t label = 0; label < RG_DISCOVER_LABELS; label++) {
        size_t count = collect(r, label, &without);
        bool is_many = count > RG_DISCOVER_VALUES_MAX;
        if (count < RG_DISCOVER_VALUES_MIN || (is_many && h->note != NULL))
            continue;
        if (is_many) {
            h->note = rg_arena_printf(&d->arena, "not split by '%s', which has %zu values, more than %d",
                                      rg_discover_labels[label], count, RG_DISCOVER_VALUES_MAX);
        } else {
            h->label = rg_discover_labels[label];
            h->series_count = count;
            h->note = without == 0
                          ? NULL
                          : rg_arena_printf(&d->arena, "its series without '%s' are not in it", h->label);
        }
        if (h->note == NULL && (is_many || without > 0))
            return rg_error_memory(err);
        if (!is_many)
            return true;
    }
    r->values[0] = ALL;
    h->series_count = 1;
    return true;
}

/* The metric's name without "_bucket", in characters that a prefix may have. */
static bool name_prefix(struct rg_discovery *d, struct rg_discovered *h, struct rg_error *err)
{
    size_t length = strlen(h->metric) - strlen(BUCKET);
    char *prefix =
        rg_arena_printf(&d->arena, "%s%.*s", h->metric[0] == '_' ? "m" : "", (int)length, h->metric);

    if (prefix == NULL)
        return rg_error_memory(err);
    for (char *p = prefix; *p != '\0'; p++) {
        if (!rg_promql_is_name(*p))
            *p = '_';
    }
    h->prefix = prefix;
    for (size_t i = 0; h->unit == NULL && i < sizeof units / sizeof *units; i++) {
        if (ends_in(h->metric, length, units[i].ending))
            h->unit = units[i].unit;
    }
    return true;
}

/* A template's placeholders must not come from a name. */
static const char *refusal(const struct rg_discovered *h)
{
    if (strchr(h->metric, '{') != NULL)
        return "its name holds a brace, which a template cannot hold";
    return NULL;
}

/* Why a series cannot have keys, or cannot be counted; see counted.h. */
static const char *name_refusal(const char *name, const char *key)
{
    if (strstr(name, "{window}") != NULL || strstr(name, "{quantile}") != NULL)
        return "its name holds a placeholder of templates";
    return rg_name_fault(key);
}

static bool add_series(struct rg_discovery *d, const struct run *r, struct rg_discovered *h,
                       struct rg_error *err)
{
    h->series = rg_arena_array(&d->arena, h->series_count, sizeof *h->series);
    if (h->series == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < h->series_count; i++) {
        h->series[i].name = r->values[i];
        h->series[i].base = rg_arena_printf(&d->arena, "%s.%s", h->prefix, r->values[i]);
        if (h->series[i].base == NULL)
            return rg_error_memory(err);
        /* Its longest key. */
        const char *key = rg_arena_printf(&d->arena, "%s.p999", h->series[i].base);
        if (key == NULL)
            return rg_error_memory(err);
        h->series[i].why = name_refusal(r->values[i], key);
    }
    return true;
}

/* Two metrics that differ in other characters only have one prefix: the first has it. */
static bool refuse_same_prefixes(struct rg_discovery *d, struct rg_error *err)
{
    struct place {
        const char *prefix;
        struct rg_discovered *histogram;
    } *places = rg_arena_array(&d->arena, d->histogram_count + 1, sizeof *places);

    if (places == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < d->histogram_count; i++)
        places[i] = (struct place){d->histograms[i].prefix, &d->histograms[i]};
    rg_sort(places, d->histogram_count, sizeof *places);
    for (size_t i = 1; i < d->histogram_count; i++) {
        if (strcmp(places[i - 1].prefix, places[i].prefix) == 0)
            places[i].histogram->why =
                "another histogram has the same name but for characters that keys do not have";
    }
    return true;
}

/* More series than are tried: those of the last histograms are left out. */
static bool limit_series(struct rg_discovery *d, struct rg_error *err)
{
    const char *why = rg_arena_printf(&d->arena, "not looked at: with it there would be more than %d series",
                                      RG_DISCOVER_SERIES_MAX);
    size_t total = 0;

    if (why == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < d->histogram_count; i++) {
        struct rg_discovered *h = &d->histograms[i];
        if (h->why != NULL)
            continue;
        if (total + h->series_count > RG_DISCOVER_SERIES_MAX)
            h->why = why;
        else
            total += h->series_count;
    }
    return true;
}

bool rg_discovery_group(struct rg_discovery *d, struct rg_error *err)
{
    const char **values = rg_arena_array(&d->arena, d->sighting_count + 1, sizeof *values);

    d->histograms = rg_arena_array(&d->arena, d->sighting_count + 1, sizeof *d->histograms);
    if (values == NULL || d->histograms == NULL)
        return rg_error_memory(err);
    rg_sort(d->sightings, d->sighting_count, sizeof *d->sightings);
    for (size_t i = 0; i < d->sighting_count;) {
        struct run r = {.rows = &d->sightings[i], .values = values};
        struct rg_discovered *h = &d->histograms[d->histogram_count];
        while (i < d->sighting_count && strcmp(d->sightings[i].metric, r.rows->metric) == 0)
            i++, r.count++;
        h->metric = r.rows->metric;
        h->why = refusal(h);
        if (!name_prefix(d, h, err) || !split(d, &r, h, err) || !add_series(d, &r, h, err))
            return false;
        d->histogram_count++;
    }
    return refuse_same_prefixes(d, err) && limit_series(d, err);
}

size_t rg_discovery_kept(const struct rg_discovery *d)
{
    size_t kept = 0;

    for (size_t i = 0; i < d->histogram_count; i++) {
        for (size_t s = 0; d->histograms[i].why == NULL && s < d->histograms[i].series_count; s++)
            kept += d->histograms[i].series[s].why == NULL;
    }
    return kept;
}

void rg_discovery_release(struct rg_discovery *d)
{
    free(d->sightings);
    rg_arena_release(&d->arena);
    *d = (struct rg_discovery){0};
}
