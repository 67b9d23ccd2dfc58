/* Ladders from where they live: sources, the YAML of a collector, its limits, and hostile text. */
#include "ladder_source.h"

static const struct {
    const char *row;
    const char *yaml;
    const char *source;
    const char *ladder;
    const char *expected;
} configurations[] = {
    {"exact in its unit", HEAD "[0.01ms, 10us1us, 0.3ms, 9ms, 1m]\n", "c.yaml", "span",
     "0.01 0.010999999999999999 0.29999999999999999 9 60000 ms"},
    {"in seconds", HEAD_S "[10us, 1.5s]\n", "web=c.yaml", "web", "1.0000000000000001e-05 1.5 s"},
    {"a list in block style, quoted", HEAD "\n        - '1ms'\n        - \"2ms\"\n", "c.yaml", "span",
     "1 2 ms"},
    {"through aliases", "b: &b [1ms, &x 2ms]\n" HEAD "*b\n", "c.yaml", "span", "1 2 ms"},
    {"the processor's", "processors: {spanmetrics/a: {latency_histogram_buckets: [1ms, 2ms]}}\n", "c.yaml",
     "span", "1 2 ms"},
    {"the processor's, as of the connector",
     "processors: {spanmetrics: {histogram: {explicit: {buckets: [1ms, 2ms]}}}}\n", "c.yaml", "span",
     "1 2 ms"},
    {"one named, of two", HEAD "[1ms, 2ms]\n  span_metrics/b: " FLOW("unit: s,", "[3ms, 4ms]") "\n",
     "web=c.yaml#connectors/span_metrics/b", "web", "0.0030000000000000001 0.0040000000000000001 s"},
    {"the connector's name of today", "connectors: {span_metrics: " FLOW("", "[1ms, 2ms]") "}\n", "c.yaml",
     "span", "1 2 ms"},
    {"the same, named", "connectors: {span_metrics/a: " FLOW("", "[1ms, 2ms]") "}\n", "c.yaml", "span",
     "1 2 ms"},
    {"the processor, by the same name",
     "processors: {span_metrics: {latency_histogram_buckets: [1ms, 2ms]}}\n", "c.yaml", "span", "1 2 ms"},
    {"both names", HEAD "[1ms, 2ms]\n  span_metrics: " FLOW("", "[3ms, 4ms]") "\n", "c.yaml", "span",
     "cannot read 'c.yaml': several histograms in it; choose one with FILE#PART: connectors/spanmetrics, "
     "connectors/span_metrics"},
    {"the wrong name of the two", HEAD "[1ms, 2ms]\n", "c.yaml#connectors/span_metrics", "span",
     "cannot read 'c.yaml': no component 'connectors/span_metrics'; the file has connectors/spanmetrics"},
    {"another component", "connectors: {spanmetricsx: {histogram: 1}, span_metric: {}, count: {}}\n",
     "c.yaml", "span",
     "cannot read 'c.yaml': neither a ladders.json nor a Collector configuration with a span_metrics connector "
     "or processor"},
    {"a size in bytes", HEAD "[1ms, 2ms]\n", "size=c.yaml", "size",
     "cannot read 'c.yaml': its edges are durations, but the group 'size' is in 'bytes'"},
    {"an edge of nothing", HEAD "[0, 2ms]\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 5, column 19: '0': an edge must be above 0"},
    {"the same edge twice", HEAD "[1ms, 1000us]\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 5, column 24: '1000us' comes after '1ms': edges must ascend"},
    {"one edge", HEAD "[1ms]\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 5, column 18: a ladder needs at least two edges"},
    {"no list", HEAD "1ms\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 5, column 18: '1ms': expected a list of durations"},
    {"a list in the list", HEAD "[1ms, [2ms]]\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 5, column 24: expected a duration such as 10ms"},
    {"buckets twice", HEAD "[1ms, 2ms]\n        buckets: [3ms, 4ms]\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 6, column 9: duplicate key 'buckets'"},
    {"a merge key", "b: &b {explicit: {buckets: [1ms, 2ms]}}\nconnectors: {spanmetrics: {<<: *b}}\n",
     "c.yaml", "span",
     "cannot read 'c.yaml': line 2, column 28: merge keys are not followed; write 'histogram' out here"},
    {"a second document", HEAD "[1ms, 2ms]\n---\na: 1\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 6, column 1: more than one document; put the one that counts into a file of "
     "its own"},
    {"a cycle", "a: &a {b: [*a]}\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 1, column 12: the alias '*a' is inside its own anchor"},
    {"an anchor that comes later", "a: *b\nb: &b 1\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 1, column 4: the alias '*b' has no anchor"},
    {"a NUL", "a: \"\\0\"\n", "c.yaml", "span", "cannot read 'c.yaml': line 1, column 4: a NUL character"},
    {"not UTF-8", "a: 1\nb\xC3\xA9: \xFF\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 2, column 5: invalid leading UTF-8 octet"},
    {"a control character", "a: 1\nb: \x01\n", "c.yaml", "span",
     "cannot read 'c.yaml': line 2, column 4: control characters are not allowed"},
    {"nothing", "", "c.yaml", "span", "cannot read 'c.yaml': it is empty"},
    {"JSON that is one ladder", "{\"x\": {\"unit\": \"ms\", \"edges\": [1, 2]}}", "span=c.json", "span",
     "1 2 ms"},
    {"JSON, chosen",
     "{\"x\": {\"unit\": \"ms\", \"edges\": [1, 2]}, \"y\": {\"unit\": \"ms\", \"edges\": [3, 4]}}",
     "span=c.json#y", "span", "3 4 ms"},
    {"JSON, not there",
     "{\"x\": {\"unit\": \"ms\", \"edges\": [1, 2]}, \"y\": {\"unit\": \"ms\", \"edges\": [3, 4]}}",
     "span=c.json", "span", "cannot read 'c.json': no ladder 'span' in it; choose one with FILE#LADDER"},
    {"no file", "", "span=", "span", "'--ladders span=': expected [NAME=]FILE[#PART]"},
    {"no part", "", "c.yaml#", "span", "'--ladders c.yaml#': expected [NAME=]FILE[#PART]"},
};

static void test_configurations(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(configurations); i++) {
        scratch_puts(strstr(configurations[i].source, ".json") == NULL ? "c.yaml" : "c.json",
                     configurations[i].yaml);
        CHECK_TEXT(configurations[i].row, load(configurations[i].source, configurations[i].ladder),
                   configurations[i].expected);
    }
}

/* A group without quantiles uses no ladder: none is taken for it, and no message names it. */
static void test_groups_without_quantiles(void **state)
{
#define CPU "{\"cpu\": {\"_query_template\": \"q{name}\", \"_unit\": \"ms\", \"names\": [\"a\"]}"
#define GROUP(name)                                                                                          \
    ", \"" name                                                                                              \
    "\": {\"_query_template\": \"{quantile}\", \"_quantiles\": [0.5], \"_unit\": \"ms\", \"names\": "        \
    "[\"a\"]}"
    static const struct {
        const char *row;
        const char *surface;
        const char *source;
        const char *expected;
    } rows[] = {
        {"the only one with quantiles", CPU GROUP("web") "}", "c.yaml", "1 2 ms"},
        {"several with quantiles", CPU GROUP("web") GROUP("db") "}", "c.yaml",
         "cannot read 'c.yaml': several groups could use this histogram; name the ladder, as in --ladders "
         "web=c.yaml"},
        {"none with quantiles", CPU "}", "c.yaml",
         "cannot read 'c.yaml': no remaining group has a time unit"},
        {"by its name", CPU GROUP("web") "}", "cpu=c.yaml",
         "cannot read 'c.yaml': no group uses a ladder 'cpu'"},
        {"near its name", CPU GROUP("web") "}", "cpx=c.yaml",
         "cannot read 'c.yaml': no group uses a ladder 'cpx'"},
    };

    (void)state;
    scratch_puts("c.yaml", HEAD "[1ms, 2ms]\n");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scratch_puts("groups.json", rows[i].surface);
        CHECK_TEXT(rows[i].row, load_for("groups.json", rows[i].source, "web"), rows[i].expected);
    }
}

/* What is given for one ladder comes first, in whatever order. */
static void test_order(void **state)
{
    static const char *const rows[][2] = {{"all.json", "span=one.json"}, {"span=one.json", "all.json"}};

    (void)state;
    scratch_puts("all.json",
                 "{\"span\": {\"unit\": \"ms\", \"edges\": [1, 2]}, \"web\": {\"unit\": \"s\", \"edges\": "
                 "[1, 2]}}");
    scratch_puts("one.json", "{\"span\": {\"unit\": \"ms\", \"edges\": [3, 4]}}");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_ladders ladders = {0};
        struct rg_error err = {0};
        CHECK(rows[i][0], rg_ladder_sources_load(rows[i], 2, NULL, &ladders, &err));
        CHECK_INT(rows[i][0], ladders.count, 2);
        CHECK_SAME(rows[i][0], rg_ladders_find(&ladders, "span")->edges[0], 3);
        CHECK_SAME(rows[i][0], rg_ladders_find(&ladders, "web")->edges[0], 1);
        rg_ladders_release(&ladders);
    }
}

/* Both sides of each limit. */
static void test_limits(void **state)
{
    static char text[5 * 1024 * 1024];
    size_t length;

    (void)state;
    for (int depth = 63; depth <= 65; depth++) {
        (void)snprintf(text, sizeof text, "a: %.*s1%.*s\n", depth,
                       "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", depth,
                       "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
        scratch_puts("c.yaml", text);
        CHECK_INT("depth", strstr(load("c.yaml", "span"), "more than 64 levels") != NULL, depth > 63);
    }
    for (int anchors = 256; anchors <= 257; anchors++) {
        length = 0;
        for (int i = 0; i < anchors; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "k%d: &a%d 1\n", i, i);
        scratch_puts("c.yaml", text);
        CHECK_INT("anchors", strstr(load("c.yaml", "span"), "more than 256 anchors") != NULL, anchors > 256);
    }
    for (int values = 199999; values <= 200000; values++) { /* with the list around them */
        length = (size_t)snprintf(text, sizeof text, "[");
        for (int i = 0; i < values; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "1,%s", i % 80 == 79 ? "\n" : "");
        (void)snprintf(text + length, sizeof text - length, "]\n");
        scratch_puts("c.yaml", text);
        CHECK_INT("values", strstr(load("c.yaml", "span"), "more than 200000 values") != NULL,
                  values > 199999);
    }
    memset(text, '#', sizeof text);
    for (size_t more = 0; more <= 1; more++) {
        scratch_write("c.yaml", text, (size_t)4 * 1024 * 1024 + more);
        CHECK_INT("bytes", strstr(load("c.yaml", "span"), "the limit of a YAML file") != NULL, more == 1);
    }
}

/* Each cut and many changes of a configuration are read or refused, never worse. */
static void test_hostile(void **state)
{
    static const char good[] =
        "b: &b {buckets: [1ms, 2ms]}\n'c': |\n  text\n" HEAD "\n        - 1ms\n        - &x !t 2ms\n";
    static const char bytes[] = "[]{}:,-&*!|>'\"%@`#?\n\t\\ \xFF\xC3";
    char text[sizeof good];

    (void)state;
    for (size_t cut = 0; cut < sizeof good; cut++) {
        scratch_write("c.yaml", good, cut);
        (void)load("c.yaml", "span");
    }
    for (size_t at = 0; at + 1 < sizeof good; at++) {
        for (size_t b = at % 2; b < sizeof bytes; b += 2) { /* the NUL too */
            memcpy(text, good, sizeof good);
            text[at] = bytes[b];
            scratch_write("c.yaml", text, sizeof good - 1);
            (void)load("c.yaml", "span");
        }
    }
    scratch_puts("c.yaml", good);
    CHECK_TEXT("itself", load("c.yaml", "span"), "1 2 ms");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_configurations), cmocka_unit_test(test_groups_without_quantiles),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_limits),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests_name("ladder_source", tests, ladder_source_enter, scratch_leave);
}
