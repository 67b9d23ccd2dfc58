/*
 * Every allocation fails once, each in its turn, and then each and all after it: the error is MEMORY, nothing
 * is set that should not be, and (under the sanitizers and valgrind) nothing leaks.
 *
 * Linked with --wrap, so that malloc and its kin in the library come here; cJSON is given them as its hooks.
 */
#include "scratch.h"

#include "options.h"
#include "rungate/ab_report.h"
#include "rungate/file.h"
#include "rungate/json_write.h"
#include "rungate/surface.h"
#include "rungate/thresholds.h"
#include "rungate/timings.h"

#include <cjson/cJSON.h>

/* The linker's names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static size_t allocations; /* since the last start */
static size_t fail_at;     /* the one that fails; 0: none */
static bool fail_after;    /* and all after it */

static bool fails(void)
{
    allocations++;
    return fail_at != 0 && (allocations == fail_at || (fail_after && allocations > fail_at));
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

#define THRESHOLDS                                                                                           \
    "{\"defaults\": {\"span\": {\"p95\": {\"max_pct_increase\": 50.0, \"max_abs_increase_ms\": 1.0}}},"      \
    " \"overrides\": {\"a.b\": {\"p95\": {\"max_abs_increase_ms\": \"x\"}, \"p99\": 5}, \"c\": 1}}"
#define SURFACE                                                                                              \
    "{\"excluded_keys\": {\"web.a.x.p50\": \"noise\"}, \"web\": {\"_phases\": [\"x\", \"y\"],"               \
    " \"_x_template\": \"f({quantile}{name})\", \"_y_template\": \"g({quantile}{name})\","                   \
    " \"_unit\": \"ms\", \"_quantiles\": [0.5, 0.95], \"names\": [\"a\", \"b\"]}}"
#define TIMINGS                                                                                              \
    "{\"captured_at\": \"t\", \"metrics\": {\"z.x.p95\": {\"value\": 1, \"unit\": \"ms\"}, \"a.x.p95\": 5,"  \
    " \"b.x.p95\": {\"unit\": \"us\"}}, \"labels\": {\"a\": \"b\"}, \"samples\": {\"z.x\": 7},"              \
    " \"ladders\": {\"z\": {\"unit\": \"ms\", \"edges\": [1, 2]}}, \"more\": [\"\\u00e9\", {}]}"

static bool load_thresholds(struct rg_error *err)
{
    struct rg_thresholds t = {.override_count = 77};
    struct rg_faults faults = {0};
    bool ok = rg_thresholds_load("thresholds.json", &faults, &t, err);

    CHECK("thresholds", ok || t.override_count == 77);
    if (ok)
        rg_thresholds_release(&t);
    rg_faults_release(&faults);
    return ok;
}

static bool load_surface(struct rg_error *err)
{
    struct rg_surface s = {.key_count = 77};
    bool ok = rg_surface_load("surface.json", &s, err);

    CHECK("surface", ok || s.key_count == 77);
    if (ok)
        rg_surface_release(&s);
    return ok;
}

static bool load_timings(struct rg_error *err)
{
    struct rg_timings t = {.metric_count = 77};
    struct rg_faults faults = {0};
    bool ok = rg_timings_load("timings.json", &faults, &t, err);

    CHECK("timings", ok || t.metric_count == 77);
    if (ok)
        rg_timings_release(&t);
    rg_faults_release(&faults);
    return ok;
}

static bool write_canonical(struct rg_error *err)
{
    struct rg_buffer out;
    struct rg_json_doc *doc = rg_json_parse(TIMINGS, sizeof TIMINGS - 1, err);

    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    bool ok = doc != NULL && rg_timings_canonical(doc, NULL, &out, err);
    rg_buffer_release(&out);
    rg_json_free(doc);
    return ok;
}

enum { ROUNDS = 6, FILES = 2 * ROUNDS };

/* An experiment with every kind of line: a round that is dropped, one that does not count, a lead, budgets.
 */
static void write_rounds(void)
{
    for (int i = 0; i < FILES; i++) {
        char name[32];
        char text[512];
        (void)snprintf(name, sizeof name, "round-%d.json", i);
        (void)snprintf(
            text, sizeof text,
            "{\"captured_at\": \"2026-04-24T17:%02d:00Z\", \"git_sha\": \"%s\", \"window\": \"1m\","
            " \"host\": {\"processors\": 2, \"load_average\": [%d, 1, 1]},"
            " \"metrics\": {\"span.x.p50\": {\"value\": %d, \"unit\": \"ms\"},"
            " \"span.x.p95\": {\"value\": %s, \"unit\": \"ms\"},"
            " \"heap.x.value\": {\"value\": %d, \"unit\": \"bytes\"}}}",
            2 * i + 1, i % 2 == 0 ? "a" : "b", i == 2 ? 3 : 1, i % 2 == 0 ? 10 : 20 + i,
            i == 4 ? "null" : "5", i % 2 == 0 ? 100 : 101 + i % 3);
        scratch_puts(name, text);
    }
    scratch_puts("budgets.json",
                 "{\"budgets\": {\"heap.x\": {\"value\": {\"ab_max_pct\": 1, \"max_bytes\": 5,"
                 " \"max_ratio\": 2, \"ratio_to\": \"y.z.value\"}}}}");
}

static bool report_ab(const struct rg_ab_verdict *v, struct rg_error *err)
{
    static bool (*const plain[])(const struct rg_ab_verdict *, struct rg_buffer *, struct rg_error *) = {
        rg_ab_report_json, rg_ab_report_junit, rg_ab_report_annotations};
    struct rg_style style = {.color = true};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    bool ok = rg_ab_report_text(v, style, &out, err) && rg_ab_report_markdown(v, 100000, &out, err);
    for (size_t i = 0; i < COUNT_OF(plain) && ok; i++)
        ok = plain[i](v, &out, err);
    rg_buffer_release(&out);
    return ok;
}

static bool judge_ab(struct rg_error *err)
{
    struct rg_timings timings[FILES] = {{0}};
    struct rg_ab_file files[FILES];
    struct rg_thresholds thresholds = {0};
    struct rg_ab_verdict v = {.key_count = 77};
    bool ok = rg_thresholds_load("budgets.json", NULL, &thresholds, err);

    for (size_t i = 0; i < FILES && ok; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "round-%d.json", (int)i);
        ok = rg_timings_load(name, NULL, &timings[i], err);
        files[i] = (struct rg_ab_file){"file", &timings[i]};
    }
    if (ok) {
        struct rg_ab_input input = {
            .files = files, .file_count = FILES, .thresholds = &thresholds, .margin = RG_AB_MARGIN};
        ok = rg_ab_judge(&input, &v, err);
        CHECK("ab", ok ? v.key_count == 3 : v.key_count == 77);
        if (ok) {
            ok = report_ab(&v, err);
            rg_ab_release(&v);
        }
    }
    for (size_t i = 0; i < FILES; i++)
        rg_timings_release(&timings[i]);
    rg_thresholds_release(&thresholds);
    return ok;
}

static bool write_file(struct rg_error *err)
{
    return rg_file_write("out", "x", 1, err);
}

static bool parse_options(struct rg_error *err)
{
    struct rg_list list = {.count = 0};
    static const struct rg_option table[] = {
        {"label", RG_OPTION_LIST, 0, "K=V", NULL, "a condition", NULL, 0, false},
    };
    static const struct rg_command command = {"tool", "do", table, COUNT_OF(table), NULL};
    char tool[] = "tool";
    char one[] = "--label=a";
    char *argv[] = {tool, one, one, NULL};
    struct rg_buffer out;
    bool ok = rg_options_parse(&command, 3, argv, &list, err) == RG_OPTIONS_RUN;

    rg_options_release(&command, &list);
    rg_buffer_init(&out, RG_BUFFER_UNLIMITED);
    if (ok) {
        rg_options_help(&command, &out);
        ok = rg_buffer_check(&out, err);
    }
    rg_buffer_release(&out);
    return ok;
}

static void test_each_allocation(void **state)
{
    static const struct {
        const char *name;
        bool (*run)(struct rg_error *err);
        size_t at_least; /* allocations: that the hooks are in place */
    } rows[] = {
        {"thresholds", load_thresholds, 20},
        {"surface", load_surface, 20},
        {"timings", load_timings, 20},
        {"canonical", write_canonical, 20},
        {"file", write_file, 1},
        {"options", parse_options, 5},
        {"ab", judge_ab, 100},
    };
    (void)state;
    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        bool ok = false;
        fail_after = i % 2 == 1;
        for (size_t n = 1; !ok; n++) {
            struct rg_error err = {0};
            char row[64];
            (void)snprintf(row, sizeof row, "%s, allocation %zu%s", rows[i / 2].name, n,
                           fail_after ? "…" : "");
            allocations = 0;
            fail_at = n;
            ok = rows[i / 2].run(&err);
            fail_at = 0;
            /* Done when there were fewer allocations than that; until then each is noticed. */
            CHECK_INT(row, ok, allocations < n);
            CHECK_INT(row, err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
            CHECK(row, !ok || n > rows[i / 2].at_least);
        }
    }
}

static int enter(void **state)
{
    cJSON_Hooks hooks = {.malloc_fn = __wrap_malloc, .free_fn = free};

    if (scratch_enter(state) != 0)
        return -1;
    cJSON_InitHooks(&hooks);
    scratch_puts("thresholds.json", THRESHOLDS);
    scratch_puts("surface.json", SURFACE);
    scratch_puts("timings.json", TIMINGS);
    write_rounds();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
    };
    return cmocka_run_group_tests_name("no_memory", tests, enter, scratch_leave);
}
