#include "report/table.h"

#include <stdlib.h>
#include <string.h>

/* What starts the text of a heading; a cell cannot hold it, since cells are escaped. */
static const char HEADING = '\x01';

void rg_table_init(struct rg_table *table, const char *align)
{
    *table = (struct rg_table){.align = align, .columns = strlen(align)};
    rg_buffer_init(&table->text, RG_BUFFER_UNLIMITED);
}

void rg_table_release(struct rg_table *table)
{
    free(table->starts);
    rg_buffer_release(&table->text);
}

static bool start(struct rg_table *table)
{
    if (table->count == table->capacity) {
        size_t capacity = table->capacity == 0 ? 64 : table->capacity * 2;
        size_t *starts = realloc(table->starts, capacity * sizeof *starts);
        if (starts == NULL) {
            table->text.failed = RG_ERROR_MEMORY;
            return false;
        }
        table->starts = starts;
        table->capacity = capacity;
    }
    table->starts[table->count++] = table->text.length;
    return true;
}

void rg_table_cell(struct rg_table *table, const char *text)
{
    if (start(table))
        rg_buffer_add(&table->text, text, strlen(text) + 1);
}

void rg_table_heading(struct rg_table *table, const char *text)
{
    if (!start(table))
        return;
    rg_buffer_putc(&table->text, HEADING);
    rg_buffer_add(&table->text, text, strlen(text) + 1);
}

/* Code points, less the escape sequences that colour the text. */
static size_t width_of(const char *text)
{
    size_t width = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\033') {
            text += strcspn(text, "m");
            if (*text == '\0')
                break;
        } else if (((unsigned char)*text & 0xC0U) != 0x80U) {
            width++;
        }
    }
    return width;
}

static const char *cell(const struct rg_table *table, size_t i)
{
    return table->text.data + table->starts[i];
}

static void measure(const struct rg_table *table, size_t *widths)
{
    for (size_t i = 0, column = 0; i < table->count; i++) {
        if (*cell(table, i) == HEADING)
            continue;
        size_t width = width_of(cell(table, i));
        if (width > widths[column])
            widths[column] = width;
        column = (column + 1) % table->columns;
    }
}

/* One row, its first cell at `first`. Trailing blanks are held back until something follows them. */
static void render_row(const struct rg_table *table, size_t first, const size_t *widths, size_t indent,
                       struct rg_buffer *out)
{
    size_t pending = indent;

    for (size_t column = 0; column < table->columns && first + column < table->count; column++) {
        const char *text = cell(table, first + column);
        size_t blank = widths[column] - width_of(text);
        if (table->align[column] == 'r')
            pending += blank;
        if (*text != '\0') {
            rg_buffer_pad(out, ' ', pending);
            rg_buffer_puts(out, text);
            pending = 0;
        }
        pending += table->align[column] == 'r' ? 0 : blank;
        pending += widths[column] > 0 ? 2 : 0;
    }
    rg_buffer_putc(out, '\n');
}

void rg_table_render(const struct rg_table *table, size_t indent, struct rg_buffer *out)
{
    size_t *widths = calloc(table->columns, sizeof *widths);

    if (widths == NULL || table->text.failed != RG_ERROR_NONE) {
        out->failed = RG_ERROR_MEMORY;
        free(widths);
        return;
    }
    measure(table, widths);
    for (size_t i = 0; i < table->count;) {
        if (*cell(table, i) == HEADING) {
            rg_buffer_puts(out, cell(table, i) + 1);
            rg_buffer_putc(out, '\n');
            i++;
        } else {
            render_row(table, i, widths, indent, out);
            i += table->columns;
        }
    }
    free(widths);
}
