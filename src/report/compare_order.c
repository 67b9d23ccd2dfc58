#include "report/compare_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool rg_row_reach(const struct rg_row *row, double *ret_reach)
{
    if (!row->baseline.has_value || !row->current.has_value || row->limits.abs_source == RG_BOUND_NONE ||
        !(row->limits.abs > 0))
        return false;
    *ret_reach = (row->limits.higher ? row->baseline.value - row->current.value
                                     : row->current.value - row->baseline.value) /
                 row->limits.abs;
    return true;
}

const char *rg_section_title(enum rg_section section)
{
    static const char *const titles[RG_SECTION_COUNT] = {
        [RG_SECTION_REGRESSED] = "regressed",
        [RG_SECTION_WAIVED] = "regressed, but waived",
        [RG_SECTION_NOT_JUDGED] = "not judged",
        [RG_SECTION_IMPROVED] = "improved, largest first",
        [RG_SECTION_WITHIN] = "within bounds, nearest to the trip point first",
    };
    return titles[section];
}

size_t rg_section_shown(enum rg_section section, size_t total)
{
    enum { WHOLE = 50, NEAREST = 10, IMPROVED = 5 };

    if (section == RG_SECTION_IMPROVED)
        return IMPROVED;
    return section == RG_SECTION_WITHIN && total > WHOLE ? NEAREST : WHOLE;
}

static enum rg_section section_of(const struct rg_row *row)
{
    if (row->regressed)
        return row->waiver == NULL ? RG_SECTION_REGRESSED : RG_SECTION_WAIVED;
    if (row->inconclusive)
        return RG_SECTION_NOT_JUDGED;
    if (row->kind == RG_CASE_IMPROVED)
        return RG_SECTION_IMPROVED;
    return row->kind == RG_CASE_WITHIN || row->kind == RG_CASE_UNCONFIRMED ? RG_SECTION_WITHIN
                                                                           : RG_SECTION_NOT_JUDGED;
}

/* What rows are ordered by inside their section: the furthest past the trip first, improvements by size. */
static double weight(const struct rg_row *row)
{
    double value;

    if (row->kind == RG_CASE_IMPROVED)
        return rg_row_pct(row, &value) ? fabs(value) : 0;
    return rg_row_reach(row, &value) ? value : -HUGE_VAL;
}

static int by_weight(const void *a, const void *b)
{
    const struct rg_row *const *x = a;
    const struct rg_row *const *y = b;
    double wx = weight(*x);
    double wy = weight(*y);

    if ((*x)->kind != (*y)->kind && section_of(*x) == RG_SECTION_NOT_JUDGED)
        return (int)(*x)->kind - (int)(*y)->kind;
    if (wx != wy)
        return wx > wy ? -1 : 1;
    return strcmp((*x)->key, (*y)->key);
}

bool rg_order_rows(const struct rg_verdict *verdict, struct rg_order *ret, struct rg_error *err)
{
    struct rg_order order = {0};
    size_t at = 0;

    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
    order.rows = calloc(verdict->summary.total + 1, sizeof *order.rows);
    if (order.rows == NULL)
        return rg_error_memory(err);
    for (int section = 0; section < RG_SECTION_COUNT; section++) {
        order.start[section] = at;
        for (size_t i = 0; i < verdict->summary.total; i++) {
            if (section_of(&verdict->rows[i]) == (enum rg_section)section)
                order.rows[at++] = &verdict->rows[i];
        }
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers */
        qsort(order.rows + order.start[section], at - order.start[section], sizeof *order.rows, by_weight);
    }
    order.start[RG_SECTION_COUNT] = at;
    *ret = order;
    return true;
}

void rg_order_release(struct rg_order *order)
{
    free(order->rows);
    *order = (struct rg_order){0};
}
