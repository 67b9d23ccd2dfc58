/* Numbers as strtod reads them, and each double there and back. */
#include "fuzz.h"

#include "rungate/base/number.h"

#include <float.h>
#include <math.h>

/* Of -0 and 0 too. */
static bool same(double a, double b)
{
    uint64_t x;
    uint64_t y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static void check_text(const char *text)
{
    double value = 7;
    double other = 7;
    long long whole = 7;
    bool ok = rg_number_parse(text, &value);

    if (ok) {
        char *end;
        double wanted = strtod(text, &end);
        REQUIRE(*end == '\0' && end != text && isfinite(value));
        REQUIRE(same(wanted, value));
    }
    if (rg_number_parse_prometheus(text, &other))
        REQUIRE(!ok || same(other, value));
    else
        REQUIRE(!ok);
    if (rg_integer_parse(text, -1000, 1000, &whole))
        REQUIRE(whole >= -1000 && whole <= 1000 && text[strspn(text, "+-0123456789")] == '\0');
}

/* The shortest: no text of fewer digits reads back as the same double. */
static void check_double(double value)
{
    char text[RG_NUMBER_SIZE];
    char fewer[RG_NUMBER_SIZE];
    double back;
    int digits = 0;

    rg_number_format(value, text);
    REQUIRE(strlen(text) < sizeof text && strpbrk(text, ".e") != NULL);
    REQUIRE(rg_number_parse(text, &back) && same(back, value));
    while (++digits < DBL_DECIMAL_DIG) {
        (void)snprintf(fewer, sizeof fewer, "%.*e", digits - 1, value);
        if (same(strtod(fewer, NULL), value))
            break;
    }
    int shown = 0;
    for (const char *p = text + strspn(text, "-0."); *p != '\0' && *p != 'e'; p++)
        shown += *p != '.';
    for (const char *p = strchr(text, 'e') == NULL ? text + strlen(text) : strchr(text, 'e'); p > text; p--) {
        if (p[-1] != '0' && p[-1] != '.')
            break;
        shown -= p[-1] == '0' && shown > 0;
    }
    REQUIRE(shown <= digits);
    rg_number_format_short(value, text);
    /* The largest doubles are rounded up to what a double cannot hold. */
    REQUIRE(strlen(text) < sizeof text && rg_number_parse_prometheus(text, &back));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double value;
    char *text = fuzz_text(data, size);

    check_text(text);
    free(text);
    if (size >= sizeof value) {
        memcpy(&value, data, sizeof value);
        if (isfinite(value))
            check_double(value);
    }
    return 0;
}
