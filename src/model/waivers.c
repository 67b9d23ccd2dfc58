#include "rungate/model/waivers.h"

#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"

static bool read_until(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_waiver *waiver = to;

    return rg_read_text(r, value, &waiver->until) &&
           (rg_date_parse(waiver->until, &waiver->until_s) ||
            rg_json_fail(value, r->err, "expected a day such as 2026-12-31"));
}

static bool read_max(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct rg_waiver *waiver = to;

    waiver->has_max = true;
    return rg_read_number(r, value, &waiver->max);
}

static bool read_waiver(struct rg_json_reader *r, const struct rg_json *entry, void *to)
{
    static const struct rg_field fields[] = {
        {"until", read_until, 0, NULL},
        {"max", read_max, 0, NULL},
        {"owner", rg_read_text, offsetof(struct rg_waiver, owner), NULL},
        {"reason", rg_read_text, offsetof(struct rg_waiver, reason), NULL},
        {0},
    };
    struct rg_waiver *waiver = to;

    waiver->line = rg_json_line(entry);
    return rg_read_fields(r, entry, fields, waiver) &&
           (waiver->until != NULL || rg_json_fail(entry, r->err, "missing 'until'; a waiver must end"));
}

bool rg_waivers_read(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_waivers *waivers = to;

    waivers->items = rg_read_records(r, object, sizeof *waivers->items, read_waiver, &waivers->count);
    return waivers->items != NULL;
}

const struct rg_waiver *rg_waivers_find(const struct rg_waivers *waivers, const char *key)
{
    return rg_sorted_find(waivers->items, waivers->count, sizeof *waivers->items, key);
}

bool rg_waiver_holds(const struct rg_waiver *waiver, long long today_s)
{
    return today_s <= waiver->until_s;
}
