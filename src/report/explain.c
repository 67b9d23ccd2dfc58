#include "rungate/report/explain.h"

#include "report/compare_rows.h"
#include "report/shares.h"
#include "rungate/base/escape.h"
#include "rungate/base/number.h"
#include "rungate/base/sorted.h"
#include "rungate/format/json_write.h"
#include "rungate/judge/trip.h"
#include "rungate/model/paths.h"

#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 12, EDGES_AROUND = 3 };

/* A line, or with "" as the label what stands below one. */
static void label(struct rg_buffer *out, const char *text)
{
    rg_buffer_printf(out, "  %-*s", LABEL_WIDTH, text);
}

static struct rg_text number(double value)
{
    return rg_text_number(true, value);
}

/* A number and its unit, which is outside text. */
static void put_amount(struct rg_buffer *out, const char *amount, const char *unit)
{
    rg_buffer_printf(out, "%s ", amount);
    rg_escape_terminal(out, unit);
}

static void put_reading(struct rg_buffer *out, const char *side, const struct rg_side *reading,
                        double samples, const struct rg_timings *timings, const char *path)
{
    const struct rg_metric *metric = reading->metric;
    char exact[RG_NUMBER_SIZE];

    label(out, side);
    if (reading->has_value) {
        rg_number_format(reading->value, exact);
        rg_buffer_puts(out, reading->saturated ? "at least " : "");
        put_amount(out, exact, metric->unit);
    } else {
        rg_buffer_puts(out, metric == NULL ? "not there" : "no value");
    }
    rg_buffer_puts(out, ", from ");
    rg_escape_terminal(out, path);
    if (metric != NULL)
        rg_buffer_printf(out, ":%zu", metric->line);
    rg_buffer_putc(out, '\n');
    label(out, "");
    rg_buffer_puts(out, "captured ");
    rg_escape_terminal(out, timings->captured_at == NULL ? "at an unknown time" : timings->captured_at);
    rg_buffer_puts(out, ", git ");
    rg_escape_terminal(out, timings->git_sha == NULL ? "unknown" : timings->git_sha);
    if (samples >= 0)
        rg_buffer_printf(out, ", %.0f observations", samples);
    rg_buffer_putc(out, '\n');
    if (metric == NULL || metric->status == RG_STATUS_GOOD)
        return;
    label(out, "status");
    rg_buffer_printf(out, "%s: %s; %s\n", rg_status_name(metric->status), rg_status_meaning(metric->status),
                     rg_status_advice(metric->status));
}

/* The edges near the baseline's bucket: "… 0.05, 0.1, 0.25, 0.5, 1, 5 …". */
static void put_ladder(struct rg_buffer *out, const struct rg_ladder *ladder, double baseline)
{
    struct rg_bucket bucket;
    size_t at = 0;

    label(out, "ladder");
    rg_escape_terminal(out, ladder->name);
    rg_buffer_printf(out, ", %zu edges in ", ladder->edge_count);
    rg_escape_terminal(out, ladder->unit);
    rg_buffer_puts(out, ": ");
    if (!rg_ladder_bucket(ladder, baseline, &bucket)) {
        rg_buffer_puts(out, "the baseline is above the top edge\n");
        return;
    }
    while (ladder->edges[at] != bucket.hi)
        at++;
    size_t first = at > EDGES_AROUND ? at - EDGES_AROUND : 0;
    size_t last = at + EDGES_AROUND < ladder->edge_count ? at + EDGES_AROUND : ladder->edge_count - 1;
    rg_buffer_puts(out, first > 0 ? "… " : "");
    for (size_t i = first; i <= last; i++)
        rg_buffer_printf(out, "%s%s", i > first ? ", " : "", number(ladder->edges[i]).text);
    rg_buffer_puts(out, last + 1 < ladder->edge_count ? " …\n" : "\n");
    label(out, "bucket");
    rg_buffer_printf(
        out,
        "the baseline lies in %s; inside a bucket the server interpolates, only the crossing of an "
        "edge is a fact\n",
        rg_text_bucket(true, &bucket).text);
    label(out, "hi_next");
    if (bucket.has_next)
        rg_buffer_printf(out, "the edge above that bucket is %s\n", number(bucket.hi_next).text);
    else
        rg_buffer_puts(out, "there is no edge above that bucket\n");
}

/* What the mean rule makes of the runs. */
static void put_mean_rule(struct rg_buffer *out, const struct rg_trip *trip, bool higher)
{
    label(out, "mean rule");
    if (trip->mean.factor <= 0) {
        rg_buffer_printf(out, "no trip point: it needs %d runs or more, all above 0\n", RG_MEAN_RUNS_MIN);
        return;
    }
    rg_buffer_printf(out, "%s, the geometric mean of the runs, %s, %s %.4g%s\n", number(trip->edge).text,
                     number(trip->mean.center).text, higher ? "divided by" : "times", trip->mean.factor,
                     rg_mean_is_gated(&trip->mean) ? "" : ": too far away for a gate, see rule H");
}

/* Edge by edge, how much of each side lies above: facts, whatever was interpolated. */
static bool put_counts(struct rg_buffer *out, const struct rg_verdict *v, const struct rg_row *row,
                       struct rg_error *err)
{
    const struct rg_ladder *ladder =
        row->baseline.ladder != NULL ? row->baseline.ladder : row->current.ladder;
    static const char *const names[] = {"baseline", "current"};
    struct rg_series_counts sides[2];
    struct rg_arena arena = {0};

    if (ladder == NULL || row->kind == RG_CASE_MISMATCH)
        return true;
    bool ok = rg_timings_counts(v->baseline, row->key, ladder->edge_count, &arena, &sides[0], err) &&
              rg_timings_counts(v->current, row->key, ladder->edge_count, &arena, &sides[1], err);
    if (ok && (sides[0].above != NULL || sides[1].above != NULL))
        rg_shares_text(ladder, names, sides, out);
    rg_arena_release(&arena);
    return ok;
}

/* The runs behind the baseline, and what the rule of the key makes of them. */
static void put_spread(struct rg_buffer *out, const struct rg_row *row)
{
    const struct rg_metric *baseline = row->baseline.metric;
    struct rg_trip trip;

    if (row->context.kind == RG_KEY_QUANTILE && row->baseline.ladder == NULL)
        return;
    (void)rg_trip_derive(&row->context, row->baseline.ladder, baseline, &trip);
    if (trip.spread.count == 0)
        return;
    label(out, "runs");
    rg_buffer_printf(out, "%zu healthy runs: min %s, median %s, max %s", trip.spread.count,
                     number(trip.spread.min).text, number(trip.spread.median).text,
                     number(trip.spread.max).text);
    if (row->context.kind != RG_KEY_QUANTILE) {
        rg_buffer_putc(out, '\n');
        put_mean_rule(out, &trip, row->context.higher);
        return;
    }
    rg_buffer_puts(out, "; ");
    if (trip.spread.count < RG_SPREAD_RUNS_MIN) {
        rg_buffer_printf(out, "fewer than %d say nothing of their spread, so hi_next holds\n",
                         RG_SPREAD_RUNS_MIN);
        return;
    }
    rg_buffer_printf(out, "99%% of such runs land below U = %s\n", number(trip.spread.upper).text);
    label(out, "spread rule");
    if (trip.outcome != RG_SPREAD_TRIP)
        rg_buffer_printf(out, "no trip point: %s\n", rg_spread_why(trip.outcome));
    else
        rg_buffer_printf(
            out,
            "trips at %s, the first edge at or above U, 1.25 times the maximum and 1.5 times the "
            "median\n",
            number(trip.edge).text);
}

static const char *source_text(enum rg_bound_source source, bool by_mean)
{
    static const char *const texts[] = {
        [RG_BOUND_NONE] = "none",
        [RG_BOUND_OVERRIDE] = "from the override",
        [RG_BOUND_DERIVED] = "derived from the ladder",
        [RG_BOUND_DEFAULT] = "from the defaults of the policy",
    };
    return source == RG_BOUND_DERIVED && by_mean ? "derived from the runs" : texts[source];
}

/* What is certain to fire, what is certain not to, and what lies between. */
static void put_floor(struct rg_buffer *out, const struct rg_row *row)
{
    const char *change = row->limits.higher                  ? "fall"
                         : row->context.kind == RG_KEY_VALUE ? "increase"
                                                             : "slowdown";
    struct rg_floor floor;

    if (!rg_row_floor(row, &floor))
        return;
    label(out, "floor");
    if (!floor.has_min)
        rg_buffer_printf(out, "about %.4g times: without a ladder nothing is certain\n", floor.value);
    else if (!floor.has_max)
        rg_buffer_printf(
            out,
            "a %s of less than %.4g times does not fire; none is certain to, since the baseline lies "
            "in the first bucket\n",
            change, floor.min);
    else if (floor.max > floor.min)
        rg_buffer_printf(
            out,
            "a %s of less than %.4g times does not fire, one of %.4g times or more does; between "
            "these it depends on where in its bucket the baseline lies\n",
            change, floor.min, floor.max);
    else
        rg_buffer_printf(out, "a %s of more than %.4g times from the baseline fires\n", change, floor.value);
}

/* "18,234 observations took 0.61 ms on average; in 7 healthy runs 0.21 to 0.24; above 0.42 fires". */
static void put_mean(struct rg_buffer *out, const struct rg_row *row)
{
    struct rg_text observed = rg_textf("%s observations", rg_text_count(fmax(0, row->current_samples)).text);
    struct rg_spread spread;

    if (row->context.kind != RG_KEY_MEAN || !row->current.has_value)
        return;
    label(out, "mean");
    rg_buffer_printf(out, "%s took %s %s on average",
                     row->current_samples < 0 ? "the observations" : observed.text,
                     number(row->current.value).text, row->unit);
    if (row->baseline.metric != NULL &&
        rg_spread_measure(row->baseline.metric->spread, row->baseline.metric->spread_count, &spread))
        rg_buffer_printf(out, "; in %zu healthy runs %s to %s", spread.count, number(spread.min).text,
                         number(spread.max).text);
    if (row->limits.abs_source != RG_BOUND_NONE)
        rg_buffer_printf(out, "; above %s fires", number(row->limits.trip).text);
    rg_buffer_putc(out, '\n');
}

static void put_bounds(struct rg_buffer *out, const struct rg_row *row)
{
    const struct rg_limits *limits = &row->limits;
    char text[RG_NUMBER_SIZE];

    label(out, "bound");
    if (limits->abs_source == RG_BOUND_NONE) {
        rg_buffer_puts(out, "none\n");
    } else {
        rg_number_format(limits->abs, text);
        put_amount(out, text, row->unit);
        rg_buffer_printf(out, " %s, %s\n", limits->higher ? "less" : "more",
                         source_text(limits->abs_source, limits->by_mean));
        label(out, "trip point");
        rg_buffer_printf(out, "%s %c %s = ", number(row->baseline.value).text, limits->higher ? '-' : '+',
                         number(limits->abs).text);
        put_amount(out, number(limits->trip).text, row->unit);
        rg_buffer_printf(out, ": fires %s it\n", limits->higher ? "below" : "above");
    }
    label(out, "percentage");
    if (limits->pct_source == RG_BOUND_NONE)
        rg_buffer_puts(out, "none\n");
    else if (limits->pct_source == RG_BOUND_DERIVED)
        rg_buffer_puts(out, "0 %: the trip point decides alone\n");
    else
        rg_buffer_printf(out, "%.5g %% %s, %s; both bounds must be breached\n", limits->pct,
                         limits->higher ? "less" : "more", source_text(limits->pct_source, false));
    put_floor(out, row);
}

static void put_verdict(struct rg_buffer *out, const struct rg_row *row)
{
    struct rg_buffer note;
    struct rg_bucket bucket;
    double pct;

    rg_buffer_init(&note, RG_TEXT_MAX);
    rg_row_note(row, &note);
    label(out, "verdict");
    rg_escape_terminal(out, rg_buffer_text(&note));
    if (rg_row_same_bucket(row, &bucket))
        rg_buffer_printf(out, " (same bucket %s)", rg_text_bucket(true, &bucket).text);
    else if (rg_row_pct(row, &pct))
        rg_buffer_printf(out, " (%+.1f %%)", pct);
    rg_buffer_putc(out, '\n');
    rg_buffer_inherit(out, &note);
    rg_buffer_release(&note);
}

/* " --baseline FILE", where the file is not the one that the command would take by itself. */
static void put_path(struct rg_buffer *out, const char *option, const char *path, const char *usual)
{
    if (strcmp(path, usual) == 0)
        return;
    rg_buffer_printf(out, " --%s ", option);
    rg_escape_shell(out, path);
}

/* The options that say where the files are, those that differ from what the command takes by itself. */
static void put_files(struct rg_buffer *out, const struct rg_explain_paths *paths)
{
    put_path(out, "baseline", paths->baseline, RG_PATH_BASELINE);
    put_path(out, "thresholds", paths->thresholds, RG_PATH_THRESHOLDS);
    put_path(out, "metrics", paths->surface, RG_PATH_SURFACE);
    for (size_t i = 0; i < paths->ladder_count; i++)
        put_path(out, "ladders", paths->ladders[i], RG_PATH_LADDERS);
}

/* Beside the run, not over it: a key regresses when a second run confirms it. */
static void put_rerun(struct rg_buffer *out, const struct rg_row *row, const struct rg_explain_paths *paths)
{
    label(out, "rerun");
    rg_buffer_printf(out, "%scapture --output rerun.json", paths->prefix);
    put_path(out, "metrics", paths->surface, RG_PATH_SURFACE);
    rg_buffer_printf(out, " && %scompare --timings ", paths->prefix);
    rg_escape_shell(out, paths->timings);
    rg_buffer_puts(out, " --timings rerun.json");
    put_files(out, paths);
    rg_buffer_puts(out, " --explain ");
    rg_escape_shell(out, row->key);
    rg_buffer_putc(out, '\n');
}

/* A baseline of several runs is made anew of as many; one capture would throw its spread away. */
static void put_refresh(struct rg_buffer *out, size_t runs, const struct rg_explain_paths *paths)
{
    label(out, "refresh");
    if (runs > 1) {
        rg_buffer_printf(out, "with %zu new healthy runs: %scompare --paste", runs, paths->prefix);
        put_path(out, "metrics", paths->surface, RG_PATH_SURFACE);
        rg_buffer_puts(out, " --timings RUN-1 --timings RUN-2 ...");
    } else {
        rg_buffer_printf(out, "%scompare --paste", paths->prefix);
        put_path(out, "timings", paths->timings, RG_PATH_TIMINGS);
        put_path(out, "metrics", paths->surface, RG_PATH_SURFACE);
    }
    rg_buffer_puts(out, " > new.json && mv new.json ");
    rg_escape_shell(out, paths->baseline);
    rg_buffer_putc(out, '\n');
    label(out, "");
    rg_buffer_printf(out, "%scheck-bounds --derive --output ", paths->prefix);
    rg_escape_shell(out, paths->thresholds);
    put_files(out, paths);
    rg_buffer_puts(out, ", and review both files\n");
}

static void put_exclude(struct rg_buffer *out, const struct rg_row *row, const struct rg_explain_paths *paths)
{
    struct rg_json_writer w;

    label(out, "exclude");
    rg_buffer_puts(out, "in ");
    rg_escape_terminal(out, paths->surface);
    rg_buffer_puts(out, ": \"excluded_keys\": {");
    rg_json_writer_init(&w, out);
    rg_json_write_string(&w, row->key);
    rg_json_writer_release(&w);
    rg_buffer_puts(out, ": \"why, with the measurement\"}\n");
    label(out, "");
    rg_buffer_puts(out, "then remove its override and its baseline value\n");
}

/* Readings, ladder, bounds and verdict. */
static void put_arithmetic(struct rg_buffer *out, const struct rg_verdict *verdict, const struct rg_row *row,
                           const struct rg_explain_paths *paths)
{
    put_reading(out, "baseline", &row->baseline, row->baseline_samples, verdict->baseline, paths->baseline);
    put_reading(out, "current", &row->current, row->current_samples, verdict->current, paths->timings);
    if (row->baseline.has_value && row->baseline.ladder != NULL)
        put_ladder(out, row->baseline.ladder, row->baseline.value);
    put_mean(out, row);
    if (row->baseline.has_value && row->kind != RG_CASE_MISMATCH) {
        put_spread(out, row);
        put_bounds(out, row);
    }
    put_verdict(out, row);
}

static void put_advice(struct rg_buffer *out, const struct rg_verdict *verdict, const struct rg_row *row,
                       const struct rg_explain_paths *paths)
{
    rg_buffer_puts(out, "\nwhat to do\n");
    put_rerun(out, row, paths);
    put_refresh(out, verdict->baseline->run_count, paths);
    put_exclude(out, row, paths);
}

bool rg_explain_row(const struct rg_verdict *verdict, const struct rg_row *row,
                    const struct rg_explain_paths *paths, enum rg_explain_part part, struct rg_buffer *out,
                    struct rg_error *err)
{
    switch (part) {
    case RG_EXPLAIN_ARITHMETIC:
        put_arithmetic(out, verdict, row, paths);
        break;
    case RG_EXPLAIN_COUNTS:
        return put_counts(out, verdict, row, err);
    case RG_EXPLAIN_ADVICE:
        put_advice(out, verdict, row, paths);
        break;
    }
    return rg_buffer_check(out, err);
}

bool rg_explain(const struct rg_verdict *verdict, const struct rg_surface *surface,
                const struct rg_explain_paths *paths, const char *key, struct rg_buffer *out,
                struct rg_error *err)
{
    const struct rg_exclusion *exclusion = surface == NULL ? NULL : rg_surface_exclusion(surface, key);
    const struct rg_row *row = rg_sorted_find(verdict->rows, verdict->summary.total, sizeof *row, key);

    if (row == NULL && exclusion == NULL)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--explain %s': neither the baseline nor the timings have that key", key);
    rg_escape_terminal(out, key);
    rg_buffer_puts(out, "\n\n");
    if (row == NULL) {
        label(out, "excluded");
        rg_escape_terminal(out, exclusion->reason);
        rg_buffer_putc(out, '\n');
        return rg_buffer_check(out, err);
    }
    return rg_explain_row(verdict, row, paths, RG_EXPLAIN_ARITHMETIC, out, err) &&
           rg_explain_row(verdict, row, paths, RG_EXPLAIN_COUNTS, out, err) &&
           rg_explain_row(verdict, row, paths, RG_EXPLAIN_ADVICE, out, err);
}
