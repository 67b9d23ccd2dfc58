#include "cli/capture.h"

#include "cli/capture_ask.h"
#include "cli/capture_begin.h"
#include "cli/capture_discover.h"
#include "cli/capture_host.h"
#include "cli/capture_say.h"
#include "cli/capture_scrape.h"
#include "cli/capture_write.h"
#include "cli/results.h"
#include "rungate/base/escape.h"

#include <stdlib.h>

/* What is read, and what is made of it before anybody is asked. */
struct preparation {
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_plan plan;
    struct capture_origin origin;
    struct capture_scrape scrape;
    char *git_sha;
    struct rg_arena arena;
};

/* What an earlier capture left must not be taken for what this one writes. */
static bool clear(const struct capture_arguments *a, struct rg_error *err)
{
    if (a->dry_run)
        return true;
    if (a->begin != NULL)
        return results_mark_begin(a->begin, err);
    return results_expect_ladders(a->write_ladders, err) &&
           results_mark_timings(a->output, a->min_ratio, err);
}

static bool prepare(const struct rg_tool *tool, struct capture_arguments *a, struct preparation *p,
                    struct rg_error *err)
{
    bool declared;

    if (!capture_check_arguments(a, err) ||
        !capture_read_pairs(&a->labels, "label", &p->arena, &p->origin.labels, err) || !clear(a, err) ||
        !capture_complete_arguments(a, &p->arena, err))
        return false;
    p->origin.label_count = a->labels.count;
    /* A server is only asked for its time. */
    if (a->begin != NULL && a->scrape.count == 0)
        return true;
    if (!rg_tool_expect(tool, a->metrics, RG_TOOL_MAKES_SURFACE, err) ||
        !rg_surface_load(a->metrics, &p->surface, err) ||
        !rg_tool_ladders(tool, &a->ladders, &p->surface, false, &p->ladders, &declared, err))
        return false;
    if (!rg_plan_make(&p->surface, &p->ladders, a->window.text, &p->plan, err))
        return rg_error_prefix(err, "'%s'", a->metrics);
    return a->scrape.count == 0 || capture_scrape_plan(a, &p->plan, &p->scrape, err);
}

static void release(struct preparation *p)
{
    free(p->git_sha);
    capture_scrape_release(&p->scrape);
    rg_plan_release(&p->plan);
    rg_ladders_release(&p->ladders);
    rg_surface_release(&p->surface);
    rg_arena_release(&p->arena);
}

/* What is asked for a key, or looked for on a page. */
static const char *query_of(const struct preparation *p, size_t key)
{
    const struct rg_plan_key *planned = &p->plan.keys[key];

    if (p->scrape.selection.series != NULL) {
        const struct rg_selected *selected = &p->scrape.selection.series[planned->series];
        return selected->text != NULL ? selected->text : selected->why;
    }
    return planned->query != NULL ? planned->query : p->plan.series[planned->series].sum;
}

static int print_queries(const struct rg_tool *tool, const struct preparation *p)
{
    struct rg_error err = {0};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    for (size_t i = 0; i < p->plan.key_count; i++) {
        rg_escape_terminal(&out, p->plan.keys[i].key->key);
        rg_buffer_putc(&out, '\t');
        rg_escape_terminal(&out, query_of(p, i));
        rg_buffer_putc(&out, '\n');
    }
    bool ok = rg_tool_print(tool, &out, &err);
    rg_buffer_release(&out);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &err);
}

/* Write, say, and tell the exit status. */
static int finish(const struct rg_tool *tool, const struct capture_arguments *a, const struct preparation *p,
                  const struct rg_attempt *attempt)
{
    struct rg_error err = {0};
    struct capture_result result = {.attempt = attempt,
                                    .excluded = p->surface.excluded_count,
                                    .complete = capture_is_complete(a, attempt)};

    result.written = capture_write(a, &p->origin, attempt, &err);
    bool ok = result.written && capture_write_ladders(tool, a, attempt, &err);
    capture_say(tool, a, &result);
    if (!ok)
        return rg_tool_fail(tool, &err);
    if (attempt->failure.code != RG_ERROR_NONE)
        return RG_EXIT_CANNOT_JUDGE;
    return result.complete ? RG_EXIT_PASS : RG_EXIT_FAIL;
}

/*
 * Capture. Whatever goes wrong with the server, there is a file at the end; so too with a failure of before.
 */
static int capture(const struct rg_tool *tool, const struct capture_arguments *a, const struct preparation *p,
                   const struct rg_attempt_input *input, struct capture_progress *progress,
                   const struct rg_error *failure)
{
    struct rg_attempt attempt = {0};
    struct rg_error err = *failure;
    bool made = err.code == RG_ERROR_NONE && capture_attempt(a, input, progress, &attempt, &err);

    if (!made) {
        rg_attempt_release(&attempt);
        made = rg_attempt_fail(input, &err, &attempt, &err);
    }
    int status = made ? finish(tool, a, p, &attempt) : rg_tool_fail(tool, &err);
    rg_attempt_release(&attempt);
    return status;
}

static int ask(const struct rg_tool *tool, const struct capture_arguments *a, struct preparation *p)
{
    long long began_s = 0;
    struct rg_attempt_input input = {
        .plan = &p->plan,
        .window = a->window.text,
        .window_ms = a->window.ms,
        .time_s = a->time.given ? &a->time.unix_s : NULL,
        .began_s = a->since != NULL ? &began_s : NULL,
        .allow_partial = a->allow_partial,
        .ask = rg_client_ask,
    };
    struct capture_progress progress = {.expected = p->plan.key_count + p->plan.series_count};
    struct rg_error err = {0};
    int status;

    /* Without the begin of the workload nothing is asked. */
    if (a->since == NULL || capture_read_begin(a->since, &p->arena, &p->origin.host, &began_s, &err))
        input.context = capture_connect(tool, a, a->prometheus, NULL, &progress, &err);
    if (err.code == RG_ERROR_USAGE)
        status = rg_tool_fail(tool, &err);
    else if (a->begin != NULL)
        status = capture_begin(tool, a, &input, &err);
    else
        status = capture(tool, a, p, &input, &progress, &err);
    rg_client_free(input.context);
    return status;
}

static int scrape(const struct rg_tool *tool, const struct capture_arguments *a, struct preparation *p)
{
    struct rg_attempt_input input = {.plan = &p->plan, .time_s = a->time.given ? &a->time.unix_s : NULL};
    struct rg_attempt attempt = {0};
    struct rg_error err = {0};

    if (a->begin != NULL)
        return capture_scrape_begin(tool, a, &p->scrape);
    bool made = capture_scrape(tool, a, &p->scrape, &input, &p->origin, &attempt, &err);
    if (!made && err.code == RG_ERROR_USAGE)
        return rg_tool_fail(tool, &err);
    made = made || rg_attempt_fail(&input, &err, &attempt, &err);
    int status = made ? finish(tool, a, p, &attempt) : rg_tool_fail(tool, &err);
    rg_attempt_release(&attempt);
    return status;
}

static int discover(const struct rg_tool *tool, struct capture_arguments *a, struct preparation *p)
{
    struct rg_error err = {0};

    if (!capture_check_arguments(a, &err) || !capture_complete_arguments(a, &p->arena, &err))
        return rg_tool_fail(tool, &err);
    return capture_discover(tool, a);
}

static int run(const struct rg_tool *tool, struct capture_arguments *a, struct preparation *p)
{
    struct rg_error err = {0};

    if (a->discover)
        return discover(tool, a, p);
    if (!prepare(tool, a, p, &err))
        return rg_tool_fail(tool, &err);
    if (a->dry_run)
        return print_queries(tool, p);
    p->git_sha = capture_git_sha(a->git_sha);
    if (p->git_sha == NULL) {
        (void)rg_error_memory(&err);
        return rg_tool_fail(tool, &err);
    }
    p->origin.git_sha = p->git_sha;
    p->origin.host = capture_host();
    return a->scrape.count > 0 ? scrape(tool, a, p) : ask(tool, a, p);
}

int rg_capture_run(int argc, char **argv, FILE *out, FILE *err)
{
    struct rg_tool tool = {.command = &rg_capture_command, .out = out, .err = err};
    struct capture_arguments arguments = {0};
    struct preparation preparation = {0};
    int status = RG_EXIT_CANNOT_JUDGE;

    if (rg_tool_begin(&tool, argc, argv, &arguments, &status))
        status = run(&tool, &arguments, &preparation);
    release(&preparation);
    rg_options_release(&rg_capture_command, &arguments);
    return status;
}
