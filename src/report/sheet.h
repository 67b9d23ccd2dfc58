/*
 * sheet.h: a table for people, as text or as Markdown. Private to the views of check-bounds.
 */
#ifndef RUNGATE_SHEET_H
#define RUNGATE_SHEET_H

#include "report/table.h"
#include "rungate/format/json_write.h"
#include "rungate/report/check_views.h"

enum { RG_SHEET_CELL = 160 };

struct rg_sheet {
    bool markdown;
    struct rg_buffer *out;
    struct rg_table table;
    struct rg_buffer cell; /* reused */
    size_t columns;
    size_t column;
};

/* `align` holds a letter a column, 'l' or 'r'; `headings` a text a column. Both must outlive the sheet. */
void rg_sheet_begin(struct rg_sheet *sheet, enum rg_form form, const char *align, const char *const *headings,
                    struct rg_buffer *out);

/* The next cell; the text is escaped here. */
void rg_sheet_cell(struct rg_sheet *sheet, const char *text);

/* The next cell: a number for people, "" where there is none. */
void rg_sheet_number(struct rg_sheet *sheet, bool there, double value);

/* Append what is left, and free. */
void rg_sheet_end(struct rg_sheet *sheet);

/* "(0.25, 0.5]" and "2.002x". */
void rg_sheet_bucket(const struct rg_bucket *bucket, char ret[RG_SHEET_CELL]);
void rg_sheet_floor(double floor, char ret[RG_SHEET_CELL]);

/* Open a view's JSON: "view", "ok", "findings", "gated", "excluded", "placeholder"; and close it. */
void rg_view_open(struct rg_json_writer *w, const char *view, const struct rg_findings *findings,
                  struct rg_buffer *out);
void rg_view_close(struct rg_json_writer *w);

/* A member; null where there is nothing. */
void rg_view_text(struct rg_json_writer *w, const char *name, const char *text);
void rg_view_number(struct rg_json_writer *w, const char *name, bool there, double value);
void rg_view_bucket(struct rg_json_writer *w, const char *name, bool there, const struct rg_bucket *bucket);

/* "rule V", or "" for a key that all rules were asked about. */
const char *rg_view_stopped(const struct rg_gate *gate, char ret[RG_SHEET_CELL]);

#endif
