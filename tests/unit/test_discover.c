/* From what a source shows to a surface. */
#include "check.h"

#include "rungate/base/file.h"
#include "rungate/format/json.h"
#include "rungate/measure/discover_write.h"

enum { SEEN_MAX = 8 };

/* "metric" or "metric label=value": what is seen, in any order; NULL ends the list. */
static void see(struct rg_discovery *d, const char *const *seen)
{
    struct rg_error err = {0};

    for (; *seen != NULL; seen++) {
        char text[256];
        struct rg_sighting sighting = {.metric = text};
        (void)snprintf(text, sizeof text, "%s", *seen);
        for (char *blank = strchr(text, ' '); blank != NULL;) {
            char *equals = strchr(blank + 1, '=');
            char *next = strchr(blank + 1, ';');
            *blank = *equals = '\0';
            if (next != NULL)
                *next = '\0';
            for (size_t l = 0; l < RG_DISCOVER_LABELS; l++) {
                if (strcmp(rg_discover_labels[l], blank + 1) == 0)
                    sighting.values[l] = equals + 1;
            }
            blank = next;
        }
        CHECK(*seen, rg_discovery_see(d, &sighting, &err));
    }
    CHECK("group", rg_discovery_group(d, &err));
}

/* "prefix unit label: name name" of each histogram; '!' before what is left out. */
static void put_groups(const struct rg_discovery *d, char *out, size_t size)
{
    size_t length = 0;

    out[0] = '\0';
    for (size_t i = 0; i < d->histogram_count; i++) {
        const struct rg_discovered *h = &d->histograms[i];
        length += (size_t)snprintf(out + length, size - length, "%s%s%s %s %s:", i == 0 ? "" : "\n",
                                   h->why != NULL ? "!" : "", h->prefix, h->unit == NULL ? "?" : h->unit,
                                   h->label == NULL ? "-" : h->label);
        for (size_t s = 0; s < h->series_count && s < SEEN_MAX; s++)
            length += (size_t)snprintf(out + length, size - length, " %s%s",
                                       h->series[s].why != NULL ? "!" : "", h->series[s].name);
    }
}

static void groups_by_the_label_of_operations(void **state)
{
    static const struct {
        const char *row;
        const char *seen[SEEN_MAX];
        const char *groups;
    } rows[] = {
        {"no label", {"a_seconds_bucket"}, "a_seconds s -: all"},
        {"one value", {"a_ms_bucket name=x", "a_ms_bucket name=x;path=y"}, "a_ms ms -: all"},
        {"two values", {"a_bytes_bucket name=y", "a_bytes_bucket name=x"}, "a_bytes bytes name: x y"},
        {"the first label",
         {"a_bucket path=p;route=r", "a_bucket path=q;route=s", "a_bucket path=q;route=t"},
         "a ? route: r s t"},
        {"the first that splits", {"a_bucket path=p;route=r", "a_bucket path=q;route=r"}, "a ? path: p q"},
        {"some without it",
         {"a_bucket", "a_bucket name=p", "a_bucket name=q", "a_bucket name="},
         "a ? name: p q"},
        {"two histograms",
         {"b_ratio_bucket", "a_microseconds_bucket"},
         "a_microseconds us -: all\nb_ratio ratio -: all"},
        {"no histogram", {"a_total", "_bucket", "bucket"}, ""},
        {"characters that no key has", {"a.b_ns_bucket"}, "a_b_ns ns -: all"},
        {"a comment's name", {"_a_bucket"}, "m_a ? -: all"},
        {"one prefix",
         {"a.b_bucket", "a-b_bucket", "a_b_bucket"},
         "a_b ? -: all\n!a_b ? -: all\n!a_b ? -: all"},
        {"a placeholder", {"a{name}_bucket"}, "!a_name_ ? -: all"},
        {"placeholders in names",
         {"a_bucket name={window}", "a_bucket name=x{quantile}", "a_bucket name={name}"},
         "a ? name: !x{quantile} {name} !{window}"},
        {"a name for a CI system", {"a_bucket name=x", "a_bucket name=##[y"}, "a ? name: !##[y x"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_discovery d = {0};
        char groups[512];
        see(&d, rows[i].seen);
        put_groups(&d, groups, sizeof groups);
        CHECK_TEXT(rows[i].row, groups, rows[i].groups);
        rg_discovery_release(&d);
    }
}

/* So many values of a label. */
static void see_values(struct rg_discovery *d, const char *metric, const char *const *more, int count)
{
    struct rg_error err = {0};

    for (int i = 0; i < count; i++) {
        char value[32];
        struct rg_sighting sighting = {.metric = metric};
        (void)snprintf(value, sizeof value, "v%04d", i);
        sighting.values[1] = value;
        CHECK(metric, rg_discovery_see(d, &sighting, &err));
    }
    see(d, more);
}

static void has_limits(void **state)
{
    static const char *const none[] = {NULL};
    static const char *const more[] = {"z_bucket", NULL};
    static const struct {
        const char *row;
        int values;
        size_t series;
        const char *note;
    } rows[] = {
        {"the most", 200, 200, NULL},
        {"one more", 201, 1, "not split by 'route', which has 201 values, more than 200"},
    };
    struct rg_discovery d = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        see_values(&d, "a_bucket", none, rows[i].values);
        CHECK_INT(rows[i].row, d.histograms[0].series_count, rows[i].series);
        CHECK_TEXT(rows[i].row, d.histograms[0].note, rows[i].note);
        rg_discovery_release(&d);
    }
    for (int extra = 0; extra < 2; extra++) {
        static const char *const others[] = {"b_bucket", "c_bucket"};
        struct rg_error err = {0};
        for (size_t i = 0; i < COUNT_OF(others); i++) {
            for (int v = 0; v < 150 + (i == 1 ? extra : 0); v++) {
                char value[32];
                struct rg_sighting sighting = {.metric = others[i]};
                (void)snprintf(value, sizeof value, "v%04d", v);
                sighting.values[0] = value;
                CHECK("see", rg_discovery_see(&d, &sighting, &err));
            }
        }
        see_values(&d, "d_bucket", more, 199);
        CHECK_INT("the last that has room", d.histograms[2].why == NULL, 1);
        CHECK_INT("series in all", d.histograms[3].why == NULL, 1 - extra);
        CHECK_INT("kept", rg_discovery_kept(&d), 500);
        rg_discovery_release(&d);
    }
}

/* The plan of the trial, with everything that it was made of. */
struct trial {
    struct rg_discovery discovery;
    struct rg_buffer text;
    struct rg_json_doc *doc;
    struct rg_surface surface;
    struct rg_plan plan;
};

static void begin_trial(struct trial *t, const char *const *seen)
{
    static const struct rg_ladders none = {0};
    struct rg_error err = {0};

    *t = (struct trial){0};
    see(&t->discovery, seen);
    rg_buffer_init(&t->text, RG_FILE_MAX);
    CHECK("trial", rg_discovery_render_trial(&t->discovery, &t->text, &err));
    t->doc = rg_json_parse(t->text.data, t->text.length, &err);
    (void)(t->doc != NULL && rg_surface_read(rg_json_root(t->doc), &t->surface, &err) &&
           rg_plan_make(&t->surface, &none, "60s", &t->plan, &err));
    CHECK_TEXT("trial", err.message, "");
}

static void end_trial(struct trial *t)
{
    rg_plan_release(&t->plan);
    rg_surface_release(&t->surface);
    rg_json_free(t->doc);
    rg_buffer_release(&t->text);
    rg_discovery_release(&t->discovery);
}

static void asks_in_the_counted_shape(void **state)
{
    static const struct {
        const char *row;
        const char *seen[SEEN_MAX];
        const char *raw; /* of the first series */
    } rows[] = {
        {"one series", {"a_seconds_bucket"}, "a_seconds_bucket[60s]"},
        {"split", {"a_bucket rpc=x", "a_bucket rpc=y"}, "a_bucket{rpc=\"x\"}[60s]"},
        {"a quote", {"a_bucket name=\"b\\", "a_bucket name=y"}, "a_bucket{name=\"\\\"b\\\\\"}[60s]"},
        {"a regular expression", {"a_bucket path=.*|{}", "a_bucket path=x"}, "a_bucket{path=\".*|{}\"}[60s]"},
        {"a placeholder", {"a_bucket path={name}", "a_bucket path=~"}, "a_bucket{path=\"{name}\"}[60s]"},
        {"UTF-8", {"a.\xc3\xa4_bucket"}, "{__name__=\"a.\xc3\xa4_bucket\"}[60s]"},
        {"UTF-8, split",
         {"a.b\"_bucket name=x", "a.b\"_bucket name=y"},
         "{__name__=\"a.b\\\"_bucket\",name=\"x\"}[60s]"},
        {"a digit first", {"1a_bucket"}, "{__name__=\"1a_bucket\"}[60s]"},
        {"a known group's name", {"spans_bucket"}, "spans_bucket[60s]"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct trial t;
        begin_trial(&t, rows[i].seen);
        for (size_t s = 0; s < t.plan.series_count; s++)
            CHECK_TEXT(rows[i].row, t.plan.series[s].why, NULL);
        CHECK_TEXT(rows[i].row, t.plan.series[0].raw, rows[i].raw);
        CHECK(rows[i].row, strchr(t.plan.keys[0].key->key, '.') != NULL);
        end_trial(&t);
    }
}

/* What the trial found of a series. */
struct found {
    double samples;
    enum rg_status status;
    bool has_mean;
    const char *uncounted;
};

/* Judge the one histogram of a trial, and give the surface. */
static void judge(struct trial *t, const struct found *found, struct rg_buffer *out)
{
    struct rg_reading readings[2 * SEEN_MAX] = {0};
    struct rg_series_reading series[SEEN_MAX] = {0};
    struct rg_attempt_input input = {.plan = &t->plan};
    struct rg_attempt attempt = {.input = &input, .readings = readings, .series = series};
    struct rg_error err = {0};

    for (size_t s = 0; s < t->plan.series_count; s++) {
        attempt.series[s].samples = found[s].samples;
        attempt.series[s].uncounted = found[s].uncounted;
    }
    for (size_t k = 0; k < t->plan.key_count; k++) {
        const struct found *f = &found[t->plan.keys[k].series];
        bool is_mean = t->plan.keys[k].key->kind == RG_KEY_MEAN;
        attempt.readings[k].status = f->status;
        attempt.readings[k].has_value = is_mean ? f->has_mean : f->status == RG_STATUS_GOOD;
    }
    CHECK("judge", rg_discovery_judge(&t->discovery, &attempt, &err));
    rg_buffer_init(out, RG_FILE_MAX);
    CHECK("render", rg_discovery_render(&t->discovery, "here", out, &err));
}

/* The keys of the surface, on one line. */
static void put_keys(const struct rg_buffer *text, char *out, size_t size)
{
    struct rg_surface surface = {0};
    struct rg_error err = {0};
    struct rg_json_doc *doc = rg_json_parse(text->data, text->length, &err);
    size_t length = 0;

    out[0] = '\0';
    (void)(doc != NULL && rg_surface_read(rg_json_root(doc), &surface, &err));
    CHECK_TEXT(text->data, err.message, "");
    for (size_t i = 0; i < surface.key_count; i++)
        length +=
            (size_t)snprintf(out + length, size - length, "%s%s", i == 0 ? "" : " ", surface.keys[i].key);
    rg_surface_release(&surface);
    rg_json_free(doc);
}

static void keeps_what_can_be_resolved(void **state)
{
    static const char *const two[] = {"a_seconds_bucket name=x", "a_seconds_bucket name=y", NULL};
    static const struct {
        const char *row;
        struct found x;
        const char *keys; /* of x */
        const char *why;  /* x is left out: a part of the surface */
    } rows[] = {
        {"too few", {39, RG_STATUS_GOOD, true, NULL}, "", "\"x\": \"39 observations, and 40 are needed\""},
        {"one", {1, RG_STATUS_GOOD, true, NULL}, "", "\"x\": \"1 observation, and 40 are needed\""},
        {"the median", {40, RG_STATUS_GOOD, true, NULL}, "mean p50", NULL},
        {"below p95", {399, RG_STATUS_GOOD, true, NULL}, "mean p50", NULL},
        {"p95", {400, RG_STATUS_GOOD, true, NULL}, "mean p50 p95", NULL},
        {"below p99", {1999, RG_STATUS_GOOD, true, NULL}, "mean p50 p95", NULL},
        {"p99", {2000, RG_STATUS_GOOD, true, NULL}, "mean p50 p95 p99", NULL},
        {"below p999", {19999, RG_STATUS_GOOD, false, NULL}, "p50 p95 p99", NULL},
        {"p999", {20000, RG_STATUS_GOOD, false, NULL}, "p50 p95 p99 p999", NULL},
        {"no traffic",
         {0, RG_STATUS_NO_TRAFFIC, false, NULL},
         "",
         "\"x\": \"the series has no observation in the window\""},
        {"no histogram",
         {-1, RG_STATUS_BAD_HISTOGRAM, false, NULL},
         "",
         "\"x\": \"the buckets are not a histogram\""},
        {"not counted", {-1, RG_STATUS_GOOD, true, "why"}, "", "\"x\": \"it cannot be counted: why\""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct found found[] = {rows[i].x, {400, RG_STATUS_GOOD, true, NULL}};
        struct trial t;
        struct rg_buffer text;
        char keys[512];
        char expected[512] = "";
        size_t length = 0;
        char labels[64];
        begin_trial(&t, two);
        judge(&t, found, &text);
        put_keys(&text, keys, sizeof keys);
        (void)snprintf(labels, sizeof labels, "%s", rows[i].keys);
        for (const char *label = strtok(labels, " "); label != NULL; label = strtok(NULL, " "))
            length += (size_t)snprintf(expected + length, sizeof expected - length, "a_seconds.x.%s ", label);
        (void)snprintf(expected + length, sizeof expected - length,
                       "a_seconds.y.mean a_seconds.y.p50 a_seconds.y.p95");
        CHECK_TEXT(rows[i].row, keys, expected);
        CHECK(rows[i].row, rows[i].why == NULL || strstr(text.data, rows[i].why) != NULL);
        CHECK_INT(rows[i].row, rg_discovery_kept(&t.discovery), rows[i].why == NULL ? 2 : 1);
        rg_buffer_release(&text);
        end_trial(&t);
    }
}

/* All of a surface: a histogram that is left out as a whole, one in two groups, one of unknown unit. */
static void writes_a_surface(void **state)
{
    static const char *const seen[] = {"a_bucket",          "b_ms_bucket rpc=x", "b_ms_bucket rpc=y",
                                       "b_ms_bucket rpc=z", "c_bucket",          NULL};
    static const struct found found[] = {{0, RG_STATUS_NO_TRAFFIC, false, NULL},
                                         {400, RG_STATUS_GOOD, true, NULL},
                                         {500, RG_STATUS_GOOD, true, NULL},
                                         {40, RG_STATUS_GOOD, false, NULL},
                                         {41, RG_STATUS_GOOD, true, NULL}};
    static const char expected[] =
        "{\n"
        "  \"_discovered\": \"here\",\n"
        "  \"_left_out\": {\n"
        "    \"a_bucket\": \"the series has no observation in the window\"\n"
        "  },\n"
        "  \"b_ms\": {\n"
        "    \"_mean\": true,\n"
        "    \"_observations_at_least\": 400,\n"
        "    \"_quantiles\": [\n"
        "      0.5,\n"
        "      0.95\n"
        "    ],\n"
        "    \"_query_template\": \"histogram_quantile({quantile}, sum by (le) "
        "(rate(b_ms_bucket{rpc=\\\"{name}\\\"}[{window}])))\",\n"
        "    \"_unit\": \"ms\",\n"
        "    \"names\": [\n"
        "      \"x\",\n"
        "      \"y\"\n"
        "    ]\n"
        "  },\n"
        "  \"b_ms up to p50 without mean\": {\n"
        "    \"_observations_at_least\": 40,\n"
        "    \"_prefix\": \"b_ms\",\n"
        "    \"_quantiles\": [\n"
        "      0.5\n"
        "    ],\n"
        "    \"_query_template\": \"histogram_quantile({quantile}, sum by (le) "
        "(rate(b_ms_bucket{rpc=\\\"{name}\\\"}[{window}])))\",\n"
        "    \"_unit\": \"ms\",\n"
        "    \"names\": [\n"
        "      \"z\"\n"
        "    ]\n"
        "  },\n"
        "  \"c\": {\n"
        "    \"_about_unit\": \"the metric's name holds none: set it if this is no count\",\n"
        "    \"_mean\": true,\n"
        "    \"_observations_at_least\": 41,\n"
        "    \"_quantiles\": [\n"
        "      0.5\n"
        "    ],\n"
        "    \"_query_template\": \"histogram_quantile({quantile}, sum by (le) (rate(c_bucket[{window}])))\",\n"
        "    \"_unit\": \"count\",\n"
        "    \"names\": [\n"
        "      \"all\"\n"
        "    ]\n"
        "  }\n"
        "}\n";
    struct trial t;
    struct rg_buffer text;
    char keys[512];

    (void)state;
    begin_trial(&t, seen);
    judge(&t, found, &text);
    CHECK_TEXT("surface", text.data, expected);
    put_keys(&text, keys, sizeof keys);
    rg_buffer_release(&text);
    end_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_by_the_label_of_operations),
        cmocka_unit_test(has_limits),
        cmocka_unit_test(asks_in_the_counted_shape),
        cmocka_unit_test(keeps_what_can_be_resolved),
        cmocka_unit_test(writes_a_surface),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
