/*
 * table.h: columns that line up. Widths are counted in code points; cells are already escaped for their
 * place.
 */
#ifndef RUNGATE_TABLE_H
#define RUNGATE_TABLE_H

#include "rungate/base/buffer.h"

#include <stddef.h>

struct rg_table {
    const char *align; /* one letter a column: 'l' or 'r' */
    size_t columns;
    struct rg_buffer text; /* the cells and headings, each with its NUL */
    size_t *starts;        /* of each cell and heading in `text` */
    size_t count;
    size_t capacity;
};

/* `align` must outlive the table. */
void rg_table_init(struct rg_table *table, const char *align);
void rg_table_release(struct rg_table *table);

/* The next cell; a row is full after as many as there are columns. Failures are sticky in `text`. */
void rg_table_cell(struct rg_table *table, const char *text);

/* A line of its own between two rows, as it is; it does not widen a column. */
void rg_table_heading(struct rg_table *table, const char *text);

/* Append the table, each row indented. No line ends in a space. */
void rg_table_render(const struct rg_table *table, size_t indent, struct rg_buffer *out);

#endif
