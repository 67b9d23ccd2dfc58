/*
 * table.h: the one table that every form prints: columns, rows of cells, sections.
 *
 * A cell holds its text as it is; the form that is printed escapes it.
 */
#ifndef RUNGATE_REPORT_TABLE_H
#define RUNGATE_REPORT_TABLE_H

#include "rungate/base/buffer.h"
#include "rungate/report/page.h"
#include "rungate/report/style.h"

#include <stdbool.h>
#include <stddef.h>

/* The forms of a report; the views of check-bounds and a replay have the first three. */
enum rg_form { RG_FORM_TEXT, RG_FORM_JSON, RG_FORM_MARKDOWN, RG_FORM_JUNIT, RG_FORM_ANNOTATIONS };

struct rg_column {
    const char *heading; /* NULL in the first column: the first row that is added is the headings */
    char align;          /* 'l' or 'r' */
};

enum { RG_TABLE_SECTIONS_MAX = 8 };

struct rg_table_cell {
    size_t start; /* in the table's `text` */
    enum rg_paint paint;
};

struct rg_table {
    const struct rg_column *columns;
    size_t column_count;
    struct rg_buffer text; /* the cells, the headings first, with a NUL between them */
    struct rg_table_cell *cells;
    size_t count;
    size_t capacity;
    struct rg_table_section {
        const char *title; /* NULL: none */
        size_t total;      /* rows that it stands for; of these only the first may be there */
        size_t start;      /* its first cell */
        bool folded;       /* collapsed in Markdown */
    } sections[RG_TABLE_SECTIONS_MAX];
    size_t section_count;
};

/* `columns` must outlive the table, as must the titles of sections. */
void rg_table_init(struct rg_table *table, const struct rg_column *columns, size_t column_count);
void rg_table_release(struct rg_table *table);

/* The rows that follow stand under a title. A table that has a section has no rows before it. */
void rg_table_section(struct rg_table *table, const char *title, size_t total, bool folded);

/* Begin the next cell: what is appended to the result is in it. Failures are sticky in `text`. */
struct rg_buffer *rg_table_begin(struct rg_table *table);

/* The next cell whole: a text; a number for people, empty where there is none. */
void rg_table_cell(struct rg_table *table, const char *text);
void rg_table_number(struct rg_table *table, bool there, double value);

/* The colour of the last cell. */
void rg_table_paint(struct rg_table *table, enum rg_paint paint);

/* Append columns that line up, each row indented. Widths are in code points; no line ends in a space. */
void rg_table_text(const struct rg_table *table, size_t indent, bool color, struct rg_buffer *out);

/* Append GitHub-flavoured Markdown. */
void rg_table_markdown(const struct rg_table *table, struct rg_page *page);

/* Append either, without indent, colour or limit, and release the table. */
void rg_table_print(struct rg_table *table, enum rg_form form, struct rg_buffer *out);

#endif
