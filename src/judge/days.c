#include "rungate/judge/days.h"

#include "rungate/base/timestamp.h"

bool rg_days_are_few(const struct rg_run *runs, size_t count, size_t *ret_days)
{
    enum { DAY_S = 86400 };
    long long days[RG_DAYS_MIN];
    size_t found = 0;

    if (count < 2)
        return false;
    for (size_t i = 0; i < count; i++) {
        long long at_s;
        size_t j = 0;
        if (runs[i].captured_at == NULL || !rg_timestamp_parse(runs[i].captured_at, &at_s))
            return false;
        while (j < found && days[j] != at_s / DAY_S)
            j++;
        if (j == found && ++found == RG_DAYS_MIN)
            return false;
        days[j] = at_s / DAY_S;
    }
    *ret_days = found;
    return true;
}
