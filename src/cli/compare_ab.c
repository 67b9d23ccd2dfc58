/*
 * compare --ab: two builds in interleaved rounds.
 */
#include "cli/compare.h"
#include "cli/inputs.h"
#include "rungate/base/file.h"
#include "rungate/report/ab_ci.h"
#include "rungate/report/ab_json.h"
#include "rungate/report/ab_text.h"
#include "rungate/report/doubt.h"

#include <stdlib.h>

/* What makes no sense together with --ab, or only with it. */
static bool check_arguments(const struct compare_arguments *a, struct rg_error *err)
{
    const char *other = a->timings.count > 0  ? "--timings"
                        : a->baseline.named   ? "--baseline"
                        : a->explain          ? "--explain"
                        : a->paste            ? "--paste"
                        : a->print_void       ? "--void"
                        : a->replay           ? "--replay"
                        : a->min_compared > 0 ? "--min-compared"
                        : a->today.given      ? "--today"
                                              : NULL;

    if (other != NULL)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--ab' knows no baseline, so '%s' has no place; see 'compare --help'", other);
    if (a->ab.count % 2 != 0)
        return rg_error_set(
            err, RG_ERROR_USAGE,
            "'--ab' takes an A and a B for each round, and %zu files are given; see 'compare --help'",
            a->ab.count);
    return true;
}

/* Everything that is read, and the verdict. */
struct work {
    const struct compare_work *compare;
    struct rg_timings *timings;
    bool has_thresholds;
    struct rg_ab_verdict verdict;
};

static bool read_files(struct work *w, struct rg_error *err)
{
    const struct rg_list *list = &w->compare->arguments.ab;

    w->timings = calloc(list->count, sizeof *w->timings);
    if (w->timings == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < list->count; i++) {
        if (!rg_timings_load(list->items[i], NULL, &w->timings[i], err))
            return false;
    }
    return true;
}

static bool judge(struct work *w, struct rg_error *err)
{
    const struct compare_work *c = w->compare;
    struct rg_ab_input input = {
        .captures = {.items = w->timings, .names = c->arguments.ab.items, .count = c->arguments.ab.count},
        .surface = c->has_surface ? &c->surface : NULL,
        .ladders = c->has_ladders ? &c->ladders : NULL,
        .thresholds = w->has_thresholds ? &c->thresholds : NULL,
        .tier = (enum rg_tier)c->arguments.tier,
        .margin = c->arguments.margin > 0 ? c->arguments.margin : RG_AB_MARGIN,
        .no_load_check = c->arguments.no_load_check,
    };

    return rg_ab_judge(&input, &w->verdict, err);
}

/* Write one form to its own file. */
static bool write_form(const struct work *w, const char *path,
                       bool (*render)(const struct rg_ab_verdict *, struct rg_buffer *, struct rg_error *),
                       struct rg_error *err)
{
    struct rg_buffer text;

    if (path == NULL)
        return true;
    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = render(&w->verdict, &text, err) && rg_file_write(path, text.data, text.length, err);
    rg_buffer_release(&text);
    return ok;
}

static bool render_markdown(const void *subject, size_t limit, struct rg_buffer *out, struct rg_error *err)
{
    return rg_ab_report_markdown(subject, limit, out, err);
}

static bool print_verdict(const struct work *w, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    bool ok = rg_ab_report_print(&w->verdict, (enum rg_form)w->compare->arguments.format,
                                 rg_compare_style(w->compare), &text, err) &&
              rg_tool_print(w->compare->tool, &text, err);
    rg_buffer_clear(&text);
    if (ok && rg_compare_annotates(w->compare)) {
        ok = rg_ab_report_annotations(&w->verdict, &text, err);
        if (ok)
            (void)fputs(rg_buffer_text(&text), w->compare->tool->err);
    }
    rg_buffer_release(&text);
    return ok;
}

static bool output(const struct work *w, struct rg_error *err)
{
    const struct compare_arguments *a = &w->compare->arguments;

    if (w->verdict.load_unknown > 0)
        rg_tool_say(w->compare->tool, "warning: %zu of %zu captures do not say how busy the host was",
                    w->verdict.load_unknown, a->ab.count);
    return write_form(w, a->report, rg_ab_report_json, err) &&
           write_form(w, a->junit, rg_ab_report_junit, err) &&
           rg_compare_append_summary(w->compare, &w->verdict, render_markdown, err) && print_verdict(w, err);
}

int rg_compare_ab(struct compare_work *c)
{
    const struct compare_arguments *a = &c->arguments;
    struct work w = {.compare = c, .has_thresholds = rg_input_present(&a->thresholds)};
    struct rg_error error = {0};
    int status;

    if (check_arguments(a, &error) && read_files(&w, &error) &&
        rg_input_surface(&a->metrics, &c->surface, &c->has_surface, &error) &&
        rg_input_ladders(&a->ladders, c->has_surface ? &c->surface : NULL, false, &c->ladders,
                         &c->has_ladders, &error) &&
        (!w.has_thresholds || rg_thresholds_load(a->thresholds.path, NULL, &c->thresholds, &error)) &&
        judge(&w, &error) && output(&w, &error)) {
        if (rg_ab_doubt(&w.verdict) != NULL)
            rg_tool_say(c->tool, "%s", rg_ab_doubt(&w.verdict));
        status = (int)rg_ab_exit(&w.verdict);
    } else {
        status = rg_tool_fail(c->tool, &error);
    }
    rg_ab_release(&w.verdict);
    for (size_t i = 0; w.timings != NULL && i < a->ab.count; i++)
        rg_timings_release(&w.timings[i]);
    free(w.timings);
    return status;
}
