#include "report/shares.h"

#include "rungate/report/table.h"

/* Which share of the observations lies above an edge: "1.6%"; "-" when they are not counted. */
static struct rg_text share_text(const struct rg_series_counts *counts, size_t edge)
{
    if (counts->above == NULL || !(counts->total > 0))
        return rg_textf("-");
    return rg_textf("%.4g%%", 100 * counts->above[edge] / counts->total);
}

void rg_shares_text(const struct rg_ladder *ladder, const char *const names[2],
                    const struct rg_series_counts sides[2], struct rg_buffer *out)
{
    const struct rg_column columns[] = {{"above", 'r'}, {"", 'l'}, {names[0], 'r'}, {names[1], 'r'}};
    struct rg_table table;

    rg_buffer_puts(out, "\nobservations above each edge");
    for (size_t side = 0; side < 2; side++) {
        if (sides[side].above != NULL)
            rg_buffer_printf(out, ", %s of %s", names[side], rg_text_count(sides[side].total).text);
    }
    rg_buffer_putc(out, '\n');
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < ladder->edge_count; i++) {
        rg_table_number(&table, true, ladder->edges[i]);
        rg_table_cell(&table, ladder->unit);
        rg_table_cell(&table, share_text(&sides[0], i).text);
        rg_table_cell(&table, share_text(&sides[1], i).text);
    }
    rg_table_text(&table, 2, false, out);
    rg_table_release(&table);
}
