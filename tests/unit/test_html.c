/* The pieces of an HTML page: axis, ticks, coordinates, shares, series, tables, the frame. */
#include "check.h"

#include "report/html_chart.h"
#include "report/html_page.h"
#include "report/html_series.h"
#include "report/table_html.h"

static const double decades[] = {0.01, 0.1, 1, 10, 100, 1000};
static const struct rg_ladder ladder = {.name = "span", .unit = "ms", .edges = decades, .edge_count = 6};

static struct rg_axis axis_of(const struct rg_ladder *edges, double min, double max)
{
    struct rg_range range = {0};
    struct rg_axis axis;

    rg_range_add(&range, max);
    rg_range_add(&range, min);
    rg_axis_init(&axis, edges, &range);
    return axis;
}

static void test_range(void **state)
{
    struct rg_range range = {0};

    (void)state;
    rg_range_add(&range, 0);
    rg_range_add(&range, -1);
    rg_range_add(&range, (double)NAN);
    rg_range_add(&range, HUGE_VAL);
    CHECK("what has no logarithm", !range.any);
    rg_range_add(&range, 5);
    CHECK_SAME("one value", range.min, 5);
    CHECK_SAME("one value", range.max, 5);
    rg_range_add(&range, 2);
    rg_range_add(&range, 7);
    CHECK_SAME("three", range.min, 2);
    CHECK_SAME("three", range.max, 7);
}

static void test_ends(void **state)
{
    static const struct {
        const char *row;
        bool has_ladder;
        double min, max, low, high;
        size_t first, last;
    } rows[] = {
        {"a bucket more on each side", true, 5, 5, 0.1, 100, 1, 5},
        {"on an edge: the bucket below it", true, 10, 10, 0.1, 100, 1, 5},
        {"just above an edge", true, 10.1, 10.1, 1, 1000, 2, 6},
        {"an ulp above an edge is on it", true, 10.000000000000002, 10, 0.1, 100, 1, 5},
        {"the first bucket", true, 0.005, 0.005, 0.001, 0.1, 0, 2},
        {"below the axis that the ladder gives", true, 1e-5, 0.005, 1e-5, 0.1, 0, 2},
        {"the second bucket", true, 0.05, 0.05, 0.001, 1, 0, 3},
        {"the last bucket", true, 500, 500, 10, 10000, 3, 6},
        {"above the top edge", true, 2000, 2000, 100, 10000, 4, 6},
        {"far above it", true, 2e6, 2e6, 100, 2e6, 4, 6},
        {"without a ladder", false, 3, 40, 2, 50, 0, 0},
        {"without a ladder, on round numbers", false, 2, 50, 2, 50, 0, 0},
        {"without a ladder, just wide", false, 1, 8, 1, 10, 0, 0},
        {"without a ladder, just narrow", false, 1, 7.99, 1, 8, 0, 0},
        {"without a ladder, narrow", false, 10.3, 19.2, 10, 20, 0, 0},
        {"without a ladder, one value", false, 3, 3, 3, 3.01, 0, 0},
        {"without a ladder, small", false, 3e-9, 4e-9, 3e-9, 4.2e-9, 0, 0},
        {"without a ladder, less than a step", false, 1.9, 15, 1.9, 16, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_axis axis = axis_of(rows[i].has_ladder ? &ladder : NULL, rows[i].min, rows[i].max);
        CHECK_NEAR(rows[i].row, axis.low, rows[i].low, 1e-12);
        CHECK_NEAR(rows[i].row, axis.high, rows[i].high, 1e-12);
        CHECK_INT(rows[i].row, axis.first, rows[i].first);
        CHECK_INT(rows[i].row, axis.last, rows[i].last);
    }
}

static void test_places(void **state)
{
    static const struct {
        const char *row;
        double value, at;
    } rows[] = {
        {"the left end", 0.1, 0},
        {"the right end", 100, RG_AXIS_WIDTH},
        {"a third of the decades", 1, 1000.0 / 3},
        {"half way", 3.1622776601683795, 500},
        {"beyond the left end", 0.01, 0},
        {"beyond the right end", 1e9, RG_AXIS_WIDTH},
        {"nothing", 0, 0},
        {"below nothing", -5, 0},
    };
    struct rg_axis axis = axis_of(&ladder, 5, 5);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK(rows[i].row, fabs(rg_axis_at(&axis, rows[i].value) - rows[i].at) < 1e-9);
}

/* The labels as text, those in parentheses that only a wide page has. */
static const char *ticks_text(const struct rg_axis *axis, char *text, size_t size)
{
    struct rg_tick ticks[RG_AXIS_TICKS_MAX];
    size_t count = rg_axis_ticks(axis, ticks);
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length +=
            (size_t)snprintf(text + length, size - length, ticks[i].wide ? "(%g)" : "%g ", ticks[i].value);
    return text;
}

static void test_ticks(void **state)
{
    enum { EDGES = 400 };
    static double edges[EDGES];
    struct rg_ladder fine = {.name = "fine", .unit = "ms", .edges = edges, .edge_count = EDGES};
    struct rg_axis axis = axis_of(&ladder, 0.05, 500);
    struct rg_tick ticks[RG_AXIS_TICKS_MAX];
    char text[512];

    (void)state;
    CHECK_TEXT("each edge has room", ticks_text(&axis, text, sizeof text), "0.01 0.1 1 10 100 1000 ");
    axis = axis_of(NULL, 1, 100);
    CHECK_TEXT("round numbers", ticks_text(&axis, text, sizeof text), "1 2 5 10 20 50 100 ");
    axis = axis_of(NULL, 0.97, 1.52);
    CHECK_TEXT("steps of one size", ticks_text(&axis, text, sizeof text), "0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 ");
    axis = axis_of(NULL, 1, 1e4);
    CHECK_TEXT("some only where it is wide", ticks_text(&axis, text, sizeof text),
               "1 2 5 10 20 50 (100)200 500 (1000)2000 (5000)10000 ");
    for (size_t i = 0; i < EDGES; i++)
        edges[i] = 1 + (double)i / 100;
    axis = axis_of(&fine, 1, 4);
    size_t count = rg_axis_ticks(&axis, ticks);
    CHECK("a fine ladder has some", count > 5 && count < 20);
    for (size_t i = 1; i < count; i++)
        CHECK("and they are apart", ticks[i].at - ticks[i - 1].at > 40);
}

static void test_numbers(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"},         {12, "12"},      {12.34, "12.3"}, {12.35, "12.4"},
                {-0.04, "0"},     {-0.05, "-0.1"}, {-3.5, "-3.5"},  {0.96, "1"},
                {999.95, "1000"}, {0.1, "0.1"},    {1000, "1000"}};
    struct rg_buffer out;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        rg_buffer_init(&out, RG_TEXT_MAX);
        rg_chart_number(&out, rows[i].value);
        CHECK_TEXT(rows[i].text, rg_buffer_text(&out), rows[i].text);
        rg_buffer_release(&out);
    }
    CHECK_SAME("no share", rg_chart_top(0), 0.01);
    CHECK_SAME("on a top", rg_chart_top(0.2), 0.2);
    CHECK_SAME("just above one", rg_chart_top(0.2000001), 0.3);
    CHECK_SAME("above the last", rg_chart_top(0.81), 1);
    CHECK_SAME("all", rg_chart_top(1), 1);
}

/* A chart of these counts, without lanes. */
static struct rg_buffer chart_of(const struct rg_series_counts *before, const struct rg_series_counts *after,
                                 struct rg_range range)
{
    struct rg_buffer out;
    struct rg_axis axis;
    struct rg_chart chart = {.out = &out, .axis = &axis, .number = 1, .before = before, .after = after};

    rg_chart_range(&range, &ladder, before);
    rg_chart_range(&range, &ladder, after);
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_axis_init(&axis, &ladder, &range);
    rg_chart_begin(&chart, "a \"title\"", "<desc>", "ms");
    rg_chart_end(&chart);
    return out;
}

static void test_shares(void **state)
{
    double half[] = {100, 100, 50, 0, 0, 0};      /* half in (0.1, 1], half in (1, 10] */
    double over[] = {100, 100, 100, 100, 100, 1}; /* all in (100, 1000] but one above */
    double rare[] = {1e6, 1e6, 1e6, 1, 0, 0};     /* one in a million in (10, 100] */
    const struct rg_series_counts counts[] = {
        {100, half, 6}, {100, over, 6}, {1e6, rare, 6}, {0, half, 6}, {100, NULL, 6}};
    static const struct {
        const char *row;
        size_t counts;
        const char *path; /* of the current side */
    } rows[] = {
        {"two buckets", 0, "M0 92H250V0H750V92H1000V92"},
        {"above the top edge", 1, "M0 92H333.3V0.9H666.7V90.5H1000V92"},
        {"the least share is seen", 2, "M0 92H250V0H500V90.5H750V92H1000V92"},
        {"no observations", 3, NULL},
        {"not counted", 4, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_range range = {0};
        if (rows[i].path == NULL)
            rg_range_add(&range, 5);
        struct rg_buffer out = chart_of(NULL, &counts[rows[i].counts], range);
        const char *found = strstr(rg_buffer_text(&out), "class=\"after\" d=\"");
        CHECK(rows[i].row, (found != NULL) == (rows[i].path != NULL));
        if (found != NULL && strncmp(found + 17, rows[i].path, strlen(rows[i].path)) != 0)
            CHECK_TEXT(rows[i].row, found + 17, rows[i].path);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), "class=\"before\"") == NULL);
        CHECK(rows[i].row,
              strstr(rg_buffer_text(&out), "<title id=\"t1\">a &quot;title&quot;</title>") != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), "<desc id=\"d1\">&lt;desc&gt;</desc>") != NULL);
        rg_buffer_release(&out);
    }
}

static void test_labels(void **state)
{
    static const struct {
        const char *label, *shown;
    } rows[] = {{"p99", ">p99<"},
                {"", "><"},
                {"1234567", ">1234567<"},
                {"12345678", ">1234567…<"},
                {"ééééééé", ">ééééééé<"},
                {"éééééééé", ">ééééééé…<"},
                {"<b>&\"'", ">&lt;b&gt;&amp;&quot;&#39;<"},
                {"\xff\xff", ">\\xff\\xff<"}};
    struct rg_axis axis = axis_of(&ladder, 5, 5);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        struct rg_chart chart = {.out = &out, .axis = &axis, .number = 1, .lane_count = 1};
        rg_buffer_init(&out, RG_TEXT_MAX);
        rg_chart_lane(&chart, rows[i].label);
        CHECK(rows[i].label, strstr(rg_buffer_text(&out), rows[i].shown) != NULL);
        rg_buffer_release(&out);
    }
}

/* "p50 p99 mean|…": the labels of each series, worst first. */
static const char *series_text(const struct rg_html_series_list *list, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < list->count && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, "%.*s:", (int)list->items[i].base_length,
                                   list->items[i].base);
        for (size_t k = 0; k < list->items[i].count && length < size; k++)
            length += (size_t)snprintf(text + length, size - length, " %s",
                                       rg_html_series_label(&list->items[i], list->items[i].rows[k]));
        length += length < size ? (size_t)snprintf(text + length, size - length, "; ") : 0;
    }
    return text;
}

static void test_series(void **state)
{
    /* In the order of a verdict. The keys of a series are not neighbours, neither there nor by name. */
    static const struct rg_row rows[] = {
        {.key = "span.b.p99"},
        {.key = "span.a.p50"},
        {.key = "span.a.mean", .context = {.kind = RG_KEY_MEAN}},
        {.key = "plain"},
        {.key = "span.a.n.p50"},
        {.key = "span.b.p50"},
        {.key = "span.a.p999"},
        {.key = "span.a.p99"},
    };
    const struct rg_row *ordered[COUNT_OF(rows)];
    struct rg_order order = {.rows = ordered};
    struct rg_html_series_list list;
    struct rg_error err = {0};
    char text[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        ordered[i] = &rows[i];
    CHECK("made", rg_html_series_find(&order, COUNT_OF(rows), &list, &err));
    CHECK_TEXT("worst first", series_text(&list, text, sizeof text),
               "span.b: p50 p99; span.a: p50 p99 p999 mean; plain: plain; span.a.n: p50; ");
    CHECK_TEXT("the worst key", list.items[0].worst->key, "span.b.p99");
    CHECK_TEXT("the worst key", list.items[1].worst->key, "span.a.p50");
    rg_html_series_release(&list);
    CHECK("none", rg_html_series_find(&order, 0, &list, &err));
    CHECK_INT("none", list.count, 0);
    rg_html_series_release(&list);
}

static void test_table(void **state)
{
    static const struct rg_column columns[] = {{"", 'l'}, {"a<b", 'r'}, {"c", 'l'}};
    struct rg_table table;
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_table_init(&table, columns, COUNT_OF(columns));
    rg_table_cell(&table, "k&y");
    rg_table_number(&table, true, 1.5);
    rg_table_paint(&table, RG_PAINT_RED);
    rg_table_cell(&table, "\"<\"");
    rg_table_html(&table, "<caption>", &out);
    CHECK_TEXT(
        "a table", rg_buffer_text(&out),
        "<table>\n<caption>&lt;caption&gt;</caption>\n<thead>\n<tr><td></td><th scope=\"col\" class=\"r\">a&lt;b</th>"
        "<th scope=\"col\">c</th></tr>\n</thead>\n<tbody>\n<tr><th scope=\"row\">k&amp;y</th>"
        "<td class=\"r bad\">1.5</td><td>&quot;&lt;&quot;</td></tr>\n</tbody>\n</table>\n");
    rg_table_release(&table);
    rg_buffer_release(&out);
}

static void test_frame(void **state)
{
    static const struct {
        const char *row, *total;
        enum rg_html_tone tone;
        const char *title, *look, *sentence;
    } rows[] = {
        {"pass", "PASS: none", RG_HTML_GOOD, "<title>PASS: s</title>", "verdict good", ">none</p>"},
        {"with a condition", "PASS, under another profile", RG_HTML_PARTIAL, "<title>PASS: s</title>",
         "verdict good partial", ">under another profile</p>"},
        {"fail", "FAIL: 1 of 2", RG_HTML_BAD, "<title>FAIL: s</title>", "verdict bad", ">1 of 2</p>"},
        {"two words", "CANNOT JUDGE: why", RG_HTML_OPEN, "<title>CANNOT JUDGE: s</title>", "verdict open",
         ">why</p>"},
        {"gates nothing", "NOT GATED: <x>", RG_HTML_OPEN, "<title>NOT GATED: s</title>", "verdict open",
         ">&lt;x&gt;</p>"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        rg_buffer_init(&out, RG_TEXT_MAX);
        rg_html_begin(&out, "s", rows[i].total, rows[i].tone);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), rows[i].title) != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), rows[i].look) != NULL);
        CHECK(rows[i].row, strstr(rg_buffer_text(&out), rows[i].sentence) != NULL);
        rg_buffer_release(&out);
    }
}

static void test_folded(void **state)
{
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_html_folded(&out, "t", "a <b>\n\n\tc\nlast");
    CHECK_TEXT(
        "lines stay lines", rg_buffer_text(&out),
        "<details class=\"more\"><summary>t</summary>\n<pre>a &lt;b&gt;\n\n\\tc\nlast\n</pre>\n</details>\n");
    rg_buffer_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_range),  cmocka_unit_test(test_ends),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_ticks),  cmocka_unit_test(test_numbers), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_labels), cmocka_unit_test(test_series),  cmocka_unit_test(test_table),
        cmocka_unit_test(test_frame),  cmocka_unit_test(test_folded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
