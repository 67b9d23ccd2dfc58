#include "rungate/base/duration.h"

#include <limits.h>
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

static const struct {
    const char *name;
    long long ns;
} go_units[] = {
    {"ns", 1},           {"us", 1000},      {"\xC2\xB5s", 1000}, /* the micro sign */
    {"\xCE\xBCs", 1000},                                         /* the Greek letter */
    {"ms", 1000000},     {"s", 1000000000}, {"m", 60LL * 1000000000}, {"h", 3600LL * 1000000000},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The unit at *p, which is moved behind it; 0 when there is none. */
static long long take_go_unit(const char **p)
{
    size_t length = 0;

    while ((*p)[length] != '\0' && (*p)[length] != '.' && !is_digit((*p)[length]))
        length++;
    for (size_t i = 0; i < sizeof go_units / sizeof go_units[0]; i++) {
        if (strlen(go_units[i].name) == length && memcmp(go_units[i].name, *p, length) == 0) {
            *p += length;
            return go_units[i].ns;
        }
    }
    return 0;
}

/* One number with its unit. Digits of a fraction beyond what counts are skipped. */
static bool take_go_part(const char **p, long long *ret_ns)
{
    static const long long FRACTION_MAX = LLONG_MAX / 10 - 1;
    const char *start = *p;
    long long whole = 0;
    long long fraction = 0;
    double scale = 1;
    size_t digits = 0;

    for (; is_digit(**p); (*p)++, digits++) {
        if (whole > (LLONG_MAX - (**p - '0')) / 10)
            return false;
        whole = whole * 10 + (**p - '0');
    }
    if (**p == '.')
        (*p)++;
    for (bool behind_point = *p > start && (*p)[-1] == '.'; behind_point && is_digit(**p); (*p)++, digits++) {
        if (fraction <= FRACTION_MAX) {
            fraction = fraction * 10 + (**p - '0');
            scale *= 10;
        }
    }
    long long unit = digits == 0 ? 0 : take_go_unit(p);
    if (unit == 0 || whole > LLONG_MAX / unit)
        return false;
    long long extra = (long long)((double)fraction * ((double)unit / scale));
    if (whole * unit > LLONG_MAX - extra)
        return false;
    *ret_ns = whole * unit + extra;
    return true;
}

bool rg_go_duration_parse(const char *text, long long *ret_ns)
{
    const char *p = text + (*text == '+');
    long long total = 0;
    long long part;

    if (strcmp(p, "0") == 0) {
        *ret_ns = 0;
        return true;
    }
    if (*p == '\0')
        return false;
    while (*p != '\0') {
        if (!take_go_part(&p, &part) || part > LLONG_MAX - total)
            return false;
        total += part;
    }
    *ret_ns = total;
    return true;
}
