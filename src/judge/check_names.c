#include "judge/check_names.h"

#include "rungate/base/nearest.h"
#include "rungate/model/key.h"

#include <stdio.h>
#include <string.h>

enum { EDITS = 3, NAME_SIZE = 64 };

/* Charge comparisons to the limit of the run. */
static bool spend(struct rg_hints *hints, size_t comparisons)
{
    if (hints->comparisons_left < comparisons)
        return false;
    hints->comparisons_left -= comparisons;
    return true;
}

/* A name of which more than a third would have to change is another name. */
static size_t edits_for(const char *name)
{
    size_t third = strlen(name) / 3;

    return third < EDITS ? third : EDITS;
}

/* The first `length` bytes of a name; false when that is too long to be near to any other. */
static bool copy(char ret[NAME_SIZE], const char *name, size_t length)
{
    if (length >= NAME_SIZE)
        return false;
    memcpy(ret, name, length);
    ret[length] = '\0';
    return true;
}

static const char *hint(struct rg_hints *hints, const char *name)
{
    if (name == NULL)
        return "";
    (void)snprintf(hints->text, sizeof hints->text, "did you mean '%s'? ", name);
    return hints->text;
}

/* The nearest key of the series whose base is right. */
static const char *near_key(const struct rg_surface *surface, const struct rg_series *series, const char *key)
{
    struct rg_near near = rg_near_to(key, EDITS);

    for (size_t i = 0; i < surface->key_count; i++) {
        if (surface->keys[i].series == series)
            (void)rg_near_consider(&near, surface->keys[i].key);
    }
    return near.name;
}

const char *rg_hint_key(struct rg_hints *hints, const struct rg_surface *surface, const char *key)
{
    char base[NAME_SIZE];
    struct rg_key parts;
    /* What stands for all overrides of a base is the base. */
    bool is_quantile = rg_key_split(key, &parts) && rg_key_quantile(parts.label) > 0;

    if (!spend(hints, surface->key_count) || !copy(base, key, is_quantile ? parts.base_length : strlen(key)))
        return "";
    struct rg_near near = rg_near_to(base, edits_for(base));
    for (size_t i = 0; i < surface->series_count; i++) {
        const struct rg_series *series = &surface->series[i];
        if (strcmp(series->base, base) == 0)
            return hint(hints, near_key(surface, series, key));
        (void)rg_near_consider(&near, series->base);
    }
    return hint(hints, near.name);
}

const char *rg_hint_ladder(struct rg_hints *hints, const struct rg_ladders *ladders, const char *name)
{
    struct rg_near near = rg_near_to(name, edits_for(name));

    for (size_t i = 0; i < ladders->count && spend(hints, 1); i++)
        (void)rg_near_consider(&near, ladders->items[i].name);
    return hint(hints, near.name);
}

const char *rg_hint_policy(struct rg_hints *hints, const struct rg_thresholds *thresholds, const char *policy)
{
    struct rg_near near = rg_near_to(policy, edits_for(policy));
    char known[NAME_SIZE];
    const char *found = "";

    for (size_t i = 0; i < thresholds->default_count && spend(hints, 1); i++) {
        const char *key = thresholds->defaults[i].key; /* policy and label */
        if (copy(known, key, (size_t)(strrchr(key, '.') - key)) && rg_near_consider(&near, known))
            found = hint(hints, known);
    }
    return found;
}

const char *rg_hint_default(struct rg_hints *hints, const struct rg_surface *surface, const char *name)
{
    struct rg_near near = rg_near_to(name, edits_for(name));
    char used[NAME_SIZE];
    const char *found = "";

    for (size_t i = 0; i < surface->key_count && spend(hints, 1); i++) {
        const struct rg_surface_key *key = &surface->keys[i];
        int length = snprintf(used, sizeof used, "%s.%s", key->series->group->policy, key->label);
        if (length < (int)sizeof used && rg_near_consider(&near, used))
            found = hint(hints, used);
    }
    return found;
}

const char *rg_hint_used_ladder(struct rg_hints *hints, const struct rg_surface *surface, const char *name)
{
    struct rg_near near = rg_near_to(name, edits_for(name));

    for (size_t i = 0; i < surface->group_count && spend(hints, 1); i++) {
        if (!surface->groups[i].is_value)
            (void)rg_near_consider(&near, surface->groups[i].ladder);
    }
    return hint(hints, near.name);
}
