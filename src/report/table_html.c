#include "report/table_html.h"

#include "rungate/base/escape.h"

static const char *cell_text(const struct rg_table *table, size_t row, size_t column)
{
    return rg_buffer_text(&table->text) + table->cells[row + column].start;
}

static void put_cell(const struct rg_table *table, size_t row, size_t column, struct rg_buffer *out)
{
    static const char *const classes[] = {
        [RG_PAINT_PLAIN] = "", [RG_PAINT_RED] = "bad", [RG_PAINT_YELLOW] = "warn", [RG_PAINT_GREEN] = "good"};
    const char *text = cell_text(table, row, column);
    const char *paint = classes[table->cells[row + column].paint];
    bool is_right = table->columns[column].align == 'r';
    bool is_heading = row == 0 ? *text != '\0' : column == 0;
    const char *tag = is_heading ? "th" : "td";

    rg_buffer_printf(out, "<%s%s", tag, !is_heading ? "" : row == 0 ? " scope=\"col\"" : " scope=\"row\"");
    if (is_right || *paint != '\0')
        rg_buffer_printf(out, " class=\"%s%s%s\"", is_right ? "r" : "", is_right && *paint != '\0' ? " " : "",
                         paint);
    rg_buffer_putc(out, '>');
    rg_escape_xml(out, text);
    rg_buffer_printf(out, "</%s>", tag);
}

static void put_row(const struct rg_table *table, size_t row, struct rg_buffer *out)
{
    rg_buffer_puts(out, "<tr>");
    for (size_t column = 0; column < table->column_count; column++)
        put_cell(table, row, column, out);
    rg_buffer_puts(out, "</tr>\n");
}

void rg_table_html(const struct rg_table *table, const char *caption, struct rg_buffer *out)
{
    rg_buffer_inherit(out, &table->text);
    if (!rg_buffer_ok(out))
        return;
    rg_buffer_puts(out, "<table>\n<caption>");
    rg_escape_xml(out, caption);
    rg_buffer_puts(out, "</caption>\n<thead>\n");
    put_row(table, 0, out);
    rg_buffer_puts(out, "</thead>\n<tbody>\n");
    for (size_t row = table->column_count; row < table->count; row += table->column_count)
        put_row(table, row, out);
    rg_buffer_puts(out, "</tbody>\n</table>\n");
}
