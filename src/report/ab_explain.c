#include "rungate/report/ab_explain.h"

#include "report/ab_rows.h"
#include "report/shares.h"
#include "rungate/base/escape.h"
#include "rungate/base/nearest.h"
#include "rungate/base/sorted.h"
#include "rungate/base/stats.h"

#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 12, NEAR = 4 };

static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

static void label(struct rg_buffer *out, const char *text)
{
    rg_buffer_printf(out, "  %-*s", LABEL_WIDTH, text);
}

static void put_verdict(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    label(out, "verdict");
    rg_buffer_printf(out, "%s: ", rg_ab_kind_text(key->kind));
    rg_escape_terminal(out, key->note);
    rg_buffer_putc(out, '\n');
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        label(out, names[side]);
        rg_buffer_puts(out, "build ");
        rg_escape_terminal(out, v->build[side]);
        if (key->typical[side] > 0) {
            rg_buffer_printf(out, ", %s ", rg_text_number(true, key->typical[side]).text);
            rg_escape_terminal(out, key->unit);
            rg_buffer_puts(out, " in the median round");
        }
        rg_buffer_putc(out, '\n');
    }
}

/* How the interval and the ranks come about. */
static void put_arithmetic(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    const struct rg_ab_measure *m = &key->measure;
    size_t critical = rg_signed_rank_critical(m->worse.ranked);

    if (key->counted < RG_AB_ROUNDS_MIN)
        return;
    label(out, "differences");
    rg_buffer_printf(out, "d = ln(%s) of %zu rounds: median %.4g, mean %.4g, standard deviation %.4g\n",
                     key->context.higher ? "A / B" : "B / A", key->counted, m->median, m->mean, m->deviation);
    label(out, "interval");
    rg_buffer_printf(out, "mean ∓ t(0.999, %zu) × max(deviation, 0.02) / √%zu = %.4g to %.4g, with t = %.4g",
                     key->counted - 1, key->counted, m->lower, m->upper,
                     rg_student(RG_STUDENT_999, key->counted - 1));
    if (key->ladder == NULL)
        rg_buffer_printf(out, ": %s", rg_ab_interval_text(key).text);
    rg_buffer_putc(out, '\n');
    label(out, "margin");
    rg_buffer_printf(out, "%g %%: a regression is above ln(1 + margin) = %.4g, an improvement below %.4g\n",
                     100 * v->margin, log1p(v->margin), -log1p(v->margin));
    label(out, "ranks");
    if (critical == 0)
        rg_buffer_printf(out, "%zu rounds are too few or too many for the signed-rank test\n",
                         m->worse.ranked);
    else
        rg_buffer_printf(out,
                         "W+ = %zu of %zu for a regression, %zu for an improvement; %zu or more prove it\n",
                         m->worse.sum, m->worse.ranked * (m->worse.ranked + 1) / 2, m->better.sum, critical);
    if (key->ladder == NULL)
        return;
    label(out, "ladder");
    rg_buffer_puts(
        out,
        "a quantile's place inside a bucket is interpolation: a verdict needs more than half of the rounds "
        "to cross an edge\n");
}

/* "0.6 to 0.8": the host's load over a minute, before the run and after it. */
static struct rg_text load_text(const struct rg_host *host)
{
    if (!host->has_load)
        return rg_textf("-");
    return host->has_begin_load ? rg_textf("%.2f to %.2f", host->begin_load[0], host->load[0])
                                : rg_textf("%.2f", host->load[0]);
}

static const char *why_not(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t round)
{
    const char *fault = v->rounds[round].dropped;

    for (size_t side = 0; side < RG_AB_SIDES && fault == NULL; side++)
        fault = key->values[side][round].fault;
    return fault == NULL ? "" : fault;
}

static void put_rounds(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {{"round", 'r'},  {"first", 'l'},  {"A", 'r'},      {"B", 'r'},
                                               {"B vs A", 'r'}, {"load A", 'r'}, {"load B", 'r'}, {"", 'l'}};
    struct rg_table table;

    rg_buffer_putc(out, '\n');
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t r = 0; r < v->round_count; r++) {
        size_t first = rg_ab_first(&v->rounds[r]);
        rg_buffer_printf(rg_table_begin(&table), "%zu", r + 1);
        rg_table_cell(&table, first == RG_AB_SIDES ? "" : names[first]);
        for (size_t side = 0; side < RG_AB_SIDES; side++)
            rg_table_cell(&table, rg_ab_reading(v, key, side, r).text);
        rg_table_cell(&table, key->ladder == NULL && rg_ab_counts(v, key, r)
                                  ? rg_ab_change_text(key, rg_ab_difference(key, r)).text
                                  : "");
        for (size_t side = 0; side < RG_AB_SIDES; side++)
            rg_table_cell(&table, load_text(&v->rounds[r].file[side].timings->host).text);
        rg_table_cell(&table, why_not(v, key, r));
    }
    rg_table_text(&table, 2, false, out);
    rg_table_release(&table);
}

/* What all rounds that count have above each edge, where it is recorded. */
static bool put_counts(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out,
                       struct rg_error *err)
{
    struct rg_series_counts sides[RG_AB_SIDES] = {0};
    struct rg_arena arena = {0};
    bool ok = true;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES && key->ladder != NULL && ok; i++) {
        struct rg_series_counts *sum = &sides[i % RG_AB_SIDES];
        struct rg_series_counts one;
        if (!rg_ab_counts(v, key, i / RG_AB_SIDES))
            continue;
        ok = rg_timings_counts(v->rounds[i / RG_AB_SIDES].file[i % RG_AB_SIDES].timings, key->key,
                               key->ladder->edge_count, &arena, &one, err);
        if (!ok || one.above == NULL)
            continue;
        if (sum->above == NULL) {
            *sum = one;
            continue;
        }
        sum->total += one.total;
        for (size_t edge = 0; edge < one.edge_count; edge++)
            sum->above[edge] += one.above[edge];
    }
    if (ok && (sides[RG_AB_A].above != NULL || sides[RG_AB_B].above != NULL))
        rg_shares_text(key->ladder, names, sides, out);
    rg_arena_release(&arena);
    return ok;
}

/* The other keys of the same span or job, its phases included. */
static void put_relatives(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {
        {"key", 'l'}, {"verdict", 'l'}, {"A", 'r'}, {"B", 'r'}, {"", 'l'}};
    const char *dot = strchr(key->key, '.');
    size_t length = dot == NULL ? 0 : strcspn(dot + 1, ".") + (size_t)(dot - key->key) + 2;
    const struct rg_ab_row *end = v->keys + v->key_count;
    const struct rg_ab_row *other = key;
    struct rg_table table;

    while (length > 0 && other > v->keys && strncmp(other[-1].key, key->key, length) == 0)
        other--;
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (; length > 0 && other < end && strncmp(other->key, key->key, length) == 0; other++) {
        if (other == key)
            continue;
        rg_table_cell(&table, other->key);
        rg_table_cell(&table, rg_ab_kind_text(other->kind));
        for (size_t side = 0; side < RG_AB_SIDES; side++)
            rg_table_number(&table, other->typical[side] > 0, other->typical[side]);
        rg_table_cell(&table, other->unit);
    }
    if (table.count > table.column_count) {
        rg_buffer_puts(out, "\nother keys beside it\n");
        rg_table_text(&table, 2, false, out);
    }
    rg_table_release(&table);
}

bool rg_ab_explain(const struct rg_ab_verdict *v, const char *name, struct rg_buffer *out,
                   struct rg_error *err)
{
    const struct rg_ab_row *key = rg_sorted_find(v->keys, v->key_count, sizeof *v->keys, name);
    struct rg_near near = rg_near_to(name, NEAR);

    if (key == NULL) {
        for (size_t k = 0; k < v->key_count; k++)
            (void)rg_near_consider(&near, v->keys[k].key);
        return rg_error_set(err, RG_ERROR_USAGE, "'--explain %s': the captures do not have that key%s%s%s",
                            name, near.name == NULL ? "" : "; did you mean '",
                            near.name == NULL ? "" : near.name, near.name == NULL ? "" : "'?");
    }
    rg_escape_terminal(out, key->key);
    rg_buffer_puts(out, "\n\n");
    put_verdict(v, key, out);
    put_arithmetic(v, key, out);
    put_rounds(v, key, out);
    if (!put_counts(v, key, out, err))
        return false;
    put_relatives(v, key, out);
    return rg_buffer_check(out, err);
}
