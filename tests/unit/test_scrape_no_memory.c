/*
 * Every allocation of a capture from pages in files fails once, each in its turn, and then each and all after it: at the
 * beginning of a workload, and after it. libc's own allocations, as those of regcomp(), are not among them.
 */
#include "no_memory.h"
#include "scratch.h"

#include "cli/capture.h"

#define SURFACE                                                                                              \
    "{\"t\": {\"names\": [\"a\", \"b\"], \"_quantiles\": [0.5], \"_mean\": true, \"_unit\": \"s\", "         \
    "\"_query_template\": \"histogram_quantile({quantile}, sum by (le) (rate(t_bucket{job='j', y=~'1|2', "   \
    "x='{name}'}[{window}])))\"}, \"v\": {\"names\": [\"g\"], \"_unit\": \"count\", "                        \
    "\"_query_template\": \"{name}\"}, \"u\": {\"names\": [\"n\"], \"_unit\": \"count\", "                   \
    "\"_query_template\": \"sum({name})\"}}"
#define PAGE(a, b, torn)                                                                                     \
    "t_bucket{x=\"a\",y=\"1\",le=\"1\"} " a "\nt_bucket{x=\"a\",y=\"1\",le=\"+Inf\"} " b                     \
    "\nt_sum{x=\"a\",y=\"1\"} " b "\nt_count{x=\"a\",y=\"1\"} " torn                                         \
    "\nt_bucket{x=\"b\",y=\"2\",le=\"1\"} " a "\nt_bucket{x=\"b\",y=\"2\",le=\"+Inf\"} " b "\ng 4\n"

/* A capture of another day. */
#define OLD                                                                                                  \
    "{\"capture\": {\"captured\": 1, \"complete\": true, \"declared\": 1}, \"metrics\": "                    \
    "{\"t.a.p50\": {\"unit\": \"s\", \"value\": 7.5}}, \"schema_version\": 1}"

static int run(const char *const *words, size_t count, size_t n)
{
    char copies[16][24];
    char *argv[16];
    FILE *out = tmpfile();
    FILE *err = tmpfile();

    assert_non_null(out);
    assert_non_null(err);
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(copies[i], sizeof copies[i], "%s", words[i]);
        argv[i] = copies[i];
    }
    allocations = 0;
    fail_at = n;
    int status = rg_capture_run((int)count, argv, out, err);
    fail_at = 0;
    CHECK("a message", ftell(err) > 0);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(fclose(err), 0);
    return status;
}

static size_t read_file(const char *name, char *text, size_t size)
{
    FILE *file = fopen(name, "r");
    size_t length = 0;

    (void)memset(text, 0, size);
    if (file == NULL)
        return 0;
    length = fread(text, 1, size - 1, file);
    int closed = fclose(file);
    assert_int_equal(closed, 0);
    return length;
}

/* Begin: a whole one, or none and status 2. Since: never half a file, nor the old one as good. */
static void test_command(void **state)
{
    static const char *const begin[] = {"capture",    "--metrics", "surface.json", "--git-sha",
                                        "x",          "--scrape",  "1.prom",       "--time",
                                        "1700000000", "--begin",   "b.json"};
    static const char *const since[] = {"capture",  "--metrics", "surface.json", "--git-sha",  "x",
                                        "--scrape", "2.prom",    "--time",       "1700000060", "--since",
                                        "b.json",   "--output",  "t.json"};
    char text[8192];

    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        bool is_begin = mode < 2;
        int status = 2;
        fail_after = mode % 2 == 1;
        for (size_t n = 1; n == 1 || allocations >= n - 1; n++) {
            if (is_begin)
                (void)unlink("b.json");
            else
                scratch_puts("t.json", OLD);
            status = is_begin ? run(begin, COUNT_OF(begin), n) : run(since, COUNT_OF(since), n);
            (void)read_file(is_begin ? "b.json" : "t.json", text, sizeof text);
            CHECK("status", status == 0 || status == 2);
            if (is_begin)
                CHECK("whole, or none", strstr(text, "\"pages\"") != NULL ? strstr(text, "\n}\n") != NULL
                                                                          : status == 2 && text[0] == '\0');
            else
                CHECK("whole, old, cleared or gone",
                      status == 0 || strcmp(text, OLD) == 0 || text[0] == '\0' ||
                          strstr(text, "\"complete\": false") != NULL ||
                          strstr(text, "\"captured_at\": \"2023-11-14T22:14:20Z\"") != NULL);
        }
        CHECK_INT("without a failure", status, 0);
        CHECK("values",
              is_begin || (strstr(text, "\"counts\"") != NULL && strstr(text, "torn read") != NULL));
        CHECK("the wrappers are in place", allocations > 100);
    }
}

static int enter(void **state)
{
    if (scratch_enter(state) != 0)
        return -1;
    scratch_puts("surface.json", SURFACE);
    scratch_puts("1.prom", PAGE("5", "10", "10"));
    scratch_puts("2.prom", PAGE("7", "20", "21"));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_command)};

    return cmocka_run_group_tests_name("scrape_no_memory", tests, enter, scratch_leave);
}
