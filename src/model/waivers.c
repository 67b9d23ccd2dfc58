#include "model/waivers.h"

#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"
#include "rungate/format/json_members.h"

#include <string.h>

static bool read_text(const struct rg_json *value, struct rg_arena *arena, const char **ret,
                      struct rg_error *err)
{
    if (!rg_json_expect(value, RG_JSON_STRING, err))
        return false;
    *ret = rg_arena_strdup(arena, rg_json_string(value));
    return *ret != NULL || rg_error_memory(err);
}

static bool read_waiver(const struct rg_json *entry, struct rg_arena *arena, struct rg_waiver *waiver,
                        struct rg_error *err)
{
    static const char *const known[] = {"until", "owner", "reason"};

    if (!rg_json_expect(entry, RG_JSON_OBJECT, err))
        return false;
    waiver->line = rg_json_line(entry);
    waiver->key = rg_arena_strdup(arena, rg_json_name(entry));
    if (waiver->key == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *m = rg_json_first(entry); m != NULL; m = rg_json_next(m)) {
        const char *name = rg_json_name(m);
        bool ok = true;
        if (strcmp(name, "until") == 0)
            ok = read_text(m, arena, &waiver->until, err) &&
                 (rg_date_parse(waiver->until, &waiver->until_s) ||
                  rg_json_fail(m, err, "expected a day such as 2026-12-31"));
        else if (strcmp(name, "owner") == 0)
            ok = read_text(m, arena, &waiver->owner, err);
        else if (strcmp(name, "reason") == 0)
            ok = read_text(m, arena, &waiver->reason, err);
        else if (!rg_is_comment(name))
            ok = rg_unknown_member(m, known, sizeof known / sizeof known[0], err);
        if (!ok)
            return false;
    }
    return waiver->until != NULL || rg_json_fail(entry, err, "missing 'until'; a waiver must end");
}

bool rg_waivers_read(const struct rg_json *object, struct rg_arena *arena, struct rg_waivers *ret,
                     struct rg_error *err)
{
    struct rg_waivers waivers = {0};

    if (!rg_json_expect(object, RG_JSON_OBJECT, err))
        return false;
    waivers.items = rg_arena_array(arena, rg_json_count(object), sizeof *waivers.items);
    if (waivers.items == NULL)
        return rg_error_memory(err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        if (!rg_is_comment(rg_json_name(m)) && !read_waiver(m, arena, &waivers.items[waivers.count++], err))
            return false;
    }
    rg_sort(waivers.items, waivers.count, sizeof *waivers.items);
    *ret = waivers;
    return true;
}

const struct rg_waiver *rg_waivers_find(const struct rg_waivers *waivers, const char *key)
{
    return rg_sorted_find(waivers->items, waivers->count, sizeof *waivers->items, key);
}

bool rg_waiver_holds(const struct rg_waiver *waiver, long long today_s)
{
    return today_s <= waiver->until_s;
}
