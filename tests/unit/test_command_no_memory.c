/*
 * Whole commands, with each allocation failing in its turn, and then each and all after it: the exit status
 * is 2, there is one message, each output is what it was, removed, or the whole of what it was to become, and nothing
 * leaks (under the sanitizers).
 */
#include "no_memory.h"
#include "scratch.h"

#include "cli/check_bounds.h"
#include "cli/compare.h"

enum { RUNS = 5, ROUNDS = 5, ARGUMENTS_MAX = 32 };

#define OLD "old\n"
#define MINI RG_SOURCE_DIR "/tests/cli/bases/mini/config/"
#define OUTPUTS "--report=r.json", "--junit=j.xml", "--summary=s.md", "--annotate=github"
#define ALL_RUNS                                                                                             \
    "--timings=run-0.json", "--timings=run-1.json", "--timings=run-2.json", "--timings=run-3.json",          \
        "--timings=run-4.json"
#define ALL_ROUNDS                                                                                           \
    "--ab", "ab-0.json", "ab-1.json", "ab-2.json", "ab-3.json", "ab-4.json", "ab-5.json", "ab-6.json",       \
        "ab-7.json", "ab-8.json", "ab-9.json"
#define BASELINE "--baseline=baseline.json"
#define SPREAD "--baseline=spread.json"
#define EMPTY "--baseline=empty.json"

static const char *const outputs[] = {"r.json", "j.xml", "s.md", "th.json", "h.html"};

/* What each command is given: the configuration, then this. */
static const struct row {
    const char *what;
    int status;
    int (*run)(int argc, char **argv, FILE *out, FILE *err);
    const char *arguments[24];
} rows[] = {
    {"judge", 1, rg_compare_run, {"--timings=slow.json", BASELINE, OUTPUTS}},
    {"judge, JSON", 1, rg_compare_run, {"--timings=slow.json", BASELINE, "--format=json"}},
    {"judge, Markdown", 1, rg_compare_run, {"--timings=slow.json", BASELINE, "--format=markdown"}},
    {"explain", 1, rg_compare_run, {"--timings=slow.json", SPREAD, "--explain=span.a.p95"}},
    {"reruns", 1, rg_compare_run, {"--timings=slow.json", "--timings=again.json", SPREAD, OUTPUTS}},
    {"thin", 2, rg_compare_run, {"--timings=thin.json", BASELINE, "--min-compared=1", OUTPUTS}},
    {"block of one", 0, rg_compare_run, {"--timings=run-0.json", EMPTY, "--summary=s.md"}},
    {"block of several", 0, rg_compare_run, {ALL_RUNS, EMPTY, "--summary=s.md"}},
    {"no block", 2, rg_compare_run, {"--timings=thin.json", EMPTY, "--summary=s.md"}},
    {"paste", 0, rg_compare_run, {"--timings=run-0.json", "--paste"}},
    {"void", 0, rg_compare_run, {"--void", "--today=2026-04-24"}},
    {"budgets alone", 1, rg_compare_run, {"--timings=slow.json", EMPTY, "--tier=dedicated", OUTPUTS}},
    {"replay", 0, rg_compare_run, {ALL_RUNS, SPREAD, "--replay"}},
    {"replay, JSON", 0, rg_compare_run, {ALL_RUNS, BASELINE, "--replay", "--format=json"}},
    {"A/B", 1, rg_compare_run, {ALL_ROUNDS, OUTPUTS}},
    {"A/B, JSON", 1, rg_compare_run, {ALL_ROUNDS, "--format=json"}},
    {"page", 1, rg_compare_run, {"--timings=slow.json", SPREAD, "--html=h.html"}},
    {"page of a placeholder", 0, rg_compare_run, {"--timings=run-0.json", EMPTY, "--html=h.html"}},
    {"page of a replay", 0, rg_compare_run, {ALL_RUNS, SPREAD, "--replay", "--html=h.html"}},
    {"page of A/B", 1, rg_compare_run, {ALL_ROUNDS, "--html=h.html"}},
    {"help", 0, rg_compare_run, {"--help"}},
    {"rules", 1, rg_check_bounds_run, {BASELINE}},
    {"rules, JSON", 1, rg_check_bounds_run, {SPREAD, "--format=json"}},
    {"rules, Markdown", 1, rg_check_bounds_run, {BASELINE, "--format=markdown"}},
    {"rules, placeholder", 1, rg_check_bounds_run, {EMPTY, "--require-baseline"}},
    {"derive", 0, rg_check_bounds_run, {SPREAD, "--derive", "--output=th.json"}},
    {"table", 1, rg_check_bounds_run, {SPREAD, "--table"}},
    {"sensitivity", 1, rg_check_bounds_run, {BASELINE, "--sensitivity=10"}},
    {"suggest", 1, rg_check_bounds_run, {SPREAD, "--suggest-edges=2"}},
    {"diff", 1, rg_check_bounds_run, {SPREAD, "--diff=baseline.json", "--format=markdown"}},
};

/* A capture whose values are `factor` times those of the first; one that is thin has half of its keys. */
static void write_run(const char *name, int minute, double factor, bool thin)
{
    char text[1024];

    (void)snprintf(text, sizeof text,
                   "{\"captured_at\": \"2026-04-24T17:%02d:00Z\", \"git_sha\": \"%s\", \"window\": \"1m\","
                   " \"capture\": {\"declared\": 4, \"captured\": %d, \"min_ratio\": 0.9, \"complete\": %s},"
                   " \"labels\": {\"log|level\": \"w\"}, \"samples\": {\"span.a\": 900, \"span.b\": 10},"
                   " \"host\": {\"processors\": 2, \"load_average\": [0.5, 1, 1]}, \"metrics\": {"
                   "\"span.a.p50\": {\"value\": %.3f, \"unit\": \"ms\"}, \"span.a.p95\": {\"value\": %.3f, "
                   "\"unit\": \"ms\"}, \"span.b.p95\": {\"value\": %s, \"unit\": \"ms\"}, "
                   "\"job.j.running.p95\": {\"value\": %s, \"unit\": \"us\"}}}",
                   minute, minute % 2 == 0 ? "a" : "b", thin ? 2 : 4, thin ? "false" : "true", 1.5 * factor,
                   2.5 * factor, thin ? "null" : "4", thin ? "null" : "500");
    scratch_puts(name, text);
}

static int enter(void **state)
{
    char name[32];

    if (scratch_enter(state) != 0)
        return -1;
    for (int i = 0; i < RUNS; i++) {
        (void)snprintf(name, sizeof name, "run-%d.json", i);
        write_run(name, 2 * i + 1, 1 + i * 0.02, false);
    }
    for (int i = 0; i < 2 * ROUNDS; i++) {
        (void)snprintf(name, sizeof name, "ab-%d.json", i);
        write_run(name, 2 * i + i % 2, i % 2 == 0 ? 1 : 2 + i * 0.01, false);
    }
    write_run("baseline.json", 1, 1, false);
    write_run("slow.json", 31, 6, false);
    write_run("again.json", 41, 6, false);
    write_run("thin.json", 33, 1, true);
    scratch_puts("empty.json",
                 "{\"placeholder\": true, \"captured_at\": \"2026-04-24T17:30:00Z\", \"metrics\": {}}");
    scratch_puts(
        "config.json",
        "{\"defaults\": {\"span\": {\"p50\": {\"max_pct_increase\": 50}, \"p95\": {\"max_pct_increase\": "
        "50}},"
        " \"job_queue\": {\"p95\": {\"max_pct_increase\": 50}}}, \"overrides\": {\"span.a\": {\"p95\":"
        " {\"max_pct_increase\": 50, \"max_abs_increase_ms\": 7.5}}},"
        " \"waivers\": {\"span.a.p50\": {\"until\": \"2026-12-31\", \"owner\": \"o\", \"reason\": \"r\"}},"
        " \"budgets\": {\"span.a\": {\"p95\": {\"max_ms\": 1, \"ci_max_ms\": 20, \"ab_max_pct\": 1}}}}");
    return 0;
}

/* What a run came to. */
struct outcome {
    int status;
    size_t allocations;
    char *out;
    char *err;
    char *files[COUNT_OF(outputs)];
};

static void release(struct outcome *o)
{
    free(o->out);
    free(o->err);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        free(o->files[i]);
}

/* "" when it was removed. */
static char *read_output(const char *name)
{
    char *text = calloc(1, 65536);
    FILE *file = fopen(name, "rb");

    assert_non_null(text);
    if (file != NULL) {
        assert_true(fread(text, 1, 65535, file) < 65535);
        int closed = fclose(file);
        assert_int_equal(closed, 0);
    }
    return text;
}

/* Run a command with its `fail`-th allocation failing. */
static struct outcome run(const struct row *row, size_t fail)
{
    const char *words[ARGUMENTS_MAX] = {"command", "--thresholds=config.json",
                                        "--metrics=" MINI "regression-metrics.json",
                                        "--ladders=" MINI "ladders.json"};
    char *argv[ARGUMENTS_MAX];
    int argc = strcmp(row->what, "void") == 0 || strcmp(row->what, "help") == 0 ? 1 : 4;
    struct outcome o = {0};
    size_t size;
    FILE *out = open_memstream(&o.out, &size);
    FILE *err = open_memstream(&o.err, &size);

    assert_true(out != NULL && err != NULL);
    for (size_t i = 0; i < COUNT_OF(row->arguments) && row->arguments[i] != NULL; i++)
        words[argc++] = row->arguments[i];
    memcpy(argv, words, sizeof argv);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        scratch_puts(outputs[i], OLD);
    allocations = 0;
    fail_at = fail;
    o.status = row->run(argc, argv, out, err);
    fail_at = 0;
    o.allocations = allocations;
    assert_int_equal(fclose(out) + fclose(err), 0);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        o.files[i] = read_output(outputs[i]);
    return o;
}

/* Lines that say that there was no memory: in the project's words, or in those of errno. */
static size_t count_messages(const char *text)
{
    static const char *const words[] = {"out of memory", "Cannot allocate memory"};
    size_t count = 0;

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        for (const char *p = text; (p = strstr(p, words[i])) != NULL; p++)
            count++;
    }
    return count;
}

/* Nothing was lost: the allocation was of use only to a message that needs no escaping. */
static bool is_same(const struct outcome *a, const struct outcome *b)
{
    bool same = a->status == b->status && strcmp(a->out, b->out) == 0 && strcmp(a->err, b->err) == 0;

    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        same = same && strcmp(a->files[i], b->files[i]) == 0;
    return same;
}

static void check_failed(const char *row, const struct outcome *o, const struct outcome *clean)
{
    if (is_same(o, clean))
        return;
    CHECK_INT(row, o->status, 2);
    if (count_messages(o->err) != 1)
        print_error("it said: %s", o->err);
    CHECK_INT(row, count_messages(o->err), 1);
    CHECK(row, o->out[0] == '\0' || strcmp(o->out, clean->out) == 0);
    /* A summary may have had one of its two parts, budgets and block: each is appended whole. */
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        CHECK(row, o->files[i][0] == '\0' || strcmp(o->files[i], OLD) == 0 ||
                       strcmp(o->files[i], clean->files[i]) == 0 ||
                       (strcmp(outputs[i], "s.md") == 0 &&
                        strncmp(o->files[i], clean->files[i], strlen(o->files[i])) == 0));
}

static size_t fail_each(const struct row *row)
{
    struct outcome clean = run(row, 0);
    size_t total = clean.allocations;
    size_t entries = scratch_count();

    CHECK_INT(row->what, clean.status, row->status);
    CHECK_INT(row->what, count_messages(clean.err), 0);
    for (size_t n = 1; n <= total; n++) {
        char name[96];
        struct outcome o = run(row, n);
        (void)snprintf(name, sizeof name, "%s: allocation %zu%s", row->what, n, fail_after ? "…" : "");
        check_failed(name, &o, &clean);
        release(&o);
    }
    CHECK_INT(row->what, scratch_count(), entries);
    release(&clean);
    return total;
}

static void test_each_allocation(void **state)
{
    size_t points = 0;

    (void)state;
    /* The baseline of several runs is what the command itself makes of them. */
    static const struct row paste = {"paste", 0, rg_compare_run, {ALL_RUNS, "--paste"}};
    struct outcome o = run(&paste, 0);
    CHECK_INT(o.err, o.status, 0);
    scratch_puts("spread.json", o.out);
    release(&o);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        fail_after = false;
        size_t total = fail_each(&rows[i]);
        fail_after = true;
        CHECK_INT(rows[i].what, fail_each(&rows[i]), total);
        points += total;
    }
    print_message("%zu allocations in %zu commands, each once and from there on\n", points, COUNT_OF(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_allocation)};

    return cmocka_run_group_tests_name("command_no_memory", tests, enter, scratch_leave);
}
