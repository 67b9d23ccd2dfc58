#include "rungate/base/number.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_digits(const char *p)
{
    while (*p >= '0' && *p <= '9')
        p++;
    return p;
}

static bool is_decimal(const char *text)
{
    const char *p = text + (*text == '+' || *text == '-');
    const char *end = skip_digits(p);
    size_t digits = (size_t)(end - p);

    if (*end == '.') {
        p = end + 1;
        end = skip_digits(p);
        digits += (size_t)(end - p);
    }
    if (digits == 0)
        return false;
    if (*end == 'e' || *end == 'E') {
        p = end + 1;
        p += *p == '+' || *p == '-';
        end = skip_digits(p);
        if (end == p)
            return false;
    }
    return *end == '\0';
}

bool rg_number_parse(const char *text, double *ret_value)
{
    if (!is_decimal(text))
        return false;
    double value = strtod(text, NULL);
    if (!isfinite(value))
        return false;
    *ret_value = value;
    return true;
}

bool rg_number_parse_prometheus(const char *text, double *ret_value)
{
    static const struct {
        const char *text;
        double value;
    } special[] = {{"NaN", (double)NAN},
                   {"Inf", (double)INFINITY},
                   {"+Inf", (double)INFINITY},
                   {"-Inf", -(double)INFINITY}};

    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (strcmp(text, special[i].text) == 0) {
            *ret_value = special[i].value;
            return true;
        }
    }
    if (!is_decimal(text))
        return false;
    *ret_value = strtod(text, NULL);
    return true;
}

bool rg_integer_parse(const char *text, long long min, long long max, long long *ret_value)
{
    const char *digits = text + (*text == '-');

    if (*digits == '\0' || *skip_digits(digits) != '\0')
        return false;
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno != 0 || value < min || value > max)
        return false;
    *ret_value = value;
    return true;
}

/* A decimal as digits and exponent: 0.d1d2d3… × 10^point, no trailing zeros. */
struct decimal {
    char digits[24];
    int count;
    int point;
};

/* Round |value| correctly to `count` significant digits. True when they read back as `value`. */
static bool round_to(double value, int count, struct decimal *ret)
{
    char text[40];

    (void)snprintf(text, sizeof text, "%.*e", count - 1, value);
    const char *exponent = strchr(text, 'e');
    int n = 0;
    for (const char *p = text; p < exponent; p++) {
        if (*p != '.')
            ret->digits[n++] = *p;
    }
    ret->point = (int)strtol(exponent + 1, NULL, 10) + 1;
    while (n > 1 && ret->digits[n - 1] == '0')
        n--;
    ret->digits[n] = '\0';
    ret->count = n;
    return strtod(text, NULL) == value;
}

static double decimal_value(const struct decimal *d)
{
    char text[48];

    (void)snprintf(text, sizeof text, "0.%se%d", d->digits, d->point);
    return strtod(text, NULL);
}

/*
 * The decimal one unit in the last of `count` places above. It is needed at powers of two, where a double's
 * neighbours lie half as far below as above: the nearest short decimal, below, may read back as the
 * neighbour, while one above, further off, reads back right. 2^-44 is such a value.
 */
static bool next_above(struct decimal *d, int count)
{
    while (d->count < count)
        d->digits[d->count++] = '0';
    d->digits[d->count] = '\0';
    for (int i = count - 1; i >= 0; i--) {
        if (d->digits[i] < '9') {
            d->digits[i] = (char)(d->digits[i] + 1);
            return true;
        }
        d->digits[i] = '0';
    }
    return false;
}

static bool reads_back(double value, int count, struct decimal *ret)
{
    if (round_to(value, count, ret))
        return true;
    int exponent;
    if (frexp(value, &exponent) != 0.5)
        return false;
    struct decimal above = *ret;
    if (!next_above(&above, count) || decimal_value(&above) != value)
        return false;
    *ret = above;
    return true;
}

/* The shortest decimal that reads back as `value` > 0. */
static void shortest(double value, struct decimal *ret)
{
    /* A decimal of up to DBL_DIG digits survives the way to a normal double and back, so one try finds any of
     * those; subnormals have fewer digits and are tried one by one. */
    int count = value < DBL_MIN ? 1 : DBL_DIG;

    while (count < DBL_DECIMAL_DIG && !reads_back(value, count, ret))
        count++;
    if (count == DBL_DECIMAL_DIG)
        (void)round_to(value, count, ret);
}

/* Append `count` characters of `from`, or as many zeros when it is NULL. */
static char *put(char *to, const char *from, int count)
{
    for (int i = 0; i < count; i++)
        *to++ = (char)(from == NULL ? '0' : from[i]);
    return to;
}

/* A whole number below 1e15: all its digits are before the point. */
static void format_whole(double value, char *to)
{
    char digits[20];
    int n = 0;

    for (unsigned long long rest = (unsigned long long)value; rest > 0 || n == 0; rest /= 10)
        digits[n++] = (char)('0' + rest % 10);
    while (n > 0)
        *to++ = digits[--n];
    memcpy(to, ".0", sizeof ".0");
}

void rg_number_format(double value, char ret_text[RG_NUMBER_SIZE])
{
    char *to = ret_text;
    double size = fabs(value);
    struct decimal d;

    if (signbit(value))
        *to++ = '-';
    if (size < 1e15 && size == floor(size)) {
        format_whole(size, to);
        return;
    }
    shortest(size, &d);
    if (d.point <= -4 || d.point > 16) {
        *to++ = d.digits[0];
        if (d.count > 1)
            *to++ = '.';
        to = put(to, d.digits + 1, d.count - 1);
        (void)snprintf(to, 16, "e%+03d", d.point - 1);
        return;
    }
    if (d.point <= 0) {
        to = put(to, "0.", 2);
        to = put(to, NULL, -d.point);
        to = put(to, d.digits, d.count);
    } else if (d.point >= d.count) {
        to = put(to, d.digits, d.count);
        to = put(to, NULL, d.point - d.count);
        to = put(to, ".0", 2);
    } else {
        to = put(to, d.digits, d.point);
        to = put(to, ".", 1);
        to = put(to, d.digits + d.point, d.count - d.point);
    }
    *to = '\0';
}

void rg_number_format_short(double value, char ret_text[RG_NUMBER_SIZE])
{
    double size = fabs(value);

    if (size >= 1e4 && size < 1e15)
        (void)snprintf(ret_text, RG_NUMBER_SIZE, "%.0f", value);
    else
        (void)snprintf(ret_text, RG_NUMBER_SIZE, "%.5g", value);
}
