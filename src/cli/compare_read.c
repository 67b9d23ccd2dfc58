/*
 * What compare reads, and what of its arguments makes no sense together.
 */
#include "cli/compare.h"
#include "cli/inputs.h"
#include "rungate/model/paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static bool same_file(const char *a, const char *b)
{
    struct stat x;
    struct stat y;

    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* An output that is written over another one, or over an input, is a file that somebody will miss. */
static bool check_outputs(const struct compare_arguments *a, struct rg_error *err)
{
    const char *const outputs[] = {a->report, a->junit, a->summary};
    const char *const inputs[] = {a->baseline.path, a->thresholds.path, a->metrics.path};
    enum { OUTPUTS = sizeof outputs / sizeof outputs[0], INPUTS = sizeof inputs / sizeof inputs[0] };
    const char *clash = NULL;

    for (size_t i = 0; i < OUTPUTS; i++) {
        for (size_t j = i + 1; j < OUTPUTS && outputs[i] != NULL; j++)
            clash = outputs[j] != NULL && same_file(outputs[i], outputs[j]) ? outputs[i] : clash;
        for (size_t j = 0; j < INPUTS && outputs[i] != NULL; j++)
            clash = same_file(outputs[i], inputs[j]) ? outputs[i] : clash;
        for (size_t j = 0; j < a->timings.count && outputs[i] != NULL; j++)
            clash = same_file(outputs[i], a->timings.items[j]) ? outputs[i] : clash;
    }
    return clash == NULL ||
           rg_error_set(err, RG_ERROR_USAGE,
                        "'%s' would be written over another output or over an input; see 'compare --help'",
                        clash);
}

bool rg_compare_check_arguments(const struct compare_arguments *a, struct rg_error *err)
{
    const char *alone = a->replay ? "--replay" : a->print_void ? "--void" : NULL;
    const char *unused = a->report != NULL     ? "--report"
                         : a->junit != NULL    ? "--junit"
                         : a->explain != NULL  ? "--explain"
                         : a->min_compared > 0 ? "--min-compared"
                         : a->summary != NULL  ? "--summary"
                                               : NULL;

    if (a->paste + a->print_void + a->replay > 1)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--paste', '--void' and '--replay' exclude each other; see 'compare --help'");
    if (alone != NULL && unused != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'%s' has no place beside '%s'; see 'compare --help'",
                            unused, alone);
    if (a->paste && unused != NULL && strcmp(unused, "--summary") != 0)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--paste' judges nothing, so '%s' has no place; see 'compare --help'", unused);
    if (a->ab.count == 0 && (a->margin > 0 || a->no_load_check))
        return rg_error_set(err, RG_ERROR_USAGE, "'--%s' belongs to '--ab'; see 'compare --help'",
                            a->margin > 0 ? "margin" : "no-load-check");
    return check_outputs(a, err);
}

/* One capture. Only a block of a single one is made from the document; for all else the model is enough. */
static bool read_run(struct compare_work *w, const char *path, bool keep, struct rg_error *err)
{
    struct rg_json_doc *document = rg_json_read(path, err);

    if (document == NULL)
        return false;
    bool ok = rg_timings_read(document, NULL, &w->runs[w->run_count], err);
    if (!ok)
        (void)rg_error_prefix(err, "cannot read '%s'", path);
    w->run_count += ok;
    if (ok && keep)
        w->document = document;
    else
        rg_json_free(document);
    return ok;
}

static bool read_runs(struct compare_work *w, struct rg_error *err)
{
    static const char *const usual[] = {RG_PATH_TIMINGS};
    const struct rg_list *given = &w->arguments.timings;
    size_t count = given->count == 0 ? 1 : given->count;

    w->names = given->count == 0 ? usual : given->items;
    w->runs = calloc(count, sizeof *w->runs);
    if (w->runs == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (!read_run(w, w->names[i], count == 1 && (w->baseline.placeholder || w->arguments.paste), err))
            return false;
    }
    return true;
}

/* Before the first baseline there is nothing to bound: a placeholder asks for no thresholds that nobody
 * named. */
static bool needs_thresholds(const struct compare_work *w)
{
    return !w->baseline.placeholder || rg_input_present(&w->arguments.thresholds);
}

bool rg_compare_read(struct compare_work *w, struct rg_error *err)
{
    const struct compare_arguments *a = &w->arguments;

    if (!a->paste && !rg_timings_load(a->baseline.path, NULL, &w->baseline, err))
        return false;
    if (!read_runs(w, err) || !rg_input_surface(&a->metrics, &w->surface, &w->has_surface, err))
        return false;
    if (a->paste || !needs_thresholds(w))
        return true;
    return rg_thresholds_load(a->thresholds.path, NULL, &w->thresholds, err) &&
           rg_input_ladders(&a->ladders, w->has_surface ? &w->surface : NULL, false, &w->ladders,
                            &w->has_ladders, err);
}

long long rg_compare_today(const struct compare_work *work)
{
    enum { DAY_S = 86400 };

    return work->arguments.today.given ? work->arguments.today.unix_s : (long long)time(NULL) / DAY_S * DAY_S;
}

struct rg_judge_input rg_compare_input(const struct compare_work *w)
{
    return (struct rg_judge_input){
        .baseline = &w->baseline,
        .current = &w->runs[0],
        .reruns = w->runs + 1,
        .rerun_count = w->run_count - 1,
        .thresholds = &w->thresholds,
        .surface = w->has_surface ? &w->surface : NULL,
        .ladders = w->has_ladders ? &w->ladders : NULL,
        .tier = (enum rg_tier)w->arguments.tier,
        .min_compared = w->arguments.min_compared,
        .today_s = rg_compare_today(w),
    };
}
