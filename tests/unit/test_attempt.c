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

enum { KEYS = 6, SERIES = 4, CALLS_MAX = 4 };
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
    size_t counts[CALLS_MAX];
    long long instants[CALLS_MAX];
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

static void answer_buckets(struct rg_answer *ret)
{
    static const struct rg_element buckets[] = {{.le = 1, .value = 10, .has_le = true},
                                                {.le = 2, .value = 96, .has_le = true},
                                                {.le = (double)INFINITY, .value = 100, .has_le = true}};

    answer(ret, COUNT_OF(buckets), buckets);
}

static void answer_time(struct server *server, struct rg_question *question)
{
    struct rg_element elements[2] = {{.value = server->present}, {.value = server->present}};

    question->refused = server->refused;
    if (server->failure != NULL)
        question->answer.failure = strdup(server->failure);
    else
        answer(&question->answer, server->presents, elements);
}

static void answer_one(struct server *server, struct rg_question *question)
{
    const struct rg_plan *plan = server->plan;

    question->bytes = server->calls;
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

    assert_true(server->calls < CALLS_MAX);
    server->counts[server->calls] = count;
    server->instants[server->calls++] = unix_s;
    for (size_t i = 0; i < count; i++) {
        /* Some have their answer before it ends. */
        if (server->calls == server->breaks_at && i > 0)
            break;
        answer_one(server, &questions[i]);
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
    f->server.calls = 0;
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

static void asks_all_at_the_present(void **state)
{
    struct fixture *f = *state;

    make(f);
    assert_int_equal(f->server.calls, 2);
    assert_int_equal(f->server.counts[0], 1);
    assert_true(f->server.instants[0] == RG_ASK_NOW);
    assert_int_equal(f->server.counts[1], KEYS + 3); /* the raw series has no evidence */
    assert_true(f->server.instants[1] == PRESENT_S);
    assert_true(f->attempt.unix_s == PRESENT_S);
    assert_int_equal(f->attempt.failure.code, RG_ERROR_NONE);
    assert_int_equal(rg_attempt_captured(&f->attempt), KEYS);
    for (size_t i = 0; i < KEYS; i++) {
        const struct rg_surface_key *key = f->plan.keys[i].key;
        CHECK_INT(key->key, f->attempt.readings[i].status, RG_STATUS_GOOD);
        CHECK_SAME(key->key, f->attempt.readings[i].value, value_of(key->quantile));
        CHECK_INT(key->key, f->attempt.questions[i].bytes, 2);
    }
}

static void asks_at_the_given_instant(void **state)
{
    struct fixture *f = *state;
    const long long given = 60;

    f->input.time_s = &given;
    make(f);
    assert_true(f->server.instants[1] == given);
    assert_true(f->attempt.unix_s == given);
}

/* The keys of "span.a" stand on both sides of those of "span.a.p6". */
static void asks_again_what_differs(void **state)
{
    static const char *const others[] = {"span.a.p6.p50", "span.a.p6.p95", "jobs.j.p50"};
    struct fixture *f = *state;

    f->server.differing = "span.a.p95";
    f->server.wrong = 1;
    make(f);
    assert_int_equal(f->server.calls, 3);
    assert_int_equal(f->server.counts[2], 3);
    assert_true(f->server.instants[2] == PRESENT_S);
    assert_int_equal(rg_attempt_captured(&f->attempt), KEYS);
    assert_int_equal(reading_of(f, "span.a.p95")->status, RG_STATUS_GOOD);
    for (size_t i = 0; i < KEYS; i++) {
        const char *key = f->plan.keys[i].key->key;
        bool again = strcmp(key, "span.a.p50") == 0 || strcmp(key, "span.a.p95") == 0;
        CHECK_INT(key, f->attempt.questions[i].bytes, again ? 3 : 2);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++)
        CHECK_INT(others[i], reading_of(f, others[i])->status, RG_STATUS_GOOD);
}

static void asks_again_only_once(void **state)
{
    struct fixture *f = *state;

    f->server.differing = "span.a.p95";
    f->server.wrong = 2;
    make(f);
    assert_int_equal(f->server.calls, 3);
    assert_int_equal(reading_of(f, "span.a.p95")->status, RG_STATUS_BAD_HISTOGRAM);
    assert_int_equal(reading_of(f, "span.a.p50")->status, RG_STATUS_GOOD);
    assert_int_equal(rg_attempt_captured(&f->attempt), KEYS - 1);
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
        CHECK_INT(rows[i].name, f->server.calls, usable ? 2 : 1);
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
        CHECK_INT(rows[i].name, f->server.calls, rows[i].refused ? 1 : 2);
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

    for (size_t call = 1; call <= 3; call++) {
        struct rg_error err = {0};
        rg_attempt_release(&f->attempt);
        f->server.differing = "span.a.p95";
        f->server.wrong = 1;
        f->server.calls = 0;
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
    } samples[] = {{"jobs.j", 100}, {"span.a", 6000}, {"span.a.p6", 6000}};
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
