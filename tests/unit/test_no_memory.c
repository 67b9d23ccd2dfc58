/*
 * Every allocation fails once, each in its turn, and then each and all after it: the error is MEMORY, nothing
 * is set that should not be, and (under the sanitizers and valgrind) nothing leaks.
 *
 * Linked with --wrap, so that malloc and its kin in the library come here; cJSON's nodes come from an arena,
 * and so too.
 */
#include "load_ladders.h"
#include "no_memory.h"
#include "scratch.h"

#include "cli/help.h"
#include "rungate/base/file.h"
#include "rungate/format/json_write.h"
#include "rungate/judge/check.h"
#include "rungate/judge/derive.h"
#include "rungate/model/ladder_sources.h"
#include "rungate/model/surface.h"
#include "rungate/model/thresholds.h"
#include "rungate/model/timings.h"
#include "rungate/model/timings_copy.h"
#include "rungate/report/check_diff.h"
#include "rungate/report/check_edges.h"
#include "rungate/report/check_findings.h"
#include "rungate/report/check_sensitivity.h"
#include "rungate/report/check_table.h"

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

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    bool ok = doc != NULL && rg_timings_copy(doc, NULL, &out, err);
    rg_buffer_release(&out);
    rg_json_free(doc);
    return ok;
}

/* A gate in which each rule has something to say. */
#define BASELINE                                                                                             \
    "{\"metrics\": {\"web.a.x.p50\": {\"value\": 1.5, \"unit\": \"ms\"}, \"web.a.x.p95\": {\"value\": 1.5,"  \
    " \"unit\": \"ms\"}, \"web.b.y.p50\": {\"value\": 0.5, \"unit\": \"ms\"}, \"web.c.p95\": {\"value\": 3," \
    " \"unit\": \"ms\"}, \"web.b.y.p95\": {\"value\": 2, \"unit\": \"ms\"}},"                                \
    " \"ladders\": {\"web.\": {\"unit\": \"ms\", \"edges\": [1, 3]}}}"
#define BOUNDS                                                                                               \
    "{\"waivers\": {\"web.a.x.p96\": {\"until\": \"2001-01-01\"}}, \"overrides\": {\"web.a.x\": {\"p95\":"   \
    " {\"max_abs_increase_ms\": 1.0}}, \"web.a.z\": {\"p95\": {\"max_abs_increase_ms\": 1.0}}}}"

static bool load_sources(struct rg_error *err)
{
    static const char *const sources[] = {"web=collector.yaml", "ladders.json"};
    struct rg_ladders ladders = {.count = 77};
    struct rg_surface surface = {0};
    bool ok = rg_surface_load("surface.json", &surface, err) &&
              rg_ladder_sources_load(sources, COUNT_OF(sources), &surface, &ladders, err);

    CHECK("sources", ok || ladders.count == 77);
    if (ok)
        rg_ladders_release(&ladders);
    rg_surface_release(&surface);
    return ok;
}

/* Each form of each view. */
static bool show(const struct rg_check_input *in, const struct rg_findings *f, const struct rg_json_doc *doc,
                 struct rg_error *err)
{
    const struct rg_check_paths paths = {.path = {"b", "t", "s"}};
    struct rg_derivation done = {0};
    struct rg_check_slowest slowest;
    struct rg_buffer out;
    bool all;
    bool ok = true;

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    for (int form = RG_FORM_TEXT; form <= RG_FORM_MARKDOWN && ok; form++) {
        ok = rg_check_table(in, f, (enum rg_form)form, &out, err) &&
             rg_check_sensitivity(in, f, 10, (enum rg_form)form, &out, err) &&
             rg_check_edges(in, f, 1.5, (enum rg_form)form, &out, &all, err) &&
             rg_check_diff(in, f, in->baseline, (enum rg_form)form, &out, &slowest, err) &&
             rg_check_print(f, &paths, (enum rg_form)form, &out, err);
        rg_buffer_clear(&out);
    }
    ok = ok && rg_derive(in, f, doc, &out, &done, err);
    rg_derivation_release(&done);
    rg_buffer_release(&out);
    return ok;
}

static bool check_bounds(struct rg_error *err)
{
    struct rg_timings baseline = {0};
    struct rg_thresholds thresholds = {0};
    struct rg_surface surface = {0};
    struct rg_ladders ladders = {0};
    struct rg_faults baseline_faults = {0};
    struct rg_faults threshold_faults = {0};
    struct rg_findings findings = {.gated = 77};
    struct rg_json_doc *doc = rg_json_read("bounds.json", err);
    struct rg_check_input input = {.baseline = &baseline,
                                   .baseline_faults = &baseline_faults,
                                   .thresholds = &thresholds,
                                   .threshold_faults = &threshold_faults,
                                   .surface = &surface,
                                   .ladders = &ladders,
                                   .today_s = 1000000000};
    bool ok = doc != NULL && rg_thresholds_read(doc, "bounds.json", &threshold_faults, &thresholds, err) &&
              rg_timings_load("baseline.json", &baseline_faults, &baseline, err) &&
              rg_surface_load("surface.json", &surface, err) && load_ladders("ladders.json", &ladders, err);

    if (ok) {
        ok = rg_check(&input, &findings, err);
        CHECK("findings", ok || findings.gated == 77);
        ok = ok && show(&input, &findings, doc, err);
    }
    if (findings.gated != 77)
        rg_findings_release(&findings);
    rg_json_free(doc);
    rg_timings_release(&baseline);
    rg_thresholds_release(&thresholds);
    rg_surface_release(&surface);
    rg_ladders_release(&ladders);
    rg_faults_release(&baseline_faults);
    rg_faults_release(&threshold_faults);
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
        {"label", RG_OPTION_LIST, .value_name = "K=V", .help = "a condition"},
    };
    static const struct rg_command command = {"tool", "do", table, COUNT_OF(table), NULL};
    char tool[] = "tool";
    char one[] = "--label=a";
    char *argv[] = {tool, one, one, NULL};
    struct rg_buffer out;
    bool ok = rg_options_parse(&command, 3, argv, &list, err) == RG_OPTIONS_RUN;

    rg_options_release(&command, &list);
    rg_buffer_init(&out, RG_OUTPUT_MAX);
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
        size_t at_least; /* allocations: that the wrappers are in place */
    } rows[] = {
        {"thresholds", load_thresholds, 8}, {"surface", load_surface, 8}, {"timings", load_timings, 8},
        {"canonical", write_canonical, 8},  {"file", write_file, 1},      {"options", parse_options, 5},
        {"sources", load_sources, 8},       {"bounds", check_bounds, 50},
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
    if (scratch_enter(state) != 0)
        return -1;
    scratch_puts("thresholds.json", THRESHOLDS);
    scratch_puts("surface.json", SURFACE);
    scratch_puts("timings.json", TIMINGS);
    scratch_puts("baseline.json", BASELINE);
    scratch_puts("bounds.json", BOUNDS);
    scratch_puts("ladders.json", "{\"web\": {\"unit\": \"ms\", \"edges\": [1, 2, 5]}}");
    scratch_puts(
        "collector.yaml",
        "config: |\n  connectors: {spanmetrics: {histogram: {explicit: {buckets: &a [1ms, 2m]}}}}\n");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
    };
    return cmocka_run_group_tests_name("no_memory", tests, enter, scratch_leave);
}
