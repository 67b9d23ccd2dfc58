#include "measure/scrape_restart.h"

#include "measure/counts_grid.h"
#include "rungate/base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A start that moved by more than this is another one. */
static const double START_SLACK_S = 1;

static bool is_counter(enum rg_hit_kind kind)
{
    return kind == RG_HIT_BUCKET || kind == RG_HIT_TOTAL;
}

static bool has_created(const struct rg_page *page)
{
    for (size_t i = 0; i < page->hit_count; i++) {
        if (page->hits[i].hit.kind == RG_HIT_CREATED)
            return true;
    }
    return false;
}

static int by_series(const void *a, const void *b)
{
    const struct rg_page_sample *const *x = a;
    const struct rg_page_sample *const *y = b;
    int order = strcmp((*x)->name, (*y)->name);

    return order != 0 ? order : rg_labels_compare(&(*x)->labels, &(*y)->labels);
}

/* The counters of a page, in order; NULL without memory. */
static const struct rg_page_sample **sort_counters(const struct rg_page *page, struct rg_arena *arena,
                                                   size_t *ret_count)
{
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    const struct rg_page_sample **all = rg_arena_array(arena, page->hit_count + 1, sizeof *all);
    size_t count = 0;

    for (size_t i = 0; all != NULL && i < page->hit_count; i++) {
        if (is_counter(page->hits[i].hit.kind))
            all[count++] = &page->samples[page->hits[i].sample];
    }
    if (all != NULL && count > 0)
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are sorted */
        qsort((void *)all, count, sizeof *all, by_series);
    *ret_count = count;
    return all;
}

static const char *describe_fall(const struct rg_page_sample *old, const struct rg_page_sample *now,
                                 struct rg_arena *arena)
{
    struct rg_buffer labels;
    char was[RG_NUMBER_SIZE];
    char is[RG_NUMBER_SIZE];

    rg_buffer_init(&labels, RG_TEXT_MAX);
    rg_labels_text(&(struct rg_labels){old->own, old->own_count}, &labels);
    rg_number_format_short(old->value, was);
    rg_number_format_short(now->value, is);
    const char *why = rg_buffer_ok(&labels) ? rg_arena_printf(arena, "%s%s fell from %s to %s", old->name,
                                                              rg_buffer_text(&labels), was, is)
                                            : NULL;
    rg_buffer_release(&labels);
    return why;
}

/* The first counter that fell. False without memory. */
static bool find_fall(const struct rg_page *before, const struct rg_page *after, struct rg_arena *arena,
                      const char **ret_why)
{
    size_t old_count = 0;
    size_t now_count = 0;
    struct rg_arena scratch = {0};
    const struct rg_page_sample **old = sort_counters(before, &scratch, &old_count);
    const struct rg_page_sample **now = sort_counters(after, &scratch, &now_count);
    bool ok = old != NULL && now != NULL;

    for (size_t i = 0, k = 0; ok && *ret_why == NULL && i < old_count && k < now_count;) {
        int order = by_series(&old[i], &now[k]);
        bool are_finite = isfinite(old[i]->value) && isfinite(now[k]->value);
        if (order == 0 && are_finite && rg_count_fell(old[i]->value, now[k]->value)) {
            *ret_why = describe_fall(old[i], now[k], arena);
            ok = *ret_why != NULL;
        }
        i += order <= 0;
        k += order >= 0;
    }
    rg_arena_release(&scratch);
    return ok;
}

bool rg_page_restarted(const struct rg_page *before, const struct rg_page *after, struct rg_arena *arena,
                       const char **ret_why, struct rg_error *err)
{
    const char *why = NULL;

    if (!isnan(before->start_s) && !isnan(after->start_s)) {
        /* A fall in a process that is the same is that of one series, and counts.h sees it. */
        if (fabs(after->start_s - before->start_s) > START_SLACK_S)
            why = "its process_start_time_seconds changed";
    } else if ((!has_created(before) || !has_created(after)) && !find_fall(before, after, arena, &why)) {
        return rg_error_memory(err);
    }
    *ret_why = why;
    return true;
}
