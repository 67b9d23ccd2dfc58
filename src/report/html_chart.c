#include "report/html_chart.h"

#include "rungate/base/escape.h"
#include "rungate/base/utf8.h"
#include "rungate/report/style.h"

#include <math.h>
#include <string.h>

/* In pixels. */
enum { HEAD = 14, SHARES = 92, GAP = 6, LANE = 24, FOOT = 20, LABEL_CHARS = 7 };

void rg_chart_number(struct rg_buffer *out, double value)
{
    double tenths = floor(fabs(value) * 10 + 0.5);
    long long whole = (long long)(tenths / 10);
    long long rest = (long long)tenths % 10;

    rg_buffer_printf(out, "%s%lld", value < 0 && tenths > 0 ? "-" : "", whole);
    if (rest > 0)
        rg_buffer_printf(out, ".%lld", rest);
}

double rg_chart_top(double share)
{
    static const double tops[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8};

    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++) {
        if (share <= tops[i])
            return tops[i];
    }
    return 1;
}

bool rg_chart_draws(const struct rg_series_counts *counts)
{
    return counts != NULL && counts->above != NULL && counts->total > 0;
}

/* The share of the observations in bucket `i`; the one after the last edge is +Inf's. */
static double share_in(const struct rg_series_counts *counts, size_t i)
{
    double below = i == 0 ? counts->total : counts->above[i - 1];
    double above = i == counts->edge_count ? 0 : counts->above[i];

    return (below - above) / counts->total;
}

void rg_chart_range(struct rg_range *range, const struct rg_ladder *ladder,
                    const struct rg_series_counts *counts)
{
    const double beyond = 1.001;

    if (!rg_chart_draws(counts))
        return;
    for (size_t i = 0; i < counts->edge_count; i++) {
        if (share_in(counts, i) > 0)
            rg_range_add(range, ladder->edges[i]);
    }
    if (share_in(counts, counts->edge_count) > 0)
        rg_range_add(range, ladder->edges[counts->edge_count - 1] * beyond);
}

static bool has_shares(const struct rg_chart *chart)
{
    return rg_chart_draws(chart->before) || rg_chart_draws(chart->after);
}

/* Where the lanes begin, and where they end. */
static int lanes_top(const struct rg_chart *chart)
{
    return HEAD + (has_shares(chart) ? SHARES + GAP : 0);
}

static int lanes_bottom(const struct rg_chart *chart)
{
    return lanes_top(chart) + LANE * (int)chart->lane_count;
}

/* "12.3%": a position along the axis, as a place in the outer picture. */
static void put_place(const struct rg_chart *chart, double at)
{
    rg_chart_number(chart->out, at * 100 / (double)RG_AXIS_WIDTH);
    rg_buffer_putc(chart->out, '%');
}

/* Begin an inner picture that is stretched to the width of the page. */
static void put_stretched(const struct rg_chart *chart, int top, int height)
{
    rg_buffer_printf(chart->out,
                     "<svg y=\"%d\" width=\"100%%\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                     "preserveAspectRatio=\"none\">",
                     top, height, RG_AXIS_WIDTH, height);
}

/* The shares as steps from the base line up and back to it. A share above 0 can always be seen. */
static void put_steps(const struct rg_chart *chart, const char *class_name,
                      const struct rg_series_counts *counts, double top)
{
    const double least = 1.5;
    double level = SHARES;

    if (!rg_chart_draws(counts))
        return;
    rg_buffer_printf(chart->out, "<path class=\"%s\" d=\"M0 %d", class_name, SHARES);
    for (size_t i = 0; i <= counts->edge_count; i++) {
        double left = i == 0 ? 0 : rg_axis_at(chart->axis, chart->axis->ladder->edges[i - 1]);
        double share = share_in(counts, i);
        double height = share > 0 ? fmax(least, share / top * (double)SHARES) : 0;
        double y = (double)SHARES - height;
        if (y == level)
            continue;
        rg_buffer_putc(chart->out, 'H');
        rg_chart_number(chart->out, left);
        rg_buffer_putc(chart->out, 'V');
        rg_chart_number(chart->out, y);
        level = y;
    }
    rg_buffer_printf(chart->out, "H%dV%d\"/>", RG_AXIS_WIDTH, SHARES);
}

static double highest_share(const struct rg_series_counts *counts)
{
    double highest = 0;

    for (size_t i = 0; rg_chart_draws(counts) && i <= counts->edge_count; i++)
        highest = fmax(highest, share_in(counts, i));
    return highest;
}

static void put_shares(const struct rg_chart *chart)
{
    double top = rg_chart_top(fmax(highest_share(chart->before), highest_share(chart->after)));

    put_stretched(chart, HEAD, SHARES);
    rg_buffer_printf(chart->out, "<path class=\"rule\" d=\"M0 .5H%dM0 %dH%d\"/>", RG_AXIS_WIDTH, SHARES / 2,
                     RG_AXIS_WIDTH);
    put_steps(chart, "after", chart->after, top);
    put_steps(chart, "before", chart->before, top);
    rg_buffer_printf(chart->out, "<path class=\"base\" d=\"M0 %d.5H%d\"/></svg>\n", SHARES - 1,
                     RG_AXIS_WIDTH);
    rg_buffer_printf(chart->out, "<text class=\"e\" x=\"-8\" y=\"%d\">%s %%</text>", HEAD + 8,
                     rg_text_number(true, top * 100).text);
    rg_buffer_printf(chart->out, "<text class=\"e\" x=\"-8\" y=\"%d\">0</text>\n", HEAD + SHARES);
}

/* A line down through the chart for each edge, as long as they can be told apart. */
static void put_edges(const struct rg_chart *chart, const struct rg_tick *ticks, size_t tick_count)
{
    const double least = 4;
    const struct rg_axis *axis = chart->axis;
    int height = lanes_bottom(chart) - HEAD;
    double last = -least;

    put_stretched(chart, HEAD, height);
    rg_buffer_puts(chart->out, "<path class=\"edge\" d=\"");
    for (size_t i = axis->first; axis->ladder != NULL && i < axis->last; i++) {
        double at = rg_axis_at(axis, axis->ladder->edges[i]);
        if (at - last < least)
            continue;
        last = at;
        rg_buffer_putc(chart->out, 'M');
        rg_chart_number(chart->out, at);
        rg_buffer_printf(chart->out, " 0V%d", height);
    }
    for (size_t i = 0; axis->ladder == NULL && i < tick_count; i++) {
        rg_buffer_putc(chart->out, 'M');
        rg_chart_number(chart->out, ticks[i].at);
        rg_buffer_printf(chart->out, " 0V%d", height);
    }
    rg_buffer_puts(chart->out, "\"/></svg>\n");
}

static void put_labels(const struct rg_chart *chart, const struct rg_tick *ticks, size_t tick_count,
                       const char *unit)
{
    int y = lanes_bottom(chart) + FOOT - 6;

    for (size_t i = 0; i < tick_count; i++) {
        rg_buffer_printf(chart->out, "<text class=\"m%s\" x=\"", ticks[i].wide ? " w" : "");
        put_place(chart, ticks[i].at);
        rg_buffer_printf(chart->out, "\" y=\"%d\">%s</text>", y, rg_text_number(true, ticks[i].value).text);
    }
    rg_buffer_printf(chart->out, "<text class=\"e\" x=\"-24\" y=\"%d\">", y);
    rg_escape_xml(chart->out, unit);
    rg_buffer_puts(chart->out, "</text>\n");
}

void rg_chart_begin(const struct rg_chart *chart, const char *title, const char *description,
                    const char *unit)
{
    struct rg_tick ticks[RG_AXIS_TICKS_MAX];
    size_t tick_count = rg_axis_ticks(chart->axis, ticks);
    size_t number = chart->number;

    rg_buffer_printf(chart->out,
                     "<svg class=\"chart\" role=\"img\" width=\"100%%\" height=\"%d\" "
                     "aria-labelledby=\"t%zu d%zu\"><title id=\"t%zu\">",
                     lanes_bottom(chart) + FOOT, number, number, number);
    rg_escape_xml(chart->out, title);
    rg_buffer_printf(chart->out, "</title><desc id=\"d%zu\">", number);
    rg_escape_xml(chart->out, description);
    rg_buffer_puts(chart->out, "</desc>\n");
    put_edges(chart, ticks, tick_count);
    if (has_shares(chart))
        put_shares(chart);
    put_labels(chart, ticks, tick_count, unit);
}

/* The height at which the marks of the current lane are. */
static int lane_middle(const struct rg_chart *chart)
{
    return lanes_top(chart) + LANE * (int)chart->lanes - LANE / 2;
}

void rg_chart_lane(struct rg_chart *chart, const char *label)
{
    char cut[LABEL_CHARS * 4 + 1];
    size_t length = 0;
    size_t left = strlen(label);
    uint32_t c;

    for (size_t i = 0; i < LABEL_CHARS && length < left; i++) {
        size_t size = rg_utf8_decode(label + length, left - length, &c);
        length += size == 0 ? 1 : size;
    }
    memcpy(cut, label, length);
    cut[length] = '\0';
    chart->lanes++;
    rg_buffer_printf(chart->out, "<text class=\"e k\" x=\"-8\" y=\"%d\">", lane_middle(chart) + 4);
    rg_escape_xml(chart->out, cut);
    rg_buffer_printf(chart->out, "%s</text>", length < left ? "…" : "");
}

void rg_chart_band(const struct rg_chart *chart, double low, double high)
{
    double from = rg_axis_at(chart->axis, low);
    double to = rg_axis_at(chart->axis, high);

    rg_buffer_puts(chart->out, "<rect class=\"band\" x=\"");
    put_place(chart, from);
    rg_buffer_printf(chart->out, "\" y=\"%d\" width=\"", lane_middle(chart) - LANE / 2 + 3);
    put_place(chart, to - from);
    rg_buffer_printf(chart->out, "\" height=\"%d\"/>", LANE - 6);
}

void rg_chart_link(const struct rg_chart *chart, double from, double to)
{
    int y = lane_middle(chart);

    rg_buffer_puts(chart->out, "<line class=\"link\" x1=\"");
    put_place(chart, rg_axis_at(chart->axis, from));
    rg_buffer_puts(chart->out, "\" x2=\"");
    put_place(chart, rg_axis_at(chart->axis, to));
    rg_buffer_printf(chart->out, "\" y1=\"%d\" y2=\"%d\"/>", y, y);
}

/* A line from the top of the chart, so that it is seen what lies beyond it. */
static void put_trip_line(const struct rg_chart *chart, double at, int bottom)
{
    rg_buffer_puts(chart->out, "<line class=\"trip\" x1=\"");
    put_place(chart, at);
    rg_buffer_puts(chart->out, "\" x2=\"");
    put_place(chart, at);
    rg_buffer_printf(chart->out, "\" y1=\"%d\" y2=\"%d\"/>", HEAD - 4, bottom);
}

void rg_chart_line(const struct rg_chart *chart, double value)
{
    put_trip_line(chart, rg_axis_at(chart->axis, value), lanes_bottom(chart));
}

void rg_chart_runs(const struct rg_chart *chart, const double *values, size_t count)
{
    enum { HEIGHT = 10 };

    if (count == 0)
        return;
    put_stretched(chart, lane_middle(chart) - HEIGHT / 2, HEIGHT);
    rg_buffer_puts(chart->out, "<path class=\"run\" d=\"");
    for (size_t i = 0; i < count; i++) {
        rg_buffer_putc(chart->out, 'M');
        rg_chart_number(chart->out, rg_axis_at(chart->axis, values[i]));
        rg_buffer_printf(chart->out, " 0V%d", HEIGHT);
    }
    rg_buffer_puts(chart->out, "\"/></svg>");
}

void rg_chart_mark(const struct rg_chart *chart, enum rg_mark mark, double value)
{
    static const char ids[] = {
        [RG_MARK_BEFORE] = 'b',  [RG_MARK_AFTER] = 'c', [RG_MARK_FIRED] = 'f', [RG_MARK_AT_LEAST] = 'g',
        [RG_MARK_AT_MOST] = 'l', [RG_MARK_VOID] = 'v',  [RG_MARK_TRIP] = 't'};
    double at = rg_axis_at(chart->axis, value);

    if (mark == RG_MARK_TRIP && has_shares(chart))
        put_trip_line(chart, at, lane_middle(chart));
    rg_buffer_printf(chart->out, "<use href=\"#%c\" x=\"", ids[mark]);
    put_place(chart, at);
    rg_buffer_printf(chart->out, "\" y=\"%d\"/>", lane_middle(chart));
}

void rg_chart_end(const struct rg_chart *chart)
{
    rg_buffer_puts(chart->out, "</svg>\n");
}
