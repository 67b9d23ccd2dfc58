#include "rungate/model/series_counts.h"

#include "rungate/base/number.h"
#include "rungate/base/sorted.h"

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
    if (**text == ' ' && *++*text == '\0')
        return false; /* a space at the end */
    return true;
}

bool rg_series_counts_are_valid(const char *text)
{
    double before;
    double count;

    if (!next_number(&text, &before))
        return false;
    for (; *text != '\0'; before = count) {
        if (!next_number(&text, &count) || count > before)
            return false;
    }
    return true;
}

static const char *find_text(const struct rg_named_texts *texts, const char *key)
{
    const char *dot = strrchr(key, '.');
    size_t length = dot == NULL ? 0 : (size_t)(dot - key);
    const struct rg_named_text *found =
        rg_sorted_find_part(texts->items, texts->count, sizeof *texts->items, key, length);

    return found == NULL ? NULL : found->text;
}

/* Add a valid text. False when it has another number of edges. */
static bool add_text(const char *text, struct rg_series_counts *counts)
{
    double number = 0;
    size_t edges = 0;

    for (const char *p = text; *p != '\0'; p++)
        edges += *p == ' ';
    if (edges != counts->edge_count)
        return false;
    (void)next_number(&text, &number);
    counts->total += number;
    for (size_t i = 0; i < edges; i++) {
        (void)next_number(&text, &number);
        counts->above[i] += number;
    }
    return true;
}

bool rg_timings_counts(const struct rg_timings *timings, const char *key, size_t edge_count, struct rg_arena *arena,
                       struct rg_series_counts *ret, struct rg_error *err)
{
    struct rg_series_counts counts = {.edge_count = edge_count};
    size_t found = 0;
    bool agree = true;

    counts.above = rg_arena_array(arena, edge_count, sizeof *counts.above);
    if (counts.above == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i <= timings->run_count; i++) {
        const char *text = find_text(i == 0 ? &timings->counts : &timings->runs[i - 1].counts, key);
        agree = agree && (text == NULL || add_text(text, &counts));
        found += text != NULL;
    }
    *ret = found > 0 && agree ? counts : (struct rg_series_counts){.edge_count = edge_count};
    return true;
}
