#include "report/sheet.h"

#include "rungate/base/escape.h"
#include "rungate/base/number.h"

#include <stdio.h>
#include <string.h>

void rg_sheet_begin(struct rg_sheet *sheet, enum rg_form form, const char *align, const char *const *headings,
                    struct rg_buffer *out)
{
    *sheet = (struct rg_sheet){.markdown = form == RG_FORM_MARKDOWN, .out = out, .columns = strlen(align)};
    rg_table_init(&sheet->table, align);
    rg_buffer_init(&sheet->cell, RG_BUFFER_UNLIMITED);
    for (size_t i = 0; i < sheet->columns; i++)
        rg_sheet_cell(sheet, headings[i]);
    for (size_t i = 0; i < sheet->columns && sheet->markdown; i++)
        rg_buffer_puts(out, align[i] == 'r' ? "|--:" : "|---");
    if (sheet->markdown)
        rg_buffer_puts(out, "|\n");
}

void rg_sheet_cell(struct rg_sheet *sheet, const char *text)
{
    rg_buffer_clear(&sheet->cell);
    if (sheet->markdown) {
        rg_buffer_puts(sheet->out, "| ");
        rg_escape_markdown(sheet->out, text);
        sheet->column = (sheet->column + 1) % sheet->columns;
        rg_buffer_puts(sheet->out, sheet->column == 0 ? " |\n" : " ");
        return;
    }
    rg_escape_terminal(&sheet->cell, text);
    if (sheet->cell.failed != RG_ERROR_NONE)
        sheet->out->failed = sheet->cell.failed;
    rg_table_cell(&sheet->table, rg_buffer_text(&sheet->cell));
}

void rg_sheet_number(struct rg_sheet *sheet, bool there, double value)
{
    char text[RG_NUMBER_SIZE] = "";

    if (there)
        rg_number_format_short(value, text);
    rg_sheet_cell(sheet, text);
}

void rg_sheet_end(struct rg_sheet *sheet)
{
    if (!sheet->markdown)
        rg_table_render(&sheet->table, 0, sheet->out);
    rg_table_release(&sheet->table);
    rg_buffer_release(&sheet->cell);
}

void rg_sheet_bucket(const struct rg_bucket *bucket, char ret[RG_SHEET_CELL])
{
    char lo[RG_NUMBER_SIZE];
    char hi[RG_NUMBER_SIZE];

    rg_number_format_short(bucket->lo, lo);
    rg_number_format_short(bucket->hi, hi);
    (void)snprintf(ret, RG_SHEET_CELL, "(%s, %s]", lo, hi);
}

void rg_sheet_floor(double floor, char ret[RG_SHEET_CELL])
{
    (void)snprintf(ret, RG_SHEET_CELL, floor < 1e4 ? "%.2fx" : "%.3gx", floor);
}

void rg_view_open(struct rg_json_writer *w, const char *view, const struct rg_findings *findings,
                  struct rg_buffer *out)
{
    rg_json_writer_init(w, out);
    rg_json_write_open_object(w);
    rg_view_text(w, "view", view);
    rg_json_member_bool(w, "ok", rg_findings_exit(findings) == RG_EXIT_PASS);
    rg_json_member_integer(w, "findings", (long long)findings->count);
    rg_json_member_integer(w, "gated", findings->placeholder ? 0 : (long long)findings->gated);
    rg_json_member_integer(w, "excluded", (long long)findings->excluded);
    rg_json_member_bool(w, "placeholder", findings->placeholder);
}

void rg_view_close(struct rg_json_writer *w)
{
    rg_json_write_close_object(w);
    rg_json_write_end(w);
    rg_json_writer_release(w);
}

void rg_view_text(struct rg_json_writer *w, const char *name, const char *text)
{
    rg_json_member_string(w, name, text);
}

void rg_view_number(struct rg_json_writer *w, const char *name, bool there, double value)
{
    rg_json_write_name(w, name);
    if (there)
        rg_json_write_number(w, value);
    else
        rg_json_write_null(w);
}

void rg_view_bucket(struct rg_json_writer *w, const char *name, bool there, const struct rg_bucket *bucket)
{
    rg_json_write_name(w, name);
    if (!there) {
        rg_json_write_null(w);
        return;
    }
    rg_json_write_open_object(w);
    rg_view_number(w, "lo", true, bucket->lo);
    rg_view_number(w, "hi", true, bucket->hi);
    rg_json_write_close_object(w);
}

const char *rg_view_stopped(const struct rg_gate *gate, char ret[RG_SHEET_CELL])
{
    ret[0] = '\0';
    if (gate->stopped_by != RG_RULE_COUNT)
        (void)snprintf(ret, RG_SHEET_CELL, "rule %s", rg_rule_letter(gate->stopped_by));
    return ret;
}
