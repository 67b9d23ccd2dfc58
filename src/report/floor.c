#include "rungate/report/floor.h"

static struct rg_text times(double factor)
{
    return rg_textf(factor < 1e4 ? "%.2fx" : "%.3gx", factor);
}

struct rg_text rg_text_floor(bool there, const struct rg_floor *floor)
{
    if (!there)
        return (struct rg_text){""};
    if (!floor->has_min)
        return rg_textf("about %s", times(floor->value).text);
    if (!floor->has_max)
        return rg_textf("%s to unbounded", times(floor->min).text);
    if (floor->max > floor->min)
        return rg_textf("%s to %s", times(floor->min).text, times(floor->max).text);
    return times(floor->value);
}

void rg_json_floor(struct rg_json_writer *w, bool there, const struct rg_floor *floor)
{
    rg_json_member_number(w, "floor", there, floor->value);
    rg_json_member_number(w, "floor_min", there && floor->has_min, floor->min);
    rg_json_member_number(w, "floor_max", there && floor->has_max, floor->max);
}
