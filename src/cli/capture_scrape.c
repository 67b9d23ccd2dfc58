#include "cli/capture_scrape.h"

#include "cli/capture_host.h"
#include "cli/capture_page.h"
#include "rungate/base/file.h"
#include "rungate/base/sorted.h"
#include "rungate/base/timestamp.h"
#include "rungate/measure/page_read.h"

#include <string.h>

/* Each target once. */
static bool check_sources(const struct capture_arguments *a, struct rg_arena *arena, struct rg_error *err)
{
    size_t count = a->scrape.count;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    const char **sources = rg_arena_array(arena, count, sizeof *sources);

    if (sources == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++)
        sources[i] = a->scrape.items[i];
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of names */
    rg_sort((void *)sources, count, sizeof *sources);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sources[i - 1], sources[i]) == 0)
            return rg_error_set(err, RG_ERROR_USAGE, "'--scrape %s' is given twice; see 'capture --help'",
                                sources[i]);
    }
    return true;
}

bool capture_scrape_plan(const struct capture_arguments *a, const struct rg_plan *plan,
                         struct capture_scrape *scrape, struct rg_error *err)
{
    struct rg_condition *pairs = NULL;
    struct rg_labels target = {.count = a->target_labels.count};

    if (!check_sources(a, &scrape->arena, err) ||
        !capture_read_pairs(&a->target_labels, "target-label", &scrape->arena, &pairs, err))
        return false;
    struct rg_label *labels = rg_arena_array(&scrape->arena, target.count + 1, sizeof *labels);
    if (labels == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < target.count; i++) {
        labels[i] = (struct rg_label){pairs[i].name, pairs[i].value};
        if (pairs[i].value[0] == '\0' || strcmp(pairs[i].name, "le") == 0 ||
            strcmp(pairs[i].name, "__name__") == 0)
            return rg_error_set(err, RG_ERROR_USAGE, "'--target-label %s=%s': no target has such a label",
                                pairs[i].name, pairs[i].value);
        if (strcmp(pairs[i].name, "instance") == 0 && a->scrape.count > 1)
            return rg_error_set(err, RG_ERROR_USAGE,
                                "'--target-label instance': several targets would become one; leave it out");
    }
    target.items = labels;
    return rg_selection_make(plan, &target, &scrape->selection, err) ||
           rg_error_prefix(err, "'%s'", a->metrics);
}

static void release_pages(struct rg_page *pages, size_t count)
{
    for (size_t i = 0; pages != NULL && i < count; i++)
        rg_page_release(&pages[i]);
}

void capture_scrape_release(struct capture_scrape *scrape)
{
    release_pages(scrape->before, scrape->count);
    release_pages(scrape->after, scrape->count);
    rg_begin_scrape_release(&scrape->begin);
    rg_selection_release(&scrape->selection);
    rg_arena_release(&scrape->arena);
    *scrape = (struct capture_scrape){0};
}

/* Read the page of each target. */
static bool read_pages(const struct rg_tool *tool, const struct capture_arguments *a,
                       struct capture_scrape *scrape, bool is_begin, struct rg_error *err)
{
    scrape->after = rg_arena_array(&scrape->arena, a->scrape.count, sizeof *scrape->after);
    scrape->before = rg_arena_array(&scrape->arena, a->scrape.count, sizeof *scrape->before);
    if (scrape->after == NULL || scrape->before == NULL)
        return rg_error_memory(err);
    for (; scrape->count < a->scrape.count; scrape->count++) {
        struct rg_page *page = &scrape->after[scrape->count];
        rg_page_init(page, a->scrape.items[scrape->count], 0);
        if (!capture_read_page(tool, a, &scrape->selection, page->target, is_begin, page, err)) {
            rg_page_release(page);
            return false;
        }
    }
    return true;
}

/* What the user should know of the selection. */
static void say_ignored(const struct rg_tool *tool, const struct capture_arguments *a,
                        const struct rg_selection *s)
{
    static const char words[] =
        "matchers on '%s' are ignored, because no page has it; --target-label %s=VALUE sets it";

    if (s->ignores_job && !a->quiet)
        rg_tool_say(tool, words, "job", "job");
    if (s->ignores_instance && !a->quiet)
        rg_tool_say(tool, words, "instance", "instance");
}

static long long first_ms(const struct rg_page *pages, size_t count)
{
    long long first = pages[0].time_ms;

    for (size_t i = 1; i < count; i++)
        first = pages[i].time_ms < first ? pages[i].time_ms : first;
    return first;
}

static void say_kept(const struct rg_tool *tool, const struct capture_arguments *a,
                     const struct capture_scrape *scrape)
{
    size_t samples = 0;

    for (size_t i = 0; i < scrape->count; i++)
        samples += scrape->after[i].sample_count;
    if (!a->quiet)
        rg_tool_say(tool, "workload start %s (from '%s', with %zu sample%s of %zu page%s)", scrape->began_at,
                    a->begin, samples, samples == 1 ? "" : "s", scrape->count, scrape->count == 1 ? "" : "s");
}

int capture_scrape_begin(const struct rg_tool *tool, const struct capture_arguments *a,
                         struct capture_scrape *scrape)
{
    struct rg_host host = capture_host();
    struct rg_error err = {0};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_FILE_MAX);
    bool ok = read_pages(tool, a, scrape, true, &err);
    if (ok) {
        rg_timestamp_format(first_ms(scrape->after, scrape->count) / 1000, scrape->began_at);
        ok = rg_begin_scrape_render(scrape->began_at, &host, &scrape->selection, scrape->after, scrape->count,
                                    &text, &err) &&
             rg_file_write(a->begin, text.data, text.length, &err);
    }
    if (ok) {
        say_ignored(tool, a, &scrape->selection);
        say_kept(tool, a, scrape);
    }
    rg_buffer_release(&text);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &err);
}

/* The page that a target had at the beginning, or NULL: a URL has its own, files and '-' stand in order. */
static const struct rg_begin_page *find_page(struct rg_begin_scrape *begin,
                                             const struct rg_begin_page *by_target, size_t *next_file,
                                             const char *source)
{
    if (capture_is_url(source)) {
        struct rg_begin_page *page = rg_sorted_find(by_target, begin->page_count, sizeof *by_target, source);
        if (page != NULL)
            page->is_taken = true;
        return page;
    }
    while (*next_file < begin->page_count && capture_is_url(begin->pages[*next_file].target))
        (*next_file)++;
    return *next_file < begin->page_count ? &begin->pages[(*next_file)++] : NULL;
}

/* Every page of the beginning must have its second one. */
static bool check_taken(const struct rg_begin_scrape *begin, const struct rg_begin_page *by_target,
                        size_t next_file, struct rg_error *err)
{
    const char *left = NULL;

    for (size_t i = 0; i < begin->page_count && left == NULL; i++) {
        if (capture_is_url(by_target[i].target) && !by_target[i].is_taken)
            left = by_target[i].target;
    }
    for (; left == NULL && next_file < begin->page_count; next_file++) {
        if (!capture_is_url(begin->pages[next_file].target))
            left = begin->pages[next_file].target;
    }
    return left == NULL ||
           rg_error_set(
               err, RG_ERROR_CONFLICT,
               "'%s' was scraped when the workload began, and is not given now; give the same targets", left);
}

/* Read what was scraped then, by target. */
static bool match_pages(struct capture_scrape *scrape, struct rg_error *err)
{
    struct rg_begin_scrape *begin = &scrape->begin;
    struct rg_begin_page *by_target =
        rg_arena_array(&scrape->arena, begin->page_count + 1, sizeof *by_target);
    size_t next_file = 0;

    if (by_target == NULL)
        return rg_error_memory(err);
    if (begin->page_count > 0)
        memcpy(by_target, begin->pages, begin->page_count * sizeof *by_target);
    rg_sort(by_target, begin->page_count, sizeof *by_target);
    for (size_t i = 0; i < scrape->count; i++) {
        const char *target = scrape->after[i].target;
        const struct rg_begin_page *page = find_page(begin, by_target, &next_file, target);
        rg_page_init(&scrape->before[i], page == NULL ? NULL : target, page == NULL ? 0 : page->time_ms);
        if (page != NULL &&
            !rg_page_read(&scrape->before[i], &scrape->selection, page->text, strlen(page->text), NULL, err))
            return rg_error_prefix(err, "the page of '%s' before the workload", page->target);
    }
    return check_taken(begin, by_target, next_file, err);
}

static bool read_begin(const struct capture_arguments *a, struct capture_scrape *scrape,
                       struct capture_origin *origin, struct rg_error *err)
{
    if (!rg_begin_scrape_load(a->since, &origin->host, &scrape->begin, err))
        return false;
    origin->began_at = origin->host.began_at;
    if (scrape->begin.pages != NULL &&
        rg_labels_compare(&scrape->begin.target_labels, &scrape->selection.target) != 0)
        return rg_error_set(err, RG_ERROR_CONFLICT,
                            "'%s' was written with other target labels; give --target-label as for --begin",
                            a->since);
    return true;
}

/* Without pages of the beginning, what a process counted is the workload's only when it began with it. */
static bool check_new(const char *since, const struct capture_origin *origin, long long began_ms,
                      struct rg_error *err)
{
    long long begin_s;

    if (origin->host.began_at == NULL || !rg_timestamp_parse(origin->host.began_at, &begin_s))
        return rg_error_set(err, RG_ERROR_CONFLICT, "'%s' does not say when the workload began", since);
    return began_ms >= begin_s * 1000 ||
           rg_error_set(
               err, RG_ERROR_CONFLICT,
               "'%s' was written without --scrape, and a target's process did not begin after that, or "
               "does not say when it began; give --scrape to --begin too, or start the process anew",
               since);
}

static bool judge(struct capture_scrape *scrape, const char *since, const struct rg_attempt_input *input,
                  struct capture_origin *origin, struct rg_attempt *ret, struct rg_error *err)
{
    struct rg_scrape all = {.plan = input->plan,
                            .selection = &scrape->selection,
                            .target_count = scrape->count,
                            .has_begin = scrape->begin.pages != NULL,
                            .selects = scrape->begin.selects,
                            .select_count = scrape->begin.select_count};
    struct rg_scrape_target *targets = rg_arena_array(&scrape->arena, scrape->count, sizeof *targets);

    if (targets == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < scrape->count; i++)
        targets[i] = (struct rg_scrape_target){scrape->before[i].target == NULL ? NULL : &scrape->before[i],
                                               &scrape->after[i]};
    all.targets = targets;
    long long began_ms = rg_scrape_began_ms(&all);
    if (since != NULL && !all.has_begin && !check_new(since, origin, began_ms, err))
        return false;
    if (began_ms >= 0) {
        rg_timestamp_format(began_ms / 1000, scrape->began_at);
        origin->began_at = scrape->began_at;
    }
    return rg_scrape_judge(&all, ret, err);
}

bool capture_scrape(const struct rg_tool *tool, const struct capture_arguments *a,
                    struct capture_scrape *scrape, const struct rg_attempt_input *input,
                    struct capture_origin *origin, struct rg_attempt *ret, struct rg_error *err)
{
    struct rg_attempt attempt = {0};
    long long started_ms = rg_clock_ms();

    origin->source = RG_SOURCE_SCRAPE;
    if (!(a->since == NULL || read_begin(a, scrape, origin, err)) ||
        !read_pages(tool, a, scrape, false, err) || !(a->since == NULL || match_pages(scrape, err)))
        return false;
    say_ignored(tool, a, &scrape->selection);
    if (!rg_attempt_init(input, &attempt, err) || !judge(scrape, a->since, input, origin, &attempt, err)) {
        rg_attempt_release(&attempt);
        return false;
    }
    if (attempt.failure.code != RG_ERROR_NONE) {
        *err = attempt.failure;
        rg_attempt_release(&attempt);
        return false;
    }
    attempt.elapsed_ms = rg_clock_ms() - started_ms;
    *ret = attempt;
    return true;
}
