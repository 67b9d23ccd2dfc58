#include "rungate/report/html_ab.h"

#include "report/ab_rows.h"
#include "report/html_chart.h"
#include "report/html_page.h"
#include "report/table_html.h"
#include "rungate/base/escape.h"
#include "rungate/report/budgets.h"

#include <math.h>

struct page {
    const struct rg_ab_verdict *verdict;
    struct rg_buffer *out;
    size_t charts;
};

static void put_rounds(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    static const struct rg_column columns[] = {
        {"round", 'r'}, {"A", 'l'}, {"B", 'l'}, {"began", 'l'}, {"left out", 'l'}};
    struct rg_table table;

    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_ab_round *round = &v->rounds[r];
        rg_table_number(&table, true, (double)(r + 1));
        for (size_t side = 0; side < RG_AB_SIDES; side++)
            rg_table_cell(&table, round->file[side].path);
        rg_table_cell(&table, rg_text_time(round->begin_s).text);
        rg_table_cell(&table, round->dropped == NULL ? "" : round->dropped);
        rg_table_paint(&table, RG_PAINT_YELLOW);
    }
    rg_buffer_printf(out, "<details class=\"more\"><summary>all %zu rounds</summary>\n", v->round_count);
    rg_table_html(&table, "The rounds", out);
    rg_buffer_puts(out, "</details>\n");
    rg_table_release(&table);
}

/* Rounds that do not count, and why. */
static void put_dropped(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    if (v->dropped == 0)
        return;
    rg_buffer_puts(out, "<h2>rounds left out</h2>\n<ul>\n");
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped == NULL)
            continue;
        rg_buffer_printf(out, "<li>round %zu: ", r + 1);
        rg_escape_xml(out, v->rounds[r].dropped);
        rg_buffer_puts(out, "</li>\n");
    }
    rg_buffer_puts(out, "</ul>\n");
}

static struct rg_range range_of(const struct rg_ab_verdict *v, const struct rg_ab_row *key)
{
    struct rg_range range = {0};

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        for (size_t r = 0; r < v->round_count; r++) {
            const struct rg_ab_reading *value = &key->values[side][r];
            rg_range_add(&range, value->reading.has_value ? value->value : 0);
        }
    }
    rg_range_add(&range, key->edge.there ? key->edge.edge : 0);
    return range;
}

/* A reading of a round, and that it is this or more, or this or less. */
static void put_reading(const struct rg_chart *chart, enum rg_mark mark, const struct rg_ab_reading *value)
{
    if (!value->reading.has_value)
        return;
    rg_chart_mark(chart, mark, value->value);
    if (value->reading.saturated)
        rg_chart_mark(chart, RG_MARK_AT_LEAST, value->value);
    if (value->below)
        rg_chart_mark(chart, RG_MARK_AT_MOST, value->value);
}

static void put_round(const struct page *page, const struct rg_ab_row *key, size_t r, struct rg_chart *chart)
{
    const struct rg_ab_reading *a = &key->values[RG_AB_A][r];
    const struct rg_ab_reading *b = &key->values[RG_AB_B][r];
    bool counts = rg_ab_counts(page->verdict, key, r);

    rg_chart_lane(chart, rg_textf("%zu", r + 1).text);
    if (a->reading.has_value && b->reading.has_value)
        rg_chart_link(chart, a->value, b->value);
    put_reading(chart, counts ? RG_MARK_BEFORE : RG_MARK_VOID, a);
    put_reading(chart, counts ? RG_MARK_AFTER : RG_MARK_VOID, b);
}

static void put_pairs(struct page *page, const struct rg_ab_row *key, const char *sentence)
{
    struct rg_range range = range_of(page->verdict, key);
    struct rg_axis axis;
    struct rg_chart chart = {
        .out = page->out, .axis = &axis, .number = ++page->charts, .lane_count = page->verdict->round_count};

    if (!range.any)
        return;
    rg_axis_init(&axis, key->ladder, &range);
    rg_buffer_puts(page->out, "<div class=\"figure\">");
    rg_chart_begin(&chart, key->key, sentence, key->unit);
    if (key->edge.there && key->kind == RG_AB_REGRESSION)
        rg_chart_line(&chart, key->edge.edge);
    for (size_t r = 0; r < page->verdict->round_count; r++)
        put_round(page, key, r, &chart);
    rg_chart_end(&chart);
    rg_buffer_puts(page->out, "</div>\n");
}

/* How many times worse B is: in each round, in the median one, the interval of the mean, and the margin. */
static void put_interval(struct page *page, const struct rg_ab_row *key, const char *sentence)
{
    double margin = 1 + page->verdict->margin;
    struct rg_arena arena = {0};
    double *ratios;
    struct rg_range range = {0};
    struct rg_axis axis;
    struct rg_chart chart = {.out = page->out, .axis = &axis, .lane_count = 1};

    /* Of a quantile on a ladder only the edges that are crossed are facts. */
    if (key->counted < RG_AB_ROUNDS_MIN || key->ladder != NULL)
        return;
    ratios = rg_arena_array(&arena, key->counted, sizeof *ratios);
    if (ratios == NULL) {
        rg_buffer_fail(page->out, RG_ERROR_MEMORY);
        return;
    }
    rg_range_add(&range, 1);
    rg_range_add(&range, margin);
    rg_range_add(&range, exp(key->measure.lower));
    rg_range_add(&range, exp(key->measure.upper));
    for (size_t i = 0; i < key->counted; i++) {
        ratios[i] = exp(key->differences[i]);
        rg_range_add(&range, ratios[i]);
    }
    rg_axis_init(&axis, NULL, &range);
    chart.number = ++page->charts;
    rg_buffer_puts(page->out, "<div class=\"figure\">");
    rg_chart_begin(&chart, rg_textf("how many times worse B is").text, sentence, "times");
    rg_chart_lane(&chart, key->context.higher ? "A / B" : "B / A");
    rg_chart_band(&chart, exp(key->measure.lower), exp(key->measure.upper));
    rg_chart_runs(&chart, ratios, key->counted);
    rg_chart_mark(&chart, RG_MARK_TRIP, margin);
    rg_chart_mark(&chart, RG_MARK_BEFORE, 1);
    rg_chart_mark(&chart, key->kind == RG_AB_REGRESSION ? RG_MARK_FIRED : RG_MARK_AFTER,
                  exp(key->measure.median));
    rg_chart_end(&chart);
    rg_buffer_puts(page->out, "</div>\n");
    rg_arena_release(&arena);
}

/* What needs no look is folded into a line. */
static bool is_folded(enum rg_ab_kind kind)
{
    return kind == RG_AB_IMPROVEMENT || kind == RG_AB_NO_DIFFERENCE || kind == RG_AB_SAME_BUCKET;
}

static void put_key(struct page *page, const struct rg_ab_row *key)
{
    bool folded = is_folded(key->kind);
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_ab_sentence(key, &text);
    rg_html_key_begin(page->out, key->key, rg_buffer_text(&text), folded, key->kind == RG_AB_REGRESSION);
    put_interval(page, key, rg_buffer_text(&text));
    put_pairs(page, key, rg_buffer_text(&text));
    rg_html_key_end(page->out, folded);
    rg_buffer_inherit(page->out, &text);
    rg_buffer_release(&text);
}

static void put_keys(struct page *page)
{
    const struct rg_ab_verdict *v = page->verdict;
    const struct rg_ab_row *before = NULL;

    for (size_t i = 0; i < v->key_count; i++) {
        const struct rg_ab_row *key = v->shown[i];
        if (before == NULL || before->kind != key->kind)
            rg_buffer_printf(page->out, "%s<section>\n<h2>%s: %zu</h2>\n",
                             before == NULL ? "" : "</section>\n", rg_ab_kind_text(key->kind),
                             v->kinds[key->kind]);
        put_key(page, key);
        before = key;
    }
    rg_buffer_puts(page->out, before == NULL ? "" : "</section>\n");
}

static void put_builds(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_ab_counts_line(v, &text);
    rg_html_paragraph(out, "dim", rg_buffer_text(&text));
    rg_buffer_clear(&text);
    rg_buffer_printf(&text, "A is %s, B is %s", v->build[RG_AB_A] == NULL ? "unknown" : v->build[RG_AB_A],
                     v->build[RG_AB_B] == NULL ? "unknown" : v->build[RG_AB_B]);
    rg_html_paragraph(out, "dim", rg_buffer_text(&text));
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&text);
}

bool rg_html_ab(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    static const struct rg_html_sign signs[] = {{"#b", "A; no difference"},
                                                {"#c", "B; the median round"},
                                                {"#f", "the median round, a regression"},
                                                {"#r", "a round"},
                                                {"band", "interval of the mean, each end 99.9 %"},
                                                {"#t", "margin, or the edge that was crossed"},
                                                {"#v", "does not count"},
                                                {"#g", "this or more"},
                                                {"#l", "this or less"}};
    bool is_partial = rg_ab_exit(v) == RG_EXIT_PASS && v->judged < v->key_count;
    struct page page = {.verdict = v, .out = out};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_ab_total(v, &text);
    rg_html_begin(out, "rungate compare, two builds", rg_buffer_text(&text),
                  is_partial ? RG_HTML_PARTIAL : rg_html_tone_of(rg_ab_exit(v)));
    put_builds(v, out);
    rg_html_list(out, "warnings", v->warnings, v->warning_count);
    put_dropped(v, out);
    put_rounds(v, out);
    rg_budgets_html(&v->budgets, out);
    rg_html_legend(out, signs, sizeof signs / sizeof signs[0]);
    put_keys(&page);
    rg_html_end(out);
    rg_buffer_inherit(out, &text);
    rg_buffer_release(&text);
    return rg_buffer_check(out, err);
}
