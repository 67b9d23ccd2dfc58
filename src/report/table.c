#include "rungate/report/table.h"

#include "rungate/base/escape.h"

#include <stdlib.h>
#include <string.h>

void rg_table_init(struct rg_table *table, const struct rg_column *columns, size_t column_count)
{
    *table = (struct rg_table){.columns = columns, .column_count = column_count, .section_count = 1};
    rg_buffer_init(&table->text, RG_OUTPUT_MAX);
    for (size_t i = 0; i < column_count && columns[i].heading != NULL; i++)
        rg_table_cell(table, columns[i].heading);
    table->sections[0].start = column_count;
}

void rg_table_release(struct rg_table *table)
{
    free(table->cells);
    rg_buffer_release(&table->text);
}

void rg_table_section(struct rg_table *table, const char *title, size_t total, bool folded)
{
    bool first = table->count <= table->column_count;

    table->section_count = first ? 1 : table->section_count + 1;
    table->sections[table->section_count - 1] =
        (struct rg_table_section){.title = title, .total = total, .start = table->count, .folded = folded};
}

struct rg_buffer *rg_table_begin(struct rg_table *table)
{
    if (table->count > 0)
        rg_buffer_putc(&table->text, '\0');
    if (table->count == table->capacity) {
        size_t capacity = table->capacity == 0 ? 64 : table->capacity * 2;
        struct rg_table_cell *cells = realloc(table->cells, capacity * sizeof *cells);
        if (cells == NULL) {
            rg_buffer_fail(&table->text, RG_ERROR_MEMORY);
            return &table->text;
        }
        table->cells = cells;
        table->capacity = capacity;
    }
    table->cells[table->count++] = (struct rg_table_cell){.start = table->text.length};
    return &table->text;
}

void rg_table_cell(struct rg_table *table, const char *text)
{
    rg_buffer_puts(rg_table_begin(table), text);
}

void rg_table_number(struct rg_table *table, bool there, double value)
{
    rg_table_cell(table, rg_text_number(there, value).text);
}

void rg_table_paint(struct rg_table *table, enum rg_paint paint)
{
    if (table->count > 0)
        table->cells[table->count - 1].paint = paint;
}

/* Code points. */
static size_t width_of(const char *text)
{
    size_t width = 0;

    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xC0U) != 0x80U;
    return width;
}

/*
 * A terminal's column shows so many characters: of a longer text the start and the end, which tell names
 * apart. The last column is not cut, since nothing is aligned behind it, nor is any in the other forms.
 */
enum { COLUMN_MAX = 100, COLUMN_HEAD = 60 };

/* The offset of the character with that number; `length` when there are fewer. */
static size_t offset_of(const char *text, size_t length, size_t number)
{
    size_t at = 0;

    while (at < length && number > 0) {
        at++;
        while (((unsigned char)text[at] & 0xC0U) == 0x80U)
            at++;
        number--;
    }
    return at;
}

static void escape_column(struct rg_buffer *out, const char *text)
{
    static const char gap[] = {'.', '.', '.'};
    size_t start = out->length;

    rg_escape_terminal(out, text);
    char *shown = out->data == NULL ? NULL : out->data + start;
    size_t width = shown == NULL ? 0 : width_of(shown);
    if (width <= COLUMN_MAX || !rg_buffer_ok(out))
        return;
    size_t length = out->length - start;
    size_t head = offset_of(shown, length, COLUMN_HEAD);
    size_t tail = offset_of(shown, length, width - (COLUMN_MAX - COLUMN_HEAD - sizeof gap));
    memcpy(shown + head, gap, sizeof gap);
    memmove(shown + head + sizeof gap, shown + tail, length - tail + 1);
    out->length = start + head + sizeof gap + length - tail;
}

/* A cell of the row that begins at `row`, escaped. */
static const char *cell_text(const struct rg_table *table, size_t row, size_t column,
                             void (*escape)(struct rg_buffer *, const char *), struct rg_buffer *ret)
{
    rg_buffer_clear(ret);
    escape(ret, rg_buffer_text(&table->text) + table->cells[row + column].start);
    return rg_buffer_text(ret);
}

/* The same for a terminal. */
static const char *shown_text(const struct rg_table *table, size_t row, size_t column, struct rg_buffer *ret)
{
    bool is_last = column + 1 == table->column_count;

    return cell_text(table, row, column, is_last ? rg_escape_terminal : escape_column, ret);
}

/* The cell after the last one of a section. */
static size_t section_end(const struct rg_table *table, size_t section)
{
    return section + 1 < table->section_count ? table->sections[section + 1].start : table->count;
}

/* Trailing blanks are held back until something follows them. */
static void put_row(const struct rg_table *table, size_t row, const size_t *widths, size_t indent, bool color,
                    struct rg_buffer *scratch, struct rg_buffer *out)
{
    size_t pending = indent;

    for (size_t column = 0; column < table->column_count; column++) {
        const char *text = shown_text(table, row, column, scratch);
        enum rg_paint paint = table->cells[row + column].paint;
        bool painted = color && paint != RG_PAINT_PLAIN;
        size_t blank = widths[column] - width_of(text);
        if (table->columns[column].align == 'r')
            pending += blank;
        if (*text != '\0') {
            rg_buffer_pad(out, ' ', pending);
            rg_buffer_printf(out, "%s%s%s", rg_paint(paint, painted), text,
                             rg_paint(RG_PAINT_PLAIN, painted));
            pending = 0;
        }
        pending += table->columns[column].align == 'r' ? 0 : blank;
        pending += widths[column] > 0 ? 2 : 0;
    }
    rg_buffer_putc(out, '\n');
}

static void put_text(const struct rg_table *table, size_t *widths, size_t indent, bool color,
                     struct rg_buffer *scratch, struct rg_buffer *out)
{
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->column_count;
        size_t width = width_of(shown_text(table, i - column, column, scratch));
        widths[column] = width > widths[column] ? width : widths[column];
    }
    for (size_t s = 0; s < table->section_count; s++) {
        const struct rg_table_section *section = &table->sections[s];
        size_t shown = (section_end(table, s) - section->start) / table->column_count;
        if (section->title != NULL)
            rg_buffer_printf(out, "\n%s (%zu", section->title, shown);
        if (section->title != NULL && shown < section->total)
            rg_buffer_printf(out, " of %zu shown", section->total);
        rg_buffer_puts(out, section->title != NULL ? "):\n" : "");
        put_row(table, 0, widths, indent, color, scratch, out);
        for (size_t i = section->start; i < section_end(table, s); i += table->column_count)
            put_row(table, i, widths, indent, color, scratch, out);
    }
}

void rg_table_text(const struct rg_table *table, size_t indent, bool color, struct rg_buffer *out)
{
    size_t *widths = calloc(table->column_count, sizeof *widths);
    struct rg_buffer scratch;

    rg_buffer_init(&scratch, RG_TEXT_MAX);
    rg_buffer_inherit(out, &table->text);
    if (widths == NULL)
        rg_buffer_fail(out, RG_ERROR_MEMORY);
    else if (rg_buffer_ok(out))
        put_text(table, widths, indent, color, &scratch, out);
    rg_buffer_inherit(out, &scratch);
    rg_buffer_release(&scratch);
    free(widths);
}

/* "| a | b |" */
static void put_markdown_row(const struct rg_table *table, size_t row, struct rg_buffer *scratch,
                             struct rg_buffer *out)
{
    rg_buffer_putc(out, '|');
    for (size_t column = 0; column < table->column_count; column++)
        rg_buffer_printf(out, " %s |", cell_text(table, row, column, rg_escape_markdown, scratch));
    rg_buffer_putc(out, '\n');
}

/* A section has its title and its headings whole, with room for a row, or its rows are cut as well. */
static void put_markdown_section(const struct rg_table *table, size_t section, struct rg_buffer *scratch,
                                 struct rg_page *page)
{
    enum { ROOM = 1024 };
    const struct rg_table_section *s = &table->sections[section];
    size_t end = section_end(table, section);
    size_t rows = (end - s->start) / table->column_count;
    size_t absent = s->total > rows ? s->total - rows : 0;

    if (!rg_page_has_room(page, ROOM)) {
        page->cut += rows + absent;
        return;
    }
    if (s->title != NULL)
        rg_buffer_printf(page->out,
                         s->folded ? "<details><summary>%s (%zu)</summary>\n\n" : "**%s (%zu)**\n\n",
                         s->title, s->total);
    put_markdown_row(table, 0, scratch, page->out);
    for (size_t column = 0; column < table->column_count; column++)
        rg_buffer_puts(page->out, table->columns[column].align == 'r' ? "|--:" : "|---");
    rg_buffer_puts(page->out, "|\n");
    for (size_t i = s->start; i < end; i += table->column_count) {
        put_markdown_row(table, i, scratch, &page->piece);
        rg_page_add(page);
    }
    page->cut += absent;
    if (s->title != NULL)
        rg_buffer_puts(page->out, s->folded ? "\n</details>\n\n" : "\n");
}

void rg_table_markdown(const struct rg_table *table, struct rg_page *page)
{
    struct rg_buffer scratch;

    rg_buffer_init(&scratch, RG_TEXT_MAX);
    rg_buffer_inherit(page->out, &table->text);
    for (size_t s = 0; s < table->section_count && rg_buffer_ok(page->out); s++)
        put_markdown_section(table, s, &scratch, page);
    rg_buffer_inherit(page->out, &scratch);
    rg_buffer_release(&scratch);
}

void rg_table_print(struct rg_table *table, enum rg_form form, struct rg_buffer *out)
{
    struct rg_page page;

    rg_page_begin(&page, RG_OUTPUT_MAX, out);
    if (form == RG_FORM_MARKDOWN)
        rg_table_markdown(table, &page);
    else
        rg_table_text(table, 0, false, out);
    rg_page_end(&page);
    rg_table_release(table);
}
