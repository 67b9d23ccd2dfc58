#include "measure/le.h"

#include "rungate/model/ladder.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* More digits than any exporter writes; longer text is no edge. */
enum { TEXT_MAX = 255 };

static bool is_digit(char c, bool hex)
{
    return (c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/*
 * Digits, with single underscores between them, and before the first with `after_prefix`. Adds their number to
 * *digits. Stops at the first character that does not fit, such as an underscore at the end, where the caller
 * expects another.
 */
static const char *skip_digits(const char *p, bool hex, bool after_prefix, size_t *digits)
{
    bool may_join = after_prefix;

    for (;;) {
        const char *digit = p + (*p == '_' && may_join);
        if (!is_digit(*digit, hex))
            return p;
        p = digit + 1;
        (*digits)++;
        may_join = true;
    }
}

/* The grammar of Go's floating-point literals, with a sign. */
static bool is_number(const char *p)
{
    size_t digits = 0;
    size_t exponent = 0;

    p += *p == '+' || *p == '-';
    bool hex = p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    p = skip_digits(hex ? p + 2 : p, hex, hex, &digits);
    if (*p == '.')
        p = skip_digits(p + 1, hex, false, &digits);
    if (digits == 0)
        return false;
    if (hex ? *p == 'p' || *p == 'P' : *p == 'e' || *p == 'E') {
        p++;
        p += *p == '+' || *p == '-';
        p = skip_digits(p, false, false, &exponent);
        if (exponent == 0)
            return false;
    }
    return *p == '\0' && (!hex || exponent > 0);
}

bool rg_le_parse(const char *text, double *ret_edge)
{
    char plain[TEXT_MAX + 1];
    size_t length = 0;

    const char *word = text + (*text == '+');
    if (strcasecmp(word, "inf") == 0 || strcasecmp(word, "infinity") == 0) {
        *ret_edge = (double)INFINITY;
        return true;
    }
    if (strlen(text) > TEXT_MAX || !is_number(text))
        return false;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p != '_')
            plain[length++] = *p;
    }
    plain[length] = '\0';
    double edge = strtod(plain, NULL);
    if (isinf(edge) && edge < 0)
        return false;
    /* -0 is 0. */
    *ret_edge = edge >= RG_EDGE_OVERFLOW ? (double)INFINITY : edge + 0.0;
    return true;
}

bool rg_le_equal(double a, double b)
{
    return a == b || (isfinite(a) && isfinite(b) && rg_edges_equal(a, b));
}
