/* The configuration of a Collector: where a file holds it, what its histogram says, and edges out of order. */
#include "ladder_source.h"

/* Where a file holds a configuration. */
static const struct {
    const char *row;
    const char *text;
    const char *source;
    const char *expected;
} shapes[] = {
    {"Helm's values", "mode: deployment\nconfig:\n  connectors: {span_metrics: " FLOW("", "[1ms, 2ms]") "}\n",
     "c.yaml", "1 2 ms"},
    {"Helm's values, a text", "config: |\n  connectors: {span_metrics: " FLOW("", "[1ms, 2ms]") "}\n",
     "c.yaml", "1 2 ms"},
    {"Helm's values without a configuration", "config: ~\nspec: {config: null}\n", "c.yaml",
     "cannot read 'c.yaml': neither a ladders.json nor a Collector configuration with a span_metrics connector "
     "or processor"},
    {"the operator's, a map",
     "apiVersion: opentelemetry.io/v1beta1\nspec:\n  config:\n    processors:\n      spanmetrics/a: "
     "{latency_histogram_buckets: [1ms, 2ms]}\n",
     "c.yaml#processors/spanmetrics/a", "1 2 ms"},
    {"the operator's, a text",
     "apiVersion: opentelemetry.io/v1alpha1\nspec:\n  config: |\n    connectors:\n      span_metrics: " FLOW(
         "", "[1ms, 2ms]") "\n",
     "c.yaml", "1 2 ms"},
    {"the operator's, a text in quotes",
     "spec: {config: \"connectors: {span_metrics: " FLOW("", "[1ms, 2ms]") "}\"}\n", "c.yaml", "1 2 ms"},
    {"a text, a wrong edge in it",
     "spec:\n  config: |\n    connectors:\n      span_metrics: " FLOW("", "[1ms, 2]") "\n", "c.yaml",
     "cannot read 'c.yaml': line 4: '2': expected a duration such as 10ms"},
    {"a text that is no YAML", "spec:\n  config: |\n    a: 1\n    [\n", "c.yaml",
     "cannot read 'c.yaml': line 5: could not find expected ':', while scanning a simple key"},
    {"a text with a tag, by the line it begins on",
     "spec:\n  config: !!str\n    |\n    connectors: {span_metrics: " FLOW("", "[1ms, 2]") "}\n", "c.yaml",
     "cannot read 'c.yaml': line 2: '2': expected a duration such as 10ms"},
    {"a folded text, by the line it begins on",
     "a: 1\nconfig: >\n\n  connectors: {span_metrics: " FLOW("", "[1ms, 2]") "}\n", "c.yaml",
     "cannot read 'c.yaml': line 2: '2': expected a duration such as 10ms"},
    {"a control character in a text", "a: 1\nconfig: \"a: \\x01\"\n", "c.yaml",
     "cannot read 'c.yaml': line 2: control characters are not allowed"},
    {"two documents in a text", "config: |\n  a: 1\n  ---\n  b: 2\n", "c.yaml",
     "cannot read 'c.yaml': line 3: more than one document; put the one that counts into a file of its own"},
    {"only comments in a text", "config: |\n  # nothing\n", "c.yaml", "cannot read 'c.yaml': it is empty"},
    {"a text in the text is none", "config: |\n  config: |\n    connectors: {span_metrics: {}}\n", "c.yaml",
     "cannot read 'c.yaml': neither a ladders.json nor a Collector configuration with a span_metrics connector "
     "or processor"},
    {"JSON",
     "{\"connectors\":{\"span_metrics\":{\"histogram\":{\"explicit\":{\"buckets\":[\"1ms\",\"2ms\"]}}}}}",
     "c.json", "1 2 ms"},
    {"JSON with tabs and escapes",
     "{\n\t\"connectors\": {\n\t\t\"span_metrics\\/a\":\t{\r\n\t\t\t\"histogram\": {\"disable\": false, "
     "\"unit\": null,\n\t\t\t\t\"explicit\": {\"buckets\": [\"1ms\"\t,\n\t\"2\\u006ds\"]}}}}}\n",
     "c.json#connectors/span_metrics/a", "1 2 ms"},
    {"JSON of the operator",
     "{\"spec\": {\"config\": {\"processors\": {\"spanmetrics\": {\"latency_histogram_buckets\": [\"1ms\", "
     "\"2ms\"]}}}}}",
     "c.json", "1 2 ms"},
    {"JSON of Helm with a text",
     "{\"config\": \"connectors:\\n  span_metrics: " FLOW("", "[1ms, 2ms]") "\\n\"}", "c.json", "1 2 ms"},
    {"the processor's older member has one unit",
     "processors: {spanmetrics: {histogram: {unit: s}, latency_histogram_buckets: [1ms, 2ms]}}\n", "c.yaml",
     "1 2 ms"},
    {"JSON with a wrong edge",
     "{\"connectors\":\n {\"span_metrics\":{\"histogram\":{\"explicit\":{\"buckets\":[1,2]}}}}}", "c.json",
     "cannot read 'c.json': line 2, column 55: '1': expected a duration such as 10ms"},
    {"a ladder that is called as a section", "{\"config\": {\"unit\": \"ms\", \"edges\": [1, 2]}}",
     "span=c.json", "1 2 ms"},
    {"a ladder that is called as a section, without its edges", "{\"connectors\": {\"unit\": \"ms\"}}",
     "c.json", "cannot read 'c.json': line 1, column 2: connectors: a ladder needs 'edges'"},
};

/* What a histogram says, inside "connectors: {span_metrics: {histogram: {…}}}". */
static const struct {
    const char *row;
    const char *histogram;
    const char *source; /* its NAME is the ladder's */
    const char *expected;
} histograms[] = {
    {"its unit is the group's", "unit: ms, explicit: {buckets: [1ms, 2s]}", "span", "1 2000 ms"},
    {"its unit is the group's, seconds", "unit: s, explicit: {buckets: [1ms, 2s]}", "web", "0.001 2 s"},
    {"seconds for milliseconds", "unit: s, explicit: {buckets: [1ms, 2s]}", "span",
     "line 2, column 7: the Collector exports this histogram in 's', but the group 'spans' is in 'ms'; set its "
     "'_unit' to 's', or write 'unit: ms' here"},
    {"milliseconds for seconds", "unit: ms, explicit: {buckets: [1ms, 2s]}", "web",
     "line 2, column 7: the Collector exports this histogram in 'ms', but the group 'web' is in 's'; set its "
     "'_unit' to 'ms', or write 'unit: s' here"},
    {"the usual unit for seconds", "unit: , explicit: {buckets: [1ms, 2s]}", "web",
     "line 2, column 29: the Collector exports this histogram in 'ms', as 'histogram.unit' is not set, but the "
     "group 'web' is in 's'; set its '_unit' to 'ms', or write 'unit: s' here"},
    {"a unit that the group cannot get", "explicit: {buckets: [1ms, 2s]}", "job",
     "line 2, column 21: the Collector exports this histogram in 'ms', as 'histogram.unit' is not set, but the "
     "group 'job' is in 'us'; set its '_unit' to 'ms'"},
    {"a unit that is none", "unit: m, explicit: {buckets: [1ms, 2s]}", "span",
     "line 2, column 7: 'm': expected a unit, ms or s"},
    {"a unit that is no time", "unit: bytes, explicit: {buckets: [1ms, 2s]}", "span",
     "line 2, column 7: 'bytes': expected a unit, ms or s"},
    {"a unit that is a list", "unit: [ms], explicit: {buckets: [1ms, 2s]}", "span",
     "line 2, column 7: expected a unit, ms or s"},
    {"a unit from the environment", "unit: \"${env:UNIT:-ms}\", explicit: {buckets: [1ms, 2s]}", "span",
     "line 2, column 7: '${env:UNIT:-ms}': only the Collector knows 'UNIT' when it starts; write the value out "
     "in a copy of this file"},
    {"not disabled", "disable: false, explicit: {buckets: [1ms, 2ms]}", "span", "1 2 ms"},
    {"disabled", "disable: true, explicit: {buckets: [1ms, 2ms]}", "span",
     "line 2, column 10: 'disable: true': the Collector exports no histogram here"},
    {"disabled, who knows", "disable: maybe, explicit: {buckets: [1ms, 2ms]}", "span",
     "line 2, column 10: 'maybe': expected true or false"},
    {"exponential", "exponential: {max_size: 160}", "span",
     "line 2, column 14: an exponential histogram has no fixed bucket edges to gate on; use 'explicit' instead"},
    {"exponential without a value", "exponential: , explicit: {buckets: [1ms, 2ms]}", "span",
     "line 2, column 14: 'exponential' without a value: in some versions of the Collector that is an exponential "
     "histogram, which has no fixed bucket edges; remove it"},
    {"exponential, null", "exponential: null", "span",
     "line 2, column 14: 'exponential' without a value: in some versions of the Collector that is an exponential "
     "histogram, which has no fixed bucket edges; remove it"},
    {"explicit without a value", "explicit: ~", "span",
     "line 1, column 28: no 'histogram.explicit.buckets'; the collector's defaults differ from version to "
     "version, so write them out"},
    {"an edge from the environment", "explicit: {buckets: [1ms, '${env:EDGE}']}", "span",
     "line 2, column 27: '${env:EDGE}': only the Collector knows 'EDGE' when it starts; write the value out in a "
     "copy of this file"},
    {"an edge from the environment, older", "explicit: {buckets: [1ms, '${EDGE}ms']}", "span",
     "line 2, column 27: '${EDGE}ms': only the Collector knows 'EDGE' when it starts; write the value out in a "
     "copy of this file"},
    {"an edge from the environment, oldest", "explicit: {buckets: [1ms, $EDGE]}", "span",
     "line 2, column 27: '$EDGE': only the Collector knows 'EDGE' when it starts; write the value out in a copy "
     "of this file"},
    {"all edges from the environment", "explicit: {buckets: \"${env:EDGES}\"}", "span",
     "line 2, column 21: '${env:EDGES}': only the Collector knows 'EDGES' when it starts; write the value out in "
     "a copy of this file"},
    {"the histogram from a file", "explicit: \"${file:h.yaml}\"", "span",
     "line 2, column 11: '${file:h.yaml}': only the Collector knows 'file:h.yaml' when it starts; write the value "
     "out in a copy of this file"},
    {"an unfinished variable", "explicit: {buckets: [1ms, '${']}", "span",
     "line 2, column 27: '${': only the Collector knows '' when it starts; write the value out in a copy of this "
     "file"},
};

/* Lists of edges that do not ascend, or hardly so: whose fault it is. */
static const struct {
    const char *row;
    const char *buckets;
    const char *expected;
} orders[] = {
    {"minutes in the middle", "[1ms, 5m, 10ms, 25ms]",
     "column 24: '5m': edges must ascend, and all others do; did you mean '5ms'?"},
    {"minutes before the last", "[1ms, 5m, 10ms]",
     "column 24: '5m': edges must ascend, and all others do; did you mean '5ms'?"},
    {"minutes at the start", "[1m, 10ms, 25ms]",
     "column 19: '1m': edges must ascend, and all others do; did you mean '1ms'?"},
    {"minutes that would not fit", "[10ms, 5m, 25ms, 50ms]",
     "column 25: '5m': edges must ascend, and all others do"},
    {"too large in the middle", "[1ms, 50ms, 10ms, 25ms]",
     "column 24: '50ms': edges must ascend, and all others do"},
    {"too small in the middle", "[1ms, 10ms, 2ms, 25ms]",
     "column 30: '2ms' comes after '10ms': edges must ascend"},
    {"too small after two", "[1ms, 5ms, 10ms, 2ms, 25ms]",
     "column 35: '2ms': edges must ascend, and all others do"},
    {"two that changed places, at the end", "[1ms, 5ms, 2ms]",
     "column 29: '2ms' comes after '5ms': edges must ascend"},
    {"more than one is wrong", "[1ms, 50ms, 10ms, 25ms, 2ms]",
     "column 30: '10ms' comes after '50ms': edges must ascend"},
    {"minutes at the end", "[1ms, 2ms, 5m]",
     "1 2 300000 ms 'c.yaml': line 5, column 29: '5m' is 150000 times the edge before it, '2ms'; if '5ms' is meant, "
     "correct it in the Collector, and if not, write '300s'"},
    {"minutes at the end, so written", "[1ms, 2ms, 300s]", "1 2 300000 ms"},
    {"minutes at the end, a thousand times", "[60ms, 1m]", "60 60000 ms"},
    {"minutes at the end, that cannot be milliseconds", "[1ms, 10ms, 5m]", "1 10 300000 ms"},
    {"hours and minutes", "[1ms, 1h5m]", "1 3900000 ms"},
    {"parts of minutes", "[1us, 0.5m]",
     "0.001 30000 ms 'c.yaml': line 5, column 24: '0.5m' is 30000000 times the edge before it, '1us'; if '0.5ms' is "
     "meant, correct it in the Collector, and if not, write '30s'"},
};

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        scratch_puts(strstr(shapes[i].source, ".json") == NULL ? "c.yaml" : "c.json", shapes[i].text);
        CHECK_TEXT(shapes[i].row, load(shapes[i].source, "span"), shapes[i].expected);
    }
}

static void test_histograms(void **state)
{
    static const char FAILED[] = "cannot read 'c.yaml': ";
    char text[512];
    char source[32];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(histograms); i++) {
        (void)snprintf(text, sizeof text, "connectors: {span_metrics: {histogram: {\n%s}}}\n",
                       histograms[i].histogram);
        (void)snprintf(source, sizeof source, "%s=c.yaml", histograms[i].source);
        scratch_puts("c.yaml", text);
        const char *result = load(source, histograms[i].source);
        bool failed = strncmp(result, FAILED, sizeof FAILED - 1) == 0;
        CHECK_TEXT(histograms[i].row, failed ? result + sizeof FAILED - 1 : result, histograms[i].expected);
    }
}

static void test_orders(void **state)
{
    static const char FAILED[] = "cannot read 'c.yaml': line 5, ";
    char text[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        (void)snprintf(text, sizeof text, HEAD "%s\n", orders[i].buckets);
        scratch_puts("c.yaml", text);
        const char *result = load("c.yaml", "span");
        bool failed = strncmp(result, FAILED, sizeof FAILED - 1) == 0;
        CHECK_TEXT(orders[i].row, failed ? result + sizeof FAILED - 1 : result, orders[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_histograms),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests_name("collector", tests, ladder_source_enter, scratch_leave);
}
