#include "rungate/report/html_compare.h"

#include "report/compare_total.h"
#include "report/html_figure.h"
#include "report/html_page.h"
#include "report/table_html.h"
#include "rungate/base/escape.h"
#include "rungate/base/sorted.h"
#include "rungate/report/budgets.h"

#include <string.h>

/* What is written: the page, and the verdict on it. */
struct page {
    const struct rg_verdict *verdict;
    const struct rg_explain_paths *paths;
    struct rg_buffer *out;
    struct rg_buffer text; /* reused */
    size_t charts;
};

/* The word for what became of a key. */
static const char *const words[] = {
    [RG_ROW_REGRESSED] = "REGRESSION",      [RG_ROW_WAIVED] = "waived",
    [RG_ROW_UNCONFIRMED] = "not confirmed", [RG_ROW_NOT_JUDGED] = "not judged",
    [RG_ROW_IMPROVED] = "improved",         [RG_ROW_WITHIN] = "within bounds",
};

static void put_origins(struct page *page)
{
    static const struct rg_column columns[] = {{"", 'l'},        {"captured", 'l'}, {"commit", 'l'},
                                               {"profile", 'l'}, {"window", 'l'},   {"runs", 'r'}};
    const struct rg_timings *const sides[] = {page->verdict->baseline, page->verdict->current};
    static const char *const names[] = {"baseline", "current"};
    struct rg_table table;

    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const char *const facts[] = {sides[i]->captured_at, sides[i]->git_sha, sides[i]->profile,
                                     sides[i]->source != NULL ? sides[i]->source : sides[i]->window};
        rg_table_cell(&table, names[i]);
        for (size_t fact = 0; fact < sizeof facts / sizeof facts[0]; fact++)
            rg_table_cell(&table, facts[fact] == NULL ? "-" : facts[fact]);
        if (sides[i]->placeholder)
            rg_table_cell(&table, "placeholder");
        else
            rg_table_number(&table, true, sides[i]->run_count > 0 ? (double)sides[i]->run_count : 1);
    }
    rg_buffer_puts(page->out, "<div class=\"facts\">");
    rg_table_html(&table, "What was compared", page->out);
    rg_buffer_puts(page->out, "</div>\n");
    rg_table_release(&table);
}

/* The same cells as in every other form, of one series. */
static void put_rows(struct page *page, const struct rg_html_series *series)
{
    static const struct rg_column columns[] = {
        {"", 'l'}, {"verdict", 'l'}, {"baseline", 'r'},    {"current", 'r'},
        {"", 'l'}, {"change", 'r'},  {"trips above", 'r'}, {"to trip", 'r'}};
    struct rg_table table;

    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < series->count; i++) {
        enum rg_row_kind kind = rg_row_kind(series->rows[i]);
        rg_table_cell(&table, rg_html_series_label(series, series->rows[i]));
        rg_table_cell(&table, words[kind]);
        rg_table_paint(&table, rg_row_class(kind)->paint);
        rg_row_cells(series->rows[i], false, &table);
    }
    rg_buffer_clear(&page->text);
    rg_buffer_add(&page->text, series->base, series->base_length);
    rg_buffer_puts(page->out, "<div class=\"keys\">");
    rg_table_html(&table, rg_buffer_text(&page->text), page->out);
    rg_buffer_puts(page->out, "</div>\n");
    rg_table_release(&table);
}

static void put_key_note(struct page *page, const char *label, const char *note)
{
    rg_buffer_puts(page->out, "<p class=\"note\"><b>");
    rg_escape_xml(page->out, label);
    rg_buffer_puts(page->out, "</b> ");
    rg_escape_xml(page->out, note);
    rg_buffer_puts(page->out, "</p>\n");
}

/* What the capture noted on its readings. */
static void put_capture_notes(struct page *page, const struct rg_html_series *series)
{
    const struct rg_named_texts *notes = &page->verdict->current->notes;

    for (size_t i = 0; i < series->count; i++) {
        const struct rg_named_text *note =
            rg_sorted_find(notes->items, notes->count, sizeof *notes->items, series->rows[i]->key);
        if (note != NULL)
            put_key_note(page, rg_html_series_label(series, series->rows[i]), note->text);
    }
}

/* Why keys are not simply good; once for neighbours of which the same is said. */
static void put_notes(struct page *page, const struct rg_html_series *series)
{
    struct rg_buffer labels;
    struct rg_buffer before;

    rg_buffer_init(&labels, RG_TEXT_MAX);
    rg_buffer_init(&before, RG_TEXT_MAX);
    for (size_t i = 0; i < series->count; i++) {
        enum rg_row_kind kind = rg_row_kind(series->rows[i]);
        if (kind == RG_ROW_WITHIN || kind == RG_ROW_IMPROVED)
            continue;
        rg_buffer_clear(&page->text);
        rg_row_note(series->rows[i], &page->text);
        if (labels.length > 0 && strcmp(rg_buffer_text(&before), rg_buffer_text(&page->text)) != 0) {
            put_key_note(page, rg_buffer_text(&labels), rg_buffer_text(&before));
            rg_buffer_clear(&labels);
        }
        rg_buffer_puts(&labels, labels.length > 0 ? ", " : "");
        rg_buffer_puts(&labels, rg_html_series_label(series, series->rows[i]));
        rg_buffer_clear(&before);
        rg_buffer_puts(&before, rg_buffer_text(&page->text));
    }
    if (labels.length > 0)
        put_key_note(page, rg_buffer_text(&labels), rg_buffer_text(&before));
    put_capture_notes(page, series);
    rg_buffer_inherit(page->out, &labels);
    rg_buffer_inherit(page->out, &before);
    rg_buffer_release(&labels);
    rg_buffer_release(&before);
}

/* What --explain says, folded: of each key its arithmetic, once the counts, and what to do about what fired. */
static bool put_words(struct page *page, const struct rg_html_series *series, struct rg_error *err)
{
    const struct rg_row *counted = series->rows[0];
    struct rg_buffer *text = &page->text;

    rg_buffer_clear(text);
    for (size_t i = 0; i < series->count; i++) {
        const struct rg_row *row = series->rows[i];
        if (counted->baseline.ladder == NULL && counted->current.ladder == NULL)
            counted = row;
        rg_buffer_puts(text, i > 0 ? "\n" : "");
        rg_escape_terminal(text, row->key);
        rg_buffer_puts(text, "\n\n");
        if (!rg_explain_row(page->verdict, row, page->paths, RG_EXPLAIN_ARITHMETIC, text, err))
            return false;
    }
    if (!rg_explain_row(page->verdict, counted, page->paths, RG_EXPLAIN_COUNTS, text, err) ||
        (rg_row_kind(series->worst) < RG_ROW_NOT_JUDGED &&
         !rg_explain_row(page->verdict, series->worst, page->paths, RG_EXPLAIN_ADVICE, text, err)))
        return false;
    rg_html_folded(page->out, "the arithmetic", rg_buffer_text(text));
    rg_buffer_inherit(page->out, text);
    return rg_buffer_check(page->out, err);
}

static bool put_series(struct page *page, const struct rg_html_series *series, struct rg_error *err)
{
    put_rows(page, series);
    put_notes(page, series);
    return rg_html_figure(page->verdict, series, ++page->charts, page->out, err) &&
           (page->verdict->baseline->placeholder || put_words(page, series, err));
}

/* A card, or one line of what needs no look, which is as any other when it is opened. */
static bool put_one(struct page *page, const struct rg_html_series *series, bool folded, struct rg_error *err)
{
    struct rg_buffer name;

    rg_buffer_init(&name, RG_TEXT_MAX);
    rg_buffer_add(&name, series->base, series->base_length);
    rg_buffer_clear(&page->text);
    if (folded) {
        rg_buffer_printf(&page->text, "%s ", rg_html_series_label(series, series->worst));
        rg_row_readings(series->worst, &page->text);
    }
    rg_html_key_begin(page->out, rg_buffer_text(&name), rg_buffer_text(&page->text), folded, false);
    bool ok = put_series(page, series, err);
    rg_html_key_end(page->out, folded);
    rg_buffer_inherit(page->out, &name);
    rg_buffer_release(&name);
    return ok;
}

/* The series by the class of their worst key. */
static bool put_classes(struct page *page, const struct rg_html_series_list *list, struct rg_error *err)
{
    size_t to;

    for (size_t from = 0; from < list->count; from = to) {
        enum rg_row_kind kind = rg_row_kind(list->items[from].worst);
        to = from + 1;
        while (to < list->count && rg_row_kind(list->items[to].worst) == kind)
            to++;
        rg_buffer_printf(page->out, "<section>\n<h2>%s: %zu series</h2>\n", rg_row_class(kind)->title,
                         to - from);
        for (size_t i = from; i < to; i++) {
            if (!put_one(page, &list->items[i], rg_row_class(kind)->folded, err))
                return false;
        }
        rg_buffer_puts(page->out, "</section>\n");
    }
    return true;
}

static bool put_all(struct page *page, struct rg_error *err)
{
    static const struct rg_html_sign signs[] = {
        {"before", "baseline, share per bucket"},
        {"after", "current, share per bucket"},
        {"#b", "baseline"},
        {"#c", "current"},
        {"#f", "current, fired"},
        {"#t", "trip point"},
        {"#r", "a run of the baseline"},
        {"band", "the baseline's bucket"},
        {"#g", "this or more"},
    };
    struct rg_html_series_list list = {0};
    struct rg_order order = {0};
    bool ok = rg_order_rows(page->verdict, &order, err) &&
              rg_html_series_find(&order, page->verdict->summary.total, &list, err);

    if (ok && list.count > 0)
        rg_html_legend(page->out, signs, sizeof signs / sizeof signs[0]);
    ok = ok && put_classes(page, &list, err);
    rg_html_series_release(&list);
    rg_order_release(&order);
    return ok;
}

/* The readings of the current run, when there is nothing to compare them with. */
static bool make_rows(const struct rg_timings *current, struct rg_arena *arena, struct rg_verdict *ret,
                      struct rg_error *err)
{
    struct rg_row *rows = rg_arena_array(arena, current->metric_count + 1, sizeof *rows);

    if (rows == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < current->metric_count; i++) {
        const struct rg_metric *metric = &current->metrics[i];
        struct rg_key_context context = rg_key_context(metric->key, NULL, NULL);
        rows[i] = (struct rg_row){.key = metric->key,
                                  .unit = metric->unit,
                                  .note = "nothing to compare it with",
                                  .context = context,
                                  .current = rg_side_of(current, metric->key, &context),
                                  .baseline_samples = -1,
                                  .current_samples = -1,
                                  .baseline_rate = -1,
                                  .current_rate = -1,
                                  .tail_samples = -1,
                                  .kind = RG_CASE_NEW};
    }
    ret->rows = rows;
    ret->summary.total = current->metric_count;
    return true;
}

static enum rg_html_tone tone_of(const struct rg_verdict *verdict)
{
    if (rg_total_is_ungated(verdict))
        return RG_HTML_OPEN;
    return rg_total_is_partial(verdict) ? RG_HTML_PARTIAL : rg_html_tone_of(rg_verdict_exit(verdict));
}

bool rg_html_compare(const struct rg_verdict *verdict, const struct rg_explain_paths *paths,
                     struct rg_buffer *out, struct rg_error *err)
{
    struct page page = {.verdict = verdict, .paths = paths, .out = out};
    bool is_placeholder = verdict->baseline->placeholder;
    struct rg_verdict alone = *verdict;
    struct rg_arena arena = {0};
    bool ok = true;

    rg_buffer_init(&page.text, RG_OUTPUT_MAX);
    rg_total_verdict(verdict, &page.text);
    rg_html_begin(out, "rungate compare", rg_buffer_text(&page.text), tone_of(verdict));
    if (is_placeholder) {
        rg_html_paragraph(out, "dim",
                          "Before the first baseline there is nothing to judge against: this page only shows "
                          "what was measured.");
        ok = make_rows(verdict->current, &arena, &alone, err);
        page.verdict = &alone;
    } else {
        rg_buffer_clear(&page.text);
        rg_total_counts(&verdict->summary, &page.text);
        rg_html_paragraph(out, "dim", rg_buffer_text(&page.text));
    }
    put_origins(&page);
    rg_html_list(out, "warnings", verdict->warnings, verdict->warning_count);
    rg_budgets_html(&verdict->budgets, out);
    ok = ok && put_all(&page, err);
    rg_html_end(out);
    rg_buffer_inherit(out, &page.text);
    rg_buffer_release(&page.text);
    rg_arena_release(&arena);
    return ok && rg_buffer_check(out, err);
}
