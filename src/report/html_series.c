#include "report/html_series.h"

#include <stdlib.h>
#include <string.h>

/* A row, and what it is sorted by. */
struct placed {
    const struct rg_row *row;
    size_t base_length;
    size_t place;
};

static size_t base_length(const char *key)
{
    const char *dot = strrchr(key, '.');

    return dot == NULL ? strlen(key) : (size_t)(dot - key);
}

static int compare_bases(const struct placed *x, const struct placed *y)
{
    size_t length = x->base_length < y->base_length ? x->base_length : y->base_length;
    int order = memcmp(x->row->key, y->row->key, length);

    return order != 0 ? order : (x->base_length > y->base_length) - (x->base_length < y->base_length);
}

static int by_base(const void *a, const void *b)
{
    const struct placed *x = a;
    const struct placed *y = b;
    int order = compare_bases(x, y);

    if (order == 0)
        order = (int)x->row->context.kind - (int)y->row->context.kind;
    return order != 0 ? order : strcmp(x->row->key, y->row->key);
}

static int by_place(const void *a, const void *b)
{
    const struct rg_html_series *x = a;
    const struct rg_html_series *y = b;

    return (x->place > y->place) - (x->place < y->place);
}

static void collect(const struct placed *placed, size_t count, struct rg_html_series_list *list)
{
    struct rg_html_series *series = NULL;

    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_bases(&placed[i - 1], &placed[i]) != 0) {
            series = &list->items[list->count++];
            *series = (struct rg_html_series){.base = placed[i].row->key,
                                              .base_length = placed[i].base_length,
                                              .rows = list->rows + i,
                                              .worst = placed[i].row,
                                              .place = placed[i].place};
        }
        list->rows[i] = placed[i].row;
        series->count++;
        if (placed[i].place < series->place) {
            series->place = placed[i].place;
            series->worst = placed[i].row;
        }
    }
}

bool rg_html_series_find(const struct rg_order *order, size_t row_count, struct rg_html_series_list *ret,
                         struct rg_error *err)
{
    struct placed *placed = calloc(row_count + 1, sizeof *placed);
    struct rg_html_series_list list = {0};

    list.items = calloc(row_count + 1, sizeof *list.items);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    list.rows = calloc(row_count + 1, sizeof *list.rows);
    if (placed == NULL || list.items == NULL || list.rows == NULL) {
        free(placed);
        rg_html_series_release(&list);
        return rg_error_memory(err);
    }
    for (size_t i = 0; i < row_count; i++)
        placed[i] = (struct placed){order->rows[i], base_length(order->rows[i]->key), i};
    qsort(placed, row_count, sizeof *placed, by_base);
    collect(placed, row_count, &list);
    qsort(list.items, list.count, sizeof *list.items, by_place);
    free(placed);
    *ret = list;
    return true;
}

void rg_html_series_release(struct rg_html_series_list *list)
{
    free(list->items);
    free(list->rows);
    *list = (struct rg_html_series_list){0};
}

const char *rg_html_series_label(const struct rg_html_series *series, const struct rg_row *row)
{
    const char *label = row->key + series->base_length;

    return *label == '.' ? label + 1 : row->key;
}
