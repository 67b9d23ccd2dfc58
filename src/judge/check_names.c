#include "judge/check_names.h"

#include "rungate/base/nearest.h"
#include "rungate/model/key.h"

#include <string.h>

enum { EDITS = 3 };

/* Take from what may still be compared. */
static bool spend(struct rg_findings *findings, size_t comparisons)
{
    if (findings->comparisons_left < comparisons)
        return false;
    findings->comparisons_left -= comparisons;
    return true;
}

/* A name of which more than a third would have to change is another name. */
static size_t edits_for(const char *name)
{
    size_t third = strlen(name) / 3;

    return third < EDITS ? third : EDITS;
}

/* The nearest key of the series whose base is right. */
static const char *near_label(const struct rg_surface *surface, const struct rg_series *series,
                              const char *key)
{
    struct rg_near near = rg_near_to(key, EDITS);

    for (size_t i = 0; i < surface->key_count; i++) {
        if (surface->keys[i].series == series)
            (void)rg_near_consider(&near, surface->keys[i].key);
    }
    return near.name;
}

const char *rg_near_key(struct rg_findings *findings, const struct rg_surface *surface, const char *key)
{
    char base[RG_NEAR_SIZE];
    struct rg_key parts;

    if (!spend(findings, surface->key_count))
        return NULL;
    /* What stands for all overrides of a base is the base. */
    size_t length = rg_key_split(key, &parts) && parts.label[0] == 'p' &&
                            strspn(parts.label + 1, "0123456789") + 1 == strlen(parts.label)
                        ? parts.base_length
                        : strlen(key);
    if (length >= sizeof base)
        return NULL;
    memcpy(base, key, length);
    base[length] = '\0';
    struct rg_near near = rg_near_to(base, edits_for(base));
    for (size_t i = 0; i < surface->series_count; i++) {
        const struct rg_series *series = &surface->series[i];
        if (strcmp(series->base, base) == 0)
            return near_label(surface, series, key);
        (void)rg_near_consider(&near, series->base);
    }
    return near.name;
}

const char *rg_near_ladder(struct rg_findings *findings, const struct rg_ladders *ladders, const char *name)
{
    struct rg_near near = rg_near_to(name, edits_for(name));

    for (size_t i = 0; i < ladders->count && spend(findings, 1); i++)
        (void)rg_near_consider(&near, ladders->items[i].name);
    return near.name;
}

bool rg_near_policy(struct rg_findings *findings, const struct rg_thresholds *thresholds, const char *policy,
                    char ret[RG_NEAR_SIZE])
{
    struct rg_near near = rg_near_to(policy, edits_for(policy));

    for (size_t i = 0; i < thresholds->default_count && spend(findings, 1); i++) {
        char known[RG_NEAR_SIZE];
        const char *key = thresholds->defaults[i].key;
        size_t length = (size_t)(strrchr(key, '.') - key);
        if (length >= sizeof known)
            continue;
        memcpy(known, key, length);
        known[length] = '\0';
        if (rg_near_consider(&near, known))
            memcpy(ret, known, length + 1);
    }
    return near.name != NULL;
}
