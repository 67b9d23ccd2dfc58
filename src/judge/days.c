#include "rungate/judge/days.h"

#include "rungate/base/timestamp.h"

void rg_days_add(struct rg_days *days, const char *captured_at)
{
    enum { DAY_S = 86400 };
    long long at_s;
    size_t i = 0;

    days->runs++;
    if (captured_at == NULL || !rg_timestamp_parse(captured_at, &at_s)) {
        days->is_unknown = true;
        return;
    }
    while (i < days->count && days->days[i] != at_s / DAY_S)
        i++;
    if (i == days->count && i < RG_DAYS_MIN)
        days->days[days->count++] = at_s / DAY_S;
}

bool rg_days_are_few(const struct rg_days *days)
{
    return days->runs > 1 && !days->is_unknown && days->count < RG_DAYS_MIN;
}
