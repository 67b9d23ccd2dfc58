#include "rungate/report/style.h"

#include "rungate/base/number.h"
#include "rungate/base/timestamp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *rg_paint(enum rg_paint paint, bool color)
{
    static const char *const codes[] = {[RG_PAINT_PLAIN] = "\033[0m",
                                        [RG_PAINT_RED] = "\033[31m",
                                        [RG_PAINT_YELLOW] = "\033[33m",
                                        [RG_PAINT_GREEN] = "\033[32m"};

    return color ? codes[paint] : "";
}

enum rg_paint rg_paint_of(enum rg_exit exit)
{
    return exit == RG_EXIT_PASS ? RG_PAINT_GREEN : exit == RG_EXIT_FAIL ? RG_PAINT_RED : RG_PAINT_YELLOW;
}

struct rg_text rg_textf(const char *format, ...)
{
    struct rg_text ret;
    va_list args;

    va_start(args, format);
    (void)vsnprintf(ret.text, sizeof ret.text, format, args);
    va_end(args);
    return ret;
}

struct rg_text rg_text_number(bool there, double value)
{
    struct rg_text ret = {""};

    _Static_assert(sizeof ret.text >= RG_NUMBER_SIZE, "a text holds any number");
    if (there)
        rg_number_format_short(value, ret.text);
    return ret;
}

struct rg_text rg_text_trip(bool there, bool higher, double trip)
{
    struct rg_text number = rg_text_number(there, trip);

    return there && higher ? rg_textf("below %s", number.text) : number;
}

struct rg_text rg_text_count(double count)
{
    struct rg_text digits = rg_textf("%.0f", count);
    struct rg_text ret = {""};
    size_t length = strlen(digits.text);
    size_t at = 0;

    for (size_t i = 0; i < length && at + 2 < sizeof ret.text; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            ret.text[at++] = ',';
        ret.text[at++] = digits.text[i];
    }
    ret.text[at] = '\0';
    return ret;
}

struct rg_text rg_text_bucket(bool there, const struct rg_bucket *bucket)
{
    if (!there)
        return (struct rg_text){""};
    return rg_textf("(%s, %s]", rg_text_number(true, bucket->lo).text, rg_text_number(true, bucket->hi).text);
}

struct rg_text rg_text_time(long long unix_s)
{
    struct rg_text ret = {""};

    _Static_assert(sizeof ret.text >= RG_TIMESTAMP_SIZE, "a text holds any time");
    rg_timestamp_format(unix_s, ret.text);
    return ret;
}
