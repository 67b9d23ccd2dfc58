#include "rungate/report/ab_text.h"

#include "report/ab_rows.h"
#include "report/budget_rows.h"
#include "report/table.h"
#include "rungate/base/escape.h"
#include "rungate/report/doubt.h"
#include "rungate/base/number.h"
#include "rungate/base/timestamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sides[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

void rg_ab_cell(const struct rg_ab_verdict *v, const struct rg_ab_key *key, size_t side, size_t round,
                char ret[RG_AB_CELL_SIZE])
{
    const struct rg_ab_reading *value = &key->values[side][round];
    char number[RG_NUMBER_SIZE] = "-";

    if (value->reading.has_value)
        rg_number_format_short(value->reading.value, number);
    bool counts = rg_ab_counts(v, key, round) || !value->reading.has_value;
    (void)snprintf(ret, RG_AB_CELL_SIZE, "%s%s%s%s", counts ? "" : "(", value->reading.saturated ? ">=" : "",
                   number, counts ? "" : ")");
}

void rg_ab_counts_line(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const char *between = ": ";

    rg_buffer_printf(out, "%zu keys in %zu of %zu rounds", v->key_count, v->round_count - v->dropped,
                     v->round_count);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++) {
        if (v->kinds[kind] == 0)
            continue;
        rg_buffer_printf(out, "%s%zu %s", between, v->kinds[kind], rg_ab_kind_text((enum rg_ab_kind)kind));
        between = ", ";
    }
    if (v->excluded > 0)
        rg_buffer_printf(out, "; %zu excluded", v->excluded);
}

void rg_ab_total(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t judged = v->key_count - v->kinds[RG_AB_CANNOT_JUDGE] - v->kinds[RG_AB_UNSTABLE];

    switch (rg_ab_exit(v)) {
    case RG_EXIT_CANNOT_JUDGE:
        rg_buffer_printf(out, "CANNOT JUDGE: %s", rg_ab_doubt(v));
        return;
    case RG_EXIT_FAIL:
        rg_buffer_printf(out, "FAIL: %zu of %zu judged keys regressed", v->kinds[RG_AB_REGRESSION], judged);
        break;
    case RG_EXIT_PASS:
        if (judged > 0)
            rg_buffer_printf(out, "PASS: none of %zu judged keys is shown to have regressed", judged);
        else
            rg_buffer_puts(out, "PASS: no key was judged by its rounds");
        break;
    }
    rg_budget_total(&v->budgets, out);
}

static void put_time(long long unix_s, struct rg_buffer *out)
{
    char text[RG_TIMESTAMP_SIZE];

    rg_timestamp_format(unix_s, text);
    rg_buffer_puts(out, text);
}

/* The builds, then the rounds that are dropped. */
static void put_head(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const struct rg_timings *first = v->rounds[0].file[RG_AB_A].timings;
    long long begin_s = v->rounds[0].begin_s;
    long long end_s = v->rounds[0].end_s;

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_buffer_printf(out, "%s  build ", sides[side]);
        rg_escape_terminal(out, v->build[side]);
        rg_buffer_putc(out, '\n');
    }
    for (size_t r = 1; r < v->round_count; r++) {
        begin_s = v->rounds[r].begin_s < begin_s ? v->rounds[r].begin_s : begin_s;
        end_s = v->rounds[r].end_s > end_s ? v->rounds[r].end_s : end_s;
    }
    rg_buffer_printf(out, "%zu rounds from ", v->round_count);
    put_time(begin_s, out);
    rg_buffer_puts(out, " to ");
    put_time(end_s, out);
    rg_buffer_puts(out, ", profile ");
    rg_escape_terminal(out, first->profile == NULL ? "unknown" : first->profile);
    rg_buffer_puts(out, ", window ");
    rg_escape_terminal(out, first->window == NULL ? "unknown" : first->window);
    rg_buffer_printf(out, ", margin %g %%\n", 100 * v->margin);
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped != NULL)
            rg_buffer_printf(out, "round %zu is dropped: %s\n", r + 1, v->rounds[r].dropped);
    }
}

/* One key: its verdict on a line, then a table of what each round read. */
static void put_key(const struct rg_ab_verdict *v, const struct rg_ab_key *key, const char *align, bool color,
                    struct rg_buffer *out)
{
    static const char *const paints[RG_AB_KIND_COUNT] = {
        [RG_AB_REGRESSION] = "\033[31m", [RG_AB_LEAD] = "\033[33m", [RG_AB_IMPROVEMENT] = "\033[32m"};
    const char *paint = color ? paints[key->kind] : NULL;
    struct rg_table table;
    char cell[RG_AB_CELL_SIZE];

    rg_buffer_putc(out, '\n');
    rg_escape_terminal(out, key->key);
    rg_buffer_puts(out, "  ");
    rg_escape_terminal(out, key->unit);
    rg_buffer_printf(out, "  %s%s%s: ", paint == NULL ? "" : paint, rg_ab_kind_text(key->kind),
                     paint == NULL ? "" : "\033[0m");
    rg_escape_terminal(out, key->note);
    rg_buffer_putc(out, '\n');
    rg_table_init(&table, align);
    rg_table_cell(&table, "round");
    for (size_t r = 0; r < v->round_count; r++) {
        (void)snprintf(cell, sizeof cell, "%zu", r + 1);
        rg_table_cell(&table, cell);
    }
    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_table_cell(&table, sides[side]);
        for (size_t r = 0; r < v->round_count; r++) {
            rg_ab_cell(v, key, side, r, cell);
            rg_table_cell(&table, cell);
        }
    }
    rg_table_render(&table, 2, out);
    rg_table_release(&table);
}

bool rg_ab_report_text(const struct rg_ab_verdict *v, struct rg_style style, struct rg_buffer *out,
                       struct rg_error *err)
{
    static const char *const paints[] = {
        [RG_EXIT_PASS] = "\033[32m", [RG_EXIT_FAIL] = "\033[31m", [RG_EXIT_CANNOT_JUDGE] = "\033[33m"};
    char *align = malloc(v->round_count + 2);

    if (align == NULL)
        return rg_error_memory(err);
    (void)memset(align, 'r', v->round_count + 1);
    align[0] = 'l';
    align[v->round_count + 1] = '\0';
    put_head(v, out);
    for (int kind = 0; kind < RG_AB_KIND_COUNT; kind++) {
        for (size_t k = 0; k < v->key_count; k++) {
            if (v->keys[k].kind == (enum rg_ab_kind)kind)
                put_key(v, &v->keys[k], align, style.color, out);
        }
    }
    rg_budget_text(&v->budgets, style.color, out);
    rg_buffer_putc(out, '\n');
    rg_ab_counts_line(v, out);
    rg_buffer_printf(out, "\n%s", style.color ? paints[rg_ab_exit(v)] : "");
    rg_ab_total(v, out);
    rg_buffer_printf(out, "%s\n", style.color ? "\033[0m" : "");
    free(align);
    return rg_buffer_check(out, err);
}
