#include "model/counts_text.h"

#include "rungate/base/number.h"

#include <string.h>

/* The number at *text, which is moved past it and one space. */
static bool next_number(const char **text, double *ret)
{
    size_t length = strcspn(*text, " ");
    char digits[RG_NUMBER_SIZE];

    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    if (!rg_number_parse(digits, ret) || !(*ret >= 0))
        return false;
    *text += length;
    if (**text != ' ')
        return true;
    ++*text;
    return **text != '\0'; /* no space at the end */
}

bool rg_counts_text_is_valid(const char *text)
{
    double before;
    double count;

    if (!next_number(&text, &before))
        return false;
    while (*text != '\0') {
        if (!next_number(&text, &count) || count > before)
            return false;
        before = count;
    }
    return true;
}

bool rg_counts_text_add(const char *text, double *total, double *above, size_t edge_count)
{
    double number = 0;
    size_t edges = 0;

    for (const char *p = text; *p != '\0'; p++)
        edges += *p == ' ';
    if (edges != edge_count)
        return false;
    (void)next_number(&text, &number);
    *total += number;
    for (size_t i = 0; i < edges; i++) {
        (void)next_number(&text, &number);
        above[i] += number;
    }
    return true;
}
