#include "cli/capture_discover.h"

#include "cli/capture_ask.h"
#include "cli/results.h"
#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"
#include "rungate/format/json.h"
#include "rungate/measure/discover.h"
#include "rungate/measure/discover_write.h"

/* What is made on the way. */
struct work {
    const struct rg_tool *tool;
    const struct capture_arguments *arguments;
    struct rg_discovery discovery;
    struct rg_client *client;
    struct capture_progress progress;
    long long unix_s;
};

/* The instant that everything is asked for. */
static bool find_instant(struct work *w, struct rg_error *err)
{
    const struct capture_arguments *a = w->arguments;
    const struct rg_attempt_input input = {
        .time_s = a->time.given ? &a->time.unix_s : NULL, .ask = rg_client_ask, .context = w->client};
    struct rg_attempt attempt = {0};

    if (!rg_attempt_find_instant(&input, &attempt, err))
        return false;
    w->unix_s = attempt.unix_s;
    return attempt.failure.code == RG_ERROR_NONE ||
           rg_error_set(err, attempt.failure.code, "%s", attempt.failure.message);
}

/* Which histograms there are, and the labels that they have. */
static bool see(struct work *w, struct rg_error *err)
{
    struct rg_question q = {.query = rg_discover_query, .wanted = RG_WANT_SERIES};
    bool ok = rg_client_ask(w->client, &q, 1, w->unix_s, err);

    if (ok && q.answer.failure != NULL)
        ok = rg_error_set(err, RG_ERROR_SERVER, "%s", q.answer.failure);
    if (ok && q.answer.warning != NULL)
        rg_tool_say(w->tool, "warning: what it shows may not be all there is: %s", q.answer.warning);
    ok = ok && rg_discovery_see_answer(&w->discovery, &q.answer, err) &&
         rg_discovery_group(&w->discovery, err);
    rg_answer_release(&q.answer);
    return ok;
}

/* Capture that surface once, and keep what was counted. */
static bool try_surface(struct work *w, const struct rg_surface *surface, struct rg_error *err)
{
    static const struct rg_ladders no_ladders = {0};
    const struct capture_arguments *a = w->arguments;
    struct rg_plan plan = {0};
    struct rg_attempt attempt = {0};
    const struct rg_attempt_input input = {.plan = &plan,
                                           .window = a->window.text,
                                           .window_ms = a->window.ms,
                                           .time_s = &w->unix_s,
                                           .allow_partial = a->allow_partial,
                                           .ask = rg_client_ask,
                                           .context = w->client};
    bool ok = rg_plan_make(surface, &no_ladders, a->window.text, &plan, err);

    w->progress.expected = plan.key_count + plan.series_count;
    w->progress.finished = 0;
    ok = ok && rg_attempt_make(&input, &attempt, err);
    capture_end_progress(&w->progress);
    if (ok && attempt.failure.code != RG_ERROR_NONE)
        ok = rg_error_set(err, attempt.failure.code, "%s", attempt.failure.message);
    ok = ok && rg_discovery_judge(&w->discovery, &attempt, err);
    rg_attempt_release(&attempt);
    rg_plan_release(&plan);
    return ok;
}

static bool try_all(struct work *w, struct rg_error *err)
{
    struct rg_surface surface = {0};
    struct rg_json_doc *doc = NULL;
    struct rg_buffer text;

    if (rg_discovery_kept(&w->discovery) == 0)
        return true;
    rg_buffer_init(&text, RG_FILE_MAX);
    if (rg_discovery_render_trial(&w->discovery, &text, err))
        doc = rg_json_parse(text.data, text.length, err);
    bool ok =
        doc != NULL && rg_surface_read(rg_json_root(doc), &surface, err) && try_surface(w, &surface, err);
    rg_surface_release(&surface);
    rg_json_free(doc);
    rg_buffer_release(&text);
    return ok;
}

/* A line for each histogram of which nothing is left. */
static void say_left_out(const struct work *w)
{
    for (size_t i = 0; i < w->discovery.histogram_count; i++) {
        const struct rg_discovered *h = &w->discovery.histograms[i];
        size_t out = 0;
        for (size_t s = 0; s < h->series_count; s++)
            out += h->series[s].why != NULL;
        if (h->why != NULL || out == h->series_count)
            rg_tool_say(w->tool, "%s: %s", h->metric, h->why != NULL ? h->why : h->series[0].why);
    }
}

static bool check_found(const struct work *w, struct rg_error *err)
{
    const struct rg_discovery *d = &w->discovery;

    if (rg_discovery_kept(d) > 0)
        return true;
    if (!w->arguments->quiet)
        say_left_out(w);
    return rg_error_set(
        err, RG_ERROR_INPUT,
        "no surface: of %zu histogram%s none has a series with %d observations in %s; run the "
        "workload first, or give a longer --window",
        d->histogram_count, d->histogram_count == 1 ? "" : "s", 2 * RG_DISCOVER_BEYOND,
        w->arguments->window.text);
}

static bool write_surface(const struct work *w, struct rg_error *err)
{
    const struct capture_arguments *a = w->arguments;
    char at[RG_TIMESTAMP_SIZE];
    struct rg_buffer words;
    struct rg_buffer text;

    rg_timestamp_format(w->unix_s, at);
    rg_buffer_init(&words, RG_TEXT_MAX);
    rg_buffer_init(&text, RG_FILE_MAX);
    rg_buffer_printf(
        &words,
        "by capture --discover at %s from the %s before: what has %d observations or more there, and "
        "the quantiles that %d or more lie beyond",
        at, a->window.text, 2 * RG_DISCOVER_BEYOND, RG_DISCOVER_BEYOND);
    bool ok = rg_buffer_check(&words, err) &&
              rg_discovery_render(&w->discovery, rg_buffer_text(&words), &text, err);
    if (ok && capture_output_is_given(a))
        ok = rg_file_write(a->output, text.data, text.length, err);
    else if (ok)
        ok = rg_tool_print(w->tool, &text, err);
    if (ok && !a->quiet)
        rg_tool_say(w->tool, "%zu series of %zu histograms", rg_discovery_kept(&w->discovery),
                    w->discovery.histogram_count);
    rg_buffer_release(&text);
    rg_buffer_release(&words);
    return ok;
}

int capture_discover(const struct rg_tool *tool, const struct capture_arguments *a)
{
    struct work w = {.tool = tool, .arguments = a};
    struct rg_error err = {0};

    bool ok = !capture_output_is_given(a) || results_expect_none(a->output, &err);
    if (ok) {
        w.client = capture_connect(tool, a, a->prometheus, NULL, &w.progress, &err);
        ok = w.client != NULL;
    }
    if (ok)
        ok = (find_instant(&w, &err) && see(&w, &err) && try_all(&w, &err)) ||
             rg_error_prefix(&err, "cannot discover at '%s'", a->prometheus);
    ok = ok && check_found(&w, &err) && write_surface(&w, &err);
    rg_client_free(w.client);
    rg_discovery_release(&w.discovery);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &err);
}
