#include "rungate/duration.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    long long ms;
} units[] = {
    {"y", 365LL * 24 * 3600 * 1000},
    {"w", 7LL * 24 * 3600 * 1000},
    {"d", 24LL * 3600 * 1000},
    {"h", 3600LL * 1000},
    {"m", 60LL * 1000},
    {"s", 1000},
    {"ms", 1},
};

static const long long MAX_MS = 100LL * 365 * 24 * 3600 * 1000;

bool rg_duration_parse(const char *text, long long *ret_ms)
{
    long long total = 0;
    size_t next_unit = 0;

    for (const char *p = text; *p != '\0';) {
        long long count = 0;
        const char *digits = p;
        for (; *p >= '0' && *p <= '9'; p++) {
            count = count * 10 + (*p - '0');
            if (count > MAX_MS)
                return false;
        }
        const char *name = p;
        while (*p >= 'a' && *p <= 'z')
            p++;
        size_t length = (size_t)(p - name);
        size_t unit = next_unit;
        while (unit < sizeof units / sizeof units[0] &&
               (strlen(units[unit].name) != length || memcmp(units[unit].name, name, length) != 0))
            unit++;
        if (digits == name || unit == sizeof units / sizeof units[0] || count > MAX_MS / units[unit].ms)
            return false;
        total += count * units[unit].ms;
        next_unit = unit + 1;
    }
    if (total <= 0 || total > MAX_MS)
        return false;
    *ret_ms = total;
    return true;
}
