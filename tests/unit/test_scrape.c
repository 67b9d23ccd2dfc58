/*
 * What a page gives a surface: patterns and strings of matchers, which samples are selected, and the file that keeps
 * them. What is made of them is in the golden cases, tests/cli/cases/scrape.
 */
#include "scratch.h"

#include "measure/matcher.h"
#include "measure/pattern.h"
#include "measure/unquote.h"
#include "rungate/measure/page_read.h"
#include "rungate/measure/scrape_file.h"

/* The form of a matcher: "=~" and the like, then the pattern. 1 matches, 0 does not, -1 it is refused. */
static int match(const char *op, const char *pattern, const char *value)
{
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    struct rg_label_matcher m;
    char quoted[256];
    int result = -1;

    (void)snprintf(quoted, sizeof quoted, "`%s`", pattern);
    const struct rg_matcher matcher = {
        .label = {"x", 1}, .op = {op, strlen(op)}, .value = {quoted, strlen(quoted)}};
    if (rg_matcher_make(&matcher, &arena, &m, &err)) {
        result = rg_matcher_test(&m, value);
        rg_matcher_release(&m);
    } else {
        CHECK_INT(pattern, err.code, RG_ERROR_FORMAT);
    }
    rg_arena_release(&arena);
    return result;
}

static void test_patterns(void **state)
{
    static const struct {
        const char *pattern;
        const char *value;
        int matches;
    } rows[] = {
        {"", "", 1},
        {"", "a", 0},
        {"a", "a", 1},
        {"a", "ba", 0},
        {"a", "ab", 0},
        {"a|b", "b", 1},
        {"a|bc", "ac", 0},
        {"a|", "", 1},
        {"(|a)b", "b", 1},
        {".*", "", 1},
        {".+", "a/b", 1},
        {"a.c", "abc", 1},
        {"a.c",
         "a\xC3\xA9"
         "c",
         1},
        {"a..c",
         "a\xC3\xA9"
         "c",
         0},
        {"\xC3\xA9+", "\xC3\xA9\xC3\xA9", 1},
        {"\xC3\xA9+", "\xC3\xA9\xA9", 0},
        {"[^/]", "\xE2\x82\xAC", 1},
        {"[^/]", "/", 0},
        {"[^/]{2}",
         "\xF0\x9F\x98\x80"
         "a",
         1},
        {"[^a-]", "b", 1},
        {"[^a-]", "-", 0},
        {"[^-]", "-", 0},
        {"[]a]+", "a]", 1},
        {"[^]a]", "]", 0},
        {"[a-c]{2,3}", "abca", 0},
        {"[a-c]{2,3}", "abc", 1},
        {"[[:digit:]]+", "42", 1},
        {"[^[:digit:]]+", "a\xC3\xA9", 1},
        {"a{2}", "aa", 1},
        {"a{2,}", "aaaa", 1},
        {"a{,2}", "a", -1},
        {"a{255}", "a", 0},
        {"a{256}", "a", -1},
        {"a{3,2}", "a", -1},
        {"a{", "a{", -1},
        {"}", "}", 1},
        {"/api/v1\\.0", "/api/v1.0", 1},
        {"/api/v1\\.0", "/api/v1x0", 0},
        {"\\/a\\-b", "/a-b", 1},
        {"\\<a\\>", "<a>", 1},
        {"\\[\\]\\{\\}\\(\\)\\|\\*\\+\\?\\^\\$\\\\", "[]{}()|*+?^$\\", 1},
        {"^a$", "a", 1},
        {"^/a|^/b", "/b", 1},
        {"\\d", "1", -1},
        {"\\w+", "a", -1},
        {"\\Qa\\E", "a", -1},
        {"\\1", "a", -1},
        {"a\\", "a", -1},
        {"\\\xC3\xA9", "\xC3\xA9", -1},
        {"(?i)a", "A", -1},
        {"(?:a)", "a", -1},
        {"a*?", "a", -1},
        {"a+?b", "ab", -1},
        {"a??", "a", -1},
        {"a**", "a", -1},
        {"a{2}{3}", "a", -1},
        {"*a", "a", -1},
        {"(+a)", "a", -1},
        {"|*", "a", -1},
        {"[\\d]", "1", -1},
        {"[\xC3\xA9]", "\xC3\xA9", -1},
        {"[[.a.]]", "a", -1},
        {"[[=a=]]", "a", -1},
        {"[a", "a", -1},
        {"(a", "a", -1},
        {"a)", "a", -1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_INT(rows[i].pattern, match("=~", rows[i].pattern, rows[i].value), rows[i].matches);
        CHECK_INT(rows[i].pattern, match("!~", rows[i].pattern, rows[i].value),
                  rows[i].matches < 0 ? -1 : !rows[i].matches);
    }
    CHECK_INT("=", match("=", "a.c", "abc"), 0);
    CHECK_INT("=", match("=", "a.c", "a.c"), 1);
    CHECK_INT("!=", match("!=", "a.c", "a.c"), 0);
    char deep[256] = "";
    (void)memset(deep, '(', 100);
    (void)memset(deep + 100, ')', 100);
    CHECK_INT("100 groups", match("=~", deep, ""), 1);
    (void)memset(deep, '(', 101);
    (void)memset(deep + 101, ')', 101);
    CHECK_INT("101 groups", match("=~", deep, ""), -1);
}

static void test_strings(void **state)
{
    static const struct {
        const char *quoted;
        const char *text; /* NULL: refused */
    } rows[] = {
        {"\"a\"", "a"},
        {"''", ""},
        {"`a\\d`", "a\\d"},
        {"\"a\\\\b\\\"c\\n\\t\"", "a\\b\"c\n\t"},
        {"'it\\'s'", "it's"},
        {"\"\\a\\b\\f\\r\\v\"", "\a\b\f\r\v"},
        {"\"\\x41\\101\"", "AA"},
        {"\"\\u00e9\\U0001F600\"", "\xC3\xA9\xF0\x9F\x98\x80"},
        {"\"\\u20AC\"", "\xE2\x82\xAC"},
        {"\"\\xC3\\xA9\"", "\xC3\xA9"},
        {"\"\\xC3\"", NULL},
        {"\"\\x00\"", NULL},
        {"\"\\u0000\"", NULL},
        {"\"\\uD800\"", NULL},
        {"\"\\U00110000\"", NULL},
        {"\"\\x4\"", NULL},
        {"\"\\x4g\"", NULL},
        {"\"\\400\"", NULL},
        {"\"\\8\"", NULL},
        {"\"\\q\"", NULL},
        {"\"\\'\"", NULL},
    };
    struct rg_buffer out;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_slice quoted = {rows[i].quoted, strlen(rows[i].quoted)};
        rg_buffer_init(&out, RG_TEXT_MAX);
        bool ok = rg_promql_unquote(&quoted, &out);
        CHECK_TEXT(rows[i].quoted, ok ? rg_buffer_text(&out) : NULL, rows[i].text);
        rg_buffer_release(&out);
    }
}

/* A surface of several templates that share one metric, and its plan. */
struct plan {
    struct rg_surface surface;
    struct rg_ladders none;
    struct rg_plan plan;
    struct rg_selection selection;
};

static void make_plan(const char *surface, const struct rg_labels *target, struct plan *p)
{
    struct rg_error err = {0};

    *p = (struct plan){0};
    scratch_puts("surface.json", surface);
    bool ok = rg_surface_load("surface.json", &p->surface, &err) &&
              rg_plan_make(&p->surface, &p->none, "3m", &p->plan, &err) &&
              rg_selection_make(&p->plan, target, &p->selection, &err);
    if (!ok)
        fail_msg("%s", err.message);
}

static void release_plan(struct plan *p)
{
    rg_selection_release(&p->selection);
    rg_plan_release(&p->plan);
    rg_surface_release(&p->surface);
}

#define GROUP(name, names, matchers)                                                                         \
    "\"" name "\": {\"names\": " names ", \"_quantiles\": [0.5], \"_unit\": \"s\", \"_query_template\": "    \
    "\"histogram_quantile({quantile}, sum by (le) (rate(t_bucket{" matchers "}[{window}])))\"}"
#define SURFACE                                                                                                                                  \
    "{" GROUP("one", "[\"a\", \"b\"]", "x='{name}'") "," GROUP("two", "[\"a\"]", "x='{name}', y='1', job='j'") "," GROUP(                        \
        "three", "[\"a\"]",                                                                                                                      \
        "x=~'{name}|c', y!='1', instance='i'") "," GROUP("four", "[\"a\"]",                                                                      \
                                                         "x='{name}',x='b'") "," GROUP("five", "[\"a\"]",                                        \
                                                                                       "le='1', exported_job='k', job='j'") "," GROUP("six",     \
                                                                                                                                      "[\"a\"]", \
                                                                                                                                      "zone=''") ", \"v\": {\"names\": [\"g\"], \"_unit\": \"count\", \"_query_template\": \"{name}{x='a'}\"}}"

static int by_series(const void *a, const void *b)
{
    const struct rg_hit *x = a;
    const struct rg_hit *y = b;

    return x->series < y->series ? -1 : x->series > y->series;
}

/* Which series want a sample: their bases, and its kind. */
static void hits_of(struct plan *p, const char *name, const char *labels, char text[256])
{
    static const char *const kinds[] = {"bucket", "sum", "total", "created", "value", "start"};
    struct rg_arena arena = {0};
    struct rg_error err = {0};
    struct rg_label pairs[8];
    size_t count = 0;
    char copy[128];

    (void)snprintf(copy, sizeof copy, "%s", labels);
    for (char *at = copy, *rest = NULL; (at = strtok_r(at, ",", &rest)) != NULL; at = NULL) {
        char *equals = strchr(at, '=');
        *equals = '\0';
        pairs[count++] = (struct rg_label){at, equals + 1};
    }
    struct rg_labels all = rg_selection_labels(&p->selection, "t1", pairs, count, &arena);
    CHECK(name, rg_selection_find(&p->selection, name, &all, &err));
    qsort(p->selection.hits, p->selection.hit_count, sizeof *p->selection.hits, by_series);
    text[0] = '\0';
    for (size_t i = 0; i < p->selection.hit_count; i++) {
        const struct rg_hit *hit = &p->selection.hits[i];
        size_t length = strlen(text);
        (void)snprintf(text + length, 256 - length, "%s%s %s", i == 0 ? "" : ", ",
                       hit->kind == RG_HIT_START ? "-" : p->plan.series[hit->series].base, kinds[hit->kind]);
    }
    rg_arena_release(&arena);
}

static void test_selection(void **state)
{
    static const struct {
        const char *name;
        const char *labels;
        const char *hits;     /* without target labels */
        const char *hits_set; /* with job="j" */
    } rows[] = {
        {"t_bucket", "x=a,le=1", "one.a bucket, six.a bucket, three.a bucket",
         "one.a bucket, six.a bucket, three.a bucket"},
        {"t_bucket", "x=a,y=1,le=1", "one.a bucket, six.a bucket, two.a bucket",
         "one.a bucket, six.a bucket, two.a bucket"},
        {"t_bucket", "x=b,le=1", "one.b bucket, six.a bucket", "one.b bucket, six.a bucket"},
        {"t_bucket", "x=c,le=1", "six.a bucket, three.a bucket", "six.a bucket, three.a bucket"},
        {"t_bucket", "job=k,le=1.0", "five.a bucket, six.a bucket", "five.a bucket, six.a bucket"},
        {"t_bucket", "job=k,le=2", "six.a bucket", "six.a bucket"},
        {"t_sum", "job=k", "five.a sum, six.a sum", "five.a sum, six.a sum"},
        {"t_count", "x=b", "one.b total, six.a total", "one.b total, six.a total"},
        {"t_created", "x=b,zone=z", "one.b created", "one.b created"},
        {"t_bucket", "x=,zone=,le=1", "six.a bucket", "six.a bucket"},
        {"t", "x=a", "", ""},
        {"g", "x=a", "v.g value", "v.g value"},
        {"g", "x=b", "", ""},
        {"process_start_time_seconds", "", "- start", "- start"},
    };
    const struct rg_label job[] = {{"job", "j"}};
    struct plan plain;
    struct plan set;
    char text[256];

    (void)state;
    make_plan(SURFACE, &(struct rg_labels){0}, &plain);
    make_plan(SURFACE, &(struct rg_labels){job, 1}, &set);
    CHECK("job ignored", plain.selection.ignores_job && plain.selection.ignores_instance);
    CHECK("job not ignored", !set.selection.ignores_job && set.selection.ignores_instance);
    CHECK("nothing beyond the classic alphabet", !plain.selection.wants_utf8);
    CHECK("not offered", !rg_selection_saw(&plain.selection, "t_bucket"));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        hits_of(&plain, rows[i].name, rows[i].labels, text);
        CHECK_TEXT(rows[i].labels, text, rows[i].hits);
        hits_of(&set, rows[i].name, rows[i].labels, text);
        CHECK_TEXT(rows[i].labels, text, rows[i].hits_set);
    }
    CHECK("offered",
          rg_selection_saw(&plain.selection, "t_bucket") && !rg_selection_saw(&plain.selection, "t"));
    CHECK("wanted",
          rg_selection_wants(&plain.selection, "t_sum") && !rg_selection_wants(&plain.selection, "u_sum"));
    release_plan(&plain);
    release_plan(&set);
    make_plan("{" GROUP("one", "[\"a\"]", "'x.y'='{name}'") "}", &(struct rg_labels){0}, &plain);
    CHECK("a label beyond the classic alphabet", plain.selection.wants_utf8);
    release_plan(&plain);
}

/* Labels as a server would keep them. */
static void test_labels(void **state)
{
    const struct rg_label own[] = {{"x", "1"}, {"job", "j"}, {"empty", ""}, {"instance", "i"}, {"zone", "z"}};
    const struct rg_label set[] = {{"instance", "mine"}, {"zone", "eu"}};
    static const char *const texts[] = {
        "{exported_instance=\"i\",exported_job=\"j\",instance=\"u\",x=\"1\",zone=\"z\"}",
        "{exported_instance=\"i\",exported_job=\"j\",exported_zone=\"z\",instance=\"mine\",x=\"1\",zone=\"eu\"}"};
    struct rg_buffer text;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rg_selection selection = {.target = {set, 2 * i}};
        struct rg_arena arena = {0};
        struct rg_labels labels = rg_selection_labels(&selection, "u", own, COUNT_OF(own), &arena);
        rg_buffer_init(&text, RG_TEXT_MAX);
        rg_labels_text(&labels, &text);
        CHECK_TEXT("labels", rg_buffer_text(&text), texts[i]);
        rg_buffer_release(&text);
        rg_arena_release(&arena);
    }
}

static void test_tears(void **state)
{
    static const struct {
        const char *name;
        const char *page;
        size_t tears;
    } rows[] = {
        {"whole", "t_bucket{x=\"a\",le=\"+Inf\"} 5\nt_count{x=\"a\"} 5\n", 0},
        {"torn", "t_bucket{x=\"a\",le=\"+Inf\"} 5\nt_count{x=\"a\"} 6\n", 1},
        {"the total first", "t_count{x=\"a\"} 4\nt_bucket{x=\"a\",le=\"inf\"} 5\n", 1},
        {"no total", "t_bucket{x=\"a\",le=\"+Inf\"} 5\n", 0},
        {"another series' total", "t_bucket{x=\"a\",le=\"+Inf\"} 5\nt_count{x=\"b\"} 6\n", 0},
        {"another bucket",
         "t_bucket{x=\"a\",le=\"1\"} 4\nt_bucket{x=\"a\",le=\"+Inf\"} 5\nt_count{x=\"a\"} 5\n", 0},
        {"one of two",
         "t_bucket{x=\"a\",z=\"1\",le=\"+Inf\"} 5\nt_count{x=\"a\",z=\"1\"} 5\n"
         "t_bucket{x=\"a\",z=\"2\",le=\"+Inf\"} 5\nt_count{x=\"a\",z=\"2\"} 7\n",
         1},
    };
    struct plan p;

    (void)state;
    make_plan("{" GROUP("one", "[\"a\", \"b\"]", "x='{name}'") "}", &(struct rg_labels){0}, &p);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_page page;
        struct rg_error err = {0};
        rg_page_init(&page, "u", 1000);
        CHECK(rows[i].name,
              rg_page_read(&page, &p.selection, rows[i].page, strlen(rows[i].page), NULL, &err));
        CHECK_INT(rows[i].name, page.tear_count, rows[i].tears);
        rg_page_release(&page);
    }
    release_plan(&p);
}

static void test_starts(void **state)
{
    static const struct {
        const char *page;
        double start_s;
    } rows[] = {
        {"", (double)NAN},
        {"process_start_time_seconds 1.5e9\n", 1.5e9},
        {"process_start_time_seconds 0\n", (double)NAN},
        {"process_start_time_seconds NaN\n", (double)NAN},
        {"process_start_time_seconds{pid=\"1\"} 1.5e9\n", (double)NAN},
        {"process_start_time_seconds 1.5e9\nprocess_start_time_seconds{pid=\"1\"} 1.5e9\n", (double)NAN},
    };
    struct plan p;

    (void)state;
    make_plan("{" GROUP("one", "[\"a\"]", "x='{name}'") "}", &(struct rg_labels){0}, &p);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_page page;
        struct rg_error err = {0};
        rg_page_init(&page, "u", 1000);
        CHECK(rows[i].page,
              rg_page_read(&page, &p.selection, rows[i].page, strlen(rows[i].page), NULL, &err));
        CHECK_SAME(rows[i].page, page.start_s, rows[i].start_s);
        rg_page_release(&page);
    }
    release_plan(&p);
}

/* What is written is read again, whatever names and values hold. */
static void test_file(void **state)
{
    static const char text[] = "t_bucket{x=\"a\",le=\"1\"} 5\n"
                               "t_bucket{x=\"a\",odd=\"q\\\"b\\\\n\\n\xC3\xA9\",le=\"+Inf\"} 1e+300\n"
                               "{\"t_bucket\",x=\"b\",\"\xC3\xA9.y\"=\"1\",le=\"2\"} 0.1\n"
                               "t_sum{x=\"a\"} NaN\nt_sum{x=\"b\"} -Inf\nt_count{x=\"b\"} +Inf\n"
                               "process_start_time_seconds 1700000000.25\n";
    const struct rg_label set[] = {{"job", "j"}, {"zone", "\xC3\xA9"}};
    const struct rg_host host = {.processors = 2, .load = {1, 2, 3}, .has_load = true};
    struct rg_begin_scrape begin = {0};
    struct rg_host read = {0};
    struct rg_error err = {0};
    struct rg_page pages[2];
    struct rg_buffer out;
    struct plan p;

    (void)state;
    make_plan(SURFACE, &(struct rg_labels){set, 2}, &p);
    rg_page_init(&pages[0], "http://a/m", 1700000000123);
    CHECK("read", rg_page_read(&pages[0], &p.selection, text, sizeof text - 1, NULL, &err));
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    CHECK("render",
          rg_begin_scrape_render("2023-11-14T22:13:20Z", &host, &p.selection, pages, 1, &out, &err));
    scratch_write("begin.json", out.data, out.length);
    rg_buffer_release(&out);
    CHECK("load", rg_begin_scrape_load("begin.json", &read, &begin, &err));
    CHECK_TEXT("began_at", read.began_at, "2023-11-14T22:13:20Z");
    CHECK_SAME("load", read.begin_load[2], 3);
    CHECK_INT("labels", rg_labels_compare(&begin.target_labels, &p.selection.target), 0);
    CHECK_INT("selectors, each once", begin.select_count, 8);
    CHECK_INT("pages", begin.page_count, 1);
    CHECK_TEXT("target", begin.pages[0].target, "http://a/m");
    CHECK_INT("time", begin.pages[0].time_ms, 1700000000123);
    rg_page_init(&pages[1], "http://a/m", begin.pages[0].time_ms);
    CHECK("read again", rg_page_read(&pages[1], &p.selection, begin.pages[0].text,
                                     strlen(begin.pages[0].text), NULL, &err));
    CHECK_INT("samples", pages[1].sample_count, pages[0].sample_count);
    CHECK_INT("all", pages[0].sample_count, 7);
    CHECK_INT("hits", pages[1].hit_count, pages[0].hit_count);
    for (size_t i = 0; i < pages[0].sample_count; i++) {
        CHECK_TEXT("name", pages[1].samples[i].name, pages[0].samples[i].name);
        CHECK_INT("labels", rg_labels_compare(&pages[1].samples[i].labels, &pages[0].samples[i].labels), 0);
        CHECK_SAME("value", pages[1].samples[i].value, pages[0].samples[i].value);
    }
    rg_page_release(&pages[0]);
    rg_page_release(&pages[1]);
    rg_begin_scrape_release(&begin);
    release_plan(&p);
}

static void test_bad_files(void **state)
{
    static const struct {
        const char *scrape;
        const char *message;
    } rows[] = {
        {"{}", "expected 'schema_version', 'selects' and 'pages'"},
        {"[]", "expected an object, found an array"},
        {"{\"schema_version\": 2}", "this version of rungate reads schema_version 1"},
        {"{\"schema_version\": \"1\"}", "expected a number, found a string"},
        {"{\"selects\": [], \"pages\": []}", "expected 'schema_version', 'selects' and 'pages'"},
        {"{\"selects\": [1]}", "expected a string, found a number"},
        {"{\"selects\": {}}", "expected an array, found an object"},
        {"{\"target_labels\": {\"a\": 1}}", "expected a string, found a number"},
        {"{\"target_labels\": []}", "expected an object, found an array"},
        {"{\"pages\": {}}", "expected an array, found an object"},
        {"{\"pages\": [{}]}", "expected 'target', 'time_ms' and 'samples'"},
        {"{\"pages\": [{\"target\": \"u\", \"time_ms\": 0.5}]}", "expected milliseconds since 1970"},
        {"{\"pages\": [{\"target\": \"u\", \"time_ms\": 253402300800000}]}",
         "expected milliseconds since 1970"},
        {"{\"pages\": [{\"samples\": {}}]}", "expected an array, found an object"},
        {"{\"pages\": [{\"samples\": [1]}]}", "expected a string, found a number"},
        {"{\"pages\": [{\"samples\": [\"a 1\\nb 2\"]}]}", "expected one sample"},
        {"{\"page\": []}", "unknown member; did you mean 'pages'?"},
    };
    char text[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_begin_scrape begin = {.page_count = 77};
        struct rg_host host = {0};
        struct rg_error err = {0};
        (void)snprintf(text, sizeof text,
                       "{\"host\": {\"began_at\": \"2023-11-14T22:13:20Z\"}, \"scrape\": %s}",
                       rows[i].scrape);
        scratch_puts("begin.json", text);
        CHECK(rows[i].scrape, !rg_begin_scrape_load("begin.json", &host, &begin, &err));
        CHECK_INT(rows[i].scrape, begin.page_count, 77);
        CHECK(rows[i].scrape,
              strstr(err.message, "cannot read 'begin.json': line 1, column ") == err.message);
        if (strstr(err.message, rows[i].message) == NULL)
            CHECK_TEXT(rows[i].scrape, err.message, rows[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns), cmocka_unit_test(test_strings),   cmocka_unit_test(test_selection),
        cmocka_unit_test(test_labels),   cmocka_unit_test(test_tears),     cmocka_unit_test(test_starts),
        cmocka_unit_test(test_file),     cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests_name("scrape", tests, scratch_enter, scratch_leave);
}
