/* An attempt, asked of a server that is a function of this test. */
#include "scratch.h"

#include "rungate/measure/attempt_fill.h"

#define RATES(function) "sum by (le) (" function "(t{c='{name}'}[{window}]))"
#define SURFACE                                                                                                            \
    "{\"spans\": {\"_query_template\": \"histogram_quantile({quantile}, " RATES(                                           \
        "rate") ")\","                                                                                                     \
                " \"_quantiles\": [0.5, 0.95], \"_unit\": \"ms\", \"_ladder\": \"common\", \"names\": [\"a\", \"a.p6\"]}," \
                " \"jobs\": {\"_query_template\": \"histogram_quantile({quantile}, " RATES(                                \
                    "increase") ")\","                                                                                     \
                                " \"_quantiles\": [0.5], \"_unit\": \"ms\", \"names\": [\"j\"]},"                          \
                                " \"raw\": {\"_query_template\": \"1000 * histogram_quantile({quantile}, " RATES(          \
                                    "rate") ")\","                                                                         \
                                            " \"_quantiles\": [0.5], \"_unit\": \"ms\", \"names\": [\"r\"]}}"

enum { KEYS = 6, SERIES = 4, COUNTED = 3, LOG_MAX = 64 };
static const double PRESENT = 1700000000.75;
static const long long PRESENT_S = 1700000000;

/* What the server does, and what it was asked. */
struct server {
    const struct rg_plan *plan;
    double present;
    size_t presents;       /* how many answers to time() */
    const char *failure;   /* of time() */
    bool refused;          /* the same */
    const char *differing; /* a key whose first answers contradict its buckets */
    size_t wrong;          /* so many of them */
    size_t breaks_at;      /* the call, from 1 on, that ends all */
    size_t calls;
    bool refuses_ranges;
    size_t asked; /* questions, each in `log` with its instant */
    char log[LOG_MAX][200];
    long long instants[LOG_MAX];
};

static void answer(struct rg_answer *ret, size_t count, const struct rg_element *elements)
{
    ret->elements = calloc(count, sizeof *elements);
    assert_non_null(ret->elements);
    memcpy(ret->elements, elements, count * sizeof *elements);
    ret->count = count;
}

/* The value that the buckets below give. */
static double value_of(double quantile)
{
    return 1 + (quantile * 100 - 10) / 86;
}

/* Twelve scrapes of a histogram, five seconds apart, as JSON; each edge grows by its number. */
static void put_scrapes(struct rg_buffer *out, long long last_s)
{
    static const struct {
        const char *le;
        int step;
    } edges[] = {{"1", 10}, {"2", 96}, {"+Inf", 100}};

    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        rg_buffer_printf(out, "%s{\"metric\":{\"le\":\"%s\",\"job\":\"j\"},\"values\":[", i == 0 ? "" : ",",
                         edges[i].le);
        for (int k = 0; k < 12; k++)
            rg_buffer_printf(out, "%s[%lld,\"%d\"]", k == 0 ? "" : ",", last_s - 55 + 5LL * k,
                             edges[i].step * k);
        rg_buffer_puts(out, "]}");
    }
}

static void answer_series(const struct server *server, struct rg_question *question, long long unix_s)
{
    struct rg_buffer out;
    struct rg_error err = {0};

    if (server->refuses_ranges && question->wanted == RG_WANT_SAMPLES) {
        question->refused = true;
        question->answer.failure = strdup("no ranges here");
        return;
    }
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    rg_buffer_printf(&out, "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[",
                     question->wanted == RG_WANT_SAMPLES ? "matrix" : "vector");
    if (strncmp(question->query, "t{c=", 4) == 0 && question->wanted == RG_WANT_SAMPLES)
        put_scrapes(&out, unix_s);
    rg_buffer_puts(&out, "]}}");
    assert_true(rg_answer_parse_series(out.data, out.length, question->wanted, &question->answer, &err));
    rg_buffer_release(&out);
}

static void answer_buckets(struct rg_answer *ret)
{
    static const struct rg_element buckets[] = {{.le = 1, .value = 10, .has_le = true},
                                                {.le = 2, .value = 96, .has_le = true},
                                                {.le = (double)INFINITY, .value = 100, .has_le = true}};

    answer(ret, COUNT_OF(buckets), buckets);
}

static void answer_time(const struct server *server, struct rg_question *question)
{
    const struct rg_element elements[2] = {{.value = server->present}, {.value = server->present}};

    question->refused = server->refused;
    if (server->failure != NULL)
        question->answer.failure = strdup(server->failure);
    else
        answer(&question->answer, server->presents, elements);
}

static void answer_one(struct server *server, struct rg_question *question, long long unix_s)
{
    const struct rg_plan *plan = server->plan;

    question->bytes = server->calls;
    if (question->wanted != RG_WANT_NUMBERS) {
        answer_series(server, question, unix_s);
        return;
    }
    if (strcmp(question->query, "time()") == 0) {
        answer_time(server, question);
        return;
    }
    for (size_t i = 0; i < plan->key_count; i++) {
        const struct rg_surface_key *key = plan->keys[i].key;
        struct rg_element element = {.value = value_of(key->quantile)};
        if (plan->keys[i].query != question->query)
            continue;
        if (server->wrong > 0 && strcmp(key->key, server->differing) == 0) {
            server->wrong--;
            element.value = 7;
        }
        answer(&question->answer, 1, &element);
        return;
    }
    answer_buckets(&question->answer);
}

static bool ask(void *context, struct rg_question *questions, size_t count, long long unix_s,
                struct rg_error *err)
{
    struct server *server = context;

    server->calls++;
    for (size_t i = 0; i < count; i++) {
        assert_true(server->asked < LOG_MAX);
        (void)snprintf(server->log[server->asked], sizeof server->log[0], "%s", questions[i].query);
        server->instants[server->asked++] = unix_s;
        /* Some have their answer before it ends. */
        if (server->calls == server->breaks_at && i > 0)
            break;
        answer_one(server, &questions[i], unix_s);
    }
    return server->calls != server->breaks_at || rg_error_set(err, RG_ERROR_SERVER, "broken");
}

/* A plan of the surface, and a server that is well. */
struct fixture {
    struct rg_surface surface;
    struct rg_ladders ladders;
    struct rg_plan plan;
    struct server server;
    struct rg_attempt_input input;
    struct rg_attempt attempt;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct rg_error err = {0};

    assert_non_null(f);
    scratch_puts("surface.json", SURFACE);
    assert_true(rg_surface_load("surface.json", &f->surface, &err));
    assert_true(rg_plan_make(&f->surface, &f->ladders, "1m", &f->plan, &err));
    assert_int_equal(f->plan.key_count, KEYS);
    assert_int_equal(f->plan.series_count, SERIES);
    f->server = (struct server){.plan = &f->plan, .present = PRESENT, .presents = 1};
    f->input = (struct rg_attempt_input){
        .plan = &f->plan, .window = "1m", .window_ms = 60000, .ask = ask, .context = &f->server};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    rg_attempt_release(&f->attempt);
    rg_plan_release(&f->plan);
    rg_surface_release(&f->surface);
    free(f);
    return 0;
}

static void make(struct fixture *f)
{
    struct rg_error err = {0};

    rg_attempt_release(&f->attempt);
    f->server.calls = f->server.asked = 0;
    assert_true(rg_attempt_make(&f->input, &f->attempt, &err));
}

static const struct rg_reading *reading_of(const struct fixture *f, const char *key)
{
    for (size_t i = 0; i < f->plan.key_count; i++) {
        if (strcmp(f->plan.keys[i].key->key, key) == 0)
            return &f->attempt.readings[i];
    }
    fail_msg("no key '%s'", key);
    return NULL;
}

/* How often that was asked. */
static size_t times_asked(const struct fixture *f, const char *query)
{
    size_t count = 0;

    for (size_t i = 0; i < f->server.asked; i++)
        count += strcmp(f->server.log[i], query) == 0;
    return count;
}

/* Each question once, but that of the time first. */
static void asks_all_at_the_present(void **state)
{
    struct fixture *f = *state;

    make(f);
    assert_string_equal(f->server.log[0], "time()");
    assert_true(f->server.instants[0] == RG_ASK_NOW);
    assert_int_equal(f->server.asked, 1 + KEYS + COUNTED + 2); /* and two about the targets of the job */
    assert_int_equal(f->attempt.asked, f->server.asked - 1);
    for (size_t i = 1; i < f->server.asked; i++) {
        CHECK_INT(f->server.log[i], times_asked(f, f->server.log[i]), 1);
        CHECK_INT(f->server.log[i], f->server.instants[i], PRESENT_S);
    }
    assert_int_equal(times_asked(f, "t{c='a.p6'}[1m]"), 1);
    assert_int_equal(times_asked(f, "up{job=~\"j\"}[1m]"), 1);
    assert_int_equal(times_asked(f, "process_start_time_seconds{job=~\"j\"}[1m]"), 1);
    assert_true(f->attempt.unix_s == PRESENT_S);
    assert_int_equal(f->attempt.failure.code, RG_ERROR_NONE);
    assert_int_equal(rg_attempt_captured(&f->attempt), KEYS);
    for (size_t i = 0; i < KEYS; i++) {
        const struct rg_surface_key *key = f->plan.keys[i].key;
        CHECK_INT(key->key, f->attempt.readings[i].status, RG_STATUS_GOOD);
        CHECK_NEAR(key->key, f->attempt.readings[i].value, value_of(key->quantile), 1e-12);
        CHECK(key->key, f->attempt.questions[i].bytes > 0);
        CHECK(key->key, f->attempt.questions[i].answer.elements == NULL);
    }
}

static void asks_at_the_given_instant(void **state)
{
    struct fixture *f = *state;
    const long long given = 60;

    f->input.time_s = &given;
    make(f);
    for (size_t i = 1; i < f->server.asked; i++)
        assert_true(f->server.instants[i] == given);
    assert_true(f->attempt.unix_s == given);
}

/* A series with all its keys, and no other. The keys of "span.a" stand on both sides of those of "span.a.p6". */
static void asks_again_what_differs(void **state)
{
    struct fixture *f = *state;

    f->server.differing = "span.a.p95";
    for (f->server.wrong = 1; f->server.wrong <= 2; f->server.wrong++) {
        size_t wrong = f->server.wrong;
        make(f);
        for (size_t i = 0; i < KEYS; i++) {
            const char *key = f->plan.keys[i].key->key;
            bool again = strcmp(key, "span.a.p50") == 0 || strcmp(key, "span.a.p95") == 0;
            CHECK_INT(key, times_asked(f, f->plan.keys[i].query), again ? 2 : 1);
            CHECK_INT(key, f->attempt.readings[i].status, RG_STATUS_GOOD);
        }
        assert_int_equal(times_asked(f, "t{c='a'}[1m]"), 2);
        assert_int_equal(times_asked(f, "up{job=~\"j\"}[1m]"), 1);
        const struct rg_reading *reading = reading_of(f, "span.a.p95");
        CHECK_NEAR("counted", reading->value, value_of(0.95), 1e-12);
        CHECK_TEXT("what the server says", reading->remark,
                   wrong == 1
                       ? "the server gave two answers for one instant, 7 and then 1.98837"
                       : "counted 1.9884; the server's own quantile is 7, of rates that it extrapolates");
        assert_string_equal(reading_of(f, "span.a.p50")->remark, "");
        f->server.wrong = wrong;
    }
}

/* What is not counted is held against its rates. */
static void asks_again_only_once(void **state)
{
    struct fixture *f = *state;

    f->server.refuses_ranges = true;
    f->server.differing = "span.a.p95";
    f->server.wrong = 2;
    make(f);
    assert_int_equal(reading_of(f, "span.a.p95")->status, RG_STATUS_BAD_HISTOGRAM);
    assert_int_equal(reading_of(f, "span.a.p50")->status, RG_STATUS_GOOD);
    assert_int_equal(rg_attempt_captured(&f->attempt), KEYS - 1);
    assert_string_equal(f->attempt.series[0].uncounted, "its samples cannot be asked for: no ranges here");
}

static void needs_the_servers_time(void **state)
{
    static const char unusable[] = "the server returned no usable value for 'time()'";
    static const struct {
        const char *name;
        double present;
        size_t presents;
        const char *failure;
        bool refused;
        const char *message; /* NULL: usable */
    } rows[] = {
        {"the first second", 0, 1, NULL, false, NULL},
        {"before it", -0.001, 1, NULL, false, unusable},
        {"the last second", 253402300799.0, 1, NULL, false, NULL},
        {"after it", 253402300800.0, 1, NULL, false, unusable},
        {"no number", (double)NAN, 1, NULL, false, unusable},
        {"no answer", 1, 0, NULL, false, unusable},
        {"two answers", 1, 2, NULL, false, unusable},
        {"no server", 1, 1, "cannot connect", false, "cannot connect"},
        {"refused", 1, 1, "the server answers 401", true, "the server answers 401"},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        f->server.present = rows[i].present;
        f->server.presents = rows[i].presents;
        f->server.failure = rows[i].failure;
        f->server.refused = rows[i].refused;
        make(f);
        bool usable = rows[i].message == NULL;
        CHECK(rows[i].name, (f->server.calls > 1) == usable);
        CHECK_INT(rows[i].name, f->attempt.failure.code, usable ? RG_ERROR_NONE : RG_ERROR_SERVER);
        CHECK_TEXT(rows[i].name, f->attempt.failure.message, usable ? "" : rows[i].message);
        CHECK_INT(rows[i].name, f->attempt.refused, rows[i].refused);
        CHECK_INT(rows[i].name, rg_attempt_captured(&f->attempt), usable ? KEYS : 0);
        CHECK_INT(rows[i].name, f->attempt.readings[0].status, usable ? RG_STATUS_GOOD : RG_STATUS_ERROR);
    }
}

static void keeps_the_window_behind_the_begin(void **state)
{
    static const struct {
        const char *name;
        long long began_s;
        bool refused;
    } rows[] = {
        {"long before", 0, false},
        {"as long as the window", 1700000000 - 60, false},
        {"a second less", 1700000000 - 59, true},
        {"after it", 1700000000 + 1, true},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        f->input.began_s = &rows[i].began_s;
        make(f);
        CHECK_INT(rows[i].name, f->attempt.failure.code, rows[i].refused ? RG_ERROR_CONFLICT : RG_ERROR_NONE);
        CHECK(rows[i].name, (f->server.calls == 1) == rows[i].refused);
        CHECK_INT(rows[i].name, f->attempt.unix_s, PRESENT_S);
        CHECK_INT(rows[i].name, rg_attempt_captured(&f->attempt), rows[i].refused ? 0 : KEYS);
    }
    f->input.began_s = &rows[2].began_s;
    make(f);
    assert_string_equal(f->attempt.failure.message,
                        "the workload began 59 s before this capture, and the window of 1m reaches back "
                        "further; run it longer or give a shorter window");
}

static void ends_when_the_asking_does(void **state)
{
    struct fixture *f = *state;

    for (size_t call = 1; call <= 4; call++) {
        struct rg_error err = {0};
        rg_attempt_release(&f->attempt);
        f->server.differing = "span.a.p95";
        f->server.wrong = 1;
        f->server.calls = f->server.asked = 0;
        f->server.breaks_at = call;
        assert_false(rg_attempt_make(&f->input, &f->attempt, &err));
        assert_int_equal(f->server.calls, call);
        assert_int_equal(err.code, RG_ERROR_SERVER);
        assert_string_equal(err.message, "broken");
    }
}

static void fails_without_asking(void **state)
{
    struct fixture *f = *state;
    const long long given = 60;
    struct rg_error why = {0};
    struct rg_error err = {0};

    (void)rg_error_set(&why, RG_ERROR_INPUT, "no token");
    f->input.time_s = &given;
    assert_true(rg_attempt_fail(&f->input, &why, &f->attempt, &err));
    assert_int_equal(f->server.calls, 0);
    assert_string_equal(f->attempt.failure.message, "no token");
    assert_int_equal(f->attempt.failure.code, RG_ERROR_INPUT);
    assert_true(f->attempt.unix_s == given);
    for (size_t i = 0; i < KEYS; i++)
        assert_int_equal(f->attempt.readings[i].status, RG_STATUS_ERROR);
}

static void fills_a_capture(void **state)
{
    static const struct {
        const char *base;
        double count;
    } samples[] = {{"jobs.j", 1100}, {"span.a", 1100}, {"span.a.p6", 1100}};
    struct fixture *f = *state;
    struct rg_timings timings = {0};
    struct rg_ladders ladders = {0};
    struct rg_error err = {0};

    make(f);
    assert_true(rg_attempt_fill(&f->attempt, &timings, &err));
    assert_int_equal(timings.metric_count, KEYS);
    for (size_t i = 0; i < KEYS; i++) {
        assert_string_equal(timings.metrics[i].key, f->plan.keys[i].key->key);
        assert_string_equal(timings.metrics[i].unit, "ms");
        assert_true(timings.metrics[i].has_value);
    }
    assert_int_equal(timings.samples.count, COUNT_OF(samples));
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        CHECK_TEXT(samples[i].base, timings.samples.items[i].base, samples[i].base);
        CHECK_SAME(samples[i].base, timings.samples.items[i].value, samples[i].count);
    }
    assert_int_equal(timings.counts.count, COUNTED);
    assert_string_equal(timings.counts.items[1].name, "span.a");
    assert_string_equal(timings.counts.items[1].text, "1100 990 44");
    assert_int_equal(timings.covered.count, COUNTED);
    CHECK_SAME("covered", timings.covered.items[0].value, 55);
    assert_int_equal(timings.uncounted.count, 1);
    assert_string_equal(timings.uncounted.items[0].name, "raw.r");
    assert_string_equal(timings.uncounted.items[0].text,
                        "the template is not one call of histogram_quantile({quantile}, ...)");
    assert_int_equal(timings.notes.count, 0);
    assert_int_equal(timings.ladders.count, 2);
    assert_string_equal(timings.ladders.items[0].name, "jobs");
    assert_string_equal(timings.ladders.items[1].name, "span");
    assert_int_equal(timings.ladders.items[1].edge_count, 2);
    assert_true(rg_attempt_ladders(&f->attempt, true, &ladders, &err));
    assert_int_equal(ladders.count, 2);
    assert_string_equal(ladders.items[0].name, "common");
    rg_ladders_release(&ladders);
    rg_timings_release(&timings);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(asks_all_at_the_present),   TEST(asks_at_the_given_instant),
        TEST(asks_again_what_differs),   TEST(asks_again_only_once),
        TEST(needs_the_servers_time),    TEST(keeps_the_window_behind_the_begin),
        TEST(ends_when_the_asking_does), TEST(fails_without_asking),
        TEST(fills_a_capture),
    };
    return cmocka_run_group_tests_name("attempt", tests, scratch_enter, scratch_leave);
}
