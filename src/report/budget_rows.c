#include "report/budget_rows.h"

#include "report/table.h"
#include "rungate/base/escape.h"
#include "rungate/base/number.h"
#include "rungate/model/key.h"
#include "rungate/report/report.h"

#include <stdio.h>
#include <string.h>

/* What is wrong stands first. */
enum { EXCEEDED, MISSING, KEPT, RANKS };

static int rank_of(const struct rg_budget_line *line)
{
    return line->exceeded ? EXCEEDED : line->missing ? MISSING : KEPT;
}

/* Reading and limit as text; with more digits when they would look equal and are not. */
static void format_pair(const struct rg_budget_line *line, char reading[RG_NUMBER_SIZE],
                        char limit[RG_NUMBER_SIZE])
{
    rg_number_format_short(line->limit, limit);
    if (line->missing) {
        (void)snprintf(reading, RG_NUMBER_SIZE, "-");
        return;
    }
    rg_number_format_short(line->reading, reading);
    if (line->reading != line->limit && strcmp(reading, limit) == 0) {
        rg_number_format(line->reading, reading);
        rg_number_format(line->limit, limit);
    }
}

/* "ci_max_us", "max_ratio to span.a.p50" */
static void put_member(const struct rg_budget_line *line, struct rg_buffer *out)
{
    rg_buffer_puts(out, line->member);
    if (line->against != NULL)
        rg_buffer_printf(out, " to %s", line->against);
}

static void put_note(const struct rg_budget_line *line, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%s%s", line->missing ? "CANNOT JUDGE: " : "", line->note);
}

void rg_budget_sentence(const struct rg_budget_line *line, enum rg_tier tier, struct rg_buffer *out)
{
    char reading[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];

    format_pair(line, reading, limit);
    rg_buffer_printf(out, "%s: ", line->key);
    if (line->missing)
        rg_buffer_printf(out, "no reading, must be %s %s %s (", line->higher ? "above" : "below", limit,
                         line->unit);
    else
        rg_buffer_printf(out, "%s %s, must be %s %s (", reading, line->unit, line->higher ? "above" : "below",
                         limit);
    put_member(line, out);
    rg_buffer_printf(out, ", tier %s): ", rg_tier_name(tier));
    put_note(line, out);
}

/* Escape what `put` appends. */
static void put_escaped(const struct rg_budget_line *line,
                        void (*put)(const struct rg_budget_line *, struct rg_buffer *),
                        void (*escape)(struct rg_buffer *, const char *), struct rg_buffer *out)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    put(line, &text);
    escape(out, rg_buffer_text(&text));
    if (text.failed != RG_ERROR_NONE)
        out->failed = text.failed;
    rg_buffer_release(&text);
}

/* The cells of a line that can hold outside text, through the buffer. */
static void table_cell(struct rg_table *table, struct rg_buffer *cell)
{
    if (cell->failed != RG_ERROR_NONE)
        table->text.failed = cell->failed;
    rg_table_cell(table, rg_buffer_text(cell));
    rg_buffer_clear(cell);
}

static void put_row(const struct rg_budget_line *line, bool color, struct rg_table *table,
                    struct rg_buffer *cell)
{
    char reading[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];
    const char *paint = !color || rank_of(line) == KEPT ? "" : line->exceeded ? "\033[31m" : "\033[33m";

    format_pair(line, reading, limit);
    rg_escape_terminal(cell, line->key);
    table_cell(table, cell);
    rg_table_cell(table, reading);
    rg_escape_terminal(cell, line->unit);
    table_cell(table, cell);
    rg_table_cell(table, line->higher ? "above" : "below");
    rg_table_cell(table, limit);
    put_escaped(line, put_member, rg_escape_terminal, cell);
    table_cell(table, cell);
    rg_buffer_puts(cell, paint);
    put_escaped(line, put_note, rg_escape_terminal, cell);
    rg_buffer_puts(cell, paint[0] == '\0' ? "" : "\033[0m");
    table_cell(table, cell);
}

void rg_budget_text(const struct rg_budget_result *result, bool color, struct rg_buffer *out)
{
    static const char *const headings[] = {"key", "reading", "", "must be", "", "limit", ""};
    struct rg_table table;
    struct rg_buffer cell;
    char title[64];

    if (result->count == 0)
        return;
    rg_table_init(&table, "lrllrll");
    rg_buffer_init(&cell, RG_BUFFER_UNLIMITED);
    (void)snprintf(title, sizeof title, "\nbudgets, tier %s (%zu):", rg_tier_name(result->tier),
                   result->count);
    rg_table_heading(&table, title);
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        rg_table_cell(&table, headings[i]);
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < result->count; i++) {
            if (rank_of(&result->lines[i]) == rank)
                put_row(&result->lines[i], color, &table, &cell);
        }
    }
    rg_table_render(&table, 2, out);
    rg_table_release(&table);
    rg_buffer_release(&cell);
}

static void markdown_row(const struct rg_budget_line *line, struct rg_buffer *out)
{
    char reading[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];

    format_pair(line, reading, limit);
    rg_buffer_puts(out, "| ");
    rg_escape_markdown(out, line->key);
    rg_buffer_printf(out, " | %s | ", reading);
    rg_escape_markdown(out, line->unit);
    rg_buffer_printf(out, " | %s %s | ", line->higher ? "above" : "below", limit);
    put_escaped(line, put_member, rg_escape_markdown, out);
    rg_buffer_puts(out, " | ");
    put_escaped(line, put_note, rg_escape_markdown, out);
    rg_buffer_puts(out, " |\n");
}

void rg_budget_markdown(const struct rg_budget_result *result, size_t limit, struct rg_buffer *out)
{
    enum { ROW = 4096 };
    size_t cut = 0;

    if (result->count == 0)
        return;
    rg_buffer_printf(out,
                     "**budgets, tier %s (%zu)**\n\n| key | reading |  | must be | limit |  "
                     "|\n|---|--:|---|---|---|---|\n",
                     rg_tier_name(result->tier), result->count);
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < result->count; i++) {
            if (rank_of(&result->lines[i]) != rank)
                continue;
            if (out->length + ROW < limit)
                markdown_row(&result->lines[i], out);
            else
                cut++;
        }
    }
    if (cut > 0)
        rg_buffer_printf(out, "\n%zu budgets had no room here.\n", cut);
    rg_buffer_putc(out, '\n');
}

static void json_entry(struct rg_json_writer *w, const struct rg_budget_line *line, enum rg_tier tier)
{
    static const char *const empty[] = {"baseline", "delta",  "pct_change",   "threshold_pct",
                                        "floor",    "status", "threshold_abs"};

    rg_json_write_open_object(w);
    rg_json_member_string(w, "kind", "budget");
    rg_json_member_string(w, "key", line->key);
    rg_json_member_string(w, "limit", line->member);
    rg_json_member_string(w, "ratio_to", line->against);
    rg_json_member_string(w, "tier", rg_tier_name(tier));
    rg_json_member_string(w, "unit", line->unit);
    rg_json_member_string(w, "note", line->note);
    rg_json_member_string(w, "must_be", line->higher ? "above" : "below");
    rg_json_member_bool(w, "regressed", line->exceeded);
    rg_json_member_bool(w, "missing", line->missing);
    rg_json_member_bool(w, "waived", false);
    rg_json_member_bool(w, "inconclusive", false);
    rg_json_member_number(w, "trip_point", true, line->limit);
    rg_json_write_name(w, "current");
    if (line->missing)
        rg_json_write_null(w);
    else
        rg_json_write_number(w, line->reading);
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        rg_json_write_name(w, empty[i]);
        rg_json_write_null(w);
    }
    rg_json_write_close_object(w);
}

void rg_budget_json(const struct rg_budget_result *result, size_t *at, const char *before,
                    struct rg_json_writer *w)
{
    while (*at < result->count && (before == NULL || strcmp(result->lines[*at].key, before) < 0))
        json_entry(w, &result->lines[(*at)++], result->tier);
}

void rg_budget_junit(const struct rg_budget_result *result, struct rg_buffer *out)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct rg_budget_line *line = &result->lines[i];
        struct rg_buffer text;
        rg_buffer_puts(out, "    <testcase classname=\"budget.");
        rg_escape_xml(out, line->key);
        rg_buffer_puts(out, "\" name=\"");
        put_escaped(line, put_member, rg_escape_xml, out);
        rg_buffer_puts(out, "\" time=\"0\"");
        if (rank_of(line) == KEPT) {
            rg_buffer_puts(out, "/>\n");
            continue;
        }
        rg_buffer_puts(out, line->exceeded ? ">\n      <failure type=\"budget\" message=\""
                                           : ">\n      <error type=\"cannot judge\" message=\"");
        rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
        rg_budget_sentence(line, result->tier, &text);
        rg_escape_xml(out, rg_buffer_text(&text));
        if (text.failed != RG_ERROR_NONE)
            out->failed = text.failed;
        rg_buffer_release(&text);
        rg_buffer_puts(out, "\"/>\n    </testcase>\n");
    }
}

size_t rg_budget_annotations(const struct rg_budget_result *result, size_t room, struct rg_buffer *out)
{
    size_t count = 0;

    for (size_t i = 0; i < result->count; i++) {
        struct rg_buffer text;
        if (rank_of(&result->lines[i]) == KEPT || count++ >= room)
            continue;
        rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
        rg_budget_sentence(&result->lines[i], result->tier, &text);
        rg_annotation("error", "performance budget", rg_buffer_text(&text), out);
        if (text.failed != RG_ERROR_NONE)
            out->failed = text.failed;
        rg_buffer_release(&text);
    }
    return count;
}

void rg_budget_total(const struct rg_budget_result *result, struct rg_buffer *out)
{
    if (result->count == 0)
        return;
    if (result->exceeded > 0)
        rg_buffer_printf(out, ", %zu of %zu budgets exceeded", result->exceeded, result->count);
    else
        rg_buffer_printf(out, ", all %zu budgets kept", result->count);
}
