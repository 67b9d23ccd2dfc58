#include "rungate/report/budgets.h"

#include "report/junit.h"
#include "report/table_html.h"
#include "rungate/base/number.h"

#include <stdio.h>
#include <string.h>

/* What a limit comes to, in the order in which they are shown; and what that is in each form. */
enum { EXCEEDED, MISSING, KEPT, KIND_COUNT };

static const struct {
    enum rg_paint paint;
    enum rg_junit_result junit;
    enum rg_level level;
} classes[] = {
    [EXCEEDED] = {RG_PAINT_RED, RG_JUNIT_FAILED, RG_LEVEL_ERROR},
    [MISSING] = {RG_PAINT_YELLOW, RG_JUNIT_ERROR, RG_LEVEL_ERROR},
    [KEPT] = {RG_PAINT_PLAIN, RG_JUNIT_PASSED, RG_LEVEL_NONE},
};

static int kind_of(const struct rg_budget_line *line)
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
    const char *side = line->higher ? "above" : "below";
    char reading[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];

    format_pair(line, reading, limit);
    if (line->missing)
        rg_buffer_printf(out, "%s: no reading, must be %s %s %s (", line->key, side, limit, line->unit);
    else
        rg_buffer_printf(out, "%s: %s %s, must be %s %s (", line->key, reading, line->unit, side, limit);
    put_member(line, out);
    rg_buffer_printf(out, ", tier %s): ", rg_tier_name(tier));
    put_note(line, out);
}

static void add_row(const struct rg_budget_line *line, struct rg_table *table)
{
    char reading[RG_NUMBER_SIZE];
    char limit[RG_NUMBER_SIZE];

    format_pair(line, reading, limit);
    rg_table_cell(table, line->key);
    rg_table_cell(table, reading);
    rg_table_cell(table, line->unit);
    rg_table_cell(table, line->higher ? "above" : "below");
    rg_table_cell(table, limit);
    put_member(line, rg_table_begin(table));
    put_note(line, rg_table_begin(table));
    rg_table_paint(table, classes[kind_of(line)].paint);
}

static void make_table(const struct rg_budget_result *result, struct rg_table *ret)
{
    static const struct rg_column columns[] = {{"key", 'l'}, {"reading", 'r'}, {"", 'l'}, {"must be", 'l'},
                                               {"", 'r'},    {"limit", 'l'},   {"", 'l'}};
    static const char *const titles[] = {
        [RG_TIER_DEDICATED] = "budgets, tier dedicated", [RG_TIER_CI] = "budgets, tier ci"};

    rg_table_init(ret, columns, sizeof columns / sizeof columns[0]);
    rg_table_section(ret, titles[result->tier], result->count, false);
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        for (size_t i = 0; i < result->count; i++) {
            if (kind_of(&result->lines[i]) == kind)
                add_row(&result->lines[i], ret);
        }
    }
}

void rg_budgets_text(const struct rg_budget_result *result, bool color, struct rg_buffer *out)
{
    struct rg_table table;

    if (result->count == 0)
        return;
    make_table(result, &table);
    rg_table_text(&table, 2, color, out);
    rg_table_release(&table);
}

void rg_budgets_markdown(const struct rg_budget_result *result, struct rg_page *page)
{
    struct rg_table table;

    if (result->count == 0)
        return;
    make_table(result, &table);
    rg_table_markdown(&table, page);
    rg_table_release(&table);
}

void rg_budgets_html(const struct rg_budget_result *result, struct rg_buffer *out)
{
    struct rg_table table;

    if (result->count == 0)
        return;
    make_table(result, &table);
    rg_buffer_printf(out, "<h2>%s</h2>\n", table.sections[0].title);
    rg_table_html(&table, table.sections[0].title, out);
    rg_table_release(&table);
}

void rg_budgets_json_summary(const struct rg_budget_result *result, struct rg_json_writer *w)
{
    if (result->count == 0)
        return;
    rg_json_member_integer(w, "budgets", (long long)result->count);
    rg_json_member_integer(w, "budgets_exceeded", (long long)result->exceeded);
    rg_json_member_integer(w, "budgets_missing", (long long)result->missing);
}

static void write_entry(struct rg_json_writer *w, const struct rg_budget_line *line, enum rg_tier tier)
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
    rg_json_member_number(w, "current", !line->missing, line->reading);
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
        rg_json_member_string(w, empty[i], NULL);
    rg_json_write_close_object(w);
}

void rg_budgets_json(const struct rg_budget_result *result, size_t *at, const char *before,
                     struct rg_json_writer *w)
{
    while (*at < result->count && (before == NULL || strcmp(result->lines[*at].key, before) < 0))
        write_entry(w, &result->lines[(*at)++], result->tier);
}

void rg_budgets_junit(const struct rg_budget_result *result, struct rg_junit *junit)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct rg_budget_line *line = &result->lines[i];
        enum rg_junit_result outcome = classes[kind_of(line)].junit;
        if (outcome != RG_JUNIT_PASSED)
            rg_budget_sentence(line, result->tier, &junit->text);
        rg_junit_case(junit, "budget", line->key, line->member, outcome);
    }
}

void rg_budgets_annotate(const struct rg_budget_result *result, struct rg_annotations *a)
{
    const char *title = a->title;

    a->title = "performance budget";
    for (size_t i = 0; i < result->count; i++) {
        rg_budget_sentence(&result->lines[i], result->tier, &a->text);
        rg_annotations_add(a, classes[kind_of(&result->lines[i])].level);
    }
    a->title = title;
}

void rg_budgets_total(const struct rg_budget_result *result, struct rg_buffer *out)
{
    if (result->count == 0)
        return;
    if (result->exceeded > 0)
        rg_buffer_printf(out, ", %zu of %zu budgets exceeded", result->exceeded, result->count);
    else
        rg_buffer_printf(out, ", all %zu budgets kept", result->count);
}
