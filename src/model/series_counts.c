#include "rungate/model/series_counts.h"

#include "model/counts_text.h"
#include "rungate/base/sorted.h"

#include <string.h>

static const char *find_text(const struct rg_named_texts *texts, const char *key)
{
    const char *dot = strrchr(key, '.');
    size_t length = dot == NULL ? 0 : (size_t)(dot - key);
    const struct rg_named_text *found =
        rg_sorted_find_part(texts->items, texts->count, sizeof *texts->items, key, length);

    return found == NULL ? NULL : found->text;
}

bool rg_timings_are_counted(const struct rg_timings *timings, const char *key)
{
    return find_text(&timings->counts, key) != NULL;
}

bool rg_timings_counts(const struct rg_timings *timings, const char *key, size_t edge_count,
                       struct rg_arena *arena, struct rg_series_counts *ret, struct rg_error *err)
{
    struct rg_series_counts counts = {.edge_count = edge_count};
    size_t found = 0;
    bool agree = true;

    counts.above = rg_arena_array(arena, edge_count, sizeof *counts.above);
    if (counts.above == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i <= timings->run_count; i++) {
        const char *text = find_text(i == 0 ? &timings->counts : &timings->runs[i - 1].counts, key);
        agree = agree && (text == NULL || rg_counts_text_add(text, &counts.total, counts.above, edge_count));
        found += text != NULL;
    }
    *ret = found > 0 && agree ? counts : (struct rg_series_counts){.edge_count = edge_count};
    return true;
}
