#include "judge/check_names.h"

#include "rungate/base/nearest.h"
#include "rungate/model/key.h"

#include <stdio.h>
#include <string.h>

enum { EDITS = 3, NAME_SIZE = 64 };

struct search {
    char name[NAME_SIZE]; /* what may be misspelt */
    char best[NAME_SIZE]; /* the nearest known name so far, or "" */
    size_t limit;         /* the edits that it takes; before there is one, the most that are allowed */
};

/* Charge comparisons to the limit of the run. */
static bool spend(struct rg_hints *hints, size_t comparisons)
{
    if (hints->comparisons_left < comparisons)
        return false;
    hints->comparisons_left -= comparisons;
    return true;
}

/* False for a name that is too long to be near to any. */
static bool copy(char ret[NAME_SIZE], const char *name, size_t length)
{
    if (length >= NAME_SIZE)
        return false;
    memcpy(ret, name, length);
    ret[length] = '\0';
    return true;
}

/* A name of which more than a third would have to change is another name. */
static bool begin(struct search *s, const char *name, size_t length)
{
    *s = (struct search){.limit = length / 3 < EDITS ? length / 3 : EDITS};
    return copy(s->name, name, length);
}

/* Compare with one known name, and keep it when it is the nearest so far. */
static void consider(struct search *s, const char *known, size_t length)
{
    char text[NAME_SIZE];
    size_t own = strlen(s->name);

    if ((own > length ? own - length : length - own) > s->limit || !copy(text, known, length))
        return;
    size_t distance = rg_edit_distance(s->name, text, s->limit);
    if (distance > s->limit || (s->best[0] != '\0' && distance == s->limit))
        return;
    memcpy(s->best, text, length + 1);
    s->limit = distance;
}

static const char *finish(struct rg_hints *hints, const struct search *s)
{
    hints->text[0] = '\0';
    if (s->best[0] != '\0')
        (void)snprintf(hints->text, sizeof hints->text, "did you mean '%s'? ", s->best);
    return hints->text;
}

/* The nearest key of the series whose base is right. */
static void consider_keys(struct search *s, const struct rg_surface *surface, const struct rg_series *series,
                          const char *key)
{
    *s = (struct search){.limit = EDITS};
    if (!copy(s->name, key, strlen(key)))
        return;
    for (size_t i = 0; i < surface->key_count; i++) {
        if (surface->keys[i].series == series)
            consider(s, surface->keys[i].key, strlen(surface->keys[i].key));
    }
}

const char *rg_hint_key(struct rg_hints *hints, const struct rg_surface *surface, const char *key)
{
    struct rg_key parts;
    struct search s;
    /* What stands for all overrides of a base is the base. */
    bool is_quantile = rg_key_split(key, &parts) && parts.label[0] == 'p' && rg_key_label_known(parts.label);

    if (!spend(hints, surface->key_count) || !begin(&s, key, is_quantile ? parts.base_length : strlen(key)))
        return "";
    for (size_t i = 0; i < surface->series_count; i++) {
        const struct rg_series *series = &surface->series[i];
        if (strcmp(series->base, s.name) == 0) {
            consider_keys(&s, surface, series, key);
            break;
        }
        consider(&s, series->base, strlen(series->base));
    }
    return finish(hints, &s);
}

const char *rg_hint_ladder(struct rg_hints *hints, const struct rg_ladders *ladders, const char *name)
{
    struct search s;

    if (!begin(&s, name, strlen(name)))
        return "";
    for (size_t i = 0; i < ladders->count && spend(hints, 1); i++)
        consider(&s, ladders->items[i].name, strlen(ladders->items[i].name));
    return finish(hints, &s);
}

const char *rg_hint_policy(struct rg_hints *hints, const struct rg_thresholds *thresholds, const char *policy)
{
    struct search s;

    if (!begin(&s, policy, strlen(policy)))
        return "";
    for (size_t i = 0; i < thresholds->default_count && spend(hints, 1); i++) {
        const char *key = thresholds->defaults[i].key; /* policy and label */
        consider(&s, key, (size_t)(strrchr(key, '.') - key));
    }
    return finish(hints, &s);
}
